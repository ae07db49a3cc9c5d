import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import InputError, Note
from notedeid.memorization import exposures, make, plant, references
from surrogates.keys import Key

KEY = Key(bytes(range(32)))
NOTES = [Note(f"n{i}", f"Note number {i}.") for i in range(50)]


def test_canaries_are_planted_as_often_as_said_and_nowhere_else():
    made = make(KEY, [1, 4, 10])
    planted = plant(NOTES, made, KEY)
    assert [sum(one.text in note.text for note in planted) for one in made] == [1, 4, 10]
    assert sum(new.text == old.text for new, old in zip(planted, NOTES, strict=True)) == 35
    assert all(new.text.startswith(old.text) for new, old in zip(planted, NOTES, strict=True))
    assert plant(NOTES, made, KEY) == planted != plant(NOTES, make(Key(bytes(32)), [1, 4, 10]), KEY)


def test_references_share_the_format_and_no_string():
    unseen = references(KEY, 2_000)
    assert len({*unseen, *(one.text for one in make(KEY, [1, 1]))}) == 2_002
    assert {text[:40] for text in unseen} == {unseen[0][:40]}


def test_the_text_of_a_canary_is_in_no_repr():
    (one,) = make(KEY, [1])
    assert one.text not in repr(one)


@settings(deadline=None)
@given(st.lists(st.floats(0, 100), min_size=1, max_size=60), st.floats(0, 100))
def test_exposure_is_what_the_rank_says(unseen, loss):
    (found,) = exposures({"c": loss}, unseen)
    assert found.rank == 1 + sum(other < loss for other in unseen)
    assert found.exposure == pytest.approx(math.log2(len(unseen) + 1) - math.log2(found.rank))
    assert 0 <= found.exposure <= found.highest


def test_a_model_that_learned_by_heart_is_told_from_one_that_did_not():
    """A character model of pair counts, trained with a canary twenty times or not at all."""
    canaries, unseen = make(KEY, [20]), references(KEY, 500)
    random.seed(0)
    noise = ["".join(random.choices("0123456789", k=9)) for _ in range(300)]

    def trained(texts):
        counts = Counter(text[i : i + 4] for text in texts for i in range(len(text) - 3))
        return lambda text: -sum(math.log(1 + counts[text[i : i + 4]]) for i in range(len(text) - 3))

    notes = [Note(str(i), words) for i, words in enumerate(noise)]
    with_canary = trained([note.text for note in plant(notes, canaries, KEY)])
    without = trained(noise)
    for model, low, high in ((with_canary, 8.5, 9), (without, 0, 6)):
        (found,) = exposures({"c": model(canaries[0].text)}, [model(text) for text in unseen])
        assert low <= found.exposure <= high


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: make(KEY, [1], form="no blank"), "exactly one blank"),
        (lambda: make(KEY, [0]), "once or more"),
        (lambda: plant(NOTES[:2], make(KEY, [3]), KEY), "3 canaries need as many notes, not 2"),
        (lambda: exposures({"c": 1.0}, []), "losses of references"),
        (lambda: exposures({"c": float("nan")}, [1.0]), "all of them numbers"),
    ],
)
def test_wrong_requests_are_said(ask, said):
    with pytest.raises(InputError, match=said):
        ask()
