"""doccano JSONL: ``{"text", "label": [[start, end, name], ...]}``, other fields kept.

``entities`` with ``start_offset`` and ``end_offset``, as some exports have it, is read too. Score
and source have no place here. Format: doccano.github.io/doccano/tutorial.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from annotation.errors import InputError, SpanError
from annotation.formats import jsonl
from annotation.formats.common import checked_span, fields, note_from, write_text
from annotation.notes import MarkedNote

_OWN = {"text", "label", "labels", "entities", "Comments", "comments"}


def read(path: Path) -> Iterator[MarkedNote]:
    """Read notes.

    Raises:
        InputError: a record without text.
        SpanError: a span does not fit its text.
    """
    for number, record in enumerate(jsonl.records(path), start=1):
        if not isinstance(record.get("text"), str):
            raise InputError(f"{path}, record {number}: no text")
        given = {name: value for name, value in record.items() if name not in _OWN}
        note = note_from(given, record["text"], note_id=str(record.get("id", number)))
        try:
            places = [(int(start), int(end), str(name)) for start, end, name in _triples(record)]
        except (KeyError, TypeError, ValueError):
            raise SpanError(f"note {note.note_id}: a label is not [start, end, name]") from None
        yield MarkedNote(note, tuple(checked_span(note, *place) for place in places))


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write notes."""
    lines = []
    for marked in notes:
        labels = [[span.start, span.end, str(span.label)] for span in marked.spans]
        record = {**fields(marked.note), "text": marked.note.text, "label": labels}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    write_text(path, "".join(lines))


def _triples(record: Mapping[str, Any]) -> Iterator[tuple[Any, Any, Any]]:
    for entity in record.get("entities") or ():
        yield entity["start_offset"], entity["end_offset"], entity["label"]
    yield from record.get("label") or record.get("labels") or ()
