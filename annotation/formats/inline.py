r"""Inline marks, the form in which people write and review gold: ``[[LABEL|text]]``.

A file holds one note: header lines ``key: value`` (``note_id``, ``patient_id``,
``note_type`` and any other), an empty line, then the text with its marks. The text runs to
the end of the file less one final line feed.

>>> text, spans = parse("seen by Dr. [[DOCTOR|Okafor]] today")
>>> text, spans[0].start, spans[0].end
('seen by Dr. Okafor today', 12, 18)
>>> render(text, spans)
'seen by Dr. [[DOCTOR|Okafor]] today'
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from annotation.errors import InputError, SpanError
from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_MARK = re.compile(r"\[\[([A-Z_]+)\|((?:[^\]]|\](?!\]))+)\]\]")


def parse(marked: str) -> tuple[str, tuple[Span, ...]]:
    """Split marked text into plain text and spans.

    Raises:
        SpanError: unknown label.
    """
    parts: list[str] = []
    spans: list[Span] = []
    length = last = 0
    for mark in _MARK.finditer(marked):
        before, inside = marked[last : mark.start()], mark[2]
        if mark[1] not in Label.__members__:
            raise SpanError(f"mark at character {mark.start()} has the unknown label {mark[1]}")
        start = length + len(before)
        spans.append(Span(start, start + len(inside), Label(mark[1])))
        parts += [before, inside]
        length, last = start + len(inside), mark.end()
    return "".join(parts) + marked[last:], tuple(spans)


def render(text: str, spans: Iterable[Span]) -> str:
    """Put marks into plain text.

    Raises:
        SpanError: two spans overlap, which inline marks cannot say.
    """
    parts: list[str] = []
    last = 0
    for span in sorted(spans):
        if span.start < last:
            raise SpanError(f"span [{span.start}, {span.end}) overlaps the one before it")
        parts += [text[last : span.start], f"[[{span.label}|{text[span.start : span.end]}]]"]
        last = span.end
    return "".join(parts) + text[last:]


def read(folder: Path) -> Iterator[MarkedNote]:
    """Read every ``*.marked`` of a folder and its subfolders, in order of path."""
    for path in sorted(folder.rglob("*.marked")):
        yield read_file(path)


def read_file(path: Path) -> MarkedNote:
    """Read one marked note.

    Raises:
        InputError: no header; names the file.
        SpanError: unknown label; names the file.
    """
    head, gap, body = path.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.partition(": ")[::2] for line in head.splitlines())
    if not gap or "note_id" not in fields:
        raise InputError(f"{path}: no header (note_id: …, an empty line, then the note)")
    try:
        text, spans = parse(body.removesuffix("\n"))
    except SpanError as error:
        raise SpanError(f"{path}: {error}") from None
    note = Note(
        fields.pop("note_id"), text, fields.pop("patient_id", None), fields.pop("note_type", None), fields
    )
    return MarkedNote(note, spans)


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write one file a note, named after its id."""
    folder.mkdir(parents=True, exist_ok=True)
    for marked in notes:
        note = marked.note
        known = {"note_id": note.note_id, "patient_id": note.patient_id, "note_type": note.note_type}
        head = "".join(
            f"{key}: {value}\n" for key, value in {**known, **note.extra}.items() if value is not None
        )
        path = folder / f"{note.note_id}.marked"
        path.write_text(f"{head}\n{render(note.text, marked.spans)}\n", encoding="utf-8", newline="\n")
