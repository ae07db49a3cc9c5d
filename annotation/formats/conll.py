"""CoNLL columns with BIO tags: token, start, end, tag; an empty line after each note.

Tokens alone do not give a text back, so ``# text = "…"`` (JSON, after the manner of CoNLL-U) stands
above them, beside ``# note = {…}`` with the note's fields. Columns of others (token first, tag
last, no text) are read too: tokens are joined by a blank, sentences by a line feed, and
``-DOCSTART-`` begins a note. Score and source have no place here.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from annotation.errors import InputError, SpanError
from annotation.formats.common import checked_span, decoded, fields, note_from, pieces, read_text, write_text
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_TEXT, _NOTE, _START = "# text = ", "# note = ", "-DOCSTART-"
_COLUMNS = 4
_Token = tuple[int, int, str]


def read(path: Path) -> Iterator[MarkedNote]:
    """Read notes.

    Raises:
        InputError: a line that is no token.
        SpanError: a tag that cannot follow, or offsets outside the text.
    """
    for number, block in enumerate(_blocks(read_text(path).split("\n")), start=1):
        own = any(line.startswith(_TEXT) for line in block)
        yield _read_own(block, f"{path}, note {number}", number) if own else _read_foreign(block, number)


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write notes.

    Raises:
        SpanError: two spans overlap, which BIO cannot say.
    """
    write_text(path, "".join(_block(marked) for marked in notes))


def _block(marked: MarkedNote) -> str:
    text = marked.note.text
    lines = [f"{_NOTE}{json.dumps(fields(marked.note))}", f"{_TEXT}{json.dumps(text)}"]
    reached = 0
    for span in marked.spans:
        if span.start < reached:
            raise SpanError(
                f"note {marked.note.note_id}: span [{span.start}, {span.end}) overlaps the one before"
            )
        reached = span.end
    for start, end in pieces(text, marked.spans):
        tag = _tag(start, end, marked.spans)
        if tag != "O" or text[start:end].strip():
            token = text[start:end] if text[start:end].strip() else json.dumps(text[start:end])
            lines.append(f"{token}\t{start}\t{end}\t{tag}")
    return "\n".join(lines) + "\n\n"


def _tag(start: int, end: int, spans: Sequence[Span]) -> str:
    span = next((span for span in spans if span.start <= start and end <= span.end), None)
    return "O" if span is None else f"{'B' if span.start == start else 'I'}-{span.label}"


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Lines of one note: ours end at an empty line, those of others at a DOCSTART."""
    block: list[str] = []
    for line in (line.rstrip("\r") for line in lines):
        own = any(one.startswith(_TEXT) for one in block)
        if block and (line.startswith((_START, _NOTE)) or (own and not line)):
            yield block
            block = []
        if line or (block and not own):
            block.append(line)
    if any(block):
        yield block


def _read_own(block: Sequence[str], where: str, number: int) -> MarkedNote:
    text = next(json.loads(line.removeprefix(_TEXT)) for line in block if line.startswith(_TEXT))
    given = next((decoded(line.removeprefix(_NOTE), where) for line in block if line.startswith(_NOTE)), {})
    note = note_from(given, str(text), note_id=str(number))
    tokens: list[_Token] = []
    for line in block[sum(line.startswith((_TEXT, _NOTE)) for line in block) :]:
        columns = line.split("\t")
        if len(columns) != _COLUMNS or not (columns[1].isdecimal() and columns[2].isdecimal()):
            raise InputError(f"{where}: not a line of token, start, end and tag")
        tokens.append((int(columns[1]), int(columns[2]), columns[3]))
    return MarkedNote(note, _spans(tokens, note))


def _read_foreign(block: Sequence[str], number: int) -> MarkedNote:
    text = ""
    tokens: list[_Token] = []
    for line in block:
        if not line:
            text = text.rstrip(" ") + "\n" if text else ""
        elif not line.startswith((_START, "#")):
            columns = line.split()
            tokens.append((len(text), len(text) + len(columns[0]), columns[-1]))
            text += f"{columns[0]} "
    note = Note(str(number), text.rstrip())
    return MarkedNote(note, _spans(tokens, note))


def _spans(tokens: Iterable[_Token], note: Note) -> tuple[Span, ...]:
    spans: list[Span] = []
    before = "O"
    for start, end, tag in tokens:
        place, _, label = tag.partition("-")
        if tag != "O" and place not in {"B", "I"}:
            raise SpanError(f"note {note.note_id}: token at {start} has the tag {tag!r}, which is not BIO")
        if place == "I" and before.partition("-")[2] == label:
            spans[-1] = replace(spans[-1], end=checked_span(note, start, end, label).end)
        elif tag != "O":
            spans.append(checked_span(note, start, end, label))
        before = tag
    return tuple(spans)
