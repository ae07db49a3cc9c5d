"""Models of class sizes: in the table, in the population, and their ratio.

Sources: Sweeney, k-anonymity, IJUFKS 10(5), 2002. k-map and its estimates: El Emam and Dankar, JAMIA 15(5),
2008. Nergiz et al., delta-presence, SIGMOD 2007.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import stats

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Mask
from notedeid.structured.distributions import Floats
from notedeid.structured.models.model import OfSize, Scope, Steady, Unsteady, at_least
from notedeid.structured.table import Attribute

__all__ = ["DeltaPresence", "KAnonymity", "KMap", "estimated_k"]


@dataclass(frozen=True, slots=True)
class KAnonymity(OfSize, Steady):
    """Every class holds at least `k` records.

    Raises:
        InputError: k below 1.
    """

    k: int

    def __post_init__(self) -> None:
        at_least("k", self.k, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes below k."""
        del attributes
        return classes.count < self.k


@dataclass(frozen=True, slots=True)
class KMap(OfSize, Steady):
    """Every class matches at least `k` people of the population table."""

    k: int

    def __post_init__(self) -> None:
        at_least("k", self.k, 1)

    @property
    def scope(self) -> Scope:
        """The population."""
        return Scope.POPULATION

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes that match fewer than k."""
        del attributes
        return classes.population < self.k


@dataclass(frozen=True, slots=True)
class DeltaPresence(OfSize, Unsteady):
    """In every class the share of population records that are in the table lies in [low, high].

    Raises:
        InputError: bounds that are not 0 <= low <= high <= 1.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise InputError(f"delta-presence needs 0 <= low <= high <= 1, not {self.low} and {self.high}")

    @property
    def scope(self) -> Scope:
        """The population."""
        return Scope.POPULATION

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes whose share lies outside."""
        del attributes
        share = classes.count / np.maximum(classes.population, 1)
        return (share < self.low) | (share > self.high)

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """People without any record in a class break `low`, and nothing that is suppressed helps them."""
        del attributes
        return np.where((self.low > 0) & (classes.count == 0), np.inf, 0.0)


def estimated_k(k: int, *, sampling: float, significance: float = 0.01, truncated: bool = True) -> int:
    """The k that stands for k-map where no population table is at hand.

    A class of a sample that is drawn from `k` people or fewer is as large as this by chance with no more
    than the significance; `KAnonymity(estimated_k(...))` holds k-map with that confidence.

    Args:
        k: people that every class must match in the population.
        sampling: share of the population in the table.
        significance: chance to release a class of fewer people, 0 to 1.
        truncated: sizes follow the zero-truncated Poisson distribution (D4 of El Emam and Dankar), since a
            class is only seen where it has a record; False is the Poisson distribution (D3).

    Raises:
        InputError: a share outside its range.

    >>> estimated_k(1000, sampling=30_162 / 317_238_626)
    3
    """
    at_least("k", k, 1)
    if not (0 < sampling <= 1 and 0 < significance < 1):
        raise InputError(f"sampling and significance are shares, not {sampling} and {significance}")
    mean = sampling * k
    unseen = float(stats.poisson.cdf(0, mean)) if truncated else 0.0
    largest = int(stats.poisson.ppf(unseen + (1 - unseen) * (1 - significance), mean))
    return min(k, largest + 1)
