"""The detector: every recognizer over every note, one set of spans out, or a failure.

``note -> fold -> recognizers (and the patient's roster) -> document sense -> clinical guard
-> resolve -> spans``. It fails closed: a note on which any recognizer raises or runs over its
time budget yields a RecognizerError and no spans, so that no note leaves half examined.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from annotation import Note, PatientRecord, RecognizerError, Span
from recognizers.budget import Alarm
from recognizers.document import carry
from recognizers.fold import View, fold
from recognizers.recognizer import Recognizer
from recognizers.roster import RosterRecognizer
from recognizers.settle.guard import Guard
from recognizers.settle.resolve import resolve
from recognizers.settle.whole import complete

LONG = 500_000
TOGETHER = 32
"""Notes that are looked at together: what is known of each is kept until the last is done."""

Outcome = tuple[Span, ...] | RecognizerError
"""What became of one note: its spans, or why it must be quarantined."""


class Sensitivity(StrEnum):
    """How weak evidence may be."""

    BALANCED = "balanced"
    HIGH = "high"

    @property
    def threshold(self) -> float:
        """Lowest score of a span that is kept."""
        return 0.25 if self is Sensitivity.HIGH else 0.5


@dataclass(slots=True)
class _Case:
    note: Note
    record: PatientRecord | None
    alarm: Alarm
    view: View = field(init=False, repr=False)
    found: list[Span] = field(default_factory=list)
    failure: RecognizerError | None = None

    def weigh_by(self, weigh: Callable[[View, Sequence[Span]], Iterable[Span]]) -> None:
        self.found = list(weigh(self.view, self.found))


class Detector:
    """Finds the identifiers of notes.

    Args:
        recognizers: asked in this order; one with a ``find_many`` gets whole batches, and one
            with a ``weigh`` judges the evidence of those before it.
        sensitivity: ``"balanced"``, or ``"high"`` to keep weaker evidence too.
        budget_seconds: time that one recognizer may take for one note, and as much again for
            every LONG characters of it.
    """

    def __init__(
        self,
        recognizers: Sequence[Recognizer],
        *,
        sensitivity: str = Sensitivity.BALANCED,
        budget_seconds: float = 60.0,
    ) -> None:
        self.recognizers = tuple(recognizers)
        self.sensitivity = Sensitivity(sensitivity)
        self.budget_seconds = budget_seconds

    def detect(self, note: Note, record: PatientRecord | None = None) -> tuple[Span, ...]:
        """Find the identifiers of one note.

        Args:
            note: the note.
            record: what is known of its patient.

        Returns:
            Spans in offsets of the note's text, sorted, no two overlapping.

        Raises:
            RecognizerError: a recognizer raised or ran over its budget.
        """
        (outcome,) = self._run([(note, record)])
        if isinstance(outcome, RecognizerError):
            raise outcome
        return outcome

    def detect_many(
        self, notes: Sequence[Note], records: Mapping[str, PatientRecord] | None = None
    ) -> list[Outcome]:
        """Find the identifiers of many notes; a failing note stops no other.

        Args:
            notes: the notes.
            records: what is known of patients, by ``patient_id``.

        Returns:
            For each note its spans as ``detect`` gives them, or the RecognizerError.
        """
        known = records or {}
        return self._run([(note, known.get(note.patient_id or "")) for note in notes])

    def _run(self, notes: Sequence[tuple[Note, PatientRecord | None]]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        with Alarm() as alarm:
            for first in range(0, len(notes), TOGETHER):
                cases = [_Case(note, record, alarm) for note, record in notes[first : first + TOGETHER]]
                self._work(cases)
                outcomes += [case.failure or tuple(case.found) for case in cases]
        return outcomes

    def _work(self, cases: list[_Case]) -> None:
        for case in cases:
            self._step(case, "fold", _fold)
        for recognizer in self.recognizers:
            self._prepare(recognizer, [case for case in cases if case.failure is None])
        for recognizer in self.recognizers:
            self._ask(recognizer, [case for case in cases if case.failure is None])
        rosters: dict[str, RosterRecognizer] = {}
        for case in cases:
            if case.failure is None and case.record is not None:
                self._step(case, RosterRecognizer.name, lambda each: _consult(each, rosters))
        for case in cases:
            if case.failure is None:
                self._step(case, "resolve", self._settle)

    def _prepare(self, recognizer: Recognizer, cases: list[_Case]) -> None:
        prepare = getattr(recognizer, "prepare", None)
        if prepare is not None:
            for case in cases:
                self._step(case, recognizer.name, lambda each: prepare(each.view))

    def _ask(self, recognizer: Recognizer, cases: list[_Case]) -> None:
        weigh = getattr(recognizer, "weigh", None)
        if weigh is not None:
            for case in cases:
                self._step(case, recognizer.name, lambda each: each.weigh_by(weigh))
            return
        many = getattr(recognizer, "find_many", None)
        if many is not None and len(cases) > 1 and self._ask_together(many, cases):
            return
        for case in cases:
            self._step(case, recognizer.name, lambda each: each.found.extend(recognizer.find(each.view)))

    def _ask_together(
        self, many: Callable[[list[View]], Sequence[Sequence[Span]]], cases: list[_Case]
    ) -> bool:
        try:
            views = [case.view for case in cases]
            answers = cases[0].alarm.within(sum(map(self._budget, cases)), lambda: many(views))
        except Exception:  # noqa: BLE001 - each note is asked again alone, which names the one that fails
            return False
        if len(answers) != len(cases):
            return False
        for case, answer in zip(cases, answers, strict=True):
            case.found.extend(answer)
        return True

    def _budget(self, case: _Case) -> float:
        return self.budget_seconds * (1 + len(case.note.text) / LONG)

    def _settle(self, case: _Case) -> None:
        text = case.note.text
        guard = Guard(text)
        sure = guard.clear(case.found)
        carried = guard.clear(carry(case.view, sure))
        settled = resolve(text, sure + carried, threshold=self.sensitivity.threshold)
        case.found = complete(text, settled)

    def _step(self, case: _Case, name: str, work: Callable[[_Case], None]) -> None:
        fault = ""
        try:
            case.alarm.within(self._budget(case), lambda: work(case))
        except Exception as error:  # noqa: BLE001 - whatever it is, the note must be quarantined
            fault = type(error).__name__
        if fault:
            case.failure = RecognizerError(f"note {case.note.note_id}: recognizer {name} failed ({fault})")


def _consult(case: _Case, rosters: dict[str, RosterRecognizer]) -> None:
    if case.record is None:
        return
    patient = case.record.patient_id
    if patient not in rosters:
        rosters[patient] = RosterRecognizer(case.record)
    case.found.extend(rosters[patient].find(case.view))


def _fold(case: _Case) -> None:
    case.view = fold(case.note.text)
