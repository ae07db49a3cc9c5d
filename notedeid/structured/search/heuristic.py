"""Search of lattices that are too large to enumerate: descend, improve, shake, repeat.

From the top the search goes down by the best feasible step, then improves by single steps and by exchanges
of one level up for one level down, then restarts from a shaken best node, until the time budget ends or
nothing better was found for a while. Shakes come from a fixed seed, so that equal numbers of checks give
equal answers. The certificate carries a lower bound: how far the answer can be from the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from notedeid.structured.metrics import Metric
from notedeid.structured.search.bound import lower_bound
from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem

__all__ = ["heuristic"]

PATIENCE = 24
SHAKES = 4
NOTE = "a heuristic search: the optimum lies between the lower bound and the loss"


@dataclass(slots=True, eq=False)
class _Climber:
    problem: Problem
    expired: Callable[[], bool]
    seen: dict[Node, float] = field(default_factory=dict)
    best: Check | None = None

    def score(self, node: Node) -> float:
        """The score of a node, infinite if it does not fit."""
        if node not in self.seen:
            check = self.problem.check(node)
            self.seen[node] = check.score if check.feasible else math.inf
            if check.feasible and (self.best is None or check.score < self.best.score):
                self.best = check
        return self.seen[node]

    def descend(self, node: Node) -> Node:
        """Go down by the best step while one fits; the best node on the way."""
        best = node
        while not self.expired():
            steps = [(self.score(finer), finer) for finer in self._moves(node, (-1,))]
            score, node = min(steps, default=(math.inf, node))
            if math.isinf(score):
                break
            if score < self.score(best):
                best = node
        return best

    def improve(self, node: Node) -> Node:
        """Take steps and exchanges while one is better."""
        while not self.expired():
            here = self.score(node)
            steps = ((self.score(other), other) for other in self._around(node))
            better = next((step for step in steps if step[0] < here or self.expired()), None)
            if better is None or better[0] >= here:
                break
            node = better[1]
        return node

    def _around(self, node: Node) -> Iterator[Node]:
        yield from self._moves(node, (-1, 1))
        for coarser in self._moves(node, (1,)):
            yield from (other for other in self._moves(coarser, (-1,)) if other != node)

    def _moves(self, node: Node, steps: tuple[int, ...]) -> Iterator[Node]:
        for i, height in enumerate(self.problem.table.heights):
            for step in steps:
                if 0 <= node[i] + step < height:
                    yield (*node[:i], node[i] + step, *node[i + 1 :])


def heuristic(problem: Problem, metric: Metric, expired: Callable[[], bool]) -> Outcome:
    """A good node of a lattice of any size, with a lower bound of the optimum."""
    heights = problem.table.heights
    climber = _Climber(problem, expired)
    top = tuple(height - 1 for height in heights)
    climber.score(top)
    low = climber.descend(top)
    floor = lower_bound(problem, metric, expired)
    node = climber.improve(low)
    rng = np.random.default_rng(20)
    idle = 0
    while idle < PATIENCE and not expired():
        shaken = _shaken(node, heights, rng)
        found = climber.improve(shaken if math.isfinite(climber.score(shaken)) else node)
        idle += 1
        if climber.score(found) < climber.score(node):
            node, idle = found, 0
    return _outcome(problem, climber.best, floor)


def _shaken(node: Node, heights: tuple[int, ...], rng: np.random.Generator) -> Node:
    levels = np.array(node)
    for column in rng.choice(len(node), min(SHAKES, len(node)), replace=False):
        levels[column] = rng.integers(levels[column], heights[column])
    return tuple(levels.tolist())


def _outcome(problem: Problem, best: Check | None, floor: float) -> Outcome:
    loss = problem.scorer.loss(best.score) if best else math.inf
    size = math.prod(problem.table.heights)
    certificate = Certificate(
        "heuristic",
        size,
        problem.checked,
        0,
        0,
        proven=loss <= floor,
        lower_bound=min(floor, loss),
        notes=(NOTE,),
    )
    return Outcome(best, loss, certificate)
