"""brat standoff: ``NAME.txt`` beside ``NAME.ann``, offsets in code points.

A span over a line break is written in fragments (``T1  PATIENT 4 8;9 14``), as brat wants it, and
read back whole when only white space lies between. What brat has no place for (exact edges, score,
source, fields of the note) stands in notes (``#1  AnnotatorNotes T1  {json}``), which brat keeps.
Format: brat.nlplab.org/standoff.html.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from annotation.errors import SpanError
from annotation.formats.common import (
    checked_span,
    decoded,
    details,
    fields,
    file_name,
    files,
    note_from,
    read_text,
    with_details,
    write_text,
)
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_LINE = re.compile(r"[^\r\n]+")
_BOUND = re.compile(r"(T\d+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)")
_NOTE = re.compile(r"#\d+\tAnnotatorNotes (T\d+|NOTE)\t(\{.*\})")


def read(folder: Path) -> Iterator[MarkedNote]:
    """Read every pair of files of a folder.

    Raises:
        InputError: no ``.ann`` file, or one without its text.
        SpanError: a span does not fit its note.
    """
    for path in files(folder, ".ann"):
        yield _read_pair(path)


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write a pair of files a note."""
    folder.mkdir(parents=True, exist_ok=True)
    for marked in notes:
        path = folder / f"{file_name(marked.note.note_id)}.txt"
        write_text(path, marked.note.text)
        lines = [f"#1\tAnnotatorNotes NOTE\t{json.dumps(fields(marked.note), ensure_ascii=True)}"]
        for number, span in enumerate(marked.spans, start=1):
            lines += _lines(number, span, marked.note.text)
        write_text(path.with_suffix(".ann"), "".join(f"{line}\n" for line in lines))


def _lines(number: int, span: Span, text: str) -> list[str]:
    parts = [match.span() for match in _LINE.finditer(text, span.start, span.end)] or [(span.start, span.end)]
    places = ";".join(f"{start} {end}" for start, end in parts)
    words = re.sub(r"[\r\n]+", " ", " ".join(text[start:end] for start, end in parts))
    lines = [f"T{number}\t{span.label} {places}\t{words}"]
    extra = details(span)
    if (span.start, span.end) != (parts[0][0], parts[-1][1]):
        extra |= {"start": span.start, "end": span.end}
    if extra:
        lines.append(f"#{number + 1}\tAnnotatorNotes T{number}\t{json.dumps(extra)}")
    return lines


def _read_pair(path: Path) -> MarkedNote:
    text = read_text(path.with_suffix(".txt"))
    content = read_text(path)
    said = {match[1]: decoded(match[2], f"{path}, {match[1]}") for match in _NOTE.finditer(content)}
    note = note_from(said.get("NOTE", {}), text, note_id=path.stem)
    spans = []
    for line in content.split("\n"):
        if line.startswith("T"):
            spans += _spans(line.rstrip("\r"), note, said)
    return MarkedNote(note, tuple(spans))


def _spans(line: str, note: Note, said: dict[str, dict[str, Any]]) -> list[Span]:
    match = _BOUND.fullmatch(line)
    if not match:
        name = line.partition("\t")[0]
        raise SpanError(f"note {note.note_id}: {name} is not a text-bound line of brat")
    parts = [(int(a), int(b)) for a, b in (part.split() for part in match[3].split(";"))]
    if " ".join(note.text[a:b] for a, b in parts) != match[4] and not _broken(note.text, parts):
        raise SpanError(f"note {note.note_id}: {match[1]} at {match[3]} does not cover the text it claims")
    extra = said.get(match[1], {})
    if "start" in extra and "end" in extra:
        parts = [(int(extra["start"]), int(extra["end"]))]
    return [with_details(checked_span(note, a, b, match[2]), extra) for a, b in _joined(note.text, parts)]


def _broken(text: str, parts: list[tuple[int, int]]) -> bool:
    """True for a span of line breaks alone, whose text brat cannot write."""
    return all(text[a:b] and not text[a:b].strip("\r\n") for a, b in parts)


def _joined(text: str, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined = [parts[0]]
    for start, end in parts[1:]:
        if text[joined[-1][1] : start].strip():
            joined.append((start, end))
        else:
            joined[-1] = (joined[-1][0], end)
    return joined
