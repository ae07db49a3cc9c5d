"""A publication: counts (and means) of a cross table, safe against back-calculation, rounded if wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.aggregates.audit import Interval
from notedeid.structured.aggregates.grid import Cell, Grid
from notedeid.structured.aggregates.suppression import small_cells, suppress
from notedeid.structured.named import need
from notedeid.structured.transforms.coarsening import numbers, round_to

__all__ = ["Publication", "aggregate"]


@dataclass(frozen=True, slots=True, eq=False)
class Publication:
    """What may be published, and the proof.

    Attributes:
        table: one row a cell and margin: the categories ("all" for a total), `count`, and `mean` where a
            column is measured; suppressed figures are missing.
        small: number of cells suppressed because they are small.
        complementary: number of cells suppressed to protect them.
        intervals: by categories, what the margins tell of every suppressed cell.
        narrowest: width of the narrowest interval of a small cell; None where nothing is small.
    """

    table: pd.DataFrame
    small: int
    complementary: int
    intervals: Mapping[tuple[str, ...], Interval]
    narrowest: int | None


def aggregate(
    frame: pd.DataFrame,
    by: Sequence[str],
    *,
    mean: str | None = None,
    threshold: int = 15,
    base: int | None = None,
) -> Publication:
    """Count records by one or more columns, with all margins.

    A mean stands only where its count does: the sums of suppressed cells are as open as their counts,
    since the same equations tie them.

    Args:
        frame: the records.
        by: the columns to cross.
        mean: a column of numbers whose mean is wanted; records without a number do not count.
        threshold: smallest count that is published.
        base: round counts to this base, after suppression; rounded parts need not sum to rounded totals.

    Raises:
        InputError: an unknown column, a table too small, or margins that cannot be protected.
    """
    if taken := {"count", "mean"} & set(by):
        raise InputError(f"a column to count by is named {min(taken)!r}, as a figure is; rename it")
    if mean is not None:
        need(frame, mean)
    grid = Grid.of(frame, by, None if mean is None else numbers(frame[mean]))
    hidden = suppress(grid, threshold=threshold)
    small = small_cells(grid, threshold)
    return Publication(
        _table(grid, hidden, base),
        len(small),
        len(hidden) - len(small),
        {grid.names(cell): interval for cell, interval in hidden.items()},
        min((hidden[cell].width for cell in small), default=None),
    )


def _table(grid: Grid, hidden: Mapping[Cell, Interval], base: int | None) -> pd.DataFrame:
    cells = [tuple(map(int, cell)) for cell in np.ndindex(grid.counts.shape)]
    table = pd.DataFrame([grid.names(cell) for cell in cells], columns=list(grid.columns))
    shown = [None if cell in hidden else int(grid.counts[cell]) for cell in cells]
    counts = pd.Series(shown, dtype="Int64")
    table["count"] = round_to(counts, base) if base else counts
    if grid.sums is not None:
        table["mean"] = [
            None if cell in hidden or not grid.counts[cell] else grid.sums[cell] / grid.counts[cell]
            for cell in cells
        ]
    return table
