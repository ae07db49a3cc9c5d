import numpy as np
import pandas as pd
import pytest

from annotation.errors import GateError, InputError
from notedeid.structured.dp import Cohort, count, histogram, mean, mechanisms, prevalence
from notedeid.structured.privacy_budget import Ledger

pytest.importorskip("opendp")


@pytest.fixture
def ledger(tmp_path):
    return Ledger.create(tmp_path / "budget.sqlite", epsilon=100)


def table():
    random = np.random.default_rng(5)
    dx = random.choice(["flu", "cold", "gout"], 1000, p=[0.5, 0.3, 0.2])
    return pd.DataFrame({"pid": np.arange(1000) // 2, "dx": dx, "age": random.integers(20, 80, 1000)})


def test_answers_lie_near_the_truth_and_within_their_intervals(ledger):
    frame = table()
    cohort = Cohort(frame, ledger, confidence=0.99999)
    whole = count(cohort, epsilon=5)
    assert whole.low <= 1000 <= whole.high
    assert abs(whole.value - 1000) < 10
    counts = histogram(cohort, "dx", ["flu", "cold", "gout", "none"], epsilon=5)
    for kind, found in counts.items():
        assert found.low <= (frame["dx"] == kind).sum() <= found.high
    age = mean(cohort, "age", bounds=(0, 120), epsilon=5)
    assert age.low <= frame["age"].mean() <= age.high
    assert age.high - age.low < 2
    flu = prevalence(cohort, "dx", ["flu"], epsilon=5)
    assert flu.low <= (frame["dx"] == "flu").mean() <= flu.high
    assert ledger.statement().spent == 20


def test_the_noise_is_as_wide_as_epsilon_asks(ledger):
    """Geometric noise at epsilon 1/2 moves a count by 1 / sinh(1/2) = 1.92 on average."""
    kinds = [str(kind) for kind in range(400)]
    cohort = Cohort(pd.DataFrame({"x": kinds * 50}), ledger)
    moves = [abs(found.value - 50) for found in histogram(cohort, "x", kinds, epsilon=0.5).values()]
    assert 1.4 < np.mean(moves) < 2.5


def test_intervals_hold_as_often_as_they_say(ledger):
    cohort = Cohort(pd.DataFrame({"x": ["a"] * 300 + ["b"] * 700}), ledger, confidence=0.9)
    held = 0
    for _ in range(60):
        found = prevalence(cohort, "x", ["a"], epsilon=0.5)
        held += found.low <= 0.3 <= found.high
    assert held >= 45


def test_nothing_is_computed_when_the_budget_is_short(tmp_path, monkeypatch):
    ledger = Ledger.create(tmp_path / "small", epsilon=0.1)
    monkeypatch.setattr(mechanisms, "_opendp", lambda: pytest.fail("computed before it was paid"))
    with pytest.raises(GateError, match="nothing was computed"):
        count(Cohort(table(), ledger), epsilon=0.2)
    assert not ledger.statement().charges


def test_a_patient_counts_no_more_often_than_was_said(ledger):
    frame = pd.DataFrame({"pid": ["p"] * 900 + ["q"], "x": ["a"] * 901})
    once = histogram(Cohort(frame, ledger, "pid", 1), "x", ["a"], epsilon=10)
    twice = histogram(Cohort(frame, ledger, "pid", 2), "x", ["a"], epsilon=20)
    assert once["a"].value < 10
    assert twice["a"].value < 10


def test_more_records_a_patient_cost_wider_intervals(ledger):
    one = histogram(Cohort(table(), ledger, "pid", 1), "dx", ["flu"], epsilon=1)["flu"]
    two = histogram(Cohort(table(), ledger, "pid", 2), "dx", ["flu"], epsilon=1)["flu"]
    assert two.high - two.low == pytest.approx(2 * (one.high - one.low), rel=0.05)


def test_values_outside_the_bounds_are_moved_in(ledger):
    frame = pd.DataFrame({"cost": [10.0] * 200 + [1e9]})
    found = mean(Cohort(frame, ledger), "cost", bounds=(0, 20), epsilon=20)
    assert found.value == pytest.approx(10, abs=1)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda c: histogram(c, "dx", [], epsilon=1), "its categories"),
        (lambda c: histogram(c, "ward", ["a"], epsilon=1), "no column 'ward'"),
        (lambda c: mean(c, "age", bounds=(5, 5), epsilon=1), "rising order"),
        (lambda c: mean(c, "dx", bounds=(0, 5), epsilon=1), "cells are no numbers"),
        (lambda c: prevalence(c, "dx", [], epsilon=1), "values that count"),
    ],
)
def test_a_wrong_question_is_answered_before_it_is_paid(ledger, ask, said):
    with pytest.raises(InputError, match=said):
        ask(Cohort(table(), ledger))
    assert not ledger.statement().charges


def test_several_records_need_the_patient(ledger):
    with pytest.raises(InputError, match="patient column"):
        Cohort(table(), ledger, most=3)
