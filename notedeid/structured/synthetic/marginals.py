"""The distribution of one column: quantiles of numbers and dates, shares of categories, gaps.

A synthetic number is read off between two quantiles, so it need not be a real one; extremes are the means of
the outermost hundredth, so no single highest or lowest value comes back. A category of fewer than `rare`
records is never drawn: its share goes to the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.synthetic.amounts import amounts, date_form, written
from notedeid.structured.utility.columns import numeric

__all__ = ["Marginal"]

KNOTS = 100
FEW_VALUES = 12
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Marginal:
    """A column's own distribution on [0, 1).

    Attributes:
        name: the column.
        kinds: categories in the order of the unit interval, None standing for a gap; () for numbers.
        edges: upper end of each category on the unit interval, or the gap's share for numbers.
        knots: quantiles of numbers at equal steps.
        whole: whether numbers are whole.
        form: how dates are written, "" for numbers; see `amounts`.
    """

    name: str
    kinds: tuple[str | None, ...]
    edges: Floats
    knots: Floats
    whole: bool = False
    form: str = ""

    @classmethod
    def of(cls, values: pd.Series, *, rare: int) -> Marginal:
        """Fit a column."""
        name = str(values.name)
        measured = amounts(values) if values.nunique() > FEW_VALUES else None
        if measured is not None:
            found = np.sort(measured.dropna().to_numpy())
            gaps, whole = 1 - len(found) / len(values), bool((found % 1 == 0).all())
            return cls(name, (), np.array([gaps]), _knots(found), whole, date_form(values))
        texts = values.map(text_of, na_action="ignore").astype(object)
        counts = texts.where(texts.notna(), None).value_counts(dropna=False).sort_index(key=_by_text)
        common = counts[counts >= rare] if (counts >= rare).any() else counts.nlargest(1)
        kinds = tuple(None if pd.isna(kind) else str(kind) for kind in common.index)
        return cls(name, kinds, np.cumsum(common.to_numpy()) / common.sum(), np.empty(0))

    def scores(self, values: pd.Series, random: np.random.Generator) -> Floats:
        """Where each cell lies on the unit interval, at random within its category; rare ones anywhere."""
        if not self.kinds:
            measured = amounts(values)
            found = (numeric(values) if measured is None else measured).to_numpy()
            place = np.interp(found, self.knots, np.linspace(0, 1, len(self.knots)))
            gap = float(self.edges[0])
            placed = gap + place * (1 - gap)
            return np.where(np.isnan(found), random.uniform(0, max(gap, 1e-9), len(found)), placed)
        texts = [None if pd.isna(value) else text_of(value) for value in values]
        position = {kind: i for i, kind in enumerate(self.kinds)}
        codes = np.array([position.get(text, -1) for text in texts])
        low = np.concatenate([[0.0], self.edges[:-1]])
        inside = low[codes] + random.random(len(codes)) * (self.edges[codes] - low[codes])
        return np.where(codes < 0, random.random(len(codes)), inside)

    def values(self, scores: Floats) -> pd.Series:
        """Cells for places on the unit interval."""
        if self.kinds:
            codes = np.minimum(np.searchsorted(self.edges, scores, side="right"), len(self.kinds) - 1)
            return pd.Series(np.array(self.kinds, dtype=object)[codes], name=self.name)
        gap = float(self.edges[0])
        place = np.clip((scores - gap) / max(1 - gap, 1e-9), 0, 1)
        found = pd.Series(np.interp(place, np.linspace(0, 1, len(self.knots)), self.knots), name=self.name)
        found = found.where(scores >= gap)
        if self.form:
            return written(found, self.form).rename(self.name)
        return pd.Series(found.round(), dtype="Int64", name=self.name) if self.whole else found


def _by_text(index: pd.Index) -> pd.Index:
    return index.map(str)


def _knots(found: Floats) -> Floats:
    knots = np.quantile(found, np.linspace(0, 1, KNOTS + 1))
    tail = max(len(found) // KNOTS, 5)
    knots[0], knots[-1] = found[:tail].mean(), found[-tail:].mean()
    return np.maximum.accumulate(knots)
