"""What is searched: a table, privacy models, a suppression budget and a metric; and how a node is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from notedeid.structured.classes import Classes, Mask
from notedeid.structured.models import Model
from notedeid.structured.scoring import Scorer
from notedeid.structured.table import Table

__all__ = ["Check", "Node", "Problem"]

Node: TypeAlias = tuple[int, ...]

ROOM = 6_000_000
HUBS = 3
SMALL = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """What a check of a node found.

    Attributes:
        node: the level of each quasi-identifier.
        classes: its classes.
        failing: classes that some model forbids.
        lost: records in failing classes.
        score: the scorer's score.
        costs: the scorer's costs of those classes alone that fail at every finer node too.
        sure: records that every finer node must suppress, at least.
        feasible: whether the failing records fit into the suppression budget.
        hopeless: whether no finer node can be feasible.
    """

    node: Node
    classes: Classes
    failing: Mask
    lost: int
    score: float
    costs: npt.NDArray[np.float64]
    sure: float
    feasible: bool
    hopeless: bool


@dataclass(slots=True, eq=False)
class Problem:
    """A search problem; it remembers the classes of checked nodes to roll coarser ones up from them.

    Args:
        table: the encoded table.
        models: all must hold in every released class.
        scorer: the metric on this table.
        limit: number of records that may be suppressed.
        checked: nodes that were checked so far.
    """

    table: Table
    models: Sequence[Model]
    scorer: Scorer
    limit: int
    checked: int = 0
    _places: dict[Node, int] = field(default_factory=dict)
    _names: list[str] = field(init=False)
    _whole: bool = field(init=False)
    _widest: list[int] = field(init=False)
    _grid: np.ndarray = field(init=False)
    _sizes: np.ndarray = field(init=False)
    _kept: list[Classes] = field(default_factory=list)
    _room: int = ROOM

    def __post_init__(self) -> None:
        names = list(dict.fromkeys(model.column for model in self.models if model.column))
        self._names = sorted({model.column for model in self.models if not model.steady and model.column})
        self._whole = self.limit == 0
        spans = [column[0] for column in self.table.spans]
        self._widest = sorted(range(len(spans)), key=spans.__getitem__, reverse=True)
        self._grid = np.zeros((64, len(self.table.columns)), dtype=np.int16)
        self._sizes = np.zeros(64, dtype=np.int64)
        self._keep((0,) * len(self.table.columns), self.table.base(names))

    @property
    def monotone(self) -> bool:
        """Whether an infeasible node rules out every finer one: no suppression, or only steady models."""
        return self._whole or all(model.steady for model in self.models)

    def classes(self, node: Node) -> Classes:
        """The classes of a node, rolled up from the smallest known finer one.

        Before that, the node's levels in the columns with most values alone are made known: they are
        shared by many nodes and leave few classes.
        """
        for depth in range(1, HUBS + 1):
            lifted = self._widest[:depth]
            hub = tuple(level if i in lifted else 0 for i, level in enumerate(node))
            if hub not in self._places and len(self._rolled(hub)) <= SMALL:
                break
        return self._rolled(node)

    def _parent(self, node: Node) -> int:
        finer = np.flatnonzero((self._grid[: len(self._kept)] <= node).all(axis=1))
        return int(finer[self._sizes[finer].argmin()])

    def _rolled(self, node: Node) -> Classes:
        if node in self._places:
            return self._kept[self._places[node]]
        parent = self._parent(node)
        members = self._kept[parent].member if parent else None
        found = self._kept[parent].rolled(*self.table.keys(node, members))
        self._keep(node, found)
        return found

    def check(self, node: Node, ceiling: float = np.inf) -> Check:
        """Check a node against all models.

        Args:
            node: the node.
            ceiling: a node that is sure to score at or above it is not examined further and comes back
                as infeasible.
        """
        self.checked += 1
        classes = self.classes(node)
        failing = self._failing(classes, steady=True)
        lost = int(classes.count[failing].sum())
        if lost > self.limit:
            return Check(
                node, classes, failing, lost, np.inf, np.zeros(0), lost, feasible=False, hopeless=True
            )
        costs = self.scorer.costs(node, classes, failing)
        score = self.scorer.score(node, costs)
        check = Check(node, classes, failing, lost, score, costs, lost, score < ceiling, hopeless=False)
        if score >= ceiling or all(model.steady for model in self.models):
            return check
        return self._unsteady(check)

    def _unsteady(self, check: Check) -> Check:
        rest = np.flatnonzero(~check.failing & (check.classes.count > 0))
        part = check.classes.only(rest, self._names)
        failing = check.failing.copy()
        failing[rest] = self._failing(part, steady=False)
        lost = int(check.classes.count[failing].sum())
        asked = [model for model in self.models if model.column is None or lost > self.limit]
        sure = check.lost + max(
            (
                model.least_lost(part if model.column else check.classes, self.table.attributes)
                for model in asked
            ),
            default=0.0,
        )
        hopeless = max(lost if self._whole else 0, sure) > self.limit
        feasible = lost <= self.limit and not hopeless
        costs = self.scorer.costs(check.node, check.classes, failing)
        score = self.scorer.score(check.node, costs)
        return Check(check.node, check.classes, failing, lost, score, check.costs, sure, feasible, hopeless)

    def _failing(self, classes: Classes, *, steady: bool) -> Mask:
        failing = np.zeros(len(classes), dtype=bool)
        for model in self.models:
            if model.steady is steady:
                failing |= model.fails(classes, self.table.attributes)
        return failing

    def _keep(self, node: Node, classes: Classes) -> None:
        cost = len(classes)
        if self._kept and cost > self._room:
            return
        self._room -= cost
        place = len(self._kept)
        if place == len(self._grid):
            self._grid = np.concatenate([self._grid, np.zeros_like(self._grid)])
            self._sizes = np.concatenate([self._sizes, np.zeros_like(self._sizes)])
        self._grid[place], self._sizes[place] = node, len(classes)
        self._places[node] = place
        self._kept.append(classes)
