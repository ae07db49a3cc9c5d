from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from annotation import Label, Span
from recognizers.ner.candidates import DISCOUNTS, candidates
from recognizers.ner.decode import log_softmax
from recognizers.ner.model import Reading
from recognizers.ner.pieces import Pieces
from recognizers.ner.scheme import LEAVES, OUTSIDE, TAGS, Kind

TEXT = "saw Abara Oduya in May"
WORDS = [(0, 3), (4, 9), (10, 15), (16, 18), (19, 22)]


def reading(tags: np.ndarray, words: list[tuple[int, int]]) -> Reading:
    starts, ends = (np.array(sides, dtype=np.int32) for sides in zip(*words, strict=True))
    zeros = np.zeros(len(words), dtype=np.int32)
    leaves = np.zeros((len(words), len(LEAVES)), dtype=np.float32)
    return Reading(Pieces(zeros, zeros, starts, ends), log_softmax(tags), leaves)


def logits(**tags: tuple[int, float]) -> np.ndarray:
    rows = np.full((len(WORDS), len(TAGS)), -9, dtype=np.float32)
    rows[:, OUTSIDE] = 0
    for name, (place, strength) in tags.items():
        rows[place, TAGS.index(name.replace("_", "-"))] = strength
    return rows


def test_what_a_strict_reading_cuts_right_is_not_widened_by_a_generous_one():
    found = candidates(TEXT, reading(logits(B_NAME=(1, 6), I_NAME=(2, -2)), WORDS))
    assert [(one.start, one.end, one.discount) for one in found] == [(4, 9, DISCOUNTS[0])]


def test_a_generous_reading_adds_what_touches_nothing_else():
    found = candidates(TEXT, reading(logits(B_NAME=(1, 6), B_DATE=(4, -4)), WORDS))
    assert [(TEXT[one.start : one.end], one.kind) for one in found] == [
        ("Abara", Kind.NAME),
        ("May", Kind.DATE),
    ]
    assert found[1].label is Label.DATE
    assert found[1].discount == DISCOUNTS[-1]


def test_odds_and_purity_are_those_of_its_pieces():
    (found,) = candidates(TEXT, reading(logits(B_NAME=(1, 6), I_NAME=(2, 3)), WORDS))
    assert found.odds == pytest.approx([6, 3], abs=0.02)
    assert np.exp(found.purity) == pytest.approx((1 / (1 + np.exp(-6)) + 1 / (1 + np.exp(-3))) / 2, abs=0.01)


@given(arrays(np.float32, (5, len(TAGS)), elements=st.floats(-8, 8, width=32)))
def test_candidates_are_sorted_disjoint_and_inside_the_text(tags):
    found = candidates(TEXT, reading(tags, WORDS))
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(0 <= one.start < one.end <= len(TEXT) for one in found)


def test_a_number_between_two_names_parts_them():
    text = "Abara 42 Oduya"
    words = [(0, 5), (6, 8), (9, 14)]
    rows = np.full((3, len(TAGS)), -9, dtype=np.float32)
    rows[0, TAGS.index("B-NAME")] = rows[1, TAGS.index("I-NAME")] = rows[2, TAGS.index("I-NAME")] = 6
    assert [text[one.start : one.end] for one in candidates(text, reading(rows, words))] == ["Abara", "Oduya"]


def test_a_given_name_before_a_found_surname_belongs_to_it():
    text = "Kit Oduya left"
    rows = np.full((3, len(TAGS)), -9, dtype=np.float32)
    rows[:, OUTSIDE] = 0
    rows[1, TAGS.index("B-NAME")] = 6
    assert [
        text[one.start : one.end] for one in candidates(text, reading(rows, [(0, 3), (4, 9), (10, 14)]))
    ] == ["Kit Oduya"]


def hint(written: str, label: Label, score: float = 0.4) -> Span:
    start = TEXT.index(written)
    return Span(start, start + len(written), label, score, "rule")


def test_a_hint_speaks_for_what_a_reading_finds_and_keeps_its_borders():
    hints = [hint("Abara Oduya", Label.PATIENT, 0.3), hint("Abara", Label.DOCTOR, 0.6)]
    (found,) = candidates(TEXT, reading(logits(B_NAME=(1, 6)), WORDS), hints)
    assert (TEXT[found.start : found.end], found.discount, found.hinted) == ("Abara", DISCOUNTS[0], 0.6)


def test_a_hint_that_no_reading_finds_is_no_candidate():
    found = candidates(TEXT, reading(logits(B_NAME=(1, 6)), WORDS), [hint("May", Label.DATE)])
    assert [(one.kind, one.hinted) for one in found] == [(Kind.NAME, 0)]
