"""Passes: what one annotator marked in one note.

Read from JSONL as the annotation desk writes it: marked notes with the fields ``annotator`` and
``preannotated``. Where ``annotator`` is absent the spans' common ``source`` says who it was, else
the name of the file. Label names stay as written, so coarse corpora can be compared too, and no
span is trimmed: a title that one annotator marked and the other did not is a disagreement.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from annotation.errors import InputError, SpanError
from annotation.formats import jsonl
from annotation.labels import Label
from annotation.notes import MarkedNote, Note


class Mark(NamedTuple):
    """A marked range and the name of its label."""

    start: int
    end: int
    name: str

    def overlaps(self, other: "Mark") -> bool:
        """True when the two share at least one code point."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Pass:
    """One annotator's work on one note.

    Attributes:
        annotator: who.
        note: the note.
        marks: what was marked, sorted, each once.
        preannotated: True when the annotator started from the machine's spans; False is blind.
    """

    annotator: str
    note: Note = field(repr=False)
    marks: tuple[Mark, ...]
    preannotated: bool = False


def from_marked(marked: MarkedNote, *, annotator: str = "") -> Pass:
    """Take a marked note as a pass; its ``extra`` or its spans say who made it."""
    marks = sorted({Mark(span.start, span.end, str(span.label)) for span in marked.spans})
    sources = {span.source for span in marked.spans}
    named = marked.note.extra.get("annotator") or (sources.pop() if len(sources) == 1 else "") or annotator
    return Pass(str(named), marked.note, tuple(marks), bool(marked.note.extra.get("preannotated", False)))


def signed(marked: MarkedNote, annotator: str, *, preannotated: bool = False) -> MarkedNote:
    """A marked note as the pass of an annotator."""
    note = marked.note
    extra = {**note.extra, "annotator": annotator, "preannotated": preannotated}
    spans = tuple(replace(span, source=annotator) for span in marked.spans)
    return MarkedNote(replace(note, extra=extra), spans)


def read(paths: Iterable[Path]) -> tuple[Pass, ...]:
    """Read the passes of one or more files.

    Raises:
        InputError: a record without id or text, or one annotator with a note twice.
        SpanError: offsets that do not fit the note.
    """
    passes = [
        _from_record(record, f"{path}, record {number}", path.stem)
        for path in paths
        for number, record in enumerate(jsonl.records(path), start=1)
    ]
    seen: set[tuple[str, str]] = set()
    for one in passes:
        place = (one.annotator, one.note.note_id)
        if place in seen:
            raise InputError(f"annotator {one.annotator} has note {one.note.note_id} twice")
        seen.add(place)
    return tuple(passes)


def by_note(passes: Iterable[Pass]) -> dict[str, tuple[Pass, ...]]:
    """Passes by note id, annotators in order of name.

    Raises:
        InputError: annotators had different texts of one note.
    """
    notes: defaultdict[str, list[Pass]] = defaultdict(list)
    for one in sorted(passes, key=lambda one: (one.note.note_id, one.annotator)):
        if notes[one.note.note_id] and notes[one.note.note_id][0].note.text != one.note.text:
            raise InputError(f"annotators had different texts of note {one.note.note_id}")
        notes[one.note.note_id].append(one)
    return {note_id: tuple(group) for note_id, group in notes.items()}


def labels_of(marks: Sequence[Mark]) -> tuple[Label, ...]:
    """The labels of marks.

    Raises:
        SpanError: a name that is no label of the project.
    """
    if unknown := {mark.name for mark in marks} - set(Label):
        raise SpanError(f"{min(unknown)!r} is no label of the project; rename it before adjudication")
    return tuple(Label(mark.name) for mark in marks)


def mark_records(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    """The JSON form of marks, without text."""
    return [{"start": mark.start, "end": mark.end, "label": mark.name} for mark in marks]


def _from_record(record: Mapping[str, Any], where: str, stem: str) -> Pass:
    note = jsonl.note_from_record(record, where)
    raw = record.get("spans") or ()
    marks = sorted({_mark(span, note) for span in raw})
    sources = {str(span.get("source", "")) for span in raw}
    named = record.get("annotator") or (sources.pop() if len(sources) == 1 else "") or stem
    return Pass(str(named), note, tuple(marks), bool(record.get("preannotated", False)))


def _mark(raw: Mapping[str, Any], note: Note) -> Mark:
    try:
        mark = Mark(int(raw["start"]), int(raw["end"]), str(raw["label"]))
    except (KeyError, TypeError, ValueError):
        raise SpanError(f"note {note.note_id}: a span has no usable start, end and label") from None
    if not 0 <= mark.start < mark.end <= len(note.text):
        raise SpanError(f"note {note.note_id}: span [{mark.start}, {mark.end}) is not inside its text")
    if raw.get("text", note.text[mark.start : mark.end]) != note.text[mark.start : mark.end]:
        raise SpanError(f"note {note.note_id}: span [{mark.start}, {mark.end}) does not cover its text")
    return mark
