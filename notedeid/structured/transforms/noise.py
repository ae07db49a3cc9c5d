"""Noise and swapping, drawn from a key.

Jitter is bounded uniform noise in proportion to the interquartile range; values beyond Tukey's outer fences
(three interquartile ranges from the quartiles) are first drawn in to the fence, since noise does not hide
an outlier; results are reflected into the column's range. Swapping exchanges values between pairs of
records of one group (Dalenius and Reiss, J. Stat. Plan. Inference 6, 1982). Neither gives a formal
guarantee: measure the release.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.named import need
from notedeid.structured.transforms.coarsening import numbers
from surrogates.keys import Key

__all__ = ["generator", "jitter", "swap"]

FENCE = 3.0


def generator(key: Key, *parts: str) -> np.random.Generator:
    """A numpy generator that a key and the name of its use determine."""
    draw = key.draw("table", *parts)
    return np.random.default_rng([draw.below(1 << 32) for _ in range(8)])


def jitter(values: pd.Series, key: Key, *, width: float = 0.1) -> pd.Series:
    """Move each number by at most `width` interquartile ranges.

    Args:
        values: numbers; whole numbers stay whole, missing cells missing.
        key: what the noise is drawn from, together with the column's name.
        width: largest move, in interquartile ranges.

    Raises:
        InputError: a width of zero or less, or a cell that is no number.
    """
    if not width > 0:
        raise InputError(f"jitter needs a width above zero, not {width}")
    found = numbers(values).astype(np.float64)
    low, high = float(found.quantile(0.25)), float(found.quantile(0.75))
    spread = (high - low) or float(found.std()) or 1.0
    fenced = found.clip(low - FENCE * spread, high + FENCE * spread)
    noise = generator(key, "jitter", str(values.name)).uniform(-width, width, len(found)) * spread
    least, most = fenced.min(), fenced.max()
    moved = fenced + noise
    moved = moved.where(moved >= least, 2 * least - moved).where(moved <= most, 2 * most - moved)
    moved = moved.clip(least, most)
    whole = bool((found.dropna() % 1 == 0).all())
    return pd.Series(moved.round(), dtype="Int64") if whole else pd.Series(moved)


def swap(
    frame: pd.DataFrame, columns: Sequence[str], key: Key, *, share: float = 0.1, within: Sequence[str] = ()
) -> pd.DataFrame:
    """Exchange the values of `columns` (together) between random pairs of records.

    Args:
        frame: the records.
        columns: what is exchanged.
        key: what the pairs are drawn from.
        share: share of the records to take part, above 0 and at most 1.
        within: only records equal in these columns are paired, so their joint distribution stays.

    Raises:
        InputError: an unknown column, or a share outside (0, 1].
    """
    need(frame, *columns, *within)
    if not columns:
        raise InputError("swapping needs columns to swap")
    if not 0 < share <= 1:
        raise InputError(f"a share of records lies above 0 and at most 1, not {share}")
    random = generator(key, "swap", *columns)
    whole = (
        pd.Series(0, index=frame.index) if not within else frame.groupby(list(within), dropna=False).ngroup()
    )
    groups, source = whole.to_numpy(), np.arange(len(frame))
    for group in np.unique(groups):
        members = random.permutation(np.flatnonzero(groups == group))
        pairs = members[: round(len(members) * share) // 2 * 2].reshape(-1, 2)
        source[pairs] = pairs[:, ::-1]
    swapped = frame[list(columns)].iloc[source].set_axis(frame.index)
    return frame.assign(**{name: swapped[name] for name in columns})
