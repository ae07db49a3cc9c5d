"""Earth mover's distance between the values of a class and of the whole table (Li et al., ICDE 2007).

Three ground distances: equal (all values equally far), ordered (by rank) and hierarchical (by the level at
which two values meet). Each is a weighted sum of what some sets of values lack in the class: single values,
all values up to a rank and from a rank on, the groups of every level. That form also says how many records
of a class can be kept at best, whatever is suppressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from annotation.errors import InputError
from notedeid.structured.classes import Ints, Pairs
from notedeid.structured.hierarchies.hierarchy import Hierarchy
from notedeid.structured.table import Attribute

__all__ = ["Ground", "distances", "keepable"]

Ground: TypeAlias = Literal["equal", "ordered"] | Hierarchy
Floats: TypeAlias = npt.NDArray[np.float64]
Layers: TypeAlias = tuple[tuple[Ints, Floats], ...]

BLOCK = 1 << 21
STEPS = 4


def distances(pairs: Pairs, attribute: Attribute, ground: Ground) -> Floats:
    """The distance of each class from the whole table, 0 to 1; a class without records has 0."""
    parts = [terms.lack(1 / np.maximum(terms.size, 1))[0] for terms in _blocks(pairs, attribute, ground)]
    found = np.concatenate(parts) if parts else np.zeros(0)
    return np.where(pairs.per_class(pairs.count) > 0, found, 0)


def keepable(pairs: Pairs, attribute: Attribute, ground: Ground, t: float) -> Floats:
    """Per class, no fewer records than can be kept of it within distance t, whatever is suppressed.

    The distance is convex: what is kept of a class in any number of finer classes within t is, together,
    within t. How much a part of `R` records lacks at least is a convex, falling function of `1 / R`, and
    Newton's steps approach the largest `R` from above.
    """
    parts = [terms.keepable(t) for terms in _blocks(pairs, attribute, ground)]
    return np.concatenate(parts) if parts else np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class _Terms:
    """Per class, sets of values: `share` they should have and `count` they have, both times their weight.

    Sets without records in a class are summed up in `absent`.
    """

    owner: Ints
    share: Floats
    count: Floats
    absent: Floats
    size: Floats

    def lack(self, scale: Floats) -> tuple[Floats, Floats]:
        """What the sets of each class lack if counts are worth `scale`, and how fast more scale helps."""
        gap = self.share - self.count * scale[self.owner]
        short = gap > 0
        classes = len(self.size)
        lacking = np.bincount(self.owner, gap * short, classes) + self.absent
        return lacking, np.bincount(self.owner, self.count * short, classes).astype(np.float64)

    def keepable(self, t: float) -> Floats:
        scale, some = 1 / np.maximum(self.size, 1), self.size > 0
        for _ in range(STEPS):
            lacking, slope = self.lack(scale)
            some &= (lacking <= t) | (slope > 0)
            scale += np.where(some, np.maximum(lacking - t, 0), 0) / np.where(slope > 0, slope, 1)
        return np.where(some, np.minimum(1 / scale, self.size), 0)


def _blocks(pairs: Pairs, attribute: Attribute, ground: Ground) -> Iterator[_Terms]:
    if ground != "ordered":
        yield _layered(pairs, _layers(ground, attribute))
        return
    step = max(BLOCK // max(pairs.values, 1), 1)
    for start in range(0, pairs.classes, step):
        block = np.arange(start, min(start + step, pairs.classes))
        yield _ranked((pairs if len(block) == pairs.classes else pairs.only(block)).dense(), attribute.shares)


def _layered(pairs: Pairs, layers: Layers) -> _Terms:
    weight = 1 / len(layers)
    merged = [
        pairs
        if not i
        else Pairs.of(pairs.owner, codes[pairs.value], pairs.count, (pairs.classes, len(shares)))
        for i, (codes, shares) in enumerate(layers)
    ]
    owner = np.concatenate([layer.owner for layer in merged])
    share = weight * np.concatenate([s[layer.value] for layer, (_, s) in zip(merged, layers, strict=True)])
    count = weight * np.concatenate([layer.count for layer in merged])
    absent = np.maximum(1 - np.bincount(owner, share, pairs.classes), 0)
    absent[absent < len(owner) * np.finfo(float).eps] = 0
    return _Terms(owner, share, count, absent, pairs.per_class(pairs.count))


def _ranked(counts: Floats, shares: Floats) -> _Terms:
    size = counts.sum(axis=1)
    ranks = max(counts.shape[1] - 1, 1)
    below, wanted = np.cumsum(counts, axis=1)[:, :-1], np.cumsum(shares)[:-1]
    share = np.concatenate([wanted, 1 - wanted]) / ranks
    count = np.concatenate([below, size[:, None] - below], axis=1) / ranks
    owner = np.repeat(np.arange(len(counts)), len(share))
    return _Terms(owner, np.tile(share, len(counts)), count.ravel(), np.zeros(len(counts)), size)


@lru_cache(maxsize=4)
def _layers(ground: Hierarchy | str, attribute: Attribute) -> Layers:
    """Per level below the top, value -> group, and the share of each group in the table."""
    if not isinstance(ground, Hierarchy):
        return ((np.arange(len(attribute.values)), attribute.shares),)
    place = {leaf: i for i, leaf in enumerate(ground.leaves)}
    unknown = [value for value in attribute.values if value not in place]
    if unknown:
        raise InputError(f"column {attribute.name!r}: {unknown[0]!r} is not in its hierarchy {ground.name!r}")
    codes = ground.codes[: max(ground.height - 1, 1), [place[value] for value in attribute.values]]
    dense = [np.unique(level, return_inverse=True)[1] for level in codes.astype(np.int64)]
    dense[0] = np.arange(len(attribute.values))
    return tuple((level, np.bincount(level, attribute.shares).astype(np.float64)) for level in dense)
