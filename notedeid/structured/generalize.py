"""The cells of a release: labels of the groups that records fall into."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from notedeid.structured.table import Table

__all__ = ["generalized"]


def generalized(frame: pd.DataFrame, table: Table, levels: npt.NDArray[np.int64]) -> pd.DataFrame:
    """Replace each cell by its label at the given level.

    Args:
        frame: the quasi-identifiers of the records.
        table: the same records encoded.
        levels: int array (records, quasi-identifiers).

    Returns:
        A new frame with the same index; a column wholly at level 0 keeps its values and type.
    """
    columns = {name: _column(frame[name], table, i, levels[:, i]) for i, name in enumerate(table.columns)}
    return pd.DataFrame(columns, index=frame.index)


def _column(column: pd.Series, table: Table, place: int, levels: npt.NDArray[np.int64]) -> pd.Series:
    if not levels.any():
        return column
    hierarchy = table.hierarchies[place]
    leaves = table.leaves[place][: table.records]
    labels = np.empty(len(leaves), dtype=object)
    for level in np.unique(levels):
        rows = levels == level
        names = np.array([label or None for label in hierarchy.labels[level]], dtype=object)
        labels[rows] = names[hierarchy.codes[level][leaves[rows]]]
    return pd.Series(labels, index=column.index, name=column.name, dtype=object)
