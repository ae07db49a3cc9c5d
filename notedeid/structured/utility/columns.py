"""One column before and after: how far its distribution moved.

Generalized numbers stand for the middle of their group: "30-39" for 34.5, "[5, 10)" for 7.5, "90+" for 90.

>>> numeric(pd.Series(["30-39", "[5, 10)", "90+", "7", "*"])).tolist()
[34.5, 7.5, 90.0, 7.0, nan]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import wasserstein_distance

from notedeid.structured.hierarchies.hierarchy import TOP, text_of

__all__ = ["ColumnChange", "column_change", "numeric"]

MOST = 0.9
BINS = 12
NUMBER = r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
SPAN = re.compile(rf"\[{NUMBER}, {NUMBER}[)\]]|(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")
OPEN = re.compile(rf"{NUMBER}\+|[<>]=? {NUMBER}")
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ColumnChange:
    """A column before and after.

    Attributes:
        name: the column.
        numeric: whether both are numbers or groups of numbers.
        missing: share of missing cells before and after.
        distinct: number of distinct values before and after.
        distance: for numbers the mean move of a value in standard deviations (Wasserstein-1), for others
            the total variation, 0 to 1; None where the values have no name in common.
        shares: by value or bin, its share before and after, the commonest first.
    """

    name: str
    numeric: bool
    missing: tuple[float, float]
    distinct: tuple[int, int]
    distance: float | None
    shares: tuple[tuple[str, float, float], ...]


def numeric(values: pd.Series) -> pd.Series:
    """The numbers that cells stand for; what is none is missing."""
    if pd.api.types.is_numeric_dtype(values):
        return values.astype(np.float64)
    middle = {text: _middle(text) for text in {text_of(value) for value in values.dropna().unique()}}
    return values.map(lambda value: middle[text_of(value)], na_action="ignore").astype(np.float64)


def _middle(text: str) -> float:
    if match := SPAN.fullmatch(text):
        ends = [float(group) for group in match.groups() if group is not None]
        return sum(ends) / 2
    if match := OPEN.fullmatch(text):
        return float(match[1] or match[2])
    try:
        number = float(text)
    except ValueError:
        return float("nan")
    return number if np.isfinite(number) else float("nan")


def is_numeric(values: pd.Series) -> bool:
    """Whether nearly all filled cells stand for numbers; a categorical column is none."""
    filled = values.dropna()
    if isinstance(values.dtype, pd.CategoricalDtype) or not len(filled):
        return False
    return float(numeric(filled).notna().mean()) >= MOST


def column_change(before: pd.Series, after: pd.Series) -> ColumnChange:
    """Compare a column of two tables."""
    gone = bool((after.dropna().map(text_of) == TOP).all())
    whole = is_numeric(before) and (is_numeric(after) or gone)
    distance, shares = _numbers(before, after) if whole else _categories(before, after)
    missing = float(before.isna().mean()), float(after.isna().mean())
    return ColumnChange(
        str(before.name), whole, missing, (before.nunique(), after.nunique()), distance, shares
    )


def _numbers(
    before: pd.Series, after: pd.Series
) -> tuple[float | None, tuple[tuple[str, float, float], ...]]:
    old, new = (numeric(values).dropna().to_numpy() for values in (before, after))
    edges = _edges(old, new)
    held = [np.histogram(values, edges)[0] / max(len(values), 1) for values in (old, new)]
    names = [f"{low:.6g} to {high:.6g}" for low, high in pairwise(edges)]
    rows = tuple(zip(names, map(float, held[0]), map(float, held[1]), strict=True))
    if not len(new):
        return None, (*rows, (TOP, 0.0, 1.0))
    return float(wasserstein_distance(old, new) / (old.std() or 1.0)), rows


def _edges(old: Floats, new: Floats) -> Floats:
    """Between the values of the release where they are few, as bands are; else the tenths of both."""
    values, both = np.unique(new), np.concatenate([old, new])
    few = 1 < len(values) <= BINS
    inner = (values[1:] + values[:-1]) / 2 if few else np.quantile(both, np.linspace(0.1, 0.9, 9))
    return np.unique([both.min(), *inner, np.nextafter(both.max(), np.inf)])


def _categories(
    before: pd.Series, after: pd.Series
) -> tuple[float | None, tuple[tuple[str, float, float], ...]]:
    old, new = (values.dropna().map(text_of).value_counts(normalize=True) for values in (before, after))
    both = pd.DataFrame({"old": old, "new": new}).fillna(0.0).rename_axis(None)
    both["name"] = both.index.astype(str)
    both = both.sort_values(["new", "old", "name"], ascending=[False, False, True])
    met = bool(set(old.index) & set(new.index))
    shares = both[["old", "new"]].to_numpy(dtype=np.float64).tolist()
    rows = tuple((str(name), *pair) for name, pair in zip(both["name"], shares, strict=True))
    return (float((both["old"] - both["new"]).abs().sum() / 2) if met else None), rows
