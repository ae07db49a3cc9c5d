"""A cross table with all its margins, and the equations that tie them.

>>> import pandas as pd
>>> grid = Grid.of(pd.DataFrame({"sex": list("FFM"), "ward": list("aba")}), ["sex", "ward"])
>>> grid.counts.tolist()
[[1, 1, 2], [1, 0, 1], [2, 1, 3]]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import natural, text_of
from notedeid.structured.named import need

__all__ = ["ALL", "Cell", "Grid"]

ALL = "all"
Cell = tuple[int, ...]
Number = TypeVar("Number", np.int64, np.float64)
LARGEST = 200_000


@dataclass(frozen=True, eq=False)
class Grid:
    """Counts of every combination of categories; the last place of each axis is its total.

    Attributes:
        columns: the axes.
        categories: the categories of each axis, without the total.
        counts: int array, one longer than the categories on each axis.
        sums: sums of a measured column in the same places, where one is given.
    """

    columns: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.float64] | None = None

    @classmethod
    def of(cls, frame: pd.DataFrame, columns: Sequence[str], measured: pd.Series | None = None) -> Grid:
        """Count a frame; a missing cell is the category "".

        Args:
            frame: the records.
            columns: the axes, one or more.
            measured: numbers whose sums are wanted too; records without one do not count.

        Raises:
            InputError: an unknown column, an empty frame, or more than 200,000 combinations.
        """
        need(frame, *columns)
        if not len(frame) or not columns:
            raise InputError("an aggregate needs records and at least one column")
        rows = frame if measured is None else frame[measured.notna()]
        texts = [rows[name].map(text_of, na_action="ignore").fillna("") for name in columns]
        found = [sorted(set(column), key=natural) for column in texts]
        if np.prod([len(kinds) + 1 for kinds in found]) > LARGEST:
            raise InputError(f"more than {LARGEST:,} cells; take fewer columns or coarser categories")
        places = [
            column.map({kind: i for i, kind in enumerate(kinds)})
            for column, kinds in zip(texts, found, strict=True)
        ]
        shape = [len(kinds) for kinds in found]
        flat = np.ravel_multi_index(tuple(p.to_numpy(dtype=np.int64) for p in places), shape)
        size = int(np.prod(shape))
        counts = np.bincount(flat, minlength=size).reshape(shape)
        sums = None
        if measured is not None:
            weights = measured.dropna().to_numpy(dtype=np.float64)
            sums = _with_totals(np.bincount(flat, weights, size).astype(np.float64).reshape(shape))
        return cls(tuple(columns), tuple(map(tuple, found)), _with_totals(counts), sums)

    @cached_property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """Every equation as cells: the parts, then their total."""
        axes = range(self.counts.ndim)
        return tuple(
            tuple((*others[:axis], place, *others[axis:]) for place in range(self.counts.shape[axis]))
            for axis in axes
            for others in product(*(range(n) for i, n in enumerate(self.counts.shape) if i != axis))
        )

    def names(self, cell: Cell) -> tuple[str, ...]:
        """The categories of a cell, "all" for a total."""
        return tuple(
            kinds[place] if place < len(kinds) else ALL
            for kinds, place in zip(self.categories, cell, strict=True)
        )


def _with_totals(cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
    for axis in range(cells.ndim):
        cells = np.concatenate([cells, cells.sum(axis=axis, keepdims=True)], axis=axis)
    return cells
