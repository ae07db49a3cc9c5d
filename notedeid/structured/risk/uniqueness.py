"""How many people are unique in the population, estimated from a sample, with an interval.

The estimates are those of `uniques`. The intervals are percentiles of a bootstrap over the class sizes from
a fixed seed; they hold the sampling error, not the error of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import class_groups
from notedeid.structured.risk.estimate import Estimate
from notedeid.structured.uniques import ESTIMATORS, Estimator, SampleSizes, dankar

__all__ = ["Uniqueness", "population_uniqueness"]

DRAWS = 40


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Estimated share of the population that is unique.

    Attributes:
        pitman: by the Pitman model, None where it has no solution.
        zayatz: by the Zayatz model.
        snb: by the slide negative binomial model, None where it has no solution.
        dankar: the one that Dankar's rule chooses.
        sampling: share of the population in the table.
    """

    pitman: Estimate | None
    zayatz: Estimate
    snb: Estimate | None
    dankar: Estimate
    sampling: float


def population_uniqueness(frame: pd.DataFrame, quasi: Sequence[str], *, population: int) -> Uniqueness:
    """Estimate uniqueness in the population that a table was drawn from.

    Args:
        frame: the records, a random sample of the population.
        quasi: its quasi-identifiers.
        population: number of people in the population.

    Raises:
        InputError: a population below the number of records, or as `measure`.
    """
    if population < len(frame):
        raise InputError(f"a population of {population} cannot hold the {len(frame)} records of the table")
    found = SampleSizes.of(np.bincount(class_groups(frame, quasi).inverse), population)
    draws = _draws(found)
    pitman, zayatz, snb = (_estimate(name, found, draws) for name in ("pitman", "zayatz", "snb"))
    assert zayatz is not None
    chosen = {"pitman": pitman, "zayatz": zayatz, "snb": snb}[dankar(found)]
    assert chosen is not None
    return Uniqueness(pitman, zayatz, snb, chosen, len(frame) / population)


def _draws(found: SampleSizes) -> list[SampleSizes]:
    rng = np.random.default_rng(20)
    drawn = rng.poisson(found.classes, size=(DRAWS, len(found.classes))).astype(np.float64)
    return [SampleSizes(found.size[row > 0], row[row > 0], found.population) for row in drawn if row.any()]


def _estimate(name: Estimator, found: SampleSizes, draws: Sequence[SampleSizes]) -> Estimate | None:
    model, share = ESTIMATORS[name], found.population
    value = model(found)
    if value is None:
        return None
    values = [v for v in (model(draw) for draw in draws) if v is not None]
    low, high = np.quantile([*values, value], [0.025, 0.975])
    return Estimate(value / share, float(min(low, value)) / share, float(max(high, value)) / share, name)
