"""How many people are unique in the population, estimated from a sample.

Pitman: Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk assessment", J. Official
Statistics 17(4), 2001. Zayatz: "Estimation of the percent of unique population elements on a microdata file
using the sample", US Census Bureau, 1991. SNB (slide negative binomial): Chen and Keller-McNulty,
"Estimation of identification disclosure risk in microdata", J. Official Statistics 14(1), 1998, with the
number of classes by Shlosser (Haas and Stokes, JASA 93, 1998). Which one to use: Dankar et al.,
"Estimating the re-identification risk of clinical data sets", BMC Med. Inform. Decis. Mak. 12, 2012.

The SNB equations are those of the paper; ARX multiplies by a power where the expected number of pairs needs
a division, finds no solution, and falls back on Zayatz.

The intervals are percentiles of a bootstrap over the class sizes from a fixed seed; they hold the sampling
error, not the error of the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import optimize, special, stats

from annotation.errors import InputError
from notedeid.structured.measures import class_groups
from notedeid.structured.risk.estimate import Estimate

__all__ = ["Uniqueness", "UniquenessModel", "population_uniqueness"]

Floats: TypeAlias = npt.NDArray[np.float64]
UniquenessModel: TypeAlias = Literal["pitman", "zayatz", "snb"]

DRAWS = 40
RESIDUAL = 1e-3
STARTS = (10.0, 100.0, 1000.0)
FEW = 0.1


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


@dataclass(frozen=True, slots=True, eq=False)
class _Sizes:
    size: Floats
    classes: Floats
    population: float

    @property
    def records(self) -> float:
        return float((self.size * self.classes).sum())

    def of_size(self, size: int) -> float:
        return float(self.classes[self.size == size].sum())


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
    counts = np.bincount(np.bincount(class_groups(frame, quasi).inverse))
    size = np.flatnonzero(counts)
    found = _Sizes(size.astype(np.float64), counts[size].astype(np.float64), float(population))
    draws = _draws(found)
    zayatz = _estimate(_zayatz, found, draws, "zayatz")
    pitman, snb = _estimate(_pitman, found, draws, "pitman"), _estimate(_snb, found, draws, "snb")
    assert zayatz is not None
    sampling = len(frame) / population
    return Uniqueness(pitman, zayatz, snb, _dankar(sampling, pitman, zayatz, snb), sampling)


def _dankar(sampling: float, pitman: Estimate | None, zayatz: Estimate, snb: Estimate | None) -> Estimate:
    if sampling <= FEW:
        return pitman or zayatz
    return snb if snb is not None and snb.value < zayatz.value else zayatz


def _draws(found: _Sizes) -> list[_Sizes]:
    rng = np.random.default_rng(20)
    drawn = rng.poisson(found.classes, size=(DRAWS, len(found.classes))).astype(np.float64)
    return [_Sizes(found.size[row > 0], row[row > 0], found.population) for row in drawn if row.any()]


def _estimate(
    model: Callable[[_Sizes], float | None], found: _Sizes, draws: Sequence[_Sizes], method: str
) -> Estimate | None:
    value = model(found)
    if value is None:
        return None
    values = [v for v in (model(draw) for draw in draws) if v is not None]
    low, high = np.quantile([*values, value], [0.025, 0.975])
    share = found.population
    return Estimate(value / share, float(min(low, value)) / share, float(max(high, value)) / share, method)


def _zayatz(found: _Sizes) -> float:
    people, records = int(found.population), min(round(found.records), int(found.population))
    alone = found.of_size(1)
    if not alone:
        return 0.0
    seen_once = stats.hypergeom.pmf(1, people, found.size.astype(int), records)
    conditional = alone * (records / people) / float((found.classes * seen_once).sum())
    return float(alone * conditional * people / records)


def _pitman(found: _Sizes) -> float | None:
    alone, records, classes = found.of_size(1), found.records, float(found.classes.sum())
    if not alone:
        return 0.0
    solution = _fitted(found, _pitman_start(alone, found.of_size(2) or 1.0, records, classes))
    if solution is None:
        return None
    theta, alpha = solution
    size = special.gammaln(theta + 1) - special.gammaln(theta + alpha) + alpha * math.log(found.population)
    value = float(np.exp(size))
    return value if 0 < value <= found.population else None


def _pitman_start(alone: float, pairs: float, records: float, classes: float) -> tuple[float, float]:
    c = alone * (alone - 1) / pairs
    theta = (records * classes * c - alone * (records - 1) * (2 * classes + c)) / (
        2 * alone * classes + alone * c - records * c
    )
    return theta, (theta * (alone - records) + (records - 1) * alone) / (records * classes)


def _fitted(found: _Sizes, start: tuple[float, float]) -> tuple[float, float] | None:
    def slope(x: Floats) -> Floats:
        return _likelihood_slope(found, float(x[0]), float(x[1]))

    for first in (start, *product(STARTS, (0.2, 0.5, 0.8))):
        with np.errstate(all="ignore"):
            solved = optimize.root(slope, np.array(first), tol=1e-12)
        theta, alpha = (float(x) for x in solved.x)
        if 0 < alpha < 1 and theta > -alpha and float(np.abs(solved.fun).max()) < RESIDUAL:
            return theta, alpha
    return None


def _likelihood_slope(found: _Sizes, theta: float, alpha: float) -> Floats:
    classes, records = float(found.classes.sum()), found.records
    whole = special.digamma(classes + theta / alpha) - special.digamma(1 + theta / alpha)
    by_theta = whole / alpha - special.digamma(records + theta) + special.digamma(1 + theta)
    within = special.digamma(found.size - alpha) - special.digamma(1 - alpha)
    by_alpha = (alpha * (classes - 1) - theta * whole) / alpha**2 - float((found.classes * within).sum())
    return np.array([by_theta, by_alpha])


def _snb(found: _Sizes) -> float | None:
    alone, pairs = found.of_size(1), found.of_size(2)
    if not alone:
        return 0.0
    rate = found.records / found.population
    total = _shlosser(found, rate)

    def gap(x: Floats) -> Floats:
        a, b = np.exp(x[0]), special.expit(x[1])
        d = (1 - rate) * (1 - b)
        base = total * rate * (b / (1 - d)) ** a
        once = base * (a * d / (1 - d) + 1)
        twice = base * rate / 2 * a * (1 - b) / (1 - d) ** 2 * (2 - (1 - a) * d)
        return np.array([once / alone - 1, twice / max(pairs, 1) - 1])

    with np.errstate(all="ignore"):
        solved = optimize.root(gap, np.array([0.0, -3.0]), method="hybr")
    a, b = math.exp(min(solved.x[0], 50)), float(special.expit(solved.x[1]))
    value = total * b**a
    exact = bool(np.abs(solved.fun).max() < 1e-6)  # noqa: PLR2004 relative residual
    return value if exact and 0 < value <= found.population else None


def _shlosser(found: _Sizes, rate: float) -> float:
    missed = (1 - rate) ** found.size * found.classes
    square = float((found.size * rate**2 * (1 - rate**2) ** (found.size - 1) * found.classes).sum())
    spread = float((missed * ((1 + rate) ** found.size - 1)).sum())
    once = float((found.size * rate * (1 - rate) ** (found.size - 1) * found.classes).sum())
    classes = float(found.classes.sum())
    return classes + found.of_size(1) * (square / spread) * (float(missed.sum()) / once) ** 2
