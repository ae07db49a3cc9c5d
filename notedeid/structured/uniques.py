"""Estimates of how many classes of one person a population has, from the class sizes of a sample.

Pitman: Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk assessment", J. Official
Statistics 17(4), 2001. Zayatz: "Estimation of the percent of unique population elements on a microdata file
using the sample", US Census Bureau, 1991. SNB (slide negative binomial): Chen and Keller-McNulty,
"Estimation of identification disclosure risk in microdata", J. Official Statistics 14(1), 1998, with the
number of classes by Shlosser (Haas and Stokes, JASA 93, 1998). Which one to use: Dankar et al.,
"Estimating the re-identification risk of clinical data sets", BMC Med. Inform. Decis. Mak. 12, 2012.

The SNB equations are those of the paper; ARX multiplies by a power where the expected number of pairs needs
a division, finds no solution, and falls back on Zayatz.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import optimize, special

__all__ = ["ESTIMATORS", "Estimator", "SampleSizes", "dankar"]

Floats: TypeAlias = npt.NDArray[np.float64]
Estimator: TypeAlias = Literal["pitman", "zayatz", "snb"]

RESIDUAL = 1e-3
STARTS = (10.0, 100.0, 1000.0)
FEW = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class SampleSizes:
    """The class sizes of a sample.

    Attributes:
        size: the sizes that occur, rising.
        classes: how many classes have each.
        population: people in the population.
    """

    size: Floats
    classes: Floats
    population: float

    @classmethod
    def of(cls, sizes: npt.NDArray[np.int64], population: float) -> SampleSizes:
        """Count the sizes of all classes."""
        counts = np.bincount(sizes)
        counts[0] = 0
        size = np.flatnonzero(counts)
        return cls(size.astype(np.float64), counts[size].astype(np.float64), float(population))

    @property
    def records(self) -> float:
        """Size of the sample."""
        return float((self.size * self.classes).sum())

    def of_size(self, size: int) -> float:
        """Classes of a size."""
        return float(self.classes[self.size == size].sum())


def dankar(sizes: SampleSizes) -> Estimator:
    """The model that Dankar's rule chooses."""
    if sizes.records / sizes.population <= FEW:
        return "pitman" if _pitman(sizes) is not None else "zayatz"
    snb = _snb(sizes)
    return "snb" if snb is not None and snb < _zayatz(sizes) else "zayatz"


def _zayatz(found: SampleSizes) -> float:
    people, records, alone = found.population, min(found.records, found.population), found.of_size(1)
    if not alone:
        return 0.0
    with np.errstate(divide="ignore"):
        missed = np.cumsum(np.log1p(-(records - 1) / (people - 1 - np.arange(found.size[-1] - 1))))
    rest = np.concatenate([[0.0], missed])[found.size.astype(np.int64) - 1]
    seen_once = found.size * records / people * np.exp(rest)
    conditional = alone * (records / people) / float((found.classes * seen_once).sum())
    return float(alone * conditional * people / records)


def _pitman(found: SampleSizes) -> float | None:
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
        2 * alone * classes + alone * c - records * c or 1.0
    )
    alpha = (theta * (alone - records) + (records - 1) * alone) / (records * classes)
    return max(theta, 1.0), min(max(alpha, 0.05), 0.95)


def _fitted(found: SampleSizes, start: tuple[float, float]) -> tuple[float, float] | None:
    def slope(x: Floats) -> Floats:
        return _likelihood_slope(found, float(x[0]), float(x[1]))

    for first in (start, *product(STARTS, (0.2, 0.5, 0.8))):
        with np.errstate(all="ignore"):
            solved = optimize.root(slope, np.array(first), tol=1e-12)
        theta, alpha = (float(x) for x in solved.x)
        if 0 < alpha < 1 and theta > -alpha and float(np.abs(solved.fun).max()) < RESIDUAL:
            return theta, alpha
    return None


def _likelihood_slope(found: SampleSizes, theta: float, alpha: float) -> Floats:
    classes, records = float(found.classes.sum()), found.records
    whole = special.digamma(classes + theta / alpha) - special.digamma(1 + theta / alpha)
    by_theta = whole / alpha - special.digamma(records + theta) + special.digamma(1 + theta)
    within = special.digamma(found.size - alpha) - special.digamma(1 - alpha)
    by_alpha = (alpha * (classes - 1) - theta * whole) / alpha**2 - float((found.classes * within).sum())
    return np.array([by_theta, by_alpha])


def _snb(found: SampleSizes) -> float | None:
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


def _shlosser(found: SampleSizes, rate: float) -> float:
    missed = (1 - rate) ** found.size * found.classes
    square = float((found.size * rate**2 * (1 - rate**2) ** (found.size - 1) * found.classes).sum())
    spread = float((missed * ((1 + rate) ** found.size - 1)).sum())
    once = float((found.size * rate * (1 - rate) ** (found.size - 1) * found.classes).sum())
    classes = float(found.classes.sum())
    return classes + found.of_size(1) * (square / spread) * (float(missed.sum()) / once) ** 2


ESTIMATORS: Mapping[Estimator, Callable[[SampleSizes], float | None]] = MappingProxyType(
    {"pitman": _pitman, "zayatz": _zayatz, "snb": _snb}
)
