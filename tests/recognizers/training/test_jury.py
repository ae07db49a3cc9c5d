import numpy as np
import pytest

from annotation import Label, MarkedNote, Note, Span
from recognizers.ner.judge import BIAS
from recognizers.ner.model import SHIPPED, Model
from recognizers.ner.signs import SIGNS
from recognizers.training.jury import FOLDS, PRICES, Trial, hear, rule

ODDS, CLINICAL = list(SIGNS).index("odds"), list(SIGNS).index("clinical words")


def trial(size: int = 400) -> Trial:
    """Candidates that are right where their odds, less those of clinical words, are above nought."""
    draw = np.random.default_rng(5)
    signs = np.zeros((size, len(SIGNS)))
    signs[:, ODDS], signs[:, CLINICAL] = draw.normal(size=size), draw.integers(0, 2, size)
    right = signs[:, ODDS] - signs[:, CLINICAL] + draw.normal(0, 0.2, size) > 0
    notes, named = np.arange(size) % (2 * FOLDS), np.arange(size) % 3 == 0
    return Trial(signs, np.where(right, 5, 0), notes, named, 5 * int(right.sum()), 10_000)


def test_the_judge_learns_what_speaks_for_and_against():
    weights = trial().judge().weights
    assert weights["odds"] > 0 > weights["clinical words"]
    assert set(weights) == {BIAS, *SIGNS}


def test_chances_of_unseen_notes_part_right_from_false():
    heard = trial()
    chances = heard.unseen()
    assert chances[heard.hides > 0].mean() > chances[heard.hides == 0].mean() + 0.2


def test_no_note_is_judged_by_a_judge_that_saw_it():
    heard = trial()
    turned = Trial(heard.signs, np.where(heard.notes == 3, 5 - heard.hides, heard.hides), *heard_rest(heard))
    own = heard.notes == 3
    others = {int(note) for note in heard.notes} - {3}
    assert heard.unseen()[own] == pytest.approx(turned.unseen()[own])
    assert any(
        heard.unseen()[heard.notes == note] != pytest.approx(turned.unseen()[heard.notes == note])
        for note in others
    )


def heard_rest(heard: Trial) -> tuple[np.ndarray, np.ndarray, int, int]:
    return heard.notes, heard.named, heard.characters, heard.tokens


def test_a_dearer_false_span_asks_for_a_higher_chance():
    heard = trial()
    chances = heard.unseen()
    thresholds = [heard.threshold(price, chances) for price in (0.0001, 0.004, 0.05)]
    for asked in zip(*thresholds, strict=True):
        assert list(asked) == sorted(asked)
        assert asked[0] < asked[-1]


def test_a_false_name_costs_half_as_much():
    heard = trial()
    chances = heard.unseen()
    mirrored = Trial(heard.signs, heard.hides, heard.notes, ~heard.named, heard.characters, heard.tokens)
    assert heard.threshold(0.004, chances).names == mirrored.threshold(0.002, chances).others


def note(number: int) -> MarkedNote:
    text = f"Seen by Halloran-Pike at {number} pm. Her aunt Oduya drove. Foley out, no edema."
    marks = [Span(text.index(name), text.index(name) + len(name), label) for name, label in NAMES]
    return MarkedNote(Note(f"n{number}", text), tuple(marks))


NAMES = (("Halloran-Pike", Label.DOCTOR), ("Oduya", Label.PATIENT))


class Everything:
    """Finds the first name, as a rule would."""

    name = "everything"
    labels = frozenset({Label.DOCTOR})

    def find(self, view):
        start = view.text.index("Halloran-Pike")
        yield view.span(start, start + 13, Label.DOCTOR, 0.9, self.name)


def test_candidates_that_rules_find_are_left_to_them():
    notes = [note(number) for number in range(3)]
    alone, beside = (hear(Model(), notes, others) for others in ([], [Everything()]))
    assert len(beside.hides) < len(alone.hides)
    assert (beside.hides > 0).sum() == 3
    assert alone.characters == 3 * (len("Halloran-Pike") + len("Oduya"))


def test_a_folder_gets_a_judge_and_a_threshold_for_each_sensitivity():
    notes = [note(number) for number in range(2 * FOLDS)]
    judge, thresholds = rule(SHIPPED, notes)
    assert set(thresholds) == set(PRICES)
    assert judge.weights["odds"] != 0
