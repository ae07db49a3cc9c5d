"""Prodigy JSONL: ``{"text", "spans": [{"start", "end", "label"}], "meta", "answer"}``.

Only accepted examples are read. Fields of the note travel in ``meta``.
Format: prodi.gy/docs/api-interfaces.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from annotation.errors import InputError, SpanError
from annotation.formats import jsonl
from annotation.formats.common import checked_span, details, fields, note_from, with_details, write_text
from annotation.notes import MarkedNote


def read(path: Path) -> Iterator[MarkedNote]:
    """Read accepted examples.

    Raises:
        InputError: an example without text.
        SpanError: a span does not fit its text.
    """
    for number, record in enumerate(jsonl.records(path), start=1):
        if not isinstance(record.get("text"), str):
            raise InputError(f"{path}, record {number}: no text")
        if record.get("answer", "accept") != "accept":
            continue
        note = note_from(record.get("meta") or {}, record["text"], note_id=str(number))
        try:
            spans = [
                with_details(checked_span(note, int(raw["start"]), int(raw["end"]), str(raw["label"])), raw)
                for raw in record.get("spans") or ()
            ]
        except (KeyError, TypeError, ValueError):
            raise SpanError(f"note {note.note_id}: a span has no usable start, end and label") from None
        yield MarkedNote(note, tuple(spans))


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write accepted examples."""
    lines = []
    for marked in notes:
        spans = [{"start": s.start, "end": s.end, "label": str(s.label), **details(s)} for s in marked.spans]
        record = {"text": marked.note.text, "spans": spans, "meta": fields(marked.note), "answer": "accept"}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    write_text(path, "".join(lines))
