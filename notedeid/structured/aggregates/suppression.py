"""Which cells go: the small ones, and as many others as it takes that no small one comes back.

A count above zero and below the threshold is small. A zero stays: it names nobody. Further cells are
suppressed, the smallest that open enough first, until the margins leave every small cell open by at least the
threshold. So the result is safe by the audit, not by the pattern.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

import numpy as np

from annotation.errors import InputError
from notedeid.structured.aggregates.audit import Interval, audit
from notedeid.structured.aggregates.grid import Cell, Grid

__all__ = ["small_cells", "suppress"]

Line = tuple[Cell, ...]
PATIENCE = 600


def small_cells(grid: Grid, threshold: int) -> set[Cell]:
    """Cells and margins with 0 < count < threshold."""
    return {tuple(map(int, cell)) for cell in np.argwhere((grid.counts > 0) & (grid.counts < threshold))}


def suppress(grid: Grid, *, threshold: int = 15) -> dict[Cell, Interval]:
    """The cells to suppress, each with what the margins still tell of it.

    Args:
        grid: the table.
        threshold: smallest count to publish, and least width of the interval of a small cell.

    Raises:
        InputError: a threshold below 2, a table that is small itself, or one whose margins give small cells
            away whatever else is suppressed.
    """
    small = small_cells(grid, threshold)
    if threshold < 2:  # noqa: PLR2004 a threshold of one suppresses nothing
        raise InputError(f"a threshold of {threshold} suppresses nothing; use 2 or more")
    if _grand(grid) in small:
        raise InputError(f"the table has fewer than {threshold} records; nothing of it can be published")
    choice = _Choice(grid, threshold)
    hidden = choice.paired(small)
    told = _told(grid, hidden, small, threshold)
    while told:
        more = {cell for exposed in told if (cell := choice.next(hidden, exposed)) is not None}
        if not more:
            raise InputError("the margins give small cells away whatever is suppressed; merge categories")
        hidden = choice.paired(hidden | more)
        told = _told(grid, hidden, told, threshold)
    return audit(grid, _thinned(grid, hidden, small, threshold))


def _told(grid: Grid, hidden: set[Cell], cells: Collection[Cell], threshold: int) -> list[Cell]:
    found = audit(grid, hidden, only=cells)
    return [cell for cell, interval in found.items() if interval.width < threshold]


def _thinned(grid: Grid, hidden: set[Cell], small: set[Cell], threshold: int) -> set[Cell]:
    """Publish again what turns out not to be needed, the largest first; skipped where it takes too long."""
    extra = sorted(hidden - small, key=grid.counts.__getitem__, reverse=True)
    if len(extra) * len(small) > PATIENCE:
        return hidden
    for cell in extra:
        fewer = hidden - {cell}
        if not _told(grid, fewer, small, threshold):
            hidden = fewer
    return hidden


def _grand(grid: Grid) -> Cell:
    return tuple(size - 1 for size in grid.counts.shape)


class _Choice:
    """Which cell to suppress next: the smallest at or above the threshold, which opens enough."""

    def __init__(self, grid: Grid, threshold: int) -> None:
        self._grid, self._threshold = grid, threshold
        self._lines: dict[Cell, list[Line]] = defaultdict(list)
        for line in grid.lines:
            for cell in line:
                self._lines[cell].append(line)

    def paired(self, hidden: set[Cell]) -> set[Cell]:
        """No line may have exactly one suppressed cell: it would be the total less the others."""
        done, queue = set(hidden), sorted(hidden)
        while queue:
            cell = queue.pop()
            for line in self._lines[cell]:
                added = self._of(line, done)
                if added is not None and sum(other in done for other in line) == 1:
                    done.add(added)
                    queue.append(added)
        return done

    def next(self, hidden: set[Cell], exposed: Cell) -> Cell | None:
        """A further cell for an exposed one: of its own lines, else of a line of any suppressed cell."""
        for near in ([exposed], sorted(hidden)):
            lines = [line for cell in near for line in self._lines[cell]]
            offers = {cell for line in lines if (cell := self._of(line, hidden)) is not None}
            if offers:
                return min(offers, key=self._rank)
        return None

    def _of(self, line: Line, hidden: set[Cell]) -> Cell | None:
        inner = [cell for cell in line[:-1] if cell not in hidden and self._grid.counts[cell]]
        total = [cell for cell in line[-1:] if cell not in hidden and cell != _grand(self._grid)]
        return min(inner or total, key=self._rank, default=None)

    def _rank(self, cell: Cell) -> tuple[bool, int, Cell]:
        count = int(self._grid.counts[cell])
        return count < self._threshold, count, cell
