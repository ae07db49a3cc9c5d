"""What an attacker computes of suppressed cells: the margins solved as linear programs.

Every line of the table says that its parts sum to its total, and no count is below zero. The smallest and
the largest value of a suppressed cell under these equations is all that the publication tells about it
(Fischetti and Salazar, Management Science 47(7), 2001). The interval is exact for one and two axes; with
more, whole numbers may narrow it below what the program finds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.sparse import csr_array

from notedeid.structured.aggregates.grid import Cell, Grid

__all__ = ["Interval", "audit"]

OPEN = 1 << 40
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """What the published figures tell of a suppressed cell: its count lies in [low, high]."""

    low: int
    high: int

    @property
    def width(self) -> int:
        """How much is left open."""
        return self.high - self.low


def audit(
    grid: Grid, hidden: Collection[Cell], *, only: Collection[Cell] | None = None
) -> dict[Cell, Interval]:
    """Solve the margins for suppressed cells.

    Args:
        grid: the table.
        hidden: its suppressed cells.
        only: cells to solve for; all suppressed ones where None.
    """
    place = {cell: i for i, cell in enumerate(sorted(hidden))}
    system = _equations(grid, place)
    return {
        cell: _interval(place[cell], len(place), system) for cell in sorted(hidden if only is None else only)
    }


def _equations(grid: Grid, place: dict[Cell, int]) -> tuple[Any, Floats]:
    rows: list[int] = []
    columns: list[int] = []
    signs: list[float] = []
    right: list[float] = []
    for line in grid.lines:
        unknown = [cell for cell in line if cell in place]
        if not unknown:
            continue
        rows += [len(right)] * len(unknown)
        columns += [place[cell] for cell in unknown]
        signs += [-1.0 if cell == line[-1] else 1.0 for cell in unknown]
        known = sum(int(grid.counts[cell]) for cell in line[:-1] if cell not in place)
        right.append(float((0 if line[-1] in place else int(grid.counts[line[-1]])) - known))
    return csr_array((signs, (rows, columns)), shape=(len(right), max(len(place), 1))), np.array(right)


def _interval(target: int, size: int, system: tuple[Any, Floats]) -> Interval:
    goal = np.zeros(size)
    goal[target] = 1
    matrix, right = system
    least = linprog(goal, A_eq=matrix, b_eq=right, bounds=(0, None))
    most = linprog(-goal, A_eq=matrix, b_eq=right, bounds=(0, None))
    low = float(least.fun or 0) if least.success else 0.0
    high = -float(most.fun or 0) if most.success else float(OPEN)
    return Interval(int(np.ceil(low - 1e-6)), int(np.floor(high + 1e-6)))
