"""JSONL, the project's own format.

Notes: ``{"note_id", "patient_id", "note_type", "text", ...}``; ``doc_id`` is read as
``note_id`` and unknown fields pass through. Spans:
``{"note_id", "spans": [{"start", "end", "label", "score", "source"}]}``. A marked note is both
in one object, each span with its ``text`` as a check on the offsets.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from annotation.errors import InputError, SpanError
from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_FIELDS = ("note_id", "doc_id", "patient_id", "note_type", "text", "spans")


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Decode one JSON object a line, skipping empty lines.

    Raises:
        InputError: not UTF-8, or a line is no JSON object; names file and line.
    """
    number = 0
    with path.open(encoding="utf-8") as lines:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    record = json.loads(line)
                    if not isinstance(record, dict):
                        raise InputError(f"{path}, line {number}: not a JSON object")
                    yield record
        except UnicodeDecodeError:
            raise InputError(f"{path}: not UTF-8 after line {number}; convert it, e.g. with iconv") from None
        except json.JSONDecodeError:
            raise InputError(f"{path}, line {number}: not valid JSON") from None


def note_from_record(record: Mapping[str, Any], where: str) -> Note:
    """Build a Note from a decoded record; ``where`` names the place for errors.

    Raises:
        InputError: ``note_id`` or ``text`` is missing or of the wrong type.
    """
    note_id = record.get("note_id", record.get("doc_id"))
    if note_id is None:
        raise InputError(f"{where}: no field note_id")
    text = record.get("text")
    if not isinstance(text, str):
        raise InputError(f"{where}: note {note_id} has no text (field 'text' must be a string)")
    patient_id = record.get("patient_id")
    return Note(
        note_id=str(note_id),
        text=text,
        patient_id=None if patient_id is None else str(patient_id),
        note_type=record.get("note_type"),
        extra={name: value for name, value in record.items() if name not in _FIELDS},
    )


def span_from_record(raw: Mapping[str, Any], note_id: str, text: str | None) -> Span:
    """Build a Span from a decoded record, checking its text where both are given.

    Raises:
        SpanError: unknown label, bad offsets, or text that is not what the offsets cover.
    """
    try:
        span = Span(
            int(raw["start"]),
            int(raw["end"]),
            Label(raw["label"]),
            float(raw.get("score", 1.0)),
            str(raw.get("source", "")),
        )
    except KeyError as missing:
        raise SpanError(f"note {note_id}: a span has no field {missing}") from None
    except ValueError:
        raise SpanError(
            f"note {note_id}: span at {raw.get('start')} has an unknown label or offset"
        ) from None
    if text is not None and "text" in raw and text[span.start : span.end] != raw["text"]:
        raise SpanError(f"note {note_id}: span [{span.start}, {span.end}) does not cover the text it claims")
    return span


def read_spans(path: Path) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """Read ``(note_id, spans)`` pairs from a spans file."""
    for number, record in enumerate(records(path), start=1):
        note_id = record.get("note_id", record.get("doc_id"))
        if note_id is None:
            raise InputError(f"{path}, record {number}: no field note_id")
        yield (
            str(note_id),
            tuple(span_from_record(raw, str(note_id), record.get("text")) for raw in record.get("spans", ())),
        )


def read_notes(path: Path) -> Iterator[Note]:
    """Read notes, without their spans."""
    for number, record in enumerate(records(path), start=1):
        yield note_from_record(record, f"{path}, record {number}")


def read(path: Path) -> Iterator[MarkedNote]:
    """Read marked notes.

    Raises:
        InputError, SpanError: see note_from_record and span_from_record.
    """
    for number, record in enumerate(records(path), start=1):
        note = note_from_record(record, f"{path}, record {number}")
        spans = tuple(span_from_record(raw, note.note_id, note.text) for raw in record.get("spans", ()))
        yield MarkedNote(note, spans)


def span_record(span: Span) -> dict[str, Any]:
    """The JSON form of a span, without text."""
    return {
        "start": span.start,
        "end": span.end,
        "label": str(span.label),
        "score": round(span.score, 4),
        "source": span.source,
    }


def note_record(note: Note) -> dict[str, Any]:
    """The JSON form of a note."""
    return {
        "note_id": note.note_id,
        "patient_id": note.patient_id,
        "note_type": note.note_type,
        "text": note.text,
        **note.extra,
    }


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write marked notes, each span with its text."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for marked in notes:
            spans = [{**span_record(s), "text": marked.note.text[s.start : s.end]} for s in marked.spans]
            out.write(json.dumps({**note_record(marked.note), "spans": spans}, ensure_ascii=False) + "\n")
