"""What a model claims of finer nodes holds for every way to split a class."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import InputError
from notedeid.structured import (
    AverageRisk,
    BetaLikeness,
    EntropyLDiversity,
    KAnonymity,
    PopulationUniqueness,
    RecursiveLDiversity,
    SampleUniqueness,
    Spec,
    TCloseness,
    anonymize,
    estimated_k,
)
from notedeid.structured.classes import Classes, Pairs
from notedeid.structured.distributions import entropies, grassberger
from notedeid.structured.hierarchies import categories, identity, intervals
from notedeid.structured.table import Attribute

TREE = categories({"heart": {"acute": ["1", "2"], "chronic": ["3"]}, "lung": {"any": ["4", "5"]}})
ROWS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 3), st.sampled_from("112345")), min_size=4, max_size=60
)
LIMITED = [
    EntropyLDiversity("s", 2),
    EntropyLDiversity("s", 1),
    RecursiveLDiversity("s", 1.5, 2),
    RecursiveLDiversity("s", 0.5, 3),
    TCloseness("s", 0.3),
    TCloseness("s", 0.0),
    TCloseness("s", 0.2, "ordered"),
    TCloseness("s", 0.25, TREE),
    BetaLikeness("s", 0.7),
    BetaLikeness("s", 2, enhanced=True),
]


def classes(owner, attribute):
    found, inverse = np.unique(owner, return_inverse=True)
    count = np.bincount(inverse)
    pairs = Pairs.of(inverse, attribute.codes, np.ones_like(inverse), (len(found), len(attribute.values)))
    return Classes(np.arange(len(found)), count, count, {"s": pairs})


@pytest.mark.parametrize("model", LIMITED, ids=str)
@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_no_split_of_a_class_suppresses_fewer_records_than_claimed(model, rows):
    coarse, fine, values = (np.array(column) for column in zip(*rows, strict=True))
    attribute = Attribute.of(pd.Series(values, name="s"))
    whole, split = classes(coarse, attribute), classes(coarse * 4 + fine, attribute)
    claimed = np.ceil(model.least_lost(whole, {"s": attribute}) - 1e-6)
    failing = model.fails(split, {"s": attribute})
    kinds = np.unique(coarse * 4 + fine) // 4
    lost = [split.count[failing & (kinds == kind)].sum() for kind in np.unique(coarse)]
    assert (claimed <= lost).all()


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_the_correction_of_entropy_is_that_of_the_harmonic_sums(rows):
    coarse, _, values = (np.array(column) for column in zip(*rows, strict=True))
    attribute = Attribute.of(pd.Series(values, name="s"))
    pairs = classes(coarse, attribute).pairs("s")

    def g(n):
        steps = [2 / (2 * i + 1) for i in range(n // 2)]
        return sum(steps) - np.euler_gamma - np.log(2)

    for i, counts in enumerate(pairs.dense().astype(int)):
        n = counts.sum()
        assert grassberger(pairs)[i] == pytest.approx(np.log(n) - sum(c * g(c) for c in counts if c) / n)
        assert entropies(pairs)[i] <= np.log(5)


SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=7)


def fewest(sizes, holds):
    """The fewest records whose classes must go, of all choices of classes."""
    sizes = np.array(sizes)
    choices = [np.array([i >> j & 1 for j in range(len(sizes))], dtype=bool) for i in range(1 << len(sizes))]
    return min(sizes[gone].sum() for gone in choices if holds(sizes[~gone]))


@given(SIZES, st.sampled_from([0.1, 0.2, 0.35, 0.5, 1.0]))
@settings(max_examples=60, deadline=None)
def test_no_choice_of_classes_suppresses_fewer_records(sizes, threshold):
    count = np.array(sizes)
    table = Classes(np.arange(len(count)), count, count, {})
    average = AverageRisk(threshold).fails(table, {})
    assert count[average].sum() == fewest(sizes, lambda kept: len(kept) <= threshold * kept.sum() + 1e-12)
    alone = SampleUniqueness(threshold).fails(table, {})
    assert count[alone].sum() == fewest(
        sizes, lambda kept: (kept == 1).sum() <= threshold * kept.sum() + 1e-12
    )


@pytest.fixture(scope="module")
def visits():
    rng = np.random.default_rng(6)
    return pd.DataFrame({"age": rng.integers(20, 60, 400), "sex": rng.choice(["F", "M"], 400)})


QUASI = {"age": intervals(5, 10, 20), "sex": identity()}


@pytest.mark.parametrize(
    "model",
    [
        AverageRisk(0.05),
        SampleUniqueness(0.01),
        PopulationUniqueness(0.001, 10_000),
        PopulationUniqueness(0.001, 900, "zayatz"),
    ],
    ids=str,
)
def test_risks_of_the_whole_table_hold_at_least_loss(visits, model):
    spec = {"quasi": QUASI, "models": [model, KAnonymity(2)], "suppression": 0.1}
    best, brute = anonymize(visits, Spec(**spec)), anonymize(visits, Spec(**spec, method="exhaustive"))
    assert best.loss == pytest.approx(brute.loss, rel=1e-9)
    assert best.certificate.proven
    sizes = best.measures.sizes
    assert sizes.min() >= 2
    if isinstance(model, AverageRisk):
        assert len(sizes) / sizes.sum() <= 0.05


def test_whole_table_models_need_all_classes_of_records(visits):
    for change in ({"suppress": "cells", "suppression": 0.3}, {"method": "mondrian"}):
        with pytest.raises(InputError, match="AverageRisk"):
            anonymize(visits, Spec(quasi=QUASI, models=[AverageRisk(0.02)], **change))
    with pytest.raises(InputError, match="count records"):
        Spec(quasi=QUASI, models=[AverageRisk(0.1)], patient="sex")


def test_k_of_a_sample_stands_for_k_map():
    assert estimated_k(3, sampling=0.0001) == 2
    assert estimated_k(3, sampling=0.0001, truncated=False) == 1
    assert estimated_k(5, sampling=1) == 5
    with pytest.raises(InputError, match="shares"):
        estimated_k(5, sampling=0)
