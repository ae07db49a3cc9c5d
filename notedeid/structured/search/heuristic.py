"""Search of lattices that are too large to enumerate: descend, improve, shake, mend, repeat.

From the top the search goes down while a step fits, then improves by single steps and by exchanges of
levels, then restarts from the best node with some levels changed, raised until it fits, until the time
budget ends or nothing better was found for a while. Shakes come from a fixed seed, so that equal numbers of
checks give equal answers. The certificate carries a lower bound: how far the answer can be from the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from notedeid.structured.metrics import Metric
from notedeid.structured.search.bound import lower_bound
from notedeid.structured.search.climb import Climber
from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem

__all__ = ["heuristic"]

PATIENCE = 24
SHAKES = 4
NOTE = "a heuristic search: the optimum lies between the lower bound and the loss"


def heuristic(problem: Problem, metric: Metric, expired: Callable[[], bool]) -> Outcome:
    """A good node of a lattice of any size, with a lower bound of the optimum."""
    heights = problem.table.heights
    climber = Climber(problem, expired)
    climber.improve(climber.descend(tuple(height - 1 for height in heights)))
    floor = lower_bound(problem, metric, expired)
    rng = np.random.default_rng(20)
    idle = 0
    while climber.best is not None and idle < PATIENCE and not expired():
        before = climber.ceiling
        shaken = climber.ascend(_shaken(climber.best.node, heights, rng))
        climber.improve(climber.descend(shaken))
        idle = 0 if climber.ceiling < before else idle + 1
    return _outcome(problem, climber.best, floor)


def _shaken(node: Node, heights: tuple[int, ...], rng: np.random.Generator) -> Node:
    levels = np.array(node)
    for column in rng.choice(len(node), min(SHAKES, len(node)), replace=False):
        levels[column] = rng.integers(heights[column])
    return tuple(levels.tolist())


def _outcome(problem: Problem, best: Check | None, floor: float) -> Outcome:
    loss = problem.scorer.loss(best.score) if best else math.inf
    certificate = Certificate(
        "heuristic",
        math.prod(problem.table.heights),
        problem.checked,
        0,
        0,
        proven=loss <= floor,
        lower_bound=min(floor, loss),
        notes=(NOTE,),
    )
    return Outcome(best, loss, certificate)
