"""WebAnno TSV 3.3, as INCEpTION reads and writes it: one ``.tsv`` a note.

Offsets count UTF-16 units. Sentences are the note's lines with their line ends, so the text comes
back whole; lines that a span crosses are one sentence. Spans are DKPro NamedEntity values; a span
of several tokens carries a number in brackets. Fields of the note, score and source have no place
here; the note's id is the file name. Format: INCEpTION user guide, appendix "WebAnno TSV 3.3".
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

from annotation.errors import InputError, SpanError
from annotation.formats.common import checked_span, file_name, files, pieces, read_text, write_text
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_HEAD = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={_ENTITY}|identifier|value\n\n"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ROW = re.compile(r"\d+-\d+(?:\.\d+)?\t(\d+)-(\d+)\t")
_VALUE = re.compile(r"(.+?)(?:\[(\d+)\])?")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "b": "\b"}
_PLANE = 0xFFFF


def read(folder: Path) -> Iterator[MarkedNote]:
    """Read every ``.tsv`` file of a folder.

    Raises:
        InputError: not such a file, or one without a NamedEntity layer.
        SpanError: a value that is no label, or offsets outside the text.
    """
    for path in files(folder, ".tsv"):
        yield _read_file(path)


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write one file a note."""
    folder.mkdir(parents=True, exist_ok=True)
    for marked in notes:
        content = _HEAD + "".join(
            _sentence(n, *place, marked) for n, place in enumerate(_sentences(marked), 1)
        )
        write_text(folder / f"{file_name(marked.note.note_id)}.tsv", content)


def _sentences(marked: MarkedNote) -> list[tuple[int, int]]:
    """Lines, joined where a span crosses a line end or nothing but space would stand alone."""
    text, bounds = marked.note.text, [0]
    for match in _LINE.finditer(text):
        crossed = any(span.start < match.end() < span.end for span in marked.spans)
        if text[bounds[-1] : match.end()].strip() and text[match.end() :].strip() and not crossed:
            bounds.append(match.end())
    return list(pairwise([*bounds, len(text)])) if text else []


def _sentence(number: int, start: int, end: int, marked: MarkedNote) -> str:
    text, units = marked.note.text, _units(marked.note.text)
    inside = [(n, span) for n, span in enumerate(marked.spans, start=1) if start <= span.start < end]
    rows = [f"#Text={_escape(text[start:end])}"]
    token = 0
    for a, b in pieces(text[start:end], [_moved(span, -start) for _, span in inside]):
        values = [(n, span) for n, span in inside if span.start <= start + a and start + b <= span.end]
        if not values and not text[start + a : start + b].strip():
            continue
        token += 1
        marks = "|".join(f"{_value(span)}[{n}]" for n, span in values) or "_"
        ids = "|".join(f"*[{n}]" for n, _ in values) or "_"
        place = f"{units[start + a]}-{units[start + b]}"
        rows.append(f"{number}-{token}\t{place}\t{_escape(text[start + a : start + b])}\t{ids}\t{marks}\t")
    return "\n".join(rows) + "\n\n"


def _value(span: Span) -> str:
    return str(span.label).replace("_", "\\_")


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by, span.label)


def _units(text: str) -> list[int]:
    return [0, *accumulate(2 if ord(character) > _PLANE else 1 for character in text)]


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _PLAIN.get(match[1], match[1]), text)


def _read_file(path: Path) -> MarkedNote:
    lines = read_text(path).split("\n")
    column = _column(lines, path)
    text = ""
    rows: list[tuple[int, int, str]] = []
    sentence: list[str] = []
    for line in [line.removesuffix("\r") for line in lines]:
        if line.startswith("#Text="):
            sentence.append(_unescape(line.removeprefix("#Text=")))
        elif row := _ROW.match(line):
            if sentence:
                token = _unescape(line.split("\t")[2])
                text, sentence = _append(text, int(row[1]), token, "\n".join(sentence)), []
            rows.append((int(row[1]), int(row[2]), line.split("\t")[column]))
    text += "\n".join(sentence)
    note = Note(path.stem, text)
    return MarkedNote(note, tuple(_spans(rows, note)))


def _column(lines: Sequence[str], path: Path) -> int:
    """Column of the entity's value: three of the token, then the features of the layers."""
    if not lines[0].startswith("#FORMAT=WebAnno TSV 3"):
        raise InputError(f"{path}: not a WebAnno TSV 3 file")
    column = 3
    for line in lines:
        if line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            name, *features = line.partition("=")[2].rstrip("\r").split("|")
            if name == _ENTITY and "value" in features:
                return column + features.index("value")
            column += len(features)
    raise InputError(f"{path}: no NamedEntity layer with a value")


def _append(text: str, first: int, token: str, sentence: str) -> str:
    """Add a sentence whose first token lies at ``first``; a gap before it is a line end."""
    gap = first - _units(text)[-1]
    if gap <= 0 or sentence.startswith(token, gap):
        return text + sentence
    return f"{text}\n{' ' * (gap - 1)}{sentence}"


def _spans(rows: Iterable[tuple[int, int, str]], note: Note) -> Iterator[Span]:
    units = _units(note.text)
    joined: dict[str, tuple[int, int, str]] = {}
    for number, (start, end, values) in enumerate(rows):
        for value in values.split("|") if values not in {"_", "*"} else ():
            match = _VALUE.fullmatch(value)
            if not match:
                raise SpanError(f"note {note.note_id}: token at {start} has no readable value")
            name = match[2] or f"row {number}"
            joined[name] = (joined.get(name, (start,))[0], end, match[1])
    for start, end, label in joined.values():
        first, last = bisect_right(units, start) - 1, bisect_right(units, end) - 1
        yield checked_span(note, first, last, _unescape(label))
