"""What is searched: a table, privacy models, a suppression budget and a metric; and how a node is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from notedeid.structured.classes import Classes, Mask
from notedeid.structured.models import Model, Scope
from notedeid.structured.models.whole import WholeModel
from notedeid.structured.scoring import Forced, Scorer
from notedeid.structured.table import Table

__all__ = ["Check", "Node", "Problem"]

Node: TypeAlias = tuple[int, ...]

ROOM = 6_000_000
HUBS = 3
SMALL = 2_000
SLACK = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """What a check of a node found.

    Attributes:
        node: the level of each quasi-identifier.
        classes: its classes.
        failing: classes that some model forbids.
        lost: records in failing classes.
        score: the scorer's score.
        forced: what it and every finer node must suppress.
        feasible: whether the failing records fit into the suppression budget.
        hopeless: whether no finer node can be feasible.
    """

    node: Node
    classes: Classes
    failing: Mask
    lost: int
    score: float
    forced: Forced
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
    _tabled: list[WholeModel] = field(init=False)
    _steady: list[Model] = field(init=False)
    _unsteady: list[Model] = field(init=False)
    _names: list[str] = field(init=False)
    _whole: bool = field(init=False)
    _widest: list[int] = field(init=False)
    _grid: np.ndarray = field(init=False)
    _sizes: np.ndarray = field(init=False)
    _kept: list[Classes] = field(default_factory=list)
    _room: int = ROOM

    def __post_init__(self) -> None:
        names = list(dict.fromkeys(model.column for model in self.models if model.column))
        self._tabled = [model for model in self.models if isinstance(model, WholeModel)]
        self._steady = [m for m in self.models if m.steady and m.scope is not Scope.TABLE]
        self._unsteady = [model for model in self.models if not model.steady]
        self._names = sorted({model.column for model in self._unsteady if model.column})
        self._whole = self.limit == 0 and all(model.mergeable for model in self.models)
        spans = [column[0] for column in self.table.spans]
        self._widest = sorted(range(len(spans)), key=spans.__getitem__, reverse=True)
        self._grid = np.zeros((64, len(self.table.columns)), dtype=np.int8)
        self._sizes = np.zeros(64, dtype=np.int64)
        self._keep((0,) * len(self.table.columns), self.table.base(names))

    @property
    def monotone(self) -> bool:
        """Whether an infeasible node rules out every finer one: no suppression, or only steady models."""
        return self._whole or not self._unsteady

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
        levels = np.array(node, dtype=self._grid.dtype)
        finer = np.flatnonzero((self._grid[: len(self._kept)] <= levels).all(axis=1))
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
        alone = self._failing(classes, self._steady)
        least = np.where(alone, classes.count, 0.0)
        failing = self._shrunk(classes, alone, [model for model in self._tabled if model.steady])
        lost = int(classes.count[failing].sum())
        forced = Forced(least, lost)
        check = Check(node, classes, failing, lost, np.inf, forced, feasible=False, hopeless=True)
        if lost > self.limit:
            return check
        known = alone if self._unsteady else failing
        score = self.scorer.score(node, classes, np.where(known, classes.count, 0.0))
        check = replace(check, score=score, feasible=score < ceiling, hopeless=False)
        return self._examined(check, alone) if self._unsteady and score < ceiling else check

    def _examined(self, check: Check, alone: Mask) -> Check:
        classes, failing, least = check.classes, alone.copy(), check.forced.by_class.copy()
        rest = np.flatnonzero(~failing)
        part = classes.only(rest, self._names)
        single = [model for model in self._unsteady if model.scope is not Scope.TABLE]
        failing[rest] = self._failing(part, single)
        for model in single:
            found = np.ceil(model.least_lost(part, self.table.attributes) - SLACK)
            least[rest] = np.maximum(least[rest], found)
        failing = self._shrunk(classes, failing, self._tabled)
        lost = int(classes.count[failing].sum())
        forced = Forced(least, max(check.forced.records, float(least.sum())))
        check = replace(check, failing=failing, lost=lost, forced=forced, feasible=lost <= self.limit)
        if max(lost if self._whole else 0, forced.records) > self.limit:
            return replace(check, feasible=False, hopeless=True)
        score = self.scorer.score(check.node, classes, np.where(failing, classes.count, 0.0))
        return replace(check, score=score)

    def _failing(self, classes: Classes, models: Sequence[Model]) -> Mask:
        failing = np.zeros(len(classes), dtype=bool)
        for model in models:
            failing |= model.fails(classes, self.table.attributes)
        return failing

    def _shrunk(self, classes: Classes, failing: Mask, models: Sequence[WholeModel]) -> Mask:
        """Also the classes that models of all classes put out, until nothing changes or too much is lost."""
        failing, before, room = failing.copy(), -1, self.limit - int(classes.count[failing].sum())
        while models and room >= 0 and int(failing.sum()) != before:
            before = int(failing.sum())
            for model in models:
                rest = np.flatnonzero(~failing)
                failing[rest] = model.within(classes.only(rest, ()), room)
                room = max(self.limit - int(classes.count[failing].sum()), -1)
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
