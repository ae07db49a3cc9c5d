import pytest
from scipy.stats import binom

from annotation import InputError
from annotation.intervals import binomial_lower
from annotation.planning import (
    Density,
    allowed_misses,
    chance,
    identifiers_allowing,
    identifiers_to_show,
    leak_bound,
    plan,
)


@pytest.mark.parametrize(("target", "n"), [(0.95, 59), (0.98, 149), (0.99, 299), (0.995, 598), (0.999, 2995)])
def test_without_a_miss(target, n):
    assert identifiers_allowing(target, 0) == n


@pytest.mark.parametrize(("misses", "n"), [(1, 236), (2, 313), (3, 386), (5, 523), (10, 845)])
def test_with_misses_allowed(misses, n):
    assert identifiers_allowing(0.98, misses) == n
    assert binomial_lower(n - misses, n) >= 0.98 > binomial_lower(n - 1 - misses, n - 1)
    assert allowed_misses(0.98, n) == misses


@pytest.mark.parametrize(
    ("truth", "at_80", "at_90"),
    [(0.985, 4320, 5895), (0.99, 970, 1275), (0.995, 390, 460), (0.998, 240, 240)],
)
def test_with_power(truth, at_80, at_90):
    assert identifiers_to_show(0.98, truth=truth, power=0.8) == at_80
    assert identifiers_to_show(0.98, truth=truth, power=0.9) == at_90
    assert chance(0.98, at_90, truth=truth) >= 0.9


@pytest.mark.parametrize(("patients", "upper"), [(50, 0.058), (100, 0.030), (300, 0.010), (600, 0.005)])
def test_patients_without_a_leak(patients, upper):
    assert leak_bound(patients) == pytest.approx(upper, abs=0.0005)


def test_too_few_identifiers_allow_no_miss():
    assert allowed_misses(0.98, 148) == -1
    assert chance(0.98, 148, truth=1) == 0
    assert binom.cdf(0, 148, 0.02) > 0.05


def test_clusters_multiply_and_a_small_population_divides():
    alone, clustered = plan(0.98, Density(1)), plan(0.98, Density(8, icc=0.1))
    assert (alone.identifiers, alone.notes) == (149, 149)
    assert (clustered.identifiers, clustered.notes) == (254, 32)
    assert plan(0.98, Density(1, population=200)).identifiers < 149
    assert plan(0.98, Density(1, population=100)).identifiers <= 100


def test_patients_follow_from_their_notes():
    assert plan(0.98, Density(1, notes_per_patient=3, icc=0)).patients == 50


@pytest.mark.parametrize("truth", [0.98, 0.97, 0.98001])
def test_a_truth_too_near_the_target_is_refused(truth):
    with pytest.raises(InputError):
        identifiers_to_show(0.98, truth=truth, power=0.8)
