"""Hierarchies as ARX writes them: a semicolon CSV, one row a value, one column a level.

Format: the export of the ARX Data Anonymization Tool (https://arx.deidentifier.org), no header.
"""

from __future__ import annotations

import csv
from pathlib import Path

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import Hierarchy

__all__ = ["read", "write"]


def read(path: Path, *, delimiter: str = ";") -> Hierarchy:
    """Read a hierarchy file; it is named after the file.

    Raises:
        InputError: a file that cannot be read, or levels that do not nest.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the hierarchy file {path.name}: {type(error).__name__}") from error
    if not rows:
        raise InputError(f"the hierarchy file {path.name} is empty")
    return Hierarchy.from_labels(path.stem, rows)


def write(hierarchy: Hierarchy, path: Path, *, delimiter: str = ";") -> None:
    """Write a hierarchy so that ARX and `read` read it back."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, delimiter=delimiter, lineterminator="\n")
        for column in hierarchy.codes.T:
            writer.writerow(labels[code] for labels, code in zip(hierarchy.labels, column, strict=True))
