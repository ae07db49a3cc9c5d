import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from annotation import Label
from recognizers.ner.decode import Found, _best_path, _is_allowed, leaf_of, log_odds, log_softmax, spans_of
from recognizers.ner.scheme import LEAVES, OUTSIDE, TAGS, Kind


def rows(*names: str, strength: float = 5.0) -> np.ndarray:
    logits = np.zeros((len(names), len(TAGS)), dtype=np.float32)
    for place, name in enumerate(names):
        logits[place, TAGS.index(name)] = strength
    return log_softmax(logits)


def test_spans_are_read_with_their_kind():
    tags = rows("O", "B-NAME", "I-NAME", "O", "B-DATE")
    assert spans_of(tags) == [Found(1, 3, Kind.NAME), Found(4, 5, Kind.DATE)]


def test_two_openings_side_by_side_are_two_spans():
    assert spans_of(rows("B-PLACE", "B-PLACE")) == [Found(0, 1, Kind.PLACE), Found(1, 2, Kind.PLACE)]


def test_inside_tags_alone_still_become_a_span():
    tags = rows("O", "I-ID", "I-ID", strength=9)
    tags[1, TAGS.index("B-ID")] += 1
    assert spans_of(tags) == [Found(1, 3, Kind.ID)]


def test_a_weak_odd_piece_inside_a_span_follows_its_neighbours():
    tags = rows("B-NAME", "I-NAME", "I-NAME", "I-NAME", strength=4)
    tags[2] = rows("I-DATE", strength=1)[0]
    tags[2, TAGS.index("I-NAME")] += 0.5
    assert spans_of(tags) == [Found(0, 4, Kind.NAME)]


def test_a_discount_finds_more():
    tags = rows("O", "B-NAME", "O", strength=3)
    tags[1] = rows("O", strength=3)[0]
    tags[1, TAGS.index("B-NAME")] += 2
    assert spans_of(tags) == []
    assert spans_of(tags, discount=2.5) == [Found(1, 2, Kind.NAME)]


def test_nothing_in_nothing_out():
    assert spans_of(np.zeros((0, len(TAGS)), dtype=np.float32)) == []


def test_the_leaf_is_the_likeliest_of_the_kind():
    leaves = np.zeros((2, len(LEAVES)), dtype=np.float32)
    leaves[:, LEAVES.index(Label.DATE)] = 9
    leaves[:, LEAVES.index(Label.DOCTOR)] = 1
    assert LEAVES[leaf_of(Found(0, 2, Kind.NAME), leaves)] is Label.DOCTOR


def test_log_odds_weigh_every_tag_against_standing_outside():
    tags = np.full((2, len(TAGS)), -20, dtype=np.float32)
    tags[:, OUTSIDE] = np.log([0.5, 0.1])
    assert log_odds(tags) == pytest.approx([0, np.log(9)], abs=1e-6)


@given(
    arrays(
        np.float32, st.tuples(st.integers(0, 40), st.just(len(TAGS))), elements=st.floats(-8, 8, width=32)
    ),
    st.floats(0, 4),
)
def test_spans_are_ordered_disjoint_and_not_empty(logits, discount):
    reached = 0
    for found in spans_of(log_softmax(logits) if len(logits) else logits, discount=discount):
        assert reached <= found.first < found.last <= len(logits)
        reached = found.last


@given(
    arrays(np.float32, (6, len(TAGS)), elements=st.floats(-9, 0, width=32), unique=True),
)
def test_likeliest_tags_that_are_allowed_are_the_best_path(scores):
    likeliest = scores.argmax(axis=1).tolist()
    if _is_allowed(likeliest):
        assert _best_path(scores) == likeliest


def test_inside_tags_follow_their_own_kind_only():
    inside, opening = TAGS.index("I-NAME"), TAGS.index("B-NAME")
    assert _is_allowed([opening, inside, inside, OUTSIDE, opening])
    assert not _is_allowed([inside])
    assert not _is_allowed([TAGS.index("B-DATE"), inside])
