"""Steps from node to node of a lattice that is too large to enumerate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from notedeid.structured.search.problem import Check, Node, Problem

__all__ = ["Climber"]


@dataclass(slots=True, eq=False)
class Climber:
    """Checks nodes, and remembers the best one and what cannot be better.

    Args:
        problem: what to search.
        expired: says whether the time budget is used up.
    """

    problem: Problem
    expired: Callable[[], bool]
    best: Check | None = None
    seen: dict[Node, tuple[float, int]] = field(default_factory=dict)
    columns: list[npt.NDArray[np.float64]] = field(init=False)
    _ruled: npt.NDArray[np.int8] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = self.problem.scorer.columns or []
        self._ruled = np.zeros((0, len(self.problem.table.heights)), dtype=np.int8)

    @property
    def ceiling(self) -> float:
        """The best score so far."""
        return self.best.score if self.best else math.inf

    def floor(self, node: Node) -> float:
        """A score that the node cannot be below."""
        return sum(float(cost[level]) for cost, level in zip(self.columns, node, strict=False))

    def score(self, node: Node) -> float:
        """The score of a node, infinite if it does not fit."""
        return self.look(node)[0]

    def look(self, node: Node) -> tuple[float, int]:
        """Score and suppressed records of a node; a node below a hopeless one is not checked again."""
        if node not in self.seen:
            if self.ruled_out(node):
                return math.inf, self.problem.limit + 1
            check = self.problem.check(node)
            if check.hopeless:
                self._ruled = np.vstack([self._ruled, np.array([node], dtype=np.int8)])
            elif check.feasible and check.score < self.ceiling:
                self.best = check
            self.seen[node] = (check.score if check.feasible else math.inf, check.lost)
        return self.seen[node]

    def ruled_out(self, node: Node) -> bool:
        """Whether the node is hopeless, or finer than one that is."""
        return bool((self._ruled >= np.array(node, dtype=np.int8)).all(axis=1).any())

    def descend(self, node: Node) -> Node:
        """Go down while a step fits, by what it gains for each record that it suppresses."""
        here, lost = self.look(node)
        while not self.expired():
            steps = [(finer, *self.look(finer)) for finer in self._moves(node, (-1,))]
            fitting = [
                ((here - score) / max(more - lost, 1), score, more, finer)
                for finer, score, more in steps
                if score < here
            ]
            if not fitting:
                break
            _, here, lost, node = max(fitting)
        return node

    def ascend(self, node: Node) -> Node:
        """Go up until the node fits, by the records that a step saves for what it costs."""
        score, lost = self.look(node)
        while math.isinf(score) and not self.expired():
            steps = []
            for coarser in self._moves(node, (1,)):
                score, fewer = self.look(coarser)
                price = max(self.floor(coarser) - self.floor(node), 1e-9)
                steps.append(((lost - fewer) / price, coarser, score, fewer))
            if not steps:
                break
            _, node, score, lost = max(steps)
        return node

    def improve(self, node: Node) -> Node:
        """Take steps and exchanges while one is better."""
        while not self.expired():
            here = self.score(node)
            better = next(
                (
                    other
                    for other in self._around(node)
                    if self.floor(other) < here and self.score(other) < here
                ),
                None,
            )
            if better is None:
                break
            node = better
        return node

    def _around(self, node: Node) -> Iterator[Node]:
        yield from self._moves(node, (-1, 1))
        for coarser in self._moves(node, (1,)):
            for finer in self._moves(coarser, (-1,)):
                if finer != node:
                    yield finer
                    yield from self._moves(finer, (-1,))

    def _moves(self, node: Node, steps: tuple[int, ...]) -> Iterator[Node]:
        for i, height in enumerate(self.problem.table.heights):
            for step in steps:
                if 0 <= node[i] + step < height:
                    yield (*node[:i], node[i] + step, *node[i + 1 :])
