"""Linking a release with a table that an attacker holds (k-map).

Each record is matched with the rows of the outside table that agree in the shared quasi-identifiers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from notedeid.structured.measures import class_groups

__all__ = ["Linkage", "linkage"]


@dataclass(frozen=True, slots=True, eq=False)
class Linkage:
    """How a release matches an outside table.

    Attributes:
        matched: records with at least one match.
        unique: index of the records with exactly one match.
        smallest: fewest matches of a matched record; the k of k-map. 0 if nothing matches.
        expected: records that an attacker gets right by choosing among the matches at random, if all
            matched people are in the outside table.
    """

    matched: int
    unique: pd.Index
    smallest: int
    expected: float


def linkage(frame: pd.DataFrame, outside: pd.DataFrame, quasi: Sequence[str]) -> Linkage:
    """Match a release with an outside table, generalized alike.

    Raises:
        InputError: an empty table or an unknown column, as `measure`.
    """
    class_groups(outside, quasi)
    both = pd.concat([frame[list(quasi)], outside[list(quasi)]], ignore_index=True)
    owner = class_groups(both, quasi).inverse
    matches = np.bincount(owner[len(frame) :], minlength=int(owner.max()) + 1)[owner[: len(frame)]]
    some = matches[matches > 0]
    return Linkage(
        len(some),
        frame.index[matches == 1],
        int(some.min(initial=0) if some.size == 0 else some.min()),
        float((1 / some).sum()),
    )
