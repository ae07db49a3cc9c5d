"""Gold as corpora really hold it: coarse labels, entities, ranges to leave out, decoys.

A project's own gold has one Label a span. Other corpora say NAME or HOSPITAL/ORG, mark spans
that need no masking, or know which words look like names and are none. A GoldSpan therefore
keeps the corpus's own name beside the set of labels that count as right. Read from a JSONL file
of marked notes or from a folder of ``.marked`` files:

- a span whose label name is unknown, or whose ``identifier_type`` is ``NO_MASK`` (Pilán et al.
  2022, Text Anonymization Benchmark), is optional: neither a miss nor a false find;
- ``orig_label`` ending in ``_NONPHI`` marks what Safe Harbor lets stay (a bare year, a state);
- ``meta.ignore`` are ranges left out of scoring, ``meta.decoys`` look-alikes that must stay;
- a leading title ("Dr. ") is no part of a name by the guideline, so it is trimmed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from annotation.errors import InputError, SpanError
from annotation.formats import inline, jsonl
from annotation.labels import Group, Label, from_coarse
from annotation.notes import MarkedNote, Note

_TITLE = re.compile(
    r"(?:(?:Dr|Drs|Mr|Mrs|Ms|Mx|Miss|Prof|Professor|Doctor|Nurse)\b\.?\s+)+(?=\S)", re.IGNORECASE
)
_NAMES = frozenset({"NAME", "PERSON", "PER", "PATIENT", "DOCTOR"})

Range: TypeAlias = tuple[int, int]
"""Half-open code points."""


@dataclass(frozen=True, slots=True, order=True)
class GoldSpan:
    """One marked identifier.

    Attributes:
        start: first code point.
        end: one past the last code point.
        name: label name as the corpus writes it; the rows of a report.
        labels: labels that count as the same type; empty for an optional span.
        entity: identity within the corpus, for all-mentions recall; empty when not given.
        direct: True for a direct identifier, by the corpus where it says so, else by the label.
        removable: False for what Safe Harbor lets stay although it is marked.
    """

    start: int
    end: int
    name: str
    labels: frozenset[Label]
    entity: str = ""
    direct: bool = False
    removable: bool = True

    @property
    def group(self) -> Group:
        """Coarse kind of most of the labels."""
        return Counter(label.group for label in sorted(self.labels)).most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class GoldNote:
    """A note with its gold.

    Attributes:
        note: the note.
        spans: identifiers that are scored.
        neutral: ranges where a find is neither right nor false.
        decoys: ranges that look like identifiers and must stay.
        origin: ``real``, ``surrogate`` or ``synthetic``; empty when the corpus does not say.
    """

    note: Note
    spans: tuple[GoldSpan, ...]
    neutral: tuple[Range, ...] = ()
    decoys: tuple[Range, ...] = ()
    origin: str = ""


def from_marked(marked: MarkedNote) -> GoldNote:
    """Take a marked note as gold."""
    spans = tuple(
        GoldSpan(span.start, span.end, str(span.label), frozenset({span.label}), direct=span.label.direct)
        for span in marked.spans
    )
    return GoldNote(marked.note, spans, origin=str(marked.note.extra.get("origin", "")))


def from_record(record: Mapping[str, Any], where: str) -> GoldNote:
    """Build gold from one decoded JSON object; ``where`` names the place for errors.

    Raises:
        InputError: no note_id or text.
        SpanError: bad offsets, or text that is not what the offsets cover.
    """
    note = jsonl.note_from_record(record, where)
    meta = record.get("meta") or {}
    spans = [_span(raw, note) for raw in record.get("spans") or ()]
    ignore = _ranges(meta.get("ignore"), note)
    scored = tuple(
        sorted(
            s for s in spans if s.labels and not any(s.start < end and start < s.end for start, end in ignore)
        )
    )
    optional = tuple((s.start, s.end) for s in spans if not s.labels)
    origin = str(record.get("origin") or meta.get("origin") or "")
    return GoldNote(note, scored, ignore + optional, _ranges(meta.get("decoys"), note), origin)


def read(path: Path, *, annotator: str | None = None) -> tuple[GoldNote, ...]:
    """Read gold from a JSONL file of marked notes or a folder of ``.marked`` files.

    Args:
        path: file or folder.
        annotator: take only records whose field ``annotator`` has this value.

    Raises:
        InputError: nothing to read, a record without id or text, or one note twice.
        SpanError: a span does not fit its note.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    notes = tuple(_read_folder(path) if path.is_dir() else _read_file(path, annotator))
    if not notes:
        raise InputError(f"{path}: no marked note in it")
    note_id, times = Counter(gold.note.note_id for gold in notes).most_common(1)[0]
    if times > 1:
        raise InputError(f"{path}: note {note_id} stands {times} times; choose one annotator's marks")
    return notes


def _read_folder(path: Path) -> Iterator[GoldNote]:
    return (from_marked(marked) for marked in inline.read(path))


def _read_file(path: Path, annotator: str | None) -> Iterator[GoldNote]:
    for number, record in enumerate(jsonl.records(path), start=1):
        if annotator is None or str(record.get("annotator")) == annotator:
            yield from_record(record, f"{path}, record {number}")


def _ranges(raw: Iterable[Mapping[str, Any]] | None, note: Note) -> tuple[Range, ...]:
    return tuple(_offsets(item, note) for item in raw or ())


def _offsets(raw: Mapping[str, Any], note: Note) -> Range:
    try:
        start, end = int(raw["start"]), int(raw["end"])
    except (KeyError, TypeError, ValueError):
        raise SpanError(f"note {note.note_id}: a gold span has no usable start and end") from None
    if not 0 <= start < end <= len(note.text):
        raise SpanError(f"note {note.note_id}: gold span [{start}, {end}) is not inside its text")
    if raw.get("text", note.text[start:end]) != note.text[start:end]:
        raise SpanError(f"note {note.note_id}: gold span [{start}, {end}) does not cover the text it claims")
    return start, end


def _span(raw: Mapping[str, Any], note: Note) -> GoldSpan:
    start, end = _offsets(raw, note)
    name = str(raw.get("label", ""))
    kind = str(raw.get("identifier_type", ""))
    labels = frozenset[Label]() if kind == "NO_MASK" else from_coarse(name)
    if name.upper() in _NAMES and (title := _TITLE.match(note.text, start, end)):
        start = title.end()
    return GoldSpan(
        start,
        end,
        name,
        labels,
        entity=str(raw.get("entity_id") or ""),
        direct=kind == "DIRECT" if kind else any(label.direct for label in labels),
        removable=not str(raw.get("orig_label", "")).endswith("_NONPHI"),
    )
