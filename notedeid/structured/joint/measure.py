"""The joint risk: who stays alike once the notes are read.

Somebody who knows a person's quasi-identifiers and what the notes may tell (age, sex, a condition) looks for
the row. There are two answers, and the risk lies between them. A missing cue rules nobody out: the candidates
of a record are the patients of its class whose cues agree wherever both have one. But a row whose notes say
it is a better guess than a row that says nothing: the likely ones are those candidates whose notes tell all
that the record's notes tell. Where few rows have notes the two are far apart.

>>> table = pd.DataFrame({"age": ["60-69"] * 3})
>>> told = pd.DataFrame({"age": ["66", "61", None]})
>>> found = joint(table, ["age"], told, k=3)
>>> found.candidates.tolist(), found.likely.tolist()
([2, 2, 3], [1, 1, 3])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import class_groups

__all__ = ["Joint", "joint"]

Ints: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Rule: TypeAlias = Callable[[Ints, Ints], Mask]


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """Records and their candidates once the notes are read.

    Attributes:
        k: fewest candidates wanted.
        candidates: per record, the patients that could be its own.
        likely: per record, the patients whose notes tell all that its own tell.
        below: index of the records with fewer than k candidates.
        share_below: their share of all; the lower bound of the joint risk.
        told_below: share of the records with fewer than k likely patients; the upper bound.
        table_below: share of the records below k in the table alone.
        by_cue: by cue, the share with fewer than k likely patients if the notes told only that.
        told: by cue, the share of records whose notes tell it.
    """

    k: int
    candidates: Ints = field(repr=False)
    likely: Ints = field(repr=False)
    below: pd.Index = field(repr=False)
    share_below: float
    told_below: float
    table_below: float
    by_cue: dict[str, float]
    told: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Figures without records."""
        return {
            "k": self.k,
            "smallest": int(self.candidates.min()),
            "share_below": self.share_below,
            "told_below": self.told_below,
            "table_below": self.table_below,
            "by_cue": self.by_cue,
            "told": self.told,
        }


def joint(
    frame: pd.DataFrame,
    quasi: Sequence[str],
    cues: pd.DataFrame,
    *,
    k: int,
    patients: pd.Series | None = None,
) -> Joint:
    """Join a released table with the cues of its notes.

    Args:
        frame: the released records.
        quasi: their quasi-identifiers.
        cues: one column a cue, one row a record in the same order; missing where the notes tell nothing.
        k: fewest candidates wanted.
        patients: whose each record is; candidates are counted by patient.

    Raises:
        InputError: cues of another length, or as `measure`.
    """
    if len(cues) != len(frame):
        raise InputError(f"{len(cues)} rows of cues do not fit {len(frame)} records")
    owner = class_groups(frame, quasi).inverse
    whose = np.arange(len(frame)) if patients is None else pd.factorize(patients, use_na_sentinel=False)[0]
    codes = np.column_stack([pd.factorize(cues[name])[0] for name in cues.columns])
    blank = np.array([next(iter(codes[(cues[n] == "").to_numpy(), i]), -2) for i, n in enumerate(cues)])
    groups = _members(owner)
    found, likely = _matching(groups, codes, whose, _agrees), _matching(groups, codes, whose, _tells(blank))
    alone = {
        str(name): _matching(groups, codes[:, [i]], whose, _tells(blank[[i]])) for i, name in enumerate(cues)
    }
    plain = _matching(groups, codes[:, :0], whose, _agrees)
    return Joint(
        k,
        found,
        likely,
        frame.index[found < k],
        float((found < k).mean()),
        float((likely < k).mean()),
        float((plain < k).mean()),
        {name: float((one < k).mean()) for name, one in alone.items()},
        {str(name): float((cues[name].notna() & (cues[name] != "")).mean()) for name in cues.columns},
    )


def _agrees(kinds: Ints, cue: Ints) -> Mask:
    return np.asarray(((kinds == cue) | (kinds < 0) | (cue < 0)).all(axis=1))


def _tells(blank: Ints) -> Rule:
    """The others tell as much; that a note names nothing (`blank`) is not told, only agreed with."""

    def rule(kinds: Ints, cue: Ints) -> Mask:
        return np.asarray(((kinds == cue) | (cue < 0) | ((cue == blank) & (kinds < 0))).all(axis=1))

    return rule


def _members(owner: Ints) -> list[Ints]:
    order = np.argsort(owner, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(owner[order])) + 1)


def _matching(groups: list[Ints], codes: Ints, whose: Ints, rule: Rule) -> Ints:
    found = np.zeros(len(whose), dtype=np.int64)
    for members in groups:
        kinds, kind = np.unique(codes[members], axis=0, return_inverse=True)
        for number, cue in enumerate(kinds):
            people = np.unique(whose[members[rule(kinds, cue)[kind.ravel()]]])
            found[members[kind.ravel() == number]] = len(people)
    return found
