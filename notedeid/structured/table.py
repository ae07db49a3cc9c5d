"""A data frame turned into integers once: quasi-identifiers, attributes and their distinct combinations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Ints, Pairs, group
from notedeid.structured.hierarchies.hierarchy import Builder, Hierarchy, natural, text_of

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

__all__ = ["Attribute", "Table", "encode", "is_number", "mixed_keys"]

WIDEST = 1 << 60


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """A sensitive column (or the patient column) as codes in sorted order.

    Attributes:
        name: the column.
        values: distinct values as text, numbers by size, missing last as "".
        codes: per record, its value.
        shares: the share of each value in the whole table.
    """

    name: str
    values: tuple[str, ...]
    codes: Ints
    shares: npt.NDArray[np.float64]

    @property
    def numeric(self) -> bool:
        """Whether all values but missing ones are numbers."""
        return all(is_number(value) for value in self.values if value)

    def only(self, rows: Ints) -> Attribute:
        """The same for some records; the shares stay those of the whole table."""
        return replace(self, codes=self.codes[rows])

    @classmethod
    def of(cls, column: pd.Series) -> Attribute:
        """Encode a column; equal text is one value, missing cells are one value."""
        codes, kinds = pd.factorize(column)
        texts = [text_of(kind) for kind in kinds]
        values = sorted(set(texts), key=_order(texts))
        place = {text: i for i, text in enumerate(values)}
        lookup = np.array([*(place[text] for text in texts), len(values)], dtype=np.int64)
        values += [""] if (codes < 0).any() else []
        found = lookup[codes]
        return cls(
            str(column.name), tuple(values), found, np.bincount(found, minlength=len(values)) / len(found)
        )


def _order(texts: Sequence[str]) -> Callable[[str], SupportsRichComparison]:
    return float if all(is_number(text) for text in texts) else natural


def is_number(text: str) -> bool:
    """Whether a cell's text is a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


