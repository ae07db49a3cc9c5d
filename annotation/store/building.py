"""Making a store from files: notes, the sample drawn from them, and what the machine found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotation import sample_file
from annotation.assignment import assign
from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.notes import MarkedNote
from annotation.store.store import Store


@dataclass(frozen=True, slots=True)
class Material:
    """What is to be annotated.

    Attributes:
        notes: JSONL of notes; marks in it are not shown to anyone.
        sample: a drawn sample; without one, all notes are annotated.
        found: JSONL of the machine's spans, for adjudication and pre-annotation.
    """

    notes: Path
    sample: Path | None = None
    found: Path | None = None


@dataclass(frozen=True, slots=True)
class Staffing:
    """Who annotates, and how the notes are shared.

    Attributes:
        annotators: two or more names.
        adjudicator: who decides between them.
        doubly: share of the notes that two annotators get.
        assisted: True lets the second annotator of a note start from the machine's spans.
        key: decides the order of work; empty gives one that everybody can compute.
    """

    annotators: Sequence[str]
    adjudicator: str = "adjudicator"
    doubly: float = 1.0
    assisted: bool = False
    key: bytes = b""


def build(path: Path, material: Material, staffing: Staffing) -> Store:
    """Make a new store.

    Raises:
        InputError, SpanError: a file cannot be used, a sampled note is not among the notes, or
            pre-annotation is asked for without found spans.
    """
    if staffing.assisted and material.found is None:
        raise InputError("to start from the machine's spans, name them (--found)")
    notes = list(_material(material))
    given = assign(
        [marked.note.note_id for marked in notes],
        staffing.annotators,
        key=staffing.key,
        doubly=staffing.doubly,
        assisted=staffing.assisted,
    )
    return Store.create(path, notes, given, adjudicators=(staffing.adjudicator,))


def _material(material: Material) -> Iterator[MarkedNote]:
    found = dict(jsonl.read_spans(material.found)) if material.found else {}
    drawn = sample_file.read(material.sample).drawn if material.sample else None
    seen = set()
    for note in jsonl.read_notes(material.notes):
        if drawn is None:
            yield MarkedNote(note, found.get(note.note_id, ()))
        elif note.note_id in drawn:
            seen.add(note.note_id)
            stratum = {"stratum": drawn[note.note_id].stratum}
            yield MarkedNote(replace(note, extra={**note.extra, **stratum}), found.get(note.note_id, ()))
    if drawn is not None and (absent := sorted(set(drawn) - seen)):
        raise InputError(f"{len(absent)} sampled notes are not in {material.notes}, e.g. {absent[0]}")
