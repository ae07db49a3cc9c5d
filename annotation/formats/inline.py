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
from annotation.formats.common import file_name, read_text, write_text
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
        SpanError: two spans overlap, or the text holds brackets that would be read as marks.
    """
    spans = tuple(sorted(spans))
    parts: list[str] = []
    last = 0
    for span in spans:
        if span.start < last:
            raise SpanError(f"span [{span.start}, {span.end}) overlaps the one before it")
        parts += [text[last : span.start], f"[[{span.label}|{text[span.start : span.end]}]]"]
        last = span.end
    marked = "".join(parts) + text[last:]
    if parse(marked) != (text, tuple(Span(span.start, span.end, span.label) for span in spans)):
        raise SpanError("the text holds double brackets that would be read as marks; use another format")
    return marked


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
    head, gap, body = _halves(read_text(path))
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


def _halves(content: str) -> tuple[str, str, str]:
    """Header, empty line and text, whichever line ends an editor gave the header."""
    ends = {gap: place for gap in ("\n\n", "\r\n\r\n") if (place := content.find(gap)) >= 0}
    gap = min(ends, key=lambda gap: ends[gap], default="")
    return content.partition(gap) if gap else (content, "", "")


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write one file a note, named after its id."""
    folder.mkdir(parents=True, exist_ok=True)
    for marked in notes:
        note = marked.note
        known = {"note_id": note.note_id, "patient_id": note.patient_id, "note_type": note.note_type}
        head = "".join(
            f"{key}: {value}\n" for key, value in {**known, **note.extra}.items() if value is not None
        )
        try:
            content = f"{head}\n{render(note.text, marked.spans)}\n"
        except SpanError as error:
            raise SpanError(f"note {note.note_id}: {error}") from None
        write_text(folder / f"{file_name(note.note_id)}.marked", content)
