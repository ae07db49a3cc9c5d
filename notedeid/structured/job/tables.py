"""Tables on disk: CSV (UTF-8, every cell as text) and Parquet, told apart by their suffix."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pandas as pd

from annotation.errors import InputError
from notedeid.files import write_whole

__all__ = ["read_table", "write_table"]

SUFFIXES = (".csv", ".parquet")


def read_table(path: Path) -> pd.DataFrame:
    """Read a table; an empty CSV cell is missing.

    Raises:
        InputError: another suffix, or a file that cannot be read.
    """
    if path.suffix not in SUFFIXES:
        raise InputError(f"{path}: a table is a .csv or .parquet file")
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    try:
        _check_header(path)
        if path.suffix == ".parquet":
            return pd.read_parquet(path)
        return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8-sig")
    except pd.errors.ParserError as error:
        line = re.search(r"Expected \d+ fields in line \d+, saw \d+", str(error))
        raise InputError(f"{path}: not a readable table ({line[0] if line else 'ParserError'})") from None
    except (ValueError, OSError) as error:
        raise InputError(f"{path}: not a readable table ({type(error).__name__})") from None


def _check_header(path: Path) -> None:
    """Of two columns of one name pandas would rename one."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as lines:
            names = next(csv.reader(lines), [])
        if twice := [name for name in names if names.count(name) > 1]:
            raise InputError(f"{path}: two columns are named {twice[0]!r}; give each its own name")


def write_table(path: Path, frame: pd.DataFrame, *, mode: int = 0o644) -> None:
    """Write a table whole or not at all.

    Raises:
        InputError: another suffix than `.csv` and `.parquet`, or a folder that is not there.
    """
    if path.suffix not in SUFFIXES:
        raise InputError(f"{path}: a table is a .csv or .parquet file")
    if not path.parent.is_dir():
        raise InputError(f"{path.parent}: no such folder")
    if path.suffix == ".parquet":
        content = io.BytesIO()
        frame.to_parquet(content, index=False)
        write_whole(path, content.getvalue(), mode=mode)
    else:
        write_whole(path, frame.to_csv(index=False, lineterminator="\n").encode(), mode=mode)
