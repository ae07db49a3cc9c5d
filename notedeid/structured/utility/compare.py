"""Everything about the use of a release in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import measure
from notedeid.structured.named import need
from notedeid.structured.utility.alike import alike
from notedeid.structured.utility.associations import associations
from notedeid.structured.utility.columns import ColumnChange, column_change
from notedeid.structured.utility.prediction import Accuracy, accuracy

__all__ = ["Utility", "compare"]


@dataclass(frozen=True, slots=True, eq=False)
class Utility:
    """Before and after.

    Attributes:
        rows: number of rows before and after.
        columns: the change of every column in both tables.
        before: association matrix of the original.
        after: the same of the release.
        sizes: class sizes before and after, where quasi-identifiers are named.
        accuracy: of each target.
        loss: information loss of the search, where it is known.
    """

    rows: tuple[int, int]
    columns: tuple[ColumnChange, ...]
    before: pd.DataFrame
    after: pd.DataFrame
    sizes: tuple[list[int], list[int]] | None
    accuracy: tuple[Accuracy, ...]
    loss: float | None = None

    @property
    def difference(self) -> pd.DataFrame:
        """After less before, pair by pair."""
        return self.after - self.before

    @property
    def lost(self) -> float:
        """Mean absolute change of the associations of different columns, 0 to 1."""
        size = len(self.before)
        pairs = size * (size - 1)
        return float(self.difference.abs().to_numpy().sum() / pairs) if pairs else 0.0


def compare(
    before: pd.DataFrame,
    after: pd.DataFrame,
    *,
    columns: Sequence[str] | None = None,
    quasi: Sequence[str] = (),
    targets: Sequence[str] = (),
    loss: float | None = None,
) -> Utility:
    """Compare a release with its original.

    Args:
        before: the original.
        after: the release.
        columns: what to compare; all columns of both where None. Leave codes and notes out.
        quasi: quasi-identifiers, for the class sizes.
        targets: columns to predict from the others.
        loss: information loss of the search, to be shown beside.

    Raises:
        InputError: no column in both tables, an empty table, or as `accuracy`.
    """
    names = [name for name in before.columns if name in after.columns] if columns is None else list(columns)
    if not names:
        raise InputError("the two tables have no column in common to compare")
    for frame in (before, after):
        for some in (names, quasi, targets):
            need(frame, *some)
    if not len(before) or not len(after):
        raise InputError("both tables need rows to compare")
    sizes = (_sizes(before, quasi), _sizes(after, quasi)) if quasi else None
    rows = len(before), len(after)
    used = list(dict.fromkeys([*names, *targets]))
    before, after = alike(before[used], after[used])
    return Utility(
        rows,
        tuple(column_change(before[name], after[name]) for name in names),
        associations(before[names]),
        associations(after[names]),
        sizes,
        tuple(accuracy(before, after, t, [name for name in names if name != t]) for t in targets),
        loss,
    )


def _sizes(frame: pd.DataFrame, quasi: Sequence[str]) -> list[int]:
    return sorted(map(int, measure(frame, quasi).sizes))
