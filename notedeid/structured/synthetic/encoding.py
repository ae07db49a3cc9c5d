"""Rows as points: numbers by rank of size, categories as corners of a simplex; one encoding for all tables.

A number is divided by the range between its first and last hundredth, so that no outlier squeezes the
others; two different categories lie 1 apart, like two numbers a whole range apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.synthetic.amounts import amounts

__all__ = ["points", "texts"]

DIMENSIONS = 64
Floats = npt.NDArray[np.float64]


def points(frames: Sequence[pd.DataFrame], columns: Sequence[str]) -> list[Floats]:
    """The rows of several frames as points of one space.

    Raises:
        InputError: a column that a frame does not have.
    """
    for name in columns:
        if any(name not in frame.columns for frame in frames):
            raise InputError(f"every table needs a column {name!r}")
    whole = pd.concat([frame[list(columns)].astype(object) for frame in frames], ignore_index=True)
    space = np.column_stack([part for name in columns for part in _axes(whole[name])])
    return np.split(space, np.cumsum([len(frame) for frame in frames])[:-1])


def texts(frame: pd.DataFrame, columns: Sequence[str]) -> list[tuple[str, ...]]:
    """Rows as tuples of cell texts, a gap as "", for looking up equal ones."""
    columns_of = [frame[name].map(text_of, na_action="ignore").astype(object).fillna("") for name in columns]
    return list(zip(*columns_of, strict=True))


def _axes(values: pd.Series) -> list[Floats]:
    found = amounts(values)
    if found is not None:
        low, high = float(found.quantile(0.01)), float(found.quantile(0.99))
        scaled = ((found - low) / ((high - low) or 1.0)).clip(-0.5, 1.5)
        return [scaled.fillna(-1.0).to_numpy()]
    codes, kinds = pd.factorize(values.map(text_of, na_action="ignore"), use_na_sentinel=False)
    return list(_corners(len(kinds))[codes].T)


def _corners(kinds: int) -> Floats:
    """One point a category, all at distance 1; of many categories nearly so, in fewer dimensions."""
    if kinds <= DIMENSIONS:
        return np.asarray(np.eye(kinds) / np.sqrt(2))
    drawn = np.random.default_rng(0).standard_normal((kinds, DIMENSIONS))
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True) / np.sqrt(2))
