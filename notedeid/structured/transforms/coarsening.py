"""Coarser values: rounding, bins, top and bottom coding, rare categories in one group.

After Hundepool et al., "Statistical Disclosure Control", Wiley 2012, chapter 3.

>>> import pandas as pd
>>> round_to(pd.Series([12, 13, -13]), 5).tolist(), bound(pd.Series([1, 40, 99]), top=90).tolist()
([10, 15, -15], [1, 40, 90])
>>> group_rare(pd.Series(["flu"] * 3 + ["kuru", "noma"]), 2).tolist()
['flu', 'flu', 'flu', 'other', 'other']
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from annotation.errors import InputError

__all__ = ["bins", "bound", "group_rare", "numbers", "round_to"]


def round_to(values: pd.Series, base: float) -> pd.Series:
    """Round to the nearest multiple of `base`, halves away from zero.

    Raises:
        InputError: a base of zero or less, or a cell that is no number.
    """
    if not base > 0:
        raise InputError(f"rounding needs a base above zero, not {base}")
    found = numbers(values)
    rounded = np.sign(found) * np.floor(np.abs(found) / base + 0.5) * base
    whole = float(base).is_integer()
    return pd.Series(rounded.round(), dtype="Int64") if whole else pd.Series(rounded.round(12))


def bins(values: pd.Series, edges: Sequence[float]) -> pd.Series:
    """Half-open intervals between `edges`, `< first` and `>= last` outside.

    Raises:
        InputError: edges that do not rise, or a cell that is no number.
    """
    if not edges or any(b <= a for a, b in pairwise(edges)):
        raise InputError(f"bins need rising edges, not {list(edges)}")
    inner = [f"[{a:g}, {b:g})" for a, b in pairwise(edges)]
    names = np.array([f"< {edges[0]:g}", *inner, f">= {edges[-1]:g}"], dtype=object)
    found = numbers(values)
    labels = names[np.searchsorted(np.asarray(edges), found.fillna(edges[0]), side="right")]
    return pd.Series(labels, index=values.index, name=values.name, dtype=object).where(found.notna(), None)


def bound(values: pd.Series, *, bottom: float | None = None, top: float | None = None) -> pd.Series:
    """Bottom and top coding: `bottom` stands for that or less, `top` for that or more.

    Raises:
        InputError: no bound, bounds in the wrong order, or a cell that is no number.
    """
    if bottom is None and top is None:
        raise InputError("top and bottom coding needs a bottom or a top")
    if bottom is not None and top is not None and bottom >= top:
        raise InputError(f"the bottom {bottom} must be below the top {top}")
    return numbers(values).clip(lower=bottom, upper=top)


def group_rare(values: pd.Series, minimum: int, *, label: str = "other") -> pd.Series:
    """Put categories of fewer than `minimum` records into one group.

    The group takes the next rarest categories until it holds `minimum` records itself, or all.

    Raises:
        InputError: a minimum below 2, or a label that is already a category.
    """
    counts = values.value_counts().sort_index().sort_values(kind="stable")
    if minimum < 2:  # noqa: PLR2004 a group of one is no group
        raise InputError(f"a rare category is one of fewer than 2 or more records, not {minimum}")
    if label in counts.index:
        raise InputError(f"column {values.name!r} has a category {label!r} already; give another label")
    rare = int((counts < minimum).sum())
    while rare and rare < len(counts) and counts.iloc[:rare].sum() < minimum:
        rare += 1
    return values.astype(object).mask(values.isin(counts.index[:rare]), label)


def numbers(values: pd.Series) -> pd.Series:
    """A column as numbers, missing cells kept.

    Raises:
        InputError: a cell that is no number.
    """
    found = pd.to_numeric(values, errors="coerce")
    unread = int((found.isna() & values.notna()).sum())
    if unread:
        raise InputError(f"column {values.name!r}: {unread} cells are no numbers; correct or empty them")
    return found
