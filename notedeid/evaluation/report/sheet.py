"""A CSV sheet that no spreadsheet program executes.

A cell that begins with ``= + - @``, a tab, a carriage return or NUL would be run as a formula;
it gets an apostrophe in front (OWASP ASVS 1.2.10). Quoting alone does not stop it.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

_RUN = ("=", "+", "-", "@", "\t", "\r", "\0")


def harmless(cell: object) -> str:
    """A cell that is only read.

    >>> harmless("=1+1"), harmless(-0.5), harmless("NAME")
    ("'=1+1", '-0.5', 'NAME')
    """
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.startswith(_RUN) and not isinstance(cell, int | float) else text


def write(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a sheet."""
    with path.open("w", encoding="utf-8", newline="") as out:
        sheet = csv.writer(out)
        sheet.writerow(head)
        sheet.writerows([harmless(cell) for cell in row] for row in rows)
