"""Privacy models: which classes of a table must not be released.

A model looks at every class by itself. `steady` says whether a class that passes still passes after it is
merged with one that fails. Where it does not (entropy and recursive diversity, closeness, presence), the
number of records to suppress can rise with generalization, and a search may not prune by it.

Sources: Sweeney, k-anonymity, IJUFKS 10(5), 2002. Machanavajjhala et al., l-diversity, ACM TKDD 1(1),
2007. Li et al., t-closeness, ICDE 2007. Nergiz et al., delta-presence, SIGMOD 2007. Cao and Karras,
beta-likeness, VLDB 5(11), 2012. k-map: El Emam and Dankar, JAMIA 15(5), 2008.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Mask
from notedeid.structured.distributions import Floats, entropies, gains, heads, sizes
from notedeid.structured.emd import Ground, distances
from notedeid.structured.table import Attribute

__all__ = [
    "BetaLikeness",
    "DeltaPresence",
    "DistinctLDiversity",
    "EntropyLDiversity",
    "KAnonymity",
    "KMap",
    "Model",
    "RecursiveLDiversity",
    "TCloseness",
]

CLOSE = 1e-12


class Model(Protocol):
    """A privacy model."""

    @property
    def column(self) -> str | None:
        """The attribute it looks at, if any."""
        ...

    @property
    def steady(self) -> bool:
        """Whether a passing class stays passing when merged with any other."""
        ...

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Per class, whether it breaks the model."""
        ...

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """Records that must be suppressed here and at every finer node, as far as the model can tell."""
        ...


class _Steady:
    """A larger class is never worse: what fails here fails at every finer node."""

    __slots__ = ()

    @property
    def steady(self) -> bool:
        """Always."""
        return True

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """All failing records; the search counts them itself."""
        del classes, attributes
        return 0.0


class _Unsteady:
    """A passing class can be spoiled by merging it with a failing one."""

    __slots__ = ()

    @property
    def steady(self) -> bool:
        """Never."""
        return False

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """Nothing is known."""
        del classes, attributes
        return 0.0


class _OfSize:
    """Looks at the size of a class alone."""

    __slots__ = ()

    @property
    def column(self) -> None:
        """No attribute."""
        return


@dataclass(frozen=True, slots=True)
class KAnonymity(_OfSize, _Steady):
    """Every class holds at least `k` records.

    Raises:
        InputError: k below 1.
    """

    k: int

    def __post_init__(self) -> None:
        _at_least("k", self.k, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes below k."""
        del attributes
        return classes.count < self.k


@dataclass(frozen=True, slots=True)
class KMap(_OfSize, _Steady):
    """Every class matches at least `k` people of the population table."""

    k: int

    def __post_init__(self) -> None:
        _at_least("k", self.k, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes that match fewer than k."""
        del attributes
        return classes.population < self.k


@dataclass(frozen=True, slots=True)
class DeltaPresence(_OfSize, _Unsteady):
    """In every class the share of population records that are in the table lies in [low, high].

    Raises:
        InputError: bounds that are not 0 <= low <= high <= 1.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise InputError(f"delta-presence needs 0 <= low <= high <= 1, not {self.low} and {self.high}")

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes whose share lies outside."""
        del attributes
        share = classes.count / np.maximum(classes.population, 1)
        return (share < self.low) | (share > self.high)

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """People without any record in a class break `low`, and nothing that is suppressed helps them."""
        del attributes
        return math.inf if self.low > 0 and (classes.count == 0).any() else 0.0


@dataclass(frozen=True, slots=True)
class DistinctLDiversity(_Steady):
    """Every class holds at least `l` different values of `column`.

    With the patient column it is k-anonymity counted by patient.
    """

    column: str
    l: int  # noqa: E741 the parameter's name in the literature

    def __post_init__(self) -> None:
        _at_least("l", self.l, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes with fewer values."""
        del attributes
        return classes.pairs(self.column).per_class() < self.l


@dataclass(frozen=True, slots=True)
class EntropyLDiversity(_Unsteady):
    """The entropy of `column` in every class is at least log(l).

    Args:
        column: the sensitive column.
        l: any number from 1.
    """

    column: str
    l: float  # noqa: E741 the parameter's name in the literature

    def __post_init__(self) -> None:
        _at_least("l", self.l, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes below the entropy."""
        del attributes
        return np.asarray(entropies(classes.pairs(self.column)) < np.log(self.l) - CLOSE)

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """Entropy is concave: the mean over the records only falls at finer nodes."""
        del attributes
        if self.l <= 1:
            return 0.0
        pairs = classes.pairs(self.column)
        mean = float((entropies(pairs) * sizes(pairs)).sum())
        return float(sizes(pairs).sum() - mean / np.log(self.l)) - 1e-6


@dataclass(frozen=True, slots=True)
class RecursiveLDiversity(_Unsteady):
    """In every class the commonest value is rarer than `c` times the values from the l-th commonest on."""

    column: str
    c: float
    l: int  # noqa: E741 the parameter's name in the literature

    def __post_init__(self) -> None:
        _at_least("l", self.l, 2)
        if not self.c > 0:
            raise InputError(f"recursive diversity needs c above 0, not {self.c}")

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes whose commonest value is too common."""
        del attributes
        top, tail = heads(classes.pairs(self.column), self.l)
        return ~(top < self.c * tail)


@dataclass(frozen=True, slots=True)
class TCloseness(_Unsteady):
    """The distribution of `column` in every class is within `t` of its distribution in the table.

    Args:
        column: the sensitive column.
        t: largest earth mover's distance, 0 to 1.
        ground: "equal", "ordered" (values by size), or the hierarchy of the values.
    """

    column: str
    t: float
    ground: Ground = "equal"

    def __post_init__(self) -> None:
        if not 0 <= self.t <= 1:
            raise InputError(f"t-closeness needs t between 0 and 1, not {self.t}")

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes further away than t."""
        return self._distances(classes, attributes) > self.t + CLOSE

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> float:
        """The distance is convex and at most 1: its mean over the records only grows at finer nodes."""
        size = sizes(classes.pairs(self.column))
        mean = float((self._distances(classes, attributes) * size).sum())
        return (mean - self.t * float(size.sum())) / (1 - self.t) - 1e-6 if self.t < 1 else 0.0

    def _distances(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        return distances(classes.pairs(self.column), attributes[self.column], self.ground)


@dataclass(frozen=True, slots=True)
class BetaLikeness(_Unsteady):
    """No value of `column` is relatively more frequent in a class than in the table by more than `beta`.

    With `enhanced` the gain is also held below -log of the value's share.
    """

    column: str
    beta: float
    enhanced: bool = False

    def __post_init__(self) -> None:
        if not self.beta > 0:
            raise InputError(f"beta-likeness needs beta above 0, not {self.beta}")

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes with a value gained too much."""
        pairs = classes.pairs(self.column)
        shares = attributes[self.column].shares
        limit = np.full(len(shares), self.beta)
        if self.enhanced:
            limit = np.minimum(limit, -np.log(np.maximum(shares, 1e-300)))
        over = gains(pairs, shares) > limit[pairs.value] + CLOSE
        return pairs.per_class(over) > 0


def _at_least(name: str, value: float, least: int) -> None:
    if not value >= least:
        raise InputError(f"{name} must be at least {least}, not {value}")
