"""Microaggregation: records in groups of at least `size` alike ones, each with the mean of its group.

One column is grouped optimally: the groups are intervals of the sorted values, found as a shortest path
(Hansen and Mukherjee, IEEE TKDE 15(4), 2003). Several are grouped by MDAV (Domingo-Ferrer and Mateo-Sanz,
IEEE TKDE 14(1), 2002) on standardized values.

>>> microaggregate(pd.DataFrame({"dose": [1, 2, 3, 50, 51, 52]}), 3)["dose"].tolist()
[2.0, 2.0, 2.0, 51.0, 51.0, 51.0]
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.transforms.coarsening import numbers

__all__ = ["microaggregate"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def microaggregate(frame: pd.DataFrame, size: int) -> pd.DataFrame:
    """Replace numbers by the means of groups; all columns share their groups, missing rows stay missing.

    Args:
        frame: the columns to treat together.
        size: fewest records of a group, 2 or more.

    Raises:
        InputError: fewer complete records than `size`, or a cell that is no number.
    """
    found = frame.apply(numbers).astype(np.float64)
    complete = found.notna().all(axis=1).to_numpy()
    if size < 2 or complete.sum() < size:  # noqa: PLR2004 the mean of one record is the record
        raise InputError(f"groups of {size} need a size of 2 or more and as many complete records")
    rows = found[complete].to_numpy()
    groups = _intervals(rows[:, 0], size) if rows.shape[1] == 1 else _mdav(rows, size)
    counts = np.bincount(groups)
    means = np.stack([np.bincount(groups, column) / counts for column in rows.T], axis=1)
    out = pd.DataFrame(np.nan, index=frame.index, columns=frame.columns)
    out.iloc[np.flatnonzero(complete)] = means[groups]
    return out


def _intervals(values: Floats, size: int) -> Ints:
    order = np.argsort(values, kind="stable")
    held = values[order] - values.mean()
    total, square = np.append(0, np.cumsum(held)), np.append(0, np.cumsum(held**2))
    count = len(values)
    best, start = np.full(count + 1, np.inf), np.zeros(count + 1, dtype=np.int64)
    best[0] = 0
    for end in range(size, count + 1):
        begin = np.arange(max(0, end - 2 * size + 1), end - size + 1)
        sums = total[end] - total[begin]
        cost = best[begin] + square[end] - square[begin] - sums**2 / (end - begin)
        choice = int(np.argmin(cost))
        best[end], start[end] = cost[choice], begin[choice]
    groups, end, number = np.zeros(count, dtype=np.int64), count, 0
    while end:
        groups[order[start[end] : end]] = number
        end, number = int(start[end]), number + 1
    return groups


def _mdav(rows: Floats, size: int) -> Ints:
    spread = rows.std(axis=0)
    points = (rows - rows.mean(axis=0)) / np.where(spread > 0, spread, 1)
    groups = np.zeros(len(points), dtype=np.int64)
    left, number = np.arange(len(points)), 0
    while len(left) >= 2 * size:
        far = left[int(np.argmax(_distances(points[left], points[left].mean(axis=0))))]
        for turn in range(2 if len(left) >= 3 * size else 1):
            at = far if not turn else left[int(np.argmax(_distances(points[left], points[far])))]
            near = np.argsort(_distances(points[left], points[at]), kind="stable")[:size]
            groups[left[near]], number = number, number + 1
            left = np.delete(left, near)
    groups[left] = number
    return np.unique(groups, return_inverse=True)[1]


def _distances(points: Floats, centre: Floats) -> Floats:
    return np.asarray(((points - centre) ** 2).sum(axis=1))
