"""Equivalence classes of a table at one node of the lattice, and how they roll up to coarser ones.

A class is a set of records with the same generalized quasi-identifiers. It is kept as one representative
combination (its codes at any higher level are one lookup away) and its counts, so that a coarser node is
computed from a finer one instead of from the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Classes", "Grouping", "Pairs", "group"]

Ints: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]

DENSE = 12


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Equal keys brought together.

    Attributes:
        inverse: per key, the number of its group.
        first: per group, the position of one of its keys.
    """

    inverse: Ints
    first: Ints

    def total(self, weights: Ints) -> Ints:
        """The sum of the weights of each group."""
        return np.bincount(self.inverse, weights, len(self.first)).astype(np.int64)


def group(keys: Ints, span: int) -> Grouping:
    """Group equal keys; groups are numbered in the order of their keys.

    Args:
        keys: non-negative integers below `span`.
        span: exclusive upper bound of the keys.
    """
    size = len(keys)
    if span <= DENSE * size + 1024:
        first = np.full(span, -1, dtype=np.int64)
        first[keys[::-1]] = np.arange(size - 1, -1, -1)
        present = np.flatnonzero(first >= 0)
        rank = np.empty(span, dtype=np.int64)
        rank[present] = np.arange(len(present))
        return Grouping(rank[keys], first[present])
    order, ordered = _sorted(keys, span)
    new = np.empty(size, dtype=bool)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    inverse = np.empty(size, dtype=np.int64)
    inverse[order] = np.cumsum(new) - 1
    return Grouping(inverse, order[new])


def _sorted(keys: Ints, span: int) -> tuple[Ints, Ints]:
    bits = max(len(keys) - 1, 1).bit_length()
    if span < 1 << (62 - bits):
        packed = np.sort((keys << bits) | np.arange(len(keys)))
        return packed & ((1 << bits) - 1), packed >> bits
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How often each value of an attribute occurs in each class.

    Attributes:
        owner: per pair, its class.
        value: per pair, the code of the value.
        count: per pair, the records; zero pairs are not stored.
        classes: number of classes.
        values: number of distinct values in the whole table.
    """

    owner: Ints
    value: Ints
    count: Ints
    classes: int
    values: int

    @classmethod
    def of(cls, owner: Ints, value: Ints, count: Ints, shape: tuple[int, int]) -> Pairs:
        """Merge equal (class, value) pairs; `shape` is (classes, values)."""
        classes, values = shape
        grouped = group(owner * values + value, classes * values)
        return cls(owner[grouped.first], value[grouped.first], grouped.total(count), classes, values)

    def rolled(self, inverse: Ints, classes: int) -> Pairs:
        """The pairs after each class became class `inverse[class]` of `classes`."""
        return Pairs.of(inverse[self.owner], self.value, self.count, (classes, self.values))

    def per_class(self, weights: npt.NDArray[np.generic] | None = None) -> npt.NDArray[np.float64]:
        """The sum over the pairs of each class of the weights (default 1 a pair)."""
        return np.bincount(self.owner, weights, self.classes).astype(np.float64)

    def only(self, chosen: Ints) -> Pairs:
        """The pairs of the chosen classes, numbered in their order."""
        place = np.full(self.classes, -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        owner = place[self.owner]
        kept = owner >= 0
        return Pairs(owner[kept], self.value[kept], self.count[kept], len(chosen), self.values)

    def dense(self) -> npt.NDArray[np.float64]:
        """Counts as a matrix (classes, values)."""
        flat = self.owner * self.values + self.value
        counts = np.bincount(flat, self.count, self.classes * self.values)
        return counts.astype(np.float64).reshape(-1, self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """All classes at a node.

    Attributes:
        member: per class, one of its combinations (row of the table's combinations).
        count: per class, its records (or patients).
        population: per class, its records in the population table; equals `count` without one.
        attributes: values by class of the attributes worked out so far.
        origin: the finer classes that these come from, and the class that each of them became.
    """

    member: Ints
    count: Ints
    population: Ints
    attributes: dict[str, Pairs]
    origin: tuple[Classes, Ints] | None = None

    def __len__(self) -> int:
        return len(self.member)

    def pairs(self, attribute: str) -> Pairs:
        """How often each value of an attribute occurs in each class; worked out when first asked for."""
        if attribute not in self.attributes:
            assert self.origin is not None
            finer, inverse = self.origin
            self.attributes[attribute] = finer.pairs(attribute).rolled(inverse, len(self))
        return self.attributes[attribute]

    def only(self, chosen: Ints, attributes: Sequence[str]) -> Classes:
        """The chosen classes with the named attributes."""
        pairs = {name: self.pairs(name).only(chosen) for name in attributes}
        return Classes(self.member[chosen], self.count[chosen], self.population[chosen], pairs)

    def rolled(self, keys: Ints, span: int) -> Classes:
        """The classes after those with equal keys are merged."""
        grouped = group(keys, span)
        count = grouped.total(self.count)
        population = count if self.population is self.count else grouped.total(self.population)
        return Classes(self.member[grouped.first], count, population, {}, (self, grouped.inverse))
