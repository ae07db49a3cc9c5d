"""Optimal search over the whole generalization lattice.

Nodes are visited by their lower bound. From each the search climbs a chain of coarser nodes that could
still be better than the best known and checks it by halves (after Kohlmayer et al., Flash, PASSAT 2012):
an infeasible node rules out everything finer, a feasible one gives a new best and raises the bounds of
everything finer by the records that it must suppress. What remains unvisited has a bound at or above the
best loss, so the best is optimal. With suppression, models that are not steady rule out only what their
steady part rules out, and all else is checked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem

__all__ = ["optimal"]

NEVER_STEADY = (
    "with suppression the models are not monotone over the lattice; only k-anonymity and other steady models "
    "ruled nodes out, the others were checked one by one"
)
STOPPED = "the time budget ended the search: the node is the best so far, not proven"
SAME = 1e-12
FURTHEST = 1.0


@dataclass(slots=True, eq=False)
class _Search:
    problem: Problem
    expired: Callable[[], bool]
    bounds: npt.NDArray[np.float64] = field(init=False)
    open: npt.NDArray[np.bool_] = field(init=False)
    strides: tuple[int, ...] = field(init=False)
    best: Check | None = None
    ceiling: float = np.inf
    tagged: int = 0
    reach: float = 0.3

    def __post_init__(self) -> None:
        shape = self.problem.table.heights
        self.bounds = np.ascontiguousarray(self.problem.scorer.bounds())
        self.open = np.ones(shape, dtype=bool)
        self.strides = tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))

    def run(self) -> bool:
        """Visit all nodes that could be best; False if time ran out."""
        bounds, waiting = self.bounds.reshape(-1), self.open.reshape(-1)
        order = np.argsort(bounds, kind="stable")
        first = bounds[order]
        for index, bound in zip(order.tolist(), first.tolist(), strict=True):
            if bound >= self.ceiling:
                return True
            if not waiting[index] or bounds[index] >= self.ceiling:
                continue
            if self.expired():
                return False
            self._settle(index)
        return True

    def settle_ties(self) -> None:
        """Lower the best node's levels where nothing is lost by it."""
        column = len(self.strides) - 1
        while self.best is not None and column >= 0:
            level = self.best.node[column] - 1
            finer = (*self.best.node[:column], level, *self.best.node[column + 1 :])
            check = (
                self.problem.check(finer)
                if level >= 0 and self.bounds[finer] <= self.ceiling + SAME
                else None
            )
            if check is not None and check.feasible and check.score <= self.ceiling + SAME:
                self.best, self.ceiling = check, min(check.score, self.ceiling)
            else:
                column -= 1

    def _settle(self, index: int) -> None:
        chain = self._climb(index)
        bounds, waiting = self.bounds.reshape(-1), self.open.reshape(-1)
        place = len(chain) - 1
        within = max(i for i, node in enumerate(chain) if bounds[node] < self.ceiling)
        while waiting[index] and bounds[index] < self.ceiling:
            check = self._check(chain[place])
            if place > within:
                self.reach = min(self.reach * 2, FURTHEST) if check.hopeless else self.reach / 2
                place = within
            else:
                place = place // 2 if check.feasible else 0

    def _climb(self, index: int) -> list[int]:
        bounds, waiting, shape = self.bounds.reshape(-1), self.open.reshape(-1), self.problem.table.heights
        node, chain = list(self._node(index)), [index]
        limit = self.ceiling * (1 + self.reach)
        while True:
            steps = [
                (bounds[index + stride], i)
                for i, stride in enumerate(self.strides)
                if node[i] + 1 < shape[i] and waiting[index + stride] and bounds[index + stride] < limit
            ]
            if not steps:
                return chain
            step = min(steps)[1]
            node[step] += 1
            index += self.strides[step]
            chain.append(index)

    def _check(self, index: int) -> Check:
        node = self._node(index)
        check = self.problem.check(node, self.ceiling)
        self.open[node] = False
        if check.hopeless:
            finer = self.open[tuple(slice(level + 1) for level in node)]
            self.tagged += int(finer.sum())
            finer[...] = False
            return check
        if check.feasible and check.score < self.ceiling:
            self.best, self.ceiling = check, check.score
        self.problem.scorer.learn(self.bounds, node, check.classes, check.forced)
        return check

    def _node(self, index: int) -> Node:
        return tuple(
            index // stride % height
            for stride, height in zip(self.strides, self.problem.table.heights, strict=True)
        )


def optimal(problem: Problem, expired: Callable[[], bool]) -> Outcome:
    """The node of least loss.

    Args:
        problem: what to search.
        expired: says whether the time budget is used up.
    """
    search = _Search(problem, expired)
    proven = search.run()
    checked = problem.checked
    search.settle_ties()
    left = search.bounds[search.open]
    floor = min(float(left.min(initial=np.inf)), search.ceiling)
    notes = ([] if problem.monotone else [NEVER_STEADY]) + ([] if proven else [STOPPED])
    size = search.open.size
    pruned = int(search.open.sum()) if proven else int((left >= search.ceiling).sum())
    certificate = Certificate(
        "optimal",
        size,
        checked,
        search.tagged,
        pruned,
        proven,
        problem.scorer.loss(floor),
        tuple(notes),
    )
    return Outcome(search.best, problem.scorer.loss(search.ceiling), certificate, floor)
