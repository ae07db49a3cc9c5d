"""Scores of nodes and lower bounds of them, by which a search skips most of the lattice.

The lower bound of a node starts as its loss without any suppression. Checking a node raises it elsewhere:
records that must be suppressed at a node must be at every finer one, and cost at least as much there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from notedeid.structured.classes import Classes, Mask, group
from notedeid.structured.table import Table, mixed_keys

__all__ = ["Additive", "ClassBased", "Forced", "Scorer", "entropy_scorer"]

Node: TypeAlias = Sequence[int]
Floats: TypeAlias = npt.NDArray[np.float64]
Levels: TypeAlias = npt.NDArray[np.int64]
Mean: TypeAlias = Literal["geometric", "arithmetic", "sum"]
Count: TypeAlias = Callable[[Classes, Mask], tuple[float, float]]

SMALL = 1e-300


@dataclass(frozen=True, slots=True, eq=False)
class Forced:
    """What a node and every finer one must suppress, at least.

    Attributes:
        by_class: per class of the node, records of it.
        records: all records, which can be more than are known by class.
    """

    by_class: Floats
    records: float


class Scorer(Protocol):
    """A metric on one table. Scores order nodes; `loss` turns a score into the metric's own scale."""

    @property
    def columns(self) -> list[Floats] | None:
        """Per column and level the part of the score without suppression, if it adds up by column."""
        ...

    def bounds(self) -> Floats:
        """A lower bound of the score of every node, shaped as the lattice."""
        ...

    def score(self, node: Node, classes: Classes, lost: Floats) -> float:
        """The score of a node.

        Args:
            node: the node.
            classes: its classes.
            lost: per class, the records of it that are suppressed.
        """
        ...

    def learn(self, bounds: Floats, node: Node, classes: Classes, forced: Forced) -> None:
        """Raise the bounds of other nodes (in place) by what the check of a node has shown.

        Args:
            bounds: shaped as the lattice.
            node: the node checked.
            classes: its classes.
            forced: what it and every finer node must suppress.
        """
        ...

    def loss(self, score: float) -> float:
        """The loss that a score stands for."""
        ...

    def written(self, levels: Levels, lost: Mask) -> float:
        """The loss of a table as it is written, each cell at a level of its own.

        Args:
            levels: int array (records, quasi-identifiers).
            lost: per record, whether it is suppressed; its levels are those that it would have had.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Additive:
    """A score that is a sum over the columns of something of the records' cells.

    Attributes:
        table: the table.
        shares: per column and level, the cost of each leaf's cell, 0 to 1.
        base: per column and level, the mean cost over the records.
        ladders: per column and level, (records suppressed, the least that this can cost).
        least: per column the smallest possible mean cost; it counts as no loss.
        mean: how columns are joined.
        general: factor of generalization.
        suppress: factor of suppression.
        by_combination: shares by combination, worked out when first needed.
    """

    table: Table
    shares: list[list[Floats]]
    base: list[Floats]
    ladders: list[list[tuple[Floats, Floats]]]
    least: Floats
    mean: Mean
    general: float
    suppress: float
    by_combination: dict[tuple[int, int], Floats] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table, shares: list[list[Floats]], mean: Mean, balance: float) -> Additive:
        """Sum the costs of all records by column and level."""
        general = 1.0 if balance <= 0.5 else 2 - 2 * balance  # noqa: PLR2004 the even balance
        suppress = 2 * balance if balance < 0.5 else 1.0  # noqa: PLR2004 the even balance
        weights = [
            np.bincount(leaves[: table.records], minlength=len(column[0]))
            for leaves, column in zip(table.leaves, shares, strict=True)
        ]
        base = [
            np.array([(level * weight).sum() for level in column]) / table.records
            for column, weight in zip(shares, weights, strict=True)
        ]
        slope = 1 - general - suppress
        ladders = [
            [_ladder((slope * level + suppress) / table.records, weight) for level in column]
            for column, weight in zip(shares, weights, strict=True)
        ]
        least = np.array([general * column[0].min() for column in shares])
        return cls(table, shares, base, ladders, least, mean, general, suppress)

    @property
    def columns(self) -> list[Floats]:
        """Per column and level, the part of the score without suppression."""
        return [
            self._scale(self.general * column, least)
            for column, least in zip(self.base, self.least, strict=True)
        ]

    def bounds(self) -> Floats:
        """Scores without suppression."""
        return outer_sum(self.columns)

    def score(self, node: Node, classes: Classes, lost: Floats) -> float:
        """The sum over the columns."""
        base = np.array([column[level] for column, level in zip(self.base, node, strict=True)])
        costs = self._costs(node, classes, lost)
        return float(self._scale(self.general * base + costs, self.least).sum())

    def learn(self, bounds: Floats, node: Node, classes: Classes, forced: Forced) -> None:
        """Every finer node suppresses these records too, at no lower cost."""
        if forced.records <= 0 or self.mean == "sum":
            return
        raised = [
            self._scale(
                self.general * column[: level + 1]
                + np.maximum(cost, self._cheapest(i, level, forced.records)),
                self.least[i],
            )
            for i, (column, level, cost) in enumerate(
                zip(self.base, node, self._costs(node, classes, forced.by_class), strict=True)
            )
        ]
        part = bounds[tuple(slice(level + 1) for level in node)]
        np.maximum(part, outer_sum(raised), out=part)

    def _costs(self, node: Node, classes: Classes, lost: Floats) -> Floats:
        """Per column, what suppression adds to the mean cost."""
        some = np.flatnonzero(lost)
        if not some.size or self.mean == "sum":
            return np.zeros(len(node))
        weight, members = lost[some] / self.table.records, classes.member[some]
        share = np.array([self._share(i, level)[members] @ weight for i, level in enumerate(node)])
        return np.asarray((1 - self.general - self.suppress) * share + self.suppress * weight.sum())

    def _share(self, column: int, level: int) -> Floats:
        if (column, level) not in self.by_combination:
            self.by_combination[column, level] = self.shares[column][level][self.table.combinations[column]]
        return self.by_combination[column, level]

    def written(self, levels: Levels, lost: Mask) -> float:
        """Costs of the cells as they are."""
        costs = np.zeros(len(self.base))
        for i, column in enumerate(self.shares):
            share = np.stack(column)[levels[:, i], self.table.leaves[i][: self.table.records]]
            gone = self.suppress + (1 - self.suppress) * share if self.mean != "sum" else share
            costs[i] = np.where(lost, gone, self.general * share).mean()
        return self.loss(float(self._scale(costs, self.least).sum()))

    def loss(self, score: float) -> float:
        """Undo the scale: the mean over the columns."""
        if self.mean == "sum":
            return score
        mean = score / len(self.base)
        return float(np.expm1(mean)) if self.mean == "geometric" else mean

    def _scale(self, costs: Floats, least: Floats) -> Floats:
        lost = np.maximum(costs - least, 0) / np.maximum(1 - least, SMALL)
        return np.log1p(lost) if self.mean == "geometric" else lost

    def _cheapest(self, column: int, level: int, count: float) -> Floats:
        return np.array([np.interp(count, *self.ladders[column][i]) for i in range(level + 1)])


def _ladder(costs: Floats, weights: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    order = np.argsort(costs, kind="stable")
    taken = np.cumsum(weights[order])
    return np.concatenate([[0], taken]), np.concatenate([[0], np.cumsum(costs[order] * weights[order])])


@dataclass(frozen=True, slots=True, eq=False)
class ClassBased:
    """A score that depends on the classes alone, and only grows as they merge.

    Attributes:
        table: the table.
        count: classes and suppressed classes -> (score, score without suppression).
        least: records and the largest possible number of classes -> lower bound of the score.
    """

    table: Table
    count: Count
    least: Callable[[int, Floats], Floats]

    @classmethod
    def of(cls, table: Table, count: Count, least: Callable[[int, Floats], Floats]) -> ClassBased:
        """The scorer of a table."""
        return cls(table, count, least)

    @property
    def columns(self) -> None:
        """The score does not add up by column."""
        return

    def bounds(self) -> Floats:
        """No node has more classes than its columns have groups, nor more than combinations."""
        most = outer_sum([np.log(np.array(spans, dtype=np.float64)) for spans in self.table.spans])
        limit = np.log(self.table.combinations.shape[1])
        return self.least(self.table.records, np.exp(np.minimum(most, limit)) * (1 + 1e-9))

    def score(self, node: Node, classes: Classes, lost: Floats) -> float:
        """The score."""
        del node
        return self.count(classes, lost > 0)[0]

    def learn(self, bounds: Floats, node: Node, classes: Classes, forced: Forced) -> None:
        """Every coarser node has merged these classes."""
        part = bounds[tuple(slice(level, None) for level in node)]
        np.maximum(part, self.count(classes, forced.by_class > 0)[1], out=part)

    def written(self, levels: Levels, lost: Mask) -> float:
        """The classes that the cells form, those of suppressed records apart."""
        labels, spans = _labels(self.table, levels)
        grouped = group(*mixed_keys([lost.astype(np.int64), *labels], [2, *spans]))
        count = np.bincount(grouped.inverse)
        return self.count(Classes(grouped.first, count, count, {}), lost[grouped.first])[0]

    def loss(self, score: float) -> float:
        """The score itself."""
        return score


@dataclass(frozen=True, slots=True, eq=False)
class _EntropyScorer:
    table: Table
    base: list[Floats]
    suppression: bool

    @property
    def columns(self) -> list[Floats]:
        """Bits left open by the generalization of each column."""
        return self.base

    def bounds(self) -> Floats:
        """Bits without suppression."""
        return outer_sum(self.base)

    def score(self, node: Node, classes: Classes, lost: Floats) -> float:
        """Bits of generalization and of suppression."""
        base = sum(float(column[level]) for column, level in zip(self.base, node, strict=True))
        return base + self._suppressed(node, classes, lost)

    def learn(self, bounds: Floats, node: Node, classes: Classes, forced: Forced) -> None:
        """Every finer node suppresses these records too, with finer values."""
        bits = self._suppressed(node, classes, forced.by_class)
        if bits > 0:
            part = bounds[tuple(slice(level + 1) for level in node)]
            below = [column[: level + 1] for column, level in zip(self.base, node, strict=True)]
            np.maximum(part, outer_sum(below) + bits, out=part)

    def written(self, levels: Levels, lost: Mask) -> float:
        """Bits that labels leave open of values, and suppression of labels."""
        total = 0.0
        for label, span, leaves in zip(*_labels(self.table, levels), self.table.leaves, strict=True):
            values = leaves[: self.table.records]
            both = group(*mixed_keys([label, values], [span, int(values.max()) + 1]))
            total += _surprise(np.bincount(label)) - _surprise(np.bincount(both.inverse))
            total += _bits(np.bincount(label[lost]).astype(np.float64)) if self.suppression else 0.0
        return total

    def _suppressed(self, node: Node, classes: Classes, lost: Floats) -> float:
        """Bits that suppression leaves open of the generalized values."""
        some = np.flatnonzero(lost)
        if not self.suppression or not some.size:
            return 0.0
        weight, members = lost[some], classes.member[some]
        columns = [groups[level][members] for groups, level in zip(self.table.at_level, node, strict=True)]
        return sum(_bits(np.bincount(column, weight).astype(np.float64)) for column in columns)

    def loss(self, score: float) -> float:
        """The score itself."""
        return score


def entropy_scorer(table: Table, *, suppression: bool) -> Scorer:
    """The non-uniform entropy of a table."""
    base = [
        np.array([_left_open(leaves[: table.records], level) for level in column])
        for leaves, column in zip(table.leaves, table.groups, strict=True)
    ]
    return _EntropyScorer(table, base, suppression)


def outer_sum(columns: Sequence[Floats]) -> Floats:
    """All sums of one entry a column, shaped as the lattice."""
    total = np.zeros(())
    for column in columns:
        total = np.add.outer(total, column)
    return total


def _labels(table: Table, levels: Levels) -> tuple[list[Levels], list[int]]:
    """Per column the label of each record's cell as a number, and how many there are."""
    labels, spans = [], []
    for i, groups in enumerate(table.groups):
        starts = np.concatenate([[0], np.cumsum(table.spans[i])])
        leaves = table.leaves[i][: table.records]
        labels.append(starts[levels[:, i]] + np.stack(groups)[levels[:, i], leaves])
        spans.append(int(starts[-1]))
    return labels, spans


def _surprise(counts: npt.NDArray[np.int64]) -> float:
    kept = counts[counts > 0]
    return float((kept * np.log2(kept)).sum())


def _bits(counts: Floats) -> float:
    kept = counts[counts > 0]
    return float((kept * np.log2(kept.sum() / kept)).sum()) if kept.size else 0.0


def _left_open(leaves: npt.NDArray[np.int64], level: npt.NDArray[np.int64]) -> float:
    fine = np.bincount(leaves, minlength=len(level)).astype(np.float64)
    coarse = np.bincount(level, fine)
    kept = fine > 0
    return float((fine[kept] * np.log2(coarse[level][kept] / fine[kept])).sum())
