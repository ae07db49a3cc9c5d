"""A generalization hierarchy: levels of value -> group, each coarser than the one before.

Level 0 is the value itself. Merging must be monotone: two values together at one level stay together
at every higher one, otherwise a lattice search over the levels would prune what it must not (Samarati,
"Protecting respondents' identities in microdata release", IEEE TKDE 13(6), 2001).

>>> import pandas as pd
>>> h = Levels("age", ("decade", lambda v: f"{int(v) // 10 * 10}s")).fit(pd.Series([31, 35, 42]))
>>> h.height, h.labels[1]
(3, ('30s', '40s'))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError

__all__ = ["TOP", "Builder", "Hierarchy", "Levels", "natural", "text_of"]

TOP = "*"
Ints = npt.NDArray[np.int32]
Step = tuple[str, Callable[[object], str]]


def text_of(value: object) -> str:
    """The text by which a cell is matched with a hierarchy: 39, 39.0 and "39" are one value."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    if isinstance(value, pd.Timestamp) and value == value.normalize():
        return value.date().isoformat()
    return str(value)


def natural(text: str) -> tuple[bool, int, str]:
    """Sort key of cell texts: words by letter, then whole numbers by size."""
    return text.isdigit(), len(text) if text.isdigit() else 0, text


class Builder(Protocol):
    """Whatever makes a hierarchy for a column: a finished one, or a rule applied to the column's values."""

    def fit(self, values: pd.Series) -> Hierarchy:
        """The hierarchy over the values of a column."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """A checked hierarchy over known values.

    Attributes:
        name: what it is called in messages.
        leaves: the values (as text, see `text_of`), one a column of `codes`.
        codes: int array (levels, leaves): the group of each leaf at each level, 0-based and dense.
        labels: per level the label of each group.
        levels: the name of each level, for reports.
    """

    name: str
    leaves: tuple[str, ...]
    codes: Ints
    labels: tuple[tuple[str, ...], ...]
    levels: tuple[str, ...]

    def __post_init__(self) -> None:
        for level in range(1, self.height):
            self._check_merge(level)

    @property
    def height(self) -> int:
        """The number of levels, level 0 included."""
        return len(self.labels)

    @classmethod
    def from_labels(cls, name: str, rows: Sequence[Sequence[str]], levels: Sequence[str] = ()) -> Hierarchy:
        """Build from one row a leaf: its value, then its label at each higher level.

        Raises:
            InputError: no rows, rows of different width, a value twice, or a level that splits a group.
        """
        widths = {len(row) for row in rows}
        if len(widths) != 1:
            raise InputError(
                f"hierarchy {name!r}: every value needs the same number of levels, found {widths}"
            )
        columns = [
            pd.factorize(np.array([row[i] for row in rows], dtype=object)) for i in range(widths.pop())
        ]
        leaves = tuple(str(value) for value in columns[0][1])
        if len(leaves) != len(rows):
            raise InputError(f"hierarchy {name!r}: a value is listed twice; list each value once")
        codes = np.stack([code for code, _ in columns]).astype(np.int32)
        labels = tuple(tuple(str(label) for label in kinds) for _, kinds in columns)
        return cls(
            name, leaves, codes, labels, tuple(levels) or tuple(f"level {i}" for i in range(len(labels)))
        )

    def fit(self, values: pd.Series) -> Hierarchy:
        """Itself: a finished hierarchy does not depend on the column."""
        del values
        return self

    def with_missing(self) -> Hierarchy:
        """The same with one more leaf for missing cells, alone at each level but a single top."""
        rows = [
            [labels[code] for labels, code in zip(self.labels, column, strict=True)]
            for column in self.codes.T
        ]
        top = self.labels[-1]
        missing = [""] * (self.height - 1) + [top[0] if len(top) == 1 else ""]
        return Hierarchy.from_labels(self.name, [*rows, missing], self.levels)

    def shares(self, level: int) -> npt.NDArray[np.float64]:
        """Per group of a level, the share of all leaves it holds (the term of the Loss metric)."""
        return np.bincount(self.codes[level], minlength=len(self.labels[level])) / len(self.leaves)

    def _check_merge(self, level: int) -> None:
        low, high = self.codes[level - 1], self.codes[level]
        first = np.zeros(len(self.labels[level - 1]), dtype=np.int64)
        first[low[::-1]] = np.arange(len(low))[::-1]
        split = np.flatnonzero(high[first[low]] != high)
        if split.size:
            a, b = self.leaves[first[low[split[0]]]], self.leaves[split[0]]
            raise InputError(
                f"hierarchy {self.name!r}: {a!r} and {b!r} are together at level {level - 1} "
                f"but apart at level {level}; a higher level may only merge"
            )


@dataclass(frozen=True, slots=True, init=False)
class Levels:
    """A hierarchy given as functions: one a level, from a value to its label; `*` is added on top.

    Args:
        name: what it is called in messages.
        steps: (level name, function) from fine to coarse; a function raises ValueError for a value it
            cannot read.
    """

    name: str
    steps: tuple[Step, ...]

    def __init__(self, name: str, *steps: Step) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "steps", steps)

    def fit(self, values: pd.Series) -> Hierarchy:
        """Apply the functions to the distinct values of a column and check that they only merge.

        Raises:
            InputError: a value that a function cannot read, or two values that a level splits.
        """
        distinct = {text_of(value): value for value in values.dropna().unique()}
        rows = [
            [text, *(self._label(step, distinct[text], values.name) for step in self.steps), TOP]
            for text in sorted(distinct, key=natural)
        ]
        if not rows:
            raise InputError(f"hierarchy {self.name!r}: column {values.name!r} has no values to generalize")
        return Hierarchy.from_labels(self.name, rows, ("value", *(name for name, _ in self.steps), "all"))

    def _label(self, step: Step, value: object, column: object) -> str:
        try:
            return step[1](value)
        except (ValueError, TypeError, OverflowError) as error:
            where = "" if column is None else f"column {column!r}: "
            raise InputError(
                f"{where}{text_of(value)!r} cannot be read by the hierarchy {self.name!r}; "
                "correct or empty the cell, or take another hierarchy"
            ) from error
