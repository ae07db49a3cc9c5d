"""From two annotators to gold: what they agree on passes, the rest is decided one by one.

Nothing is lost: the gold record keeps every annotator's original marks, who worked blind, and
for each decision who took it and when. The time is passed in, no clock is read here. Decisions
are JSONL, ``{"note_id", "start", "end", "spans", "adjudicator", "at"}``, one a conflict, as the
adjudication page or an editor writes them; the queue of conflicts has the same form with the
versions in place of a decision.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.notes import MarkedNote, Note
from annotation.passes import Mark, Pass, labels_of, mark_records
from annotation.spans import Span

GOLD = "gold"
"""Source of an adjudicated span."""


class Kind(StrEnum):
    """What two versions of one place differ in."""

    MISSED = "missed"
    BOUNDS = "bounds"
    TYPE = "type"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One place that annotators marked differently.

    Attributes:
        note_id: the note.
        start: first code point of the place.
        end: one past its last code point.
        versions: marks of every annotator there, by annotator; empty for who marked nothing.
        kind: what the versions differ in.
    """

    note_id: str
    start: int
    end: int
    versions: Mapping[str, tuple[Mark, ...]]
    kind: Kind


@dataclass(frozen=True, slots=True)
class Decision:
    """What an adjudicator made of one conflict.

    Attributes:
        note_id: the note.
        start: first code point of the place.
        end: one past its last code point.
        marks: what is gold there; none when nothing is.
        adjudicator: who decided.
        at: when, ISO 8601; empty when not recorded.
    """

    note_id: str
    start: int
    end: int
    marks: tuple[Mark, ...]
    adjudicator: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """The passes of one note, compared.

    Attributes:
        passes: every annotator's work.
        agreed: marks that all made alike.
        conflicts: places that they marked differently, in order.
    """

    passes: tuple[Pass, ...]
    agreed: tuple[Mark, ...]
    conflicts: tuple[Conflict, ...]


def compare(passes: Sequence[Pass]) -> Compared:
    """Compare the passes of one note; a mark is agreed when all made it and none overlaps it."""
    marks = sorted({mark for one in passes for mark in one.marks})
    agreed: list[Mark] = []
    conflicts: list[Conflict] = []
    for place in _places(marks):
        versions = {one.annotator: tuple(m for m in one.marks if m in place) for one in passes}
        if len(place) == 1 and all(versions.values()):
            agreed += place
        else:
            end = max(mark.end for mark in place)
            conflicts.append(
                Conflict(
                    passes[0].note.note_id, place[0].start, end, versions, _kind(list(versions.values()))
                )
            )
    return Compared(tuple(passes), tuple(agreed), tuple(conflicts))


def settle(compared: Compared, decisions: Iterable[Decision], *, origin: str) -> MarkedNote:
    """Gold of one note, with its provenance in ``extra``.

    Args:
        compared: the compared passes.
        decisions: one a conflict; decisions on other notes are passed over.
        origin: where the text comes from: real, surrogate or synthetic.

    Raises:
        InputError: a conflict without a decision, or a decision without a conflict.
        SpanError: a mark with a name that is no label of the project.
    """
    note = compared.passes[0].note
    own = {(one.start, one.end): one for one in decisions if one.note_id == note.note_id}
    places = {(one.start, one.end) for one in compared.conflicts}
    if stray := sorted(set(own) - places):
        start, end = stray[0]
        raise InputError(f"note {note.note_id}: decision at [{start}, {end}) meets no conflict")
    if undecided := sorted(places - set(own)):
        start, end = undecided[0]
        raise InputError(f"note {note.note_id}: {len(undecided)} undecided, the first at [{start}, {end})")
    marks = sorted({*compared.agreed, *(mark for one in own.values() for mark in one.marks)})
    spans = _spans(marks, GOLD)
    extra = {**_plain(note), "origin": origin, "provenance": _provenance(compared, own.values())}
    return MarkedNote(replace(note, extra=extra), spans)


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Read decisions.

    Raises:
        InputError: a record without a place, marks or an adjudicator.
    """
    decisions = []
    for number, record in enumerate(jsonl.records(path), start=1):
        try:
            marks = tuple(Mark(int(m["start"]), int(m["end"]), str(m["label"])) for m in record["spans"])
            place = str(record["note_id"]), int(record["start"]), int(record["end"])
            decisions.append(Decision(*place, marks, str(record["adjudicator"]), str(record.get("at", ""))))
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"{path}, record {number}: not a decision (note_id, start, end, spans, adjudicator)"
            ) from None
    return tuple(decisions)


def conflict_record(conflict: Conflict) -> dict[str, Any]:
    """The JSON form of a conflict, offsets only."""
    return {
        "note_id": conflict.note_id,
        "start": conflict.start,
        "end": conflict.end,
        "kind": str(conflict.kind),
        "versions": {who: mark_records(marks) for who, marks in conflict.versions.items()},
    }


def decision_record(decision: Decision) -> dict[str, Any]:
    """The JSON form of a decision, offsets only."""
    return {
        "note_id": decision.note_id,
        "start": decision.start,
        "end": decision.end,
        "spans": mark_records(decision.marks),
        "adjudicator": decision.adjudicator,
        "at": decision.at,
    }


def _places(marks: Iterable[Mark]) -> list[list[Mark]]:
    """Sorted marks in runs that touch each other."""
    places: list[list[Mark]] = []
    reached = -1
    for mark in marks:
        if mark.start < reached:
            places[-1].append(mark)
        else:
            places.append([mark])
        reached = max(reached, mark.end)
    return places


def _kind(versions: Sequence[tuple[Mark, ...]]) -> Kind:
    if not all(versions):
        return Kind.MISSED
    names = {tuple(mark.name for mark in marks) for marks in versions}
    offsets = {tuple(mark[:2] for mark in marks) for marks in versions}
    if len(names) == 1:
        return Kind.BOUNDS
    return Kind.TYPE if len(offsets) == 1 else Kind.MIXED


def _spans(marks: Sequence[Mark], source: str) -> tuple[Span, ...]:
    return tuple(
        Span(m.start, m.end, label, 1.0, source) for m, label in zip(marks, labels_of(marks), strict=True)
    )


def _plain(note: Note) -> dict[str, Any]:
    return {
        k: v for k, v in note.extra.items() if k not in {"annotator", "preannotated", "status", "doubtful"}
    }


def _provenance(compared: Compared, decisions: Iterable[Decision]) -> dict[str, Any]:
    return {
        "annotators": [
            {"annotator": one.annotator, "preannotated": one.preannotated, "spans": mark_records(one.marks)}
            for one in compared.passes
        ],
        "agreed": len(compared.agreed),
        "decisions": [decision_record(one) for one in decisions],
    }
