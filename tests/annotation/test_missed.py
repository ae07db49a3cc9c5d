from collections import Counter

import numpy as np
import pytest

from annotation import Note
from annotation.missed import chapman, histories, three_catches
from annotation.passes import Mark, Pass


def simulate(chances, *, seed, size=4000):
    """Catch histories of a population; ``chances`` gives each identifier's chance in each catch."""
    caught = np.random.default_rng(seed).random((size, chances.shape[1])) < chances
    table = Counter(tuple(bool(x) for x in row) for row in caught)
    missed = table.pop((False,) * chances.shape[1], 0)
    return table, missed


def test_chapman_is_right_when_catches_are_independent():
    estimates, truth = [], []
    for seed in range(60):
        table, missed = simulate(np.tile([0.92, 0.945], (4000, 1)), seed=seed)
        first = sum(count for history, count in table.items() if history[0])
        second = sum(count for history, count in table.items() if history[1])
        estimates.append(chapman(first, second, table[True, True]).missed)
        truth.append(missed)
    assert np.mean(estimates) == pytest.approx(np.mean(truth), rel=0.08)


def test_chapman_is_a_lower_bound_when_some_are_hard():
    chances = np.full((4000, 2), 0.95)
    chances[:200] = 0.3
    table, missed = simulate(chances, seed=1)
    first = sum(count for history, count in table.items() if history[0])
    second = sum(count for history, count in table.items() if history[1])
    assert chapman(first, second, table[True, True]).missed < missed / 3


def test_three_catches_bear_two_that_depend_on_each_other():
    chances = np.full((4000, 3), 0.8)
    chances[:800, :2] = 0.35
    table, missed = simulate(chances, seed=2)
    result = three_catches(table)
    assert result.missed == pytest.approx(missed, rel=0.3)
    assert result.least <= result.missed <= result.most
    first_two = chapman(
        sum(count for history, count in table.items() if history[0]),
        sum(count for history, count in table.items() if history[1]),
        sum(count for history, count in table.items() if history[0] and history[1]),
    )
    assert abs(result.missed - missed) < abs(first_two.missed - missed)


def test_three_catches_stay_finite_with_empty_cells():
    result = three_catches(Counter({(True, True, True): 40, (True, True, False): 2}))
    assert result.caught == 42
    assert 0 <= result.least <= result.most < 100


def test_marks_that_touch_are_one_identifier():
    note = Note("n", "Ida Olsen, Ribe, 4 May")
    work = [
        Pass("ann", note, (Mark(0, 9, "PATIENT"), Mark(17, 22, "DATE"))),
        Pass("ben", note, (Mark(4, 9, "PATIENT"), Mark(11, 15, "CITY"))),
        Pass("ann", Note("alone", "Ribe"), (Mark(0, 4, "CITY"),)),
    ]
    assert histories(work, ["ann", "ben"]) == {
        "CITY": {(False, True): 1},
        "DATE": {(True, False): 1},
        "PATIENT": {(True, True): 1},
    }
