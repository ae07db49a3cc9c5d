"""What all formats share: checked spans, the fields of a note, file names, tokens.

A span that does not fit is one clear SpanError that names the note and the span, never the text.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

from annotation.errors import InputError, SpanError
from annotation.labels import Label
from annotation.notes import Note
from annotation.spans import Span

_LONGEST_NAME = 120
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_KNOWN = ("note_id", "patient_id", "note_type")


def checked_span(note: Note, start: int, end: int, label: str, *, claimed: str | None = None) -> Span:
    """Build a span.

    Args:
        note: the note it belongs to.
        start: first code point.
        end: one past the last.
        label: name of a Label.
        claimed: text that the format says it covers; None when it does not say.

    Raises:
        SpanError: unknown label, offsets outside the note, or other text than claimed.
    """
    where = f"note {note.note_id}: span [{start}, {end})"
    if label not in Label.__members__:
        raise SpanError(f"{where} has the unknown label {label!r}; rename it to one of the project's labels")
    if not 0 <= start < end <= len(note.text):
        raise SpanError(f"{where} is not inside the text of {len(note.text)} characters")
    if claimed is not None and note.text[start:end] != claimed:
        raise SpanError(f"{where} does not cover the text it claims; the offsets or the text have changed")
    return Span(start, end, Label(label))


def fields(note: Note) -> dict[str, Any]:
    """Everything of a note but its text."""
    given = {"note_id": note.note_id, "patient_id": note.patient_id, "note_type": note.note_type}
    return {**{name: value for name, value in given.items() if value is not None}, **note.extra}


def note_from(given: Mapping[str, Any], text: str, *, note_id: str) -> Note:
    """A note from its fields; ``note_id`` is used where they do not hold one."""
    extra = {name: value for name, value in given.items() if name not in _KNOWN}
    return Note(
        str(given.get("note_id", note_id)), text, given.get("patient_id"), given.get("note_type"), extra
    )


def details(span: Span) -> dict[str, Any]:
    """Score and source of a span, where they say anything."""
    said = {"score": span.score if span.score != 1 else None, "source": span.source or None}
    return {name: value for name, value in said.items() if value is not None}


def with_details(span: Span, given: Mapping[str, Any]) -> Span:
    """A span with the score and source of ``details``."""
    return Span(
        span.start, span.end, span.label, float(given.get("score", 1.0)), str(given.get("source", ""))
    )


def decoded(text: str, where: str) -> dict[str, Any]:
    """A JSON object from text.

    Raises:
        InputError: something else; ``where`` names the place.
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        raise InputError(f"{where}: not valid JSON") from None
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a JSON object")
    return value


def file_name(note_id: str) -> str:
    """A file name for a note that no id can turn into a path; ids that are long or odd are hashed."""
    plain = quote(note_id, safe=" ").replace(".", "%2E")
    if len(plain) <= _LONGEST_NAME and plain.strip() == plain:
        return plain
    return f"{plain[:40].strip()}~{hashlib.sha256(note_id.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"


def read_text(path: Path) -> str:
    """The text of a file with its line ends as they are.

    Raises:
        InputError: no such file, or not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; convert it, e.g. with iconv") from None


def write_text(path: Path, text: str) -> None:
    """Write text with its line ends as they are."""
    path.write_bytes(text.encode("utf-8"))


def files(folder: Path, suffix: str) -> list[Path]:
    """Files of a folder and its subfolders, in order.

    Raises:
        InputError: there is none.
    """
    found = sorted(folder.rglob(f"*{suffix}")) if folder.is_dir() else []
    if not found:
        raise InputError(f"{folder}: no *{suffix} file in it")
    return found


def pieces(
    text: str, spans: Iterable[Span], bounds: Iterable[int] | None = None
) -> Iterator[tuple[int, int]]:
    """Words, signs and runs of space, cut where a span begins or ends.

    Args:
        text: the note.
        spans: whose edges cut.
        bounds: where pieces begin and end otherwise; None takes words and signs.
    """
    edges = {0, len(text)} | {edge for span in spans for edge in (span.start, span.end)}
    if bounds is None:
        edges.update(match.start() for match in _TOKEN.finditer(text))
    else:
        edges.update(bounds)
    return pairwise(sorted(edges))
