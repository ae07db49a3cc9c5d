"""Models of all classes at once: their average risk, and how many records are unique.

They suppress the smallest classes, as few as needed; classes of one size go by their values, which tells
nothing about the order of the records. For average risk and uniques of the table no other choice suppresses
fewer records, and finer nodes never need fewer: of classes that merge, those stay that hold one that stayed.

Sources: El Emam, "Guide to the De-Identification of Personal Health Information", 2013; `uniques`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Ints, Mask
from notedeid.structured.models.model import OfSize, Scope, Steady, Unsteady
from notedeid.structured.table import Attribute
from notedeid.structured.uniques import ESTIMATORS, Estimator, SampleSizes, dankar

__all__ = ["AverageRisk", "PopulationUniqueness", "SampleUniqueness", "WholeModel"]

CLOSE = 1e-12


class _Whole(OfSize):
    """Sees all classes, and suppresses the smallest ones."""

    __slots__ = ()

    @property
    def scope(self) -> Scope:
        """All classes."""
        return Scope.TABLE

    def surplus(self, sizes: Ints, most: int) -> int:
        """How many of the classes, given by rising size, must go; any number above `most` where more must."""
        raise NotImplementedError

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """The smallest classes, as many as must go."""
        del attributes
        return self.within(classes, int(classes.count.sum()))

    def within(self, classes: Classes, records: int) -> Mask:
        """As `fails`, but where more than so many records must go it need not say how many."""
        order = np.lexsort((classes.member, classes.count))
        order = order[classes.count[order] > 0]
        sizes = classes.count[order]
        most = int(np.searchsorted(np.cumsum(sizes), records, side="right"))
        failing = np.zeros(len(classes), dtype=bool)
        failing[order[: self.surplus(sizes, most)]] = True
        return failing


@dataclass(frozen=True, slots=True)
class AverageRisk(_Whole, Steady):
    """The chances to re-identify a record, one over its class, are at most `risk` on average."""

    risk: float

    def __post_init__(self) -> None:
        _share("risk", self.risk)

    def surplus(self, sizes: Ints, most: int) -> int:
        """Classes over records is the average."""
        del most
        left = np.arange(len(sizes), -1, -1)
        records = np.concatenate([np.cumsum(sizes[::-1])[::-1], [0]])
        return int(np.argmax(left <= self.risk * records + CLOSE))


@dataclass(frozen=True, slots=True)
class SampleUniqueness(_Whole, Steady):
    """At most a `share` of the records are alone in their class."""

    share: float

    def __post_init__(self) -> None:
        _share("share", self.share)

    def surplus(self, sizes: Ints, most: int) -> int:
        """Uniques over records."""
        del most
        alone = int((sizes == 1).sum())
        gone = np.arange(alone + 1)
        return int(np.argmax(alone - gone <= self.share * (sizes.sum() - gone) + CLOSE))


@dataclass(frozen=True, slots=True)
class PopulationUniqueness(_Whole, Unsteady):
    """The estimated share of the population that is unique is at most `share`.

    Where a model of the population has no solution, the table may hold no record that is unique.

    Args:
        share: the threshold.
        population: number of people that the records were drawn from.
        estimator: "pitman", "zayatz", "snb", or "dankar", whose rule chooses one of them.
    """

    share: float
    population: int
    estimator: Estimator | Literal["dankar"] = "dankar"

    def __post_init__(self) -> None:
        _share("share", self.share)

    @property
    def mergeable(self) -> bool:
        """An estimate of coarser classes can be higher."""
        return False

    def surplus(self, sizes: Ints, most: int) -> int:
        """By halves, as the estimate falls with the uniques; what is found holds."""
        low, high = 0, min(most, int((sizes == 1).sum()))
        if self._holds(sizes):
            return 0
        if not self._holds(sizes[high:]):
            return most + 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._holds(sizes[middle:]) else (middle + 1, high)
        return low

    def _holds(self, sizes: Ints) -> bool:
        alone = int((sizes == 1).sum())
        if not alone:
            return True
        found = SampleSizes.of(sizes, self.population)
        name = dankar(found) if self.estimator == "dankar" else self.estimator
        value = ESTIMATORS[name](found)
        return value is not None and value <= self.share * self.population


def _share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise InputError(f"{name} is a share between 0 and 1, not {value}")


WholeModel: TypeAlias = AverageRisk | SampleUniqueness | PopulationUniqueness
