"""JSONL files of notes, one object a line; lines are found again by their byte offset."""

import json
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from annotation import InputError, Note
from annotation.formats.jsonl import note_from_record
from notedeid.readers.source import Columns, Ref, Release, UnreadableNoteError

SUFFIXES = (".jsonl", ".ndjson")


class JsonlFiles:
    """One JSONL file, or all those of a folder."""

    def __init__(self, root: Path, paths: list[Path], columns: Columns) -> None:
        self.root = root
        self.paths = sorted(paths)
        self.columns = columns
        self.refs: list[Ref] = []
        self._places: list[tuple[int, int]] = []
        self._names: dict[str, None] = {}
        for number in range(len(self.paths)):
            self._scan(number)
        if self.refs:
            columns.check_optional(self._names, root)

    @property
    def other_fields(self) -> list[str]:
        """Fields that are not a note's; gold spans never leave."""
        return [name for name in self._names if name not in {*self.columns.names, "doc_id", "spans"}]

    def _scan(self, number: int) -> None:
        path, offset = self.paths[number], 0
        with path.open("rb") as lines:
            for line_number, line in enumerate(lines, start=1):
                if line.strip():
                    record = _decode(line, f"{path}, line {line_number}")
                    self._names |= dict.fromkeys(record)
                    self.refs.append(self._ref(record, f"{path}, line {line_number}"))
                    self._places.append((number, offset))
                offset += len(line)

    def _ref(self, record: dict[str, Any], where: str) -> Ref:
        note_id = record.get(self.columns.note_id, record.get("doc_id"))
        missing = self.columns.text if self.columns.text not in record else None
        missing = self.columns.note_id if note_id is None else missing
        if missing:
            option = "--text-column" if missing == self.columns.text else "--id-column"
            raise InputError(
                f"{where}: no field {missing!r} (fields: {', '.join(record)}); name it with {option}"
            )
        patient_id = record.get(self.columns.patient_id)
        return Ref(len(self.refs), str(note_id), None if patient_id is None else str(patient_id))

    def _record(self, ref: Ref) -> dict[str, Any]:
        number, offset = self._places[ref.position]
        with self.paths[number].open("rb") as lines:
            lines.seek(offset)
            return _decode(lines.readline(), f"{self.paths[number]}, record {ref.position + 1}")

    def load(self, ref: Ref) -> Note:
        """Read one line."""
        record = self._record(ref)
        text = record.get(self.columns.text)
        if not isinstance(text, str):
            raise UnreadableNoteError(f"field {self.columns.text!r} is not a string")
        renamed = {"note_id": ref.note_id, "patient_id": ref.patient_id, "text": text}
        return note_from_record(
            {**renamed, "note_type": record.get(self.columns.note_type)}, str(ref.position)
        )

    def write(self, folder: Path, releases: Iterable[Release], fields: Collection[str]) -> None:
        """Write ``notes.jsonl``, or ``notes/<name>`` for each file of a folder."""
        for number in range(len(self.paths)):
            self._target(folder, number).parent.mkdir(parents=True, exist_ok=True)
            self._target(folder, number).write_bytes(b"")
        for number, group in groupby(releases, key=lambda release: self._places[release.position][0]):
            with self._target(folder, number).open("a", encoding="utf-8", newline="\n") as out:
                out.writelines(self._lines(group, fields))

    def _target(self, folder: Path, number: int) -> Path:
        if self.root == self.paths[number]:
            return folder / "notes.jsonl"
        return folder / "notes" / self.paths[number].relative_to(self.root)

    def _lines(self, releases: Iterable[Release], fields: Collection[str]) -> Iterator[str]:
        leaving = {*self.columns.names, "doc_id", *fields}
        for release in releases:
            whole = self._record(self.refs[release.position])
            record = {name: value for name, value in whole.items() if name in leaving}
            record[self.columns.text] = release.text
            record[self.columns.note_id if self.columns.note_id in record else "doc_id"] = release.note_id
            if record.get(self.columns.patient_id) is not None:
                record[self.columns.patient_id] = release.patient_id
            yield json.dumps(record, ensure_ascii=False) + "\n"


def _decode(line: bytes, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8; convert the file, e.g. with iconv") from None
    except json.JSONDecodeError:
        raise InputError(f"{where}: not valid JSON") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: not a JSON object")
    return record
