"""Earth mover's distance between the values of a class and of the whole table (Li et al., ICDE 2007).

Three ground distances: equal (all values equally far), ordered (by rank) and hierarchical (by the level at
which two values meet).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from annotation.errors import InputError
from notedeid.structured.classes import Pairs
from notedeid.structured.hierarchies.hierarchy import Hierarchy
from notedeid.structured.table import Attribute

__all__ = ["Ground", "distances"]

Ground: TypeAlias = Literal["equal", "ordered"] | Hierarchy
Floats: TypeAlias = npt.NDArray[np.float64]
Plan: TypeAlias = tuple[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]], ...]

BLOCK = 1 << 21


def distances(pairs: Pairs, attribute: Attribute, ground: Ground) -> Floats:
    """The distance of each class from the whole table, 0 to 1; a class without records has 0."""
    shares = attribute.shares
    if ground == "equal":
        size = np.maximum(pairs.per_class(pairs.count), 1)
        within = pairs.count / size[pairs.owner]
        known = pairs.per_class(shares[pairs.value])
        return (pairs.per_class(np.abs(within - shares[pairs.value])) + np.where(known > 0, 1 - known, 0)) / 2
    plan = None if ground == "ordered" else _plan(ground, attribute)
    step = max(BLOCK // max(pairs.values, 1), 1)
    blocks = [np.arange(i, min(i + step, pairs.classes)) for i in range(0, pairs.classes, step)]
    parts = [_block(pairs.only(block).dense(), shares, plan) for block in blocks]
    return np.concatenate(parts) if parts else np.zeros(0)


def _block(counts: Floats, shares: Floats, plan: Plan | None) -> Floats:
    size = counts.sum(axis=1, keepdims=True)
    gap = np.where(size > 0, counts / np.maximum(size, 1) - shares, 0)
    if plan is None:
        return np.asarray(np.abs(np.cumsum(gap, axis=1)).sum(axis=1) / max(gap.shape[1] - 1, 1))
    return _hierarchical(gap, plan)


def _hierarchical(extra: Floats, plan: Plan) -> Floats:
    cost = np.zeros(len(extra))
    for level, (order, starts) in enumerate(plan, start=1):
        surplus = np.add.reduceat(np.maximum(extra[:, order], 0), starts, axis=1)
        lack = np.add.reduceat(np.maximum(-extra[:, order], 0), starts, axis=1)
        cost += level / len(plan) * np.minimum(surplus, lack).sum(axis=1)
        extra = surplus - lack
    return cost


@lru_cache(maxsize=4)
def _plan(hierarchy: Hierarchy, attribute: Attribute) -> Plan:
    place = {leaf: i for i, leaf in enumerate(hierarchy.leaves)}
    unknown = [value for value in attribute.values if value not in place]
    if unknown:
        raise InputError(
            f"column {attribute.name!r}: {unknown[0]!r} is not in its hierarchy {hierarchy.name!r}"
        )
    codes = hierarchy.codes[:, [place[value] for value in attribute.values]]
    below, plan = np.arange(len(attribute.values)), []
    for level in codes[1:]:
        groups = np.unique(level, return_inverse=True)[1]
        parent = groups[np.unique(below, return_index=True)[1]]
        order = np.argsort(parent, kind="stable")
        plan.append((order, np.flatnonzero(np.diff(parent[order], prepend=-1))))
        below = groups
    return tuple(plan)
