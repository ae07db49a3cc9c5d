"""CSV, TSV and Parquet tables of notes, one row a note."""

import csv
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from annotation import InputError, Note
from notedeid.readers.source import Columns, Ref, Release, UnreadableNoteError

SUFFIXES = (".csv", ".tsv", ".parquet")


class Table:
    """One table, kept in memory; other columns pass through untouched."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self.path = path
        self.columns = columns
        self._table = _read_parquet(path) if path.suffix.lower() == ".parquet" else _read_csv(path)
        names = self._table.column_names
        for option, name in (("--id-column", columns.note_id), ("--text-column", columns.text)):
            if name not in names:
                raise InputError(
                    f"{path}: no column {name!r} (columns: {', '.join(names)}); name it with {option}"
                )
        columns.check_optional(names, path)
        ids, patients = self._column(columns.note_id), self._column(columns.patient_id)
        for row, note_id in enumerate(ids, start=1):
            if note_id is None:
                raise InputError(f"{path}: row {row} has no {columns.note_id}")
        self.refs = [
            Ref(i, str(note_id), None if patients[i] in {None, ""} else str(patients[i]))
            for i, note_id in enumerate(ids)
        ]

    @property
    def other_fields(self) -> list[str]:
        """Columns that are not a note's."""
        return [name for name in self._table.column_names if name not in self.columns.names]

    def _column(self, name: str) -> list[Any]:
        if name not in self._table.column_names:
            return [None] * self._table.num_rows
        values: list[Any] = self._table.column(name).to_pylist()
        return values

    def load(self, ref: Ref) -> Note:
        """Read one row."""
        text = self._table.column(self.columns.text)[ref.position].as_py()
        if not isinstance(text, str):
            raise UnreadableNoteError(f"column {self.columns.text!r} is empty or not text")
        kind = None
        if self.columns.note_type in self._table.column_names:
            kind = self._table.column(self.columns.note_type)[ref.position].as_py()
        return Note(ref.note_id, text, ref.patient_id, kind)

    def write(self, folder: Path, releases: Iterable[Release], fields: Collection[str]) -> None:
        """Write ``notes.csv``, ``notes.tsv`` or ``notes.parquet``."""
        kept = list(releases)
        leaving = self.columns.names | set(fields)
        table = self._table.select([name for name in self._table.column_names if name in leaving])
        table = table.take(pa.array([release.position for release in kept], pa.int64()))
        table = _replace(table, self.columns.text, [release.text for release in kept])
        table = _replace(table, self.columns.note_id, [release.note_id for release in kept])
        if self.columns.patient_id in table.column_names:
            table = _replace(table, self.columns.patient_id, [release.patient_id for release in kept])
        target = folder / f"notes{self.path.suffix}"
        if self.path.suffix.lower() == ".parquet":
            pq.write_table(table, target)
        else:
            _write_csv(table, target)


def _replace(table: pa.Table, name: str, values: Sequence[str | None]) -> pa.Table:
    index = table.column_names.index(name)
    if values == [None if value is None else str(value) for value in table.column(name).to_pylist()]:
        return table
    kind = table.schema.field(index).type
    text = kind if pa.types.is_string(kind) or pa.types.is_large_string(kind) else pa.string()
    return table.set_column(index, name, pa.array(values, text))


def _read_parquet(path: Path) -> pa.Table:
    try:
        return pq.read_table(path)
    except (pa.ArrowInvalid, OSError):
        raise InputError(f"{path}: not a readable Parquet file") from None


def _read_csv(path: Path) -> pa.Table:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = list(csv.reader(lines, delimiter=_delimiter(path), strict=True))
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; convert the file, e.g. with iconv") from None
    except csv.Error:
        raise InputError(f"{path}: not a valid CSV file (an unclosed quote?)") from None
    if not rows:
        raise InputError(f"{path}: empty file")
    head, body = rows[0], rows[1:]
    if len({*head}) < len(head):
        raise InputError(f"{path}: two columns have the same name; give each its own")
    for number, row in enumerate(body, start=2):
        if len(row) != len(head):
            raise InputError(f"{path}: record {number} has {len(row)} fields, the header has {len(head)}")
    columns: Mapping[str, list[str]] = {name: [row[i] for row in body] for i, name in enumerate(head)}
    return pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})


def _write_csv(table: pa.Table, target: Path) -> None:
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter=_delimiter(target), lineterminator="\n")
        writer.writerow(table.column_names)
        writer.writerows(zip(*(column.to_pylist() for column in table.columns), strict=True))


def _delimiter(path: Path) -> str:
    return "\t" if path.suffix.lower() == ".tsv" else ","
