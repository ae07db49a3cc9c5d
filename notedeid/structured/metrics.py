"""Information loss: how much a node and its suppression take away.

All are computed as ARX computes them, so that results can be compared: Loss (Iyengar, KDD 2002; geometric
or arithmetic mean over the columns), precision (Sweeney, IJUFKS 10(5), 2002), discernibility (Bayardo and
Agrawal, ICDE 2005; DM* sums over all classes, suppressed ones included), average class size (LeFevre et
al., ICDE 2006), non-uniform entropy (Gionis and Tassa, TKDE 21(2), 2009), height (levels climbed).

A scorer works on a scale that only grows with loss, on which a bound per node can be added up by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Mask
from notedeid.structured.scoring import Additive, ClassBased, Scorer, entropy_scorer
from notedeid.structured.table import Table

__all__ = ["AverageClassSize", "Discernibility", "Entropy", "Height", "Loss", "Metric", "Precision"]

Node: TypeAlias = Sequence[int]
Floats: TypeAlias = npt.NDArray[np.float64]


class Metric(Protocol):
    """An information loss to minimize."""

    def scorer(self, table: Table) -> Scorer:
        """The metric made ready for a table."""
        ...


@dataclass(frozen=True, slots=True)
class Loss:
    """The share of its domain that a cell could be, 1 for a suppressed one.

    Args:
        mean: over the columns.
        balance: 0 counts suppression no worse than the generalization of the node, 1 counts it alone, 0.5
            (the default) treats both alike.
    """

    mean: Literal["geometric", "arithmetic"] = "geometric"
    balance: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.balance <= 1:
            raise InputError(f"the balance of Loss lies between 0 and 1, not {self.balance}")

    def scorer(self, table: Table) -> Scorer:
        """Shares of the leaves below each group."""
        shares = [
            [hierarchy.shares(level)[hierarchy.codes[level]] for level in range(hierarchy.height)]
            for hierarchy in table.hierarchies
        ]
        return Additive.of(table, shares, self.mean, self.balance)


@dataclass(frozen=True, slots=True)
class Precision:
    """The part of its hierarchy that a cell has climbed, 1 for a suppressed one; arithmetic mean."""

    def scorer(self, table: Table) -> Scorer:
        """Levels over heights."""
        shares = [
            [
                np.full(len(hierarchy.leaves), level / max(hierarchy.height - 1, 1))
                for level in range(hierarchy.height)
            ]
            for hierarchy in table.hierarchies
        ]
        return Additive.of(table, shares, "arithmetic", 0.5)


@dataclass(frozen=True, slots=True)
class Height:
    """The number of levels climbed in all columns; suppression does not count."""

    def scorer(self, table: Table) -> Scorer:
        """Levels."""
        shares = [
            [np.full(len(hierarchy.leaves), float(level)) for level in range(hierarchy.height)]
            for hierarchy in table.hierarchies
        ]
        return Additive.of(table, shares, "sum", 0.0)


@dataclass(frozen=True, slots=True)
class Discernibility:
    """The sum of squared class sizes.

    Args:
        suppression: False (the default, DM*) sums over all classes; True counts every suppressed record
            as indistinguishable from all records.
    """

    suppression: bool = False

    def scorer(self, table: Table) -> Scorer:
        """Class sizes."""
        return ClassBased.of(table, _dm if self.suppression else _dm_star, lambda n, most: n * n / most)


@dataclass(frozen=True, slots=True)
class AverageClassSize:
    """Records over classes, all suppressed records as one class."""

    def scorer(self, table: Table) -> Scorer:
        """Number of classes."""
        return ClassBased.of(table, _aecs, lambda n, most: n / most)


@dataclass(frozen=True, slots=True)
class Entropy:
    """Non-uniform entropy in bits: what the released value leaves open about the original one.

    Args:
        suppression: True (the default) adds what suppression leaves open of the generalized values.
    """

    suppression: bool = True

    def scorer(self, table: Table) -> Scorer:
        """Frequencies of values and groups."""
        return entropy_scorer(table, suppression=self.suppression)


def _dm_star(classes: Classes, failing: Mask) -> tuple[float, float]:
    del failing
    total = float(np.square(classes.count.astype(np.float64)).sum())
    return total, total


def _dm(classes: Classes, failing: Mask) -> tuple[float, float]:
    squares = np.square(classes.count.astype(np.float64))
    lost = float(classes.count[failing].sum())
    return float(squares[~failing].sum()) + lost * float(classes.count.sum()), float(squares.sum())


def _aecs(classes: Classes, failing: Mask) -> tuple[float, float]:
    used = classes.count > 0
    lost = bool((failing & used).any())
    total = float(classes.count.sum())
    return total / (int((used & ~failing).sum()) + lost), total / int(used.sum())
