"""What the annotators left to decide in a note, what was decided, and the gold that follows.

Conflicts and gold are those of annotation.adjudication. Two things are added to them: places that
only the machine marked, which may be looked at too, and marks that the adjudicator adds because
both annotators missed them. A decision holds as long as the originals it was taken on stand.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.adjudication import GOLD, Compared, Decision, decision_record, settle
from annotation.errors import InputError
from annotation.labels import Label
from annotation.notes import MarkedNote
from annotation.passes import Mark
from annotation.spans import Span

MACHINE, NONE, OWN, WITHDRAWN = "machine", "none", "own", "withdrawn"
"""Choices beside the annotators' ids; ``own`` is the adjudicator's own marking."""

Versions = Mapping[str, tuple[Mark, ...]]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision as the store keeps it, with the originals it was taken on.

    Attributes:
        decision: place, marks, who and when.
        choice: an annotator's id, ``machine``, ``none``, ``own`` or ``withdrawn``.
        versions: every annotator's original marks there.
        found: the machine's marks there.
    """

    decision: Decision
    choice: str
    versions: Versions
    found: tuple[Mark, ...]

    @property
    def place(self) -> tuple[int, int]:
        """Half-open code points."""
        return self.decision.start, self.decision.end


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision as the adjudicator says it.

    Attributes:
        note_id: the note.
        start: first code point of the place; a place of no case adds a mark both missed.
        end: one past its last code point.
        choice: whose version, or one of the other choices.
        adjudicator: who decides.
        at: when, ISO 8601.
        own: the adjudicator's marks, for the choice ``own``.
    """

    note_id: str
    start: int
    end: int
    choice: str
    adjudicator: str
    at: str
    own: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One place to look at.

    Attributes:
        start: first code point of the place.
        end: one past its last code point.
        kind: what the versions differ in; ``machine`` or ``added`` where no annotator marked.
        versions: every annotator's marks there.
        found: the machine's marks there.
        ruling: what was decided, or None.
    """

    start: int
    end: int
    kind: str
    versions: Versions
    found: tuple[Mark, ...]
    ruling: Ruling | None

    @property
    def conflict(self) -> bool:
        """True when the note has no gold before this is decided."""
        return self.kind not in {"machine", "added"}


def cases(compared: Compared, found: Sequence[Mark], rulings: Iterable[Ruling]) -> tuple[Case, ...]:
    """The places of one note, conflicts first.

    Args:
        compared: the annotators' passes, compared.
        found: the machine's marks.
        rulings: the rulings on this note, oldest first; the last on a place counts.
    """
    latest = {ruling.place: ruling for ruling in rulings}
    nobody: Versions = {one.annotator: () for one in compared.passes}
    marked = [(mark.start, mark.end) for mark in compared.agreed]
    marked += [(one.start, one.end) for one in compared.conflicts]
    places: list[tuple[int, int, str, Versions]]
    places = [(one.start, one.end, str(one.kind), one.versions) for one in compared.conflicts]
    places += [(m.start, m.end, "machine", nobody) for m in found if not touches((m.start, m.end), marked)]
    known = {(start, end) for start, end, _, _ in places}
    places += [
        (*place, "added", nobody)
        for place, ruling in sorted(latest.items())
        if ruling.choice == OWN and place not in known and not touches(place, [*marked, *known])
    ]
    return tuple(_case(place, found, latest.get(place[:2])) for place in places)


def rule(verdict: Verdict, places: Sequence[Case], compared: Compared) -> Ruling:
    """Turn what the adjudicator says into what is kept.

    Raises:
        InputError: the choice is none of the versions, or own marks overlap others or the end.
    """
    nobody: Versions = {one.annotator: () for one in compared.passes}
    place = verdict.start, verdict.end
    added = Case(*place, "added", nobody, (), None)
    case = next((case for case in places if (case.start, case.end) == place), added)
    marks = _marks_of(verdict, case)
    if verdict.choice == OWN:
        _check_own(marks, case, places, compared)
    decision = Decision(verdict.note_id, *place, marks, verdict.adjudicator, verdict.at)
    return Ruling(decision, verdict.choice, case.versions, case.found)


def _marks_of(verdict: Verdict, case: Case) -> tuple[Mark, ...]:
    choices = {**case.versions, MACHINE: case.found, NONE: (), WITHDRAWN: ()}
    if verdict.choice in choices:
        return choices[verdict.choice]
    if verdict.choice == OWN and verdict.own:
        return tuple(sorted(set(verdict.own)))
    raise InputError(f"note {verdict.note_id}: nothing to choose as {verdict.choice}")


def _check_own(marks: Sequence[Mark], case: Case, places: Sequence[Case], compared: Compared) -> None:
    note = compared.passes[0].note
    taken = [(mark.start, mark.end) for mark in compared.agreed]
    taken += [
        (other.start, other.end) for other in places if other != case and (other.conflict or other.ruling)
    ]
    for number, mark in enumerate(marks):
        before = [(other.start, other.end) for other in marks[:number]]
        if not 0 <= mark.start < mark.end <= len(note.text) or touches(mark[:2], [*taken, *before]):
            raise InputError(f"note {note.note_id}: a mark there would overlap another or the end")


def gold(compared: Compared, places: Sequence[Case], *, origin: str) -> MarkedNote:
    """Gold of one note: what was agreed, what was decided, what was added.

    Raises:
        InputError: a conflict is not decided yet.
    """
    ruled = [(case, case.ruling.decision) for case in places if case.ruling is not None]
    settled = settle(compared, [one for case, one in ruled if case.conflict], origin=origin)
    added = [mark for case, one in ruled if not case.conflict for mark in one.marks]
    spans = tuple(Span(mark.start, mark.end, Label(mark.name), 1.0, GOLD) for mark in added)
    records = [decision_record(one) for case, one in ruled if not case.conflict]
    provenance = {**settled.note.extra["provenance"], "beyond_conflicts": records}
    note = replace(settled.note, extra={**settled.note.extra, "provenance": provenance})
    return MarkedNote(note, (*settled.spans, *spans))


def touches(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """True when a place shares a code point with one of the others."""
    return any(place[0] < end and start < place[1] for start, end in others)


def _case(place: tuple[int, int, str, Versions], found: Sequence[Mark], ruling: Ruling | None) -> Case:
    start, end, kind, versions = place
    here = tuple(mark for mark in found if touches((mark.start, mark.end), [(start, end)]))
    holds = ruling is not None and ruling.choice != WITHDRAWN and dict(ruling.versions) == dict(versions)
    return Case(start, end, kind, versions, here, ruling if holds else None)
