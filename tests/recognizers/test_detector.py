import traceback
from collections.abc import Iterable, Sequence

import pytest

from annotation import Label, Note, RecognizerError, Span
from recognizers.detector import TOGETHER, Detector
from recognizers.fold import View


class Word:
    """Finds one word."""

    labels = frozenset({Label.PATIENT})

    def __init__(self, name: str, word: str, label: Label = Label.PATIENT) -> None:
        self.name, self.word, self.label = name, word, label

    def find(self, view: View) -> Iterable[Span]:
        at = view.text.find(self.word)
        return [view.span(at, at + len(self.word), self.label, 0.9, self.name)] if at >= 0 else []


class Batched(Word):
    def __init__(self, name: str, word: str) -> None:
        super().__init__(name, word)
        self.batches: list[int] = []

    def find_many(self, views: Sequence[View]) -> list[list[Span]]:
        self.batches.append(len(views))
        return [list(self.find(view)) for view in views]


class Raising(Word):
    def find(self, view: View) -> Iterable[Span]:
        if "poison" in view.text:
            raise ValueError(view.text)
        return super().find(view)


class Hanging(Word):
    def find(self, view: View) -> Iterable[Span]:
        while "poison" in view.text:
            pass
        return super().find(view)


NOTES = [Note("n1", "Tova slept."), Note("n2", "Tova took poison."), Note("n3", "No one.")]


def test_spans_lead_back_to_the_original_text() -> None:
    text = "\u00adTo\u200bva \uff11"
    (span,) = Detector([Word("ner", "Tova")]).detect(Note("n", text))
    assert text[span.start : span.end] == "To\u200bva"


@pytest.mark.parametrize("bad", [Raising("bad", "Tova"), Hanging("bad", "Tova")])
def test_a_failing_note_is_named_and_stops_no_other(bad: Word) -> None:
    outcomes = Detector([Word("ner", "Tova"), bad], budget_seconds=0.2).detect_many(NOTES)
    assert [len(o) if isinstance(o, tuple) else o.args[0] for o in outcomes[::2]] == [1, 0]
    failure = outcomes[1]
    assert isinstance(failure, RecognizerError)
    assert "n2" in str(failure)
    assert "bad" in str(failure)


def test_a_failure_carries_no_text_anywhere() -> None:
    with pytest.raises(RecognizerError) as caught:
        Detector([Raising("bad", "Tova")]).detect(NOTES[1])
    shown = "".join(traceback.format_exception(caught.value))
    assert "poison" not in shown
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert "ValueError" in shown


def test_batches_are_asked_once_and_give_what_single_notes_give() -> None:
    batched = Batched("ner", "Tova")
    detector = Detector([batched])
    together = detector.detect_many(NOTES)
    assert batched.batches == [3]
    assert together == [detector.detect(note) for note in NOTES]


def test_a_failing_batch_is_asked_note_by_note() -> None:
    class Fragile(Raising):
        def find_many(self, views: Sequence[View]) -> list[list[Span]]:
            return [list(self.find(view)) for view in views]

    outcomes = Detector([Fragile("bad", "Tova")]).detect_many(NOTES)
    assert [isinstance(outcome, RecognizerError) for outcome in outcomes] == [False, True, False]


def test_unknown_sensitivity_is_refused() -> None:
    with pytest.raises(ValueError, match="medium"):
        Detector([], sensitivity="medium")


class Doubting:
    """Believes in no doctor, and finds nothing itself."""

    name = "doubting"
    labels = frozenset({Label.PATIENT})

    def find(self, _view: View) -> Iterable[Span]:
        return []

    def weigh(self, view: View, evidence: Sequence[Span]) -> Iterable[Span]:
        assert view.text
        return [span for span in evidence if span.label is not Label.DOCTOR]


def test_what_weighs_decides_about_those_before_it_only():
    first, second = (Word(name, "Tova", Label.DOCTOR) for name in ("one", "two"))
    before = Detector([first, Doubting()]).detect(NOTES[0])
    behind = Detector([first, Doubting(), second]).detect(NOTES[0])
    assert ([span.source for span in before], [span.source for span in behind]) == ([], ["two"])


def test_a_weigher_that_fails_quarantines_the_note():
    class Failing(Doubting):
        def weigh(self, view: View, _evidence: Sequence[Span]) -> Iterable[Span]:
            raise ValueError(view.text)

    with pytest.raises(RecognizerError, match=r"n1: recognizer doubting failed \(ValueError\)"):
        Detector([Failing()]).detect(NOTES[0])


class Foreseeing(Word):
    """Has a note's words ready before anybody is asked, unless they are poison."""

    def prepare(self, view: View) -> None:
        if "poison" in view.text:
            raise ValueError(view.text)
        view.once(str)

    def find(self, view: View) -> Iterable[Span]:
        assert str in view._made
        return super().find(view)


def test_whoever_prepares_does_so_before_any_other_is_asked() -> None:
    first = Foreseeing("early", "Tova")

    class Watching(Word):
        def find(self, view: View) -> Iterable[Span]:
            assert str in view._made
            return super().find(view)

    outcomes = Detector([Watching("ner", "Tova"), first]).detect_many([NOTES[0], NOTES[2]])
    assert [len(outcome) for outcome in outcomes if isinstance(outcome, tuple)] == [1, 0]


def test_a_note_that_cannot_be_prepared_is_quarantined_alone() -> None:
    outcomes = Detector([Foreseeing("early", "Tova")]).detect_many(NOTES)
    assert [isinstance(outcome, RecognizerError) for outcome in outcomes] == [False, True, False]
    assert "early" in str(outcomes[1])


def test_many_notes_give_what_each_gives_alone() -> None:
    detector = Detector([Word("ner", "Tova")])
    many = NOTES * TOGETHER
    assert detector.detect_many(many) == [detector.detect(note) for note in many]
