"""How strongly columns go together, two by two, on one scale from 0 to 1.

Two numbers: Pearson's correlation, its sign left out. Two categories: Cramér's V with Bergsma's correction
(J. Korean Stat. Soc. 42, 2013). A number and a category: the correlation ratio, corrected for the number of
categories (epsilon squared, Kelley 1935).

>>> frame = pd.DataFrame({"x": range(8), "y": range(8, 0, -1), "z": list("aaaabbbb")})
>>> associations(frame).round(2).values.tolist()
[[1.0, 1.0, 0.85], [1.0, 1.0, 0.85], [0.85, 0.85, 1.0]]
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pandas as pd

from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.utility.columns import is_numeric, numeric

__all__ = ["associations"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def associations(frame: pd.DataFrame) -> pd.DataFrame:
    """The matrix of a frame; pairs are taken over rows that have both values."""
    columns = {str(name): _encoded(frame[name]) for name in frame.columns}
    names = list(columns)
    matrix = np.eye(len(names))
    for (i, a), (j, b) in combinations(enumerate(names), 2):
        matrix[i, j] = matrix[j, i] = _pair(columns[a], columns[b])
    return pd.DataFrame(matrix, index=names, columns=names)


def _encoded(values: pd.Series) -> Floats | Ints:
    """Numbers as floats with nan, categories as codes with -1."""
    if is_numeric(values):
        return numeric(values).to_numpy()
    return np.asarray(pd.factorize(values.map(text_of, na_action="ignore"))[0], dtype=np.int64)


def _pair(a: Floats | Ints, b: Floats | Ints) -> float:
    known = _known(a) & _known(b)
    a, b = a[known], b[known]
    if len(a) < 3:  # noqa: PLR2004 two points always lie on a line
        return 0.0
    counted = [values.dtype.kind == "i" for values in (a, b)]
    if all(counted):
        return _cramer(a, b)
    if any(counted):
        return _ratio(b, a) if counted[0] else _ratio(a, b)
    spread = a.std() * b.std()
    return float(abs(((a - a.mean()) * (b - b.mean())).mean() / spread)) if spread else 0.0


def _known(values: Floats | Ints) -> npt.NDArray[np.bool_]:
    return np.asarray(values >= 0) if values.dtype.kind == "i" else ~np.isnan(values)


def _cramer(a: Floats | Ints, b: Floats | Ints) -> float:
    (_, a), (_, b) = np.unique(a, return_inverse=True), np.unique(b, return_inverse=True)
    rows, columns, size = int(a.max()) + 1, int(b.max()) + 1, len(a)
    if min(rows, columns) == 1:
        return 0.0
    seen = np.bincount(a * columns + b, minlength=rows * columns).reshape(rows, columns)
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / size
    squared = float(((seen - expected) ** 2 / expected).sum()) / size
    squared = max(0.0, squared - (rows - 1) * (columns - 1) / (size - 1))
    least = min(rows - (rows - 1) ** 2 / (size - 1), columns - (columns - 1) ** 2 / (size - 1))
    return float(min(1.0, np.sqrt(squared / (least - 1)))) if least > 1 else 0.0


def _ratio(numbers: Floats | Ints, groups: Floats | Ints) -> float:
    _, groups = np.unique(groups, return_inverse=True)
    counts = np.bincount(groups)
    size, kinds = len(numbers), len(counts)
    total = float(((numbers - numbers.mean()) ** 2).sum())
    if kinds in {1, size} or not total:
        return 0.0
    within = float(((numbers - (np.bincount(groups, numbers) / counts)[groups]) ** 2).sum())
    return float(np.sqrt(max(0.0, 1 - within / (size - kinds) * (size - 1) / total)))
