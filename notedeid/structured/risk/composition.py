"""Two releases of the same people: what their intersection gives away.

Ganta et al., "Composition attacks and auxiliary information in data privacy", KDD 2008: who knows that a
person is in both releases keeps only the candidates that stand in the person's class in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import class_groups

__all__ = ["Composition", "composition"]


@dataclass(frozen=True, slots=True, eq=False)
class Composition:
    """What two releases give away together.

    Attributes:
        shared: records in both.
        smallest: fewest candidates left for a shared record.
        below: index of the shared records with fewer than k candidates.
        warning: one line for a report, empty where nothing is below k.
    """

    shared: int
    smallest: int
    below: pd.Index
    warning: str


def composition(
    first: tuple[pd.DataFrame, Sequence[str]], second: tuple[pd.DataFrame, Sequence[str]], *, k: int
) -> Composition:
    """Intersect the classes of two releases, matched by their index.

    Args:
        first: the earlier release and its quasi-identifiers.
        second: the later release and its quasi-identifiers.
        k: fewest candidates wanted.

    Raises:
        InputError: an index with repeated ids, or as `measure`.
    """
    for frame, _ in (first, second):
        if not frame.index.is_unique:
            raise InputError("composition needs an index of record ids that do not repeat")
    shared = first[0].index.intersection(second[0].index, sort=False)
    if not len(shared):
        return Composition(0, 0, shared, "")
    classes = [
        pd.Series(class_groups(frame, quasi).inverse, index=frame.index).loc[shared].to_numpy()
        for frame, quasi in (first, second)
    ]
    both = class_groups(pd.DataFrame({"a": classes[0], "b": classes[1]}), ["a", "b"]).inverse
    left = np.bincount(both)[both]
    below = shared[left < k]
    warning = f"{len(below)} of {len(shared)} records in both releases have fewer than {k} candidates left"
    return Composition(len(shared), int(left.min()), below, warning if len(below) else "")
