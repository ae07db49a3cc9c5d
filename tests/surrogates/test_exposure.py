import numpy as np
import pytest

from annotation import InputError, MarkedNote, Note
from annotation.formats.inline import parse
from surrogates.exposure import exposure, guess, mentions, shown
from surrogates.policy import Consistency

REAL = -1


@pytest.mark.parametrize(("values", "policy", "chance"), [
    ([1, 1, REAL, 1], Consistency.CONSISTENT, 1.0),
    ([1, REAL], Consistency.CONSISTENT, 0.5),
    ([REAL], Consistency.CONSISTENT, 0.0),
    ([REAL, REAL, 1], Consistency.CONSISTENT, 0.0),
    ([1, 2, REAL, 3], Consistency.RANDOM, 0.0),
    ([REAL, 2, REAL, 3], Consistency.RANDOM, 1.0),
    ([1, 1, REAL, 2, 2], Consistency.MARKOV, 0.0),
    ([REAL, 1, 1, REAL], Consistency.MARKOV, 1.0),
    ([1, REAL, 1, 1], Consistency.MARKOV, 0.0),
])  # fmt: skip
def test_the_attackers_guess(values, policy, chance):
    assert guess(values, policy) == chance


def test_nothing_is_exposed_when_nothing_is_missed():
    for policy in Consistency:
        assert exposure([[5, 2, 1]] * 20, miss_rate=0, policy=policy).value == 0


def test_consistency_exposes_most_and_the_figure_grows_with_the_miss_rate():
    notes = [[6, 3, 2, 1]] * 10
    by = {
        policy: [exposure(notes, miss_rate=rate, policy=policy).value for rate in (0.01, 0.05, 0.2)]
        for policy in Consistency
    }
    assert all(values == sorted(values) for values in by.values())
    assert by[Consistency.CONSISTENT][1] > 5 * by[Consistency.RANDOM][1]
    assert by[Consistency.CONSISTENT][1] > 5 * by[Consistency.MARKOV][1]


def test_the_interval_holds_the_closed_form_of_one_case():
    missed = exposure([[3]] * 200, miss_rate=0.1, policy=Consistency.CONSISTENT, rounds=100)
    exact = 3 * 0.1 * 0.9**2
    assert missed.low < exact < missed.high


def test_values_are_renewed_as_the_policy_says():
    rng = np.random.default_rng(3)
    assert len(set(shown(rng, [False] * 30, 1.0))) == 1
    assert len(set(shown(rng, [False] * 30, 0.0))) == 30


def test_mentions_are_counted_by_label_and_folded_text():
    text, spans = parse("[[PATIENT|Orla]] [[PATIENT|ORLA]] [[CITY|Orla]]")
    assert sorted(mentions(MarkedNote(Note("n", text), spans))) == [1, 2]


def test_bad_rates_are_refused():
    with pytest.raises(InputError):
        exposure([[1]], miss_rate=1.5, policy=Consistency.RANDOM)
    with pytest.raises(InputError):
        exposure([], miss_rate=0.5, policy=Consistency.RANDOM)
