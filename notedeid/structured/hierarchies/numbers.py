"""Numbers: nested intervals, quantiles of the column, or rounding.

>>> import pandas as pd
>>> intervals(5, 10).fit(pd.Series([3, 7, 12])).labels[1:]
(('[0, 5)', '[5, 10)', '[10, 15)'), ('[0, 10)', '[10, 20)'), ('*',))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import Hierarchy, Levels

__all__ = ["Quantiles", "intervals", "rounding"]


def intervals(*widths: float, start: float = 0.0) -> Levels:
    """Half-open intervals, one level a width; each width a multiple of the one before.

    Raises:
        InputError: no widths, a width of zero or less, or one that is no multiple of the one before.
    """
    if not widths or min(widths) <= 0:
        raise InputError("intervals need widths above zero, fine to coarse")
    if any(not math.isclose(b / a, round(b / a)) for a, b in pairwise(widths)):
        raise InputError(f"interval widths {widths} do not nest; each must be a multiple of the one before")

    def cut(width: float) -> Callable[[object], str]:
        def label(value: object) -> str:
            low = start + math.floor((_number(value) - start) / width) * width
            return f"[{low:g}, {low + width:g})"

        return label

    return Levels("intervals", *((f"width {width:g}", cut(width)) for width in widths))


def rounding(*bases: float) -> Levels:
    """Rounding to each base in turn, half up; every level rounds the level before, so groups only merge."""
    if not bases or min(bases) <= 0:
        raise InputError("rounding needs bases above zero, fine to coarse")

    def to(count: int) -> Callable[[object], str]:
        def label(value: object) -> str:
            number = _number(value)
            for base in bases[:count]:
                number = math.floor(number / base + 0.5) * base
            return f"{number:g}"

        return label

    return Levels("rounding", *((f"to {base:g}", to(i + 1)) for i, base in enumerate(bases)))


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Groups of about equal size by the column's own quantiles, halved in number at each level.

    Args:
        groups: number of groups at the finest level, a power of two.
    """

    groups: int = 8

    def fit(self, values: pd.Series) -> Hierarchy:
        """Cut at the quantiles of the column; equal values are never separated.

        Raises:
            InputError: a number of groups that is no power of two, or a value that is no number.
        """
        if self.groups < 2 or self.groups & (self.groups - 1):  # noqa: PLR2004 one group is no level
            raise InputError(f"quantiles need a power of two of groups, not {self.groups}")
        numbers = pd.to_numeric(values.dropna(), errors="coerce")
        if not len(numbers) or numbers.isna().any():
            raise InputError("quantiles need a column of numbers")
        edges = np.quantile(numbers, np.arange(1, self.groups) / self.groups)
        steps = [2**i for i in range(self.groups.bit_length() - 1)]
        return Levels(
            "quantiles",
            *((f"{self.groups // step} groups", _between(edges[step - 1 :: step])) for step in steps),
        ).fit(values)


def _between(edges: np.ndarray) -> Callable[[object], str]:
    bounds = ["", *(f"{edge:g}" for edge in edges), ""]

    def label(value: object) -> str:
        place = int(np.searchsorted(edges, _number(value), side="right"))
        if place == 0:
            return f"< {bounds[1]}"
        return f">= {bounds[place]}" if place == len(edges) else f"[{bounds[place]}, {bounds[place + 1]})"

    return label


def _number(value: object) -> float:
    number = float(str(value))
    if not math.isfinite(number):
        raise ValueError
    return number
