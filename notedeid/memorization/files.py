"""Notes, canaries and losses on disk; whatever holds text is written with mode 0600."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation import InputError, Note
from annotation.formats import jsonl
from notedeid.files import write_whole
from notedeid.readers import open_source

__all__ = ["new_folder", "read_losses", "read_notes", "write_lines", "write_notes"]


def read_notes(path: Path) -> list[Note]:
    """All notes of a source; those of JSONL with all their fields.

    Raises:
        InputError: as `open_source`, or no notes.
    """
    if path.suffix == ".jsonl" and path.is_file():
        notes = list(jsonl.read_notes(path))
    else:
        source = open_source(path)
        notes = [source.load(ref) for ref in source.refs]
    if not notes:
        raise InputError(f"{path}: no notes")
    return notes


def write_notes(path: Path, notes: Iterable[Note]) -> None:
    """Write notes as JSONL."""
    write_lines(path, map(jsonl.note_record, notes))


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    write_whole(path, lines.encode(), mode=0o600)


def read_losses(path: Path, name: str) -> dict[str, float]:
    """The losses of a scored file, by one of its fields.

    Raises:
        InputError: no file, or a line without the field or a number as its loss.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    found: dict[str, float] = {}
    for number, record in enumerate(jsonl.records(path), start=1):
        loss = record.get("loss")
        if name not in record or not isinstance(loss, int | float) or isinstance(loss, bool):
            raise InputError(f"{path}, line {number}: needs {name!r} and a number as 'loss'")
        found[str(record[name])] = float(loss)
    return found


def new_folder(path: Path) -> Path:
    """Make a folder.

    Raises:
        InputError: it exists.
    """
    if path.exists():
        raise InputError(f"{path}: exists already; name a new folder")
    path.mkdir(parents=True, mode=0o700)
    return path
