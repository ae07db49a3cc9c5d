"""Models of the values of a sensitive column in each class.

Sources: Machanavajjhala et al., l-diversity, ACM TKDD 1(1), 2007. Li et al., t-closeness, ICDE 2007. Cao and
Karras, beta-likeness, VLDB 5(11), 2012.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Mask
from notedeid.structured.distributions import Floats, cappable, entropies, gains, grassberger, heads, sizes
from notedeid.structured.emd import Ground, distances, keepable
from notedeid.structured.models.model import Steady, Unsteady, at_least
from notedeid.structured.table import Attribute

__all__ = ["BetaLikeness", "DistinctLDiversity", "EntropyLDiversity", "RecursiveLDiversity", "TCloseness"]

CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class DistinctLDiversity(Steady):
    """Every class holds at least `l` different values of `column`.

    With the patient column it is k-anonymity counted by patient.
    """

    column: str
    l: int  # noqa: E741 the parameter's name in the literature

    def __post_init__(self) -> None:
        at_least("l", self.l, 1)

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes with fewer values."""
        del attributes
        return classes.pairs(self.column).per_class() < self.l


@dataclass(frozen=True, slots=True)
class EntropyLDiversity(Unsteady):
    """The entropy of `column` in every class is at least log(l), with at least `l` different values.

    Args:
        column: the sensitive column.
        l: any number from 1.
        estimator: "shannon", the entropy of the class as it stands; or "grassberger", corrected for the bias
            of small samples (see `distributions.grassberger`).
    """

    column: str
    l: float  # noqa: E741 the parameter's name in the literature
    estimator: Literal["shannon", "grassberger"] = "shannon"

    def __post_init__(self) -> None:
        at_least("l", self.l, 1)

    @property
    def mergeable(self) -> bool:
        """The correction is larger for small classes: together they can fall below."""
        return self.estimator == "shannon"

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes below the entropy."""
        del attributes
        pairs = classes.pairs(self.column)
        if self.estimator == "shannon":
            return np.asarray(entropies(pairs) < np.log(self.l) - CLOSE)
        return np.asarray((grassberger(pairs) < np.log(self.l) - CLOSE) | (pairs.per_class() < self.l))

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """Entropy is concave: its mean over the records of a class only falls in finer classes."""
        del attributes
        pairs = classes.pairs(self.column)
        wanted = np.log(self.l) - CLOSE
        if self.estimator == "grassberger" or wanted <= 0:
            return np.zeros(len(classes))
        return np.asarray(sizes(pairs) * np.maximum(1 - entropies(pairs) / wanted, 0))


@dataclass(frozen=True, slots=True)
class RecursiveLDiversity(Unsteady):
    """In every class the commonest value is rarer than `c` times the values from the l-th commonest on."""

    column: str
    c: float
    l: int  # noqa: E741 the parameter's name in the literature

    def __post_init__(self) -> None:
        at_least("l", self.l, 2)
        if not self.c > 0:
            raise InputError(f"recursive diversity needs c above 0, not {self.c}")

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Classes whose commonest value is too common."""
        del attributes
        top, tail = heads(classes.pairs(self.column), self.l)
        return ~(top < self.c * tail)

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """Classes that pass still pass together, and no value of what is kept exceeds `c` times the tail."""
        del attributes
        pairs = classes.pairs(self.column)
        _, tail = heads(pairs, self.l)
        return pairs.per_class(np.maximum(pairs.count - self.c * tail[pairs.owner], 0))


@dataclass(frozen=True, slots=True)
class TCloseness(Unsteady):
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
        found = distances(classes.pairs(self.column), attributes[self.column], self.ground)
        return found > self.t + CLOSE

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """What of each class cannot be kept within the distance."""
        pairs = classes.pairs(self.column)
        return sizes(pairs) - keepable(pairs, attributes[self.column], self.ground, self.t + CLOSE)


@dataclass(frozen=True, slots=True)
class BetaLikeness(Unsteady):
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
        over = gains(pairs, shares) > self._limits(shares)[pairs.value]
        return pairs.per_class(over) > 0

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """Classes that pass still pass together: no value exceeds its largest share of what is kept."""
        pairs = classes.pairs(self.column)
        shares = attributes[self.column].shares
        return sizes(pairs) - cappable(pairs, shares * (1 + self._limits(shares)))

    def _limits(self, shares: Floats) -> Floats:
        limit = np.full(len(shares), self.beta)
        if self.enhanced:
            limit = np.minimum(limit, -np.log(np.maximum(shares, 1e-300)))
        return limit + CLOSE
