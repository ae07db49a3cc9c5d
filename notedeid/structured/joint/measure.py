"""The joint risk: who stays alike once the notes are read.

Somebody who knows a person's quasi-identifiers and what the notes may tell (age, sex, a condition) looks for
the row. A row is still a candidate if its notes say the same or nothing: a missing cue rules nobody out. The
candidates of a record are therefore the patients of its class whose cues agree wherever both have one.

>>> table = pd.DataFrame({"age": ["60-69"] * 3})
>>> told = pd.DataFrame({"age": ["66", "61", None]})
>>> joint(table, ["age"], told, k=3).candidates.tolist()
[2, 2, 3]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import class_groups

__all__ = ["Joint", "joint"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """Records and their candidates once the notes are read.

    Attributes:
        k: fewest candidates wanted.
        candidates: per record, the patients that could be its own.
        below: index of the records with fewer than k.
        share_below: their share of all.
        table_below: share of the records below k in the table alone.
        by_cue: by cue, the share below k if the notes told only that.
        told: by cue, the share of records whose notes tell it.
    """

    k: int
    candidates: Ints = field(repr=False)
    below: pd.Index = field(repr=False)
    share_below: float
    table_below: float
    by_cue: dict[str, float]
    told: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Figures without records."""
        return {
            "k": self.k,
            "smallest": int(self.candidates.min()),
            "share_below": self.share_below,
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
    groups = _members(owner)
    found = _candidates(groups, codes, whose)
    alone = {name: _candidates(groups, codes[:, [i]], whose) for i, name in enumerate(cues.columns)}
    plain = _candidates(groups, codes[:, :0], whose)
    return Joint(
        k,
        found,
        frame.index[found < k],
        float((found < k).mean()),
        float((plain < k).mean()),
        {str(name): float((one < k).mean()) for name, one in alone.items()},
        {str(name): float((cues[name].notna() & (cues[name] != "")).mean()) for name in cues.columns},
    )


def _members(owner: Ints) -> list[Ints]:
    order = np.argsort(owner, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(owner[order])) + 1)


def _candidates(groups: list[Ints], codes: Ints, whose: Ints) -> Ints:
    found = np.zeros(len(whose), dtype=np.int64)
    for members in groups:
        kinds, kind = np.unique(codes[members], axis=0, return_inverse=True)
        for number, cue in enumerate(kinds):
            agrees = ((kinds == cue) | (kinds < 0) | (cue < 0)).all(axis=1)
            people = np.unique(whose[members[agrees[kind.ravel()]]])
            found[members[kind.ravel() == number]] = len(people)
    return found
