import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import InputError
from annotation.intervals import (
    CONSERVATIVE_ICC,
    STANDARD_ICC,
    Observations,
    binomial_lower,
    binomial_upper,
    bootstrap_lower,
    bound,
    wilson_lower,
)


def alone(hits, **fields):
    return Observations(np.array(hits, dtype=float), np.arange(len(hits)), **fields)


def clustered_misses(rng, recall, icc, notes):
    """One sample: about eight identifiers a note, misses beta-binomial with the given ICC."""
    size = 1 + rng.negative_binomial(2, 2 / 9, notes)
    chance = np.full(notes, 1 - recall)
    if icc:
        chance = rng.beta((1 - recall) * (1 - icc) / icc, recall * (1 - icc) / icc, notes)
    clusters = np.repeat(np.arange(notes), size)
    return Observations((rng.random(size.sum()) >= np.repeat(chance, size)).astype(float), clusters)


def coverage(recall, icc, notes, floor, draws):
    rng = np.random.default_rng([int(1000 * recall), int(100 * icc), notes])
    samples = (clustered_misses(rng, recall, icc, notes) for _ in range(draws))
    return np.mean([bound(sample, icc_floor=floor).lower <= recall for sample in samples])


@pytest.mark.parametrize("notes", [150, 400])
@pytest.mark.parametrize("icc", [0, 0.05, 0.1, 0.3])
@pytest.mark.parametrize("recall", [0.98, 0.995])
def test_the_conservative_bound_covers_at_least_93_percent(recall, icc, notes):
    assert coverage(recall, icc, notes, CONSERVATIVE_ICC, 600) >= 0.93


@pytest.mark.parametrize(("recall", "icc"), [(0.98, 0.05), (0.995, 0.1)])
def test_the_standard_bound_covers_where_misses_cluster_little(recall, icc):
    assert coverage(recall, icc, 150, STANDARD_ICC, 400) >= 0.93


def test_a_naive_bound_does_not_cover():
    rng = np.random.default_rng(7)
    samples = [clustered_misses(rng, 0.98, 0.3, 150) for _ in range(300)]
    naive = np.mean([binomial_lower(s.hits.sum(), s.hits.size) <= 0.98 for s in samples])
    assert naive < 0.9


def test_no_misses_give_the_closed_form():
    seen = Observations(np.ones(300), np.repeat(np.arange(60), 5))
    result = bound(seen)
    assert result.effective_n == pytest.approx(300 / (1 + 4 * CONSERVATIVE_ICC))
    assert result.lower == pytest.approx(0.05 ** (1 / result.effective_n))


def test_clusters_of_one_are_exact():
    result = bound(alone([1] * 148 + [0] * 2))
    assert result.lower == pytest.approx(binomial_lower(148, 150), abs=5e-4)
    assert 1 - binomial_upper(2, 150) == pytest.approx(binomial_lower(148, 150))


def test_a_whole_population_has_no_sampling_error():
    result = bound(alone([1] * 80 + [0] * 20, fractions=np.ones(100)))
    assert (result.lower, result.estimate, result.upper) == (0.8, 0.8, 0.8)


def test_half_a_population_halves_the_variance():
    hits = [1] * 90 + [0] * 10
    half = bound(alone(hits, fractions=np.full(100, 0.5)))
    assert half.effective_n == pytest.approx(2 * bound(alone(hits)).effective_n)


def test_unequal_weights_cost_size_and_move_the_estimate():
    weights = np.array([1.0] * 50 + [9.0] * 50)
    result = bound(alone([1] * 50 + [0] * 50, weights=weights))
    assert result.estimate == pytest.approx(0.1)
    assert result.effective_n <= weights.sum() ** 2 / np.sum(weights**2) + 1e-9


def test_strata_take_out_what_lies_between_them():
    hits = np.tile([1.0] * 9 + [0.0], 20)
    clusters, strata = np.arange(200), np.repeat([0, 1], 100)
    mixed = np.concatenate([np.ones(100), hits[:100]])
    flat = bound(Observations(mixed, clusters), icc_floor=0)
    split = bound(Observations(mixed, clusters, strata=strata), icc_floor=0)
    assert split.effective_n >= flat.effective_n


def test_few_identifiers_demonstrate_nothing():
    assert str(bound(alone([1] * 58))) == "not demonstrated (n=58)"
    assert str(bound(alone([1] * 59))) == "at least 95.0 %"
    assert str(bound(alone([]))) == "not demonstrated (n=0)"


def test_bootstrap_is_refused_under_ten_misses():
    with pytest.raises(InputError, match="10 misses, here are 9"):
        bootstrap_lower(alone([0] * 9 + [1] * 500), seed=1)


def test_bootstrap_is_seeded_and_near_the_exact_bound_at_many_misses():
    seen = alone([0] * 100 + [1] * 400)
    assert bootstrap_lower(seen, seed=3) == bootstrap_lower(seen, seed=3)
    assert bootstrap_lower(seen, seed=3) == pytest.approx(bound(seen).lower, abs=0.01)


def test_wilson_and_the_exact_bound_agree_for_large_samples():
    assert wilson_lower(0.9, 5000) == pytest.approx(binomial_lower(4500, 5000), abs=0.001)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5), st.floats(0.1, 9)), min_size=1, max_size=60))
def test_bounds_enclose_the_estimate(rows):
    hits, clusters, weights = (np.array(column) for column in zip(*rows, strict=True))
    result = bound(Observations(hits.astype(float), clusters, weights))
    assert 0 <= result.lower <= result.estimate + 1e-9
    assert result.estimate - 1e-9 <= result.upper <= 1
    assert (
        bound(Observations(hits.astype(float), clusters, weights), icc_floor=0.1).lower >= result.lower - 1e-9
    )