@dataclass(frozen=True, eq=False)
class Table:
    """Everything that the search needs of a frame.

    Attributes:
        columns: the quasi-identifiers.
        hierarchies: their hierarchies, with all leaves, present or not.
        leaves: int array (quasi-identifiers, records) of leaf codes; population records follow the sample.
        attributes: sensitive columns by name, over the sample.
        records: size of the sample.
    """

    columns: tuple[str, ...]
    hierarchies: tuple[Hierarchy, ...]
    leaves: Ints
    attributes: dict[str, Attribute]
    records: int

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Levels of each hierarchy: the shape of the lattice."""
        return tuple(hierarchy.height for hierarchy in self.hierarchies)

    @cached_property
    def groups(self) -> tuple[tuple[Ints, ...], ...]:
        """Per column and level, leaf -> group; groups that no record uses take no number."""
        present = [np.flatnonzero(np.bincount(leaves)) for leaves in self.leaves]
        return tuple(
            tuple(_dense(codes, used) for codes in hierarchy.codes)
            for hierarchy, used in zip(self.hierarchies, present, strict=True)
        )

    @cached_property
    def spans(self) -> tuple[tuple[int, ...], ...]:
        """Per column and level, the number of groups that records use."""
        return tuple(tuple(int(level.max(initial=0)) + 1 for level in column) for column in self.groups)

    @cached_property
    def combination(self) -> Ints:
        """Per record, the number of its combination."""
        return self._joined[0]

    @cached_property
    def combinations(self) -> Ints:
        """Leaf codes of the distinct combinations, (quasi-identifiers, combinations)."""
        return np.ascontiguousarray(self.leaves[:, self._joined[1]])

    @cached_property
    def _joined(self) -> tuple[Ints, Ints]:
        keys, span = mixed_keys(
            [self.groups[i][0][leaves] for i, leaves in enumerate(self.leaves)], [s[0] for s in self.spans]
        )
        grouped = group(keys, span)
        return grouped.inverse, grouped.first

    @cached_property
    def at_level(self) -> tuple[tuple[Ints, ...], ...]:
        """Per column and level, combination -> group."""
        return tuple(
            tuple(level[leaves] for level in column)
            for column, leaves in zip(self.groups, self.combinations, strict=True)
        )

    def base(self, attributes: Sequence[str] = ()) -> Classes:
        """The classes before any generalization: one a combination."""
        size = self.combinations.shape[1]
        own = self.combination[: self.records]
        count = np.bincount(own, minlength=size)
        population = count
        if len(self.combination) > self.records:
            population = np.bincount(self.combination[self.records :], minlength=size)
        pairs = {name: self._pairs(name, own, size) for name in attributes}
        return Classes(np.arange(size), count, population, pairs)

    def keys(self, node: Sequence[int], members: Ints | None = None) -> tuple[Ints, int]:
        """The key of each combination (or of the given ones) at a node, and the span of the keys."""
        levels = [column[level] for column, level in zip(self.at_level, node, strict=True)]
        spans = [span[level] for span, level in zip(self.spans, node, strict=True)]
        moving = [i for i, span in enumerate(spans) if span > 1]
        if members is not None:
            return mixed_keys([levels[i][members] for i in moving], [spans[i] for i in moving], len(members))
        return mixed_keys([levels[i] for i in moving], [spans[i] for i in moving], self.combinations.shape[1])

    def owners(self, node: Sequence[int], classes: Classes) -> Ints:
        """Per record of the sample, its class at a node."""
        keys, _ = self.keys(node)
        held = keys[classes.member]
        order = np.argsort(held)
        found = order[np.searchsorted(held, keys, sorter=order)]
        return found[self.combination[: self.records]]

    def _pairs(self, name: str, own: Ints, size: int) -> Pairs:
        attribute = self.attributes[name]
        ones = np.ones(self.records, dtype=np.int64)
        return Pairs.of(own, attribute.codes, ones, (size, len(attribute.values)))


def encode(
    frame: pd.DataFrame,
    quasi: Mapping[str, Builder],
    attributes: Sequence[str],
    population: pd.DataFrame | None = None,
) -> Table:
    """Encode a frame (and a population frame with the same quasi-identifiers).

    Raises:
        InputError: an empty frame, an unknown or doubled column, no quasi-identifier, or a value that its
            hierarchy does not know.
    """
    _check(frame, [*quasi, *attributes])
    if not quasi:
        raise InputError("name at least one quasi-identifier")
    whole = frame
    if population is not None:
        _check(population, list(quasi))
        whole = pd.concat([frame[list(quasi)], population[list(quasi)]], ignore_index=True)
    encoded = [_leaves(whole[name], builder) for name, builder in quasi.items()]
    return Table(
        tuple(quasi),
        tuple(hierarchy for hierarchy, _ in encoded),
        np.stack([codes for _, codes in encoded]),
        {name: Attribute.of(frame[name]) for name in attributes},
        len(frame),
    )


def _check(frame: pd.DataFrame, columns: Sequence[str]) -> None:
    if not len(frame):
        raise InputError("the table has no rows")
    for name in columns:
        found = int((frame.columns == name).sum())
        if found != 1:
            raise InputError(
                f"the table has {found or 'no'} columns named {name!r}; its columns are {list(frame.columns)}"
            )


def _leaves(column: pd.Series, builder: Builder) -> tuple[Hierarchy, Ints]:
    codes, kinds = pd.factorize(column)
    hierarchy = builder.fit(column)
    if (codes < 0).any() and "" not in hierarchy.leaves:
        hierarchy = hierarchy.with_missing()
    place = {leaf: i for i, leaf in enumerate(hierarchy.leaves)}
    lookup = np.array([*(place.get(text_of(kind), -1) for kind in kinds), place.get("", -1)], dtype=np.int64)
    unknown = np.flatnonzero(lookup[:-1] < 0)
    if unknown.size:
        raise InputError(
            f"column {column.name!r}: {text_of(kinds[unknown[0]])!r} and {unknown.size - 1} other values "
            f"are not in the hierarchy {hierarchy.name!r}; add them or correct the cells"
        )
    return hierarchy, lookup[codes]


def _dense(codes: npt.NDArray[np.int32], leaves: Ints) -> Ints:
    seen = np.zeros(int(codes.max()) + 1, dtype=bool)
    seen[codes[leaves]] = True
    rank = np.maximum(np.cumsum(seen) - 1, 0)
    return np.asarray(rank[codes])


def mixed_keys(digits: Sequence[Ints], spans: Sequence[int], size: int = 0) -> tuple[Ints, int]:
    """One key a row from several columns of codes, and the exclusive upper bound of the keys.

    Args:
        digits: codes by column.
        spans: exclusive upper bound of each column.
        size: number of rows, needed only without columns.
    """
    if not digits:
        return np.zeros(size, dtype=np.int64), 1
    keys, span = digits[0], spans[0]
    for digit, radix in zip(digits[1:], spans[1:], strict=True):
        if span > WIDEST // radix:
            grouped = group(keys, span)
            keys, span = grouped.inverse, len(grouped.first)
        keys = keys * radix + digit
        span *= radix
    return keys, span
