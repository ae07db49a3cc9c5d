"""Mondrian local recoding: split the records by medians while both halves satisfy the models.

After LeFevre et al., "Mondrian multidimensional k-anonymity", ICDE 2006, strict variant. Values are ordered
by size where they are numbers and by the tree of their hierarchy otherwise; a part is labelled by its range,
or by the lowest group that holds all its values. Nothing is suppressed. Parts with the same labels merge,
which mergeable models allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Ints, Pairs
from notedeid.structured.hierarchies.hierarchy import TOP, Hierarchy
from notedeid.structured.models import Model
from notedeid.structured.search.outcome import Certificate
from notedeid.structured.table import Table, is_number

__all__ = ["LocalRecoding", "mondrian"]

NOTE = "local recoding is greedy: nothing is proven about the optimum"


@dataclass(frozen=True, slots=True, eq=False)
class LocalRecoding:
    """Labels by record (object array, records x quasi-identifiers), their loss, and the certificate."""

    labels: npt.NDArray[np.object_]
    loss: float
    certificate: Certificate


def mondrian(
    table: Table, models: Sequence[Model], mean: Literal["geometric", "arithmetic"] = "geometric"
) -> LocalRecoding:
    """Recode a table locally.

    Args:
        table: the encoded table.
        models: all must hold in every part.
        mean: how the loss joins the columns.

    Raises:
        InputError: a table that breaks the models as a whole.
    """
    scales = [_Scale.of(hierarchy) for hierarchy in table.hierarchies]
    ranks = np.stack([scale.rank[leaves] for scale, leaves in zip(scales, table.leaves, strict=True)])
    everyone = np.arange(table.records)
    if not _allowed(table, models, [everyone]):
        raise InputError("the models fail even for the whole table as one class; relax a model")
    labels = np.empty((table.records, len(scales)), dtype=object)
    costs, parts = np.zeros(len(scales)), 0
    for rows in _parts(table, models, ranks):
        parts += 1
        for i, scale in enumerate(scales):
            label, cost = scale.label(int(ranks[i, rows].min()), int(ranks[i, rows].max()))
            labels[rows, i] = label
            costs[i] += cost * len(rows)
    share = costs / table.records
    loss = float(np.expm1(np.log1p(share).mean()) if mean == "geometric" else share.mean())
    return LocalRecoding(
        labels, loss, Certificate("mondrian", 0, parts, 0, 0, proven=False, lower_bound=0.0, notes=(NOTE,))
    )


def _parts(table: Table, models: Sequence[Model], ranks: Ints) -> Iterator[Ints]:
    widths = np.maximum(ranks.max(axis=1) - ranks.min(axis=1), 1)
    waiting = [np.arange(table.records)]
    while waiting:
        rows = waiting.pop()
        halves = _split(table, models, ranks, rows, widths)
        if halves is None:
            yield rows
        else:
            waiting.extend(halves)


def _split(
    table: Table, models: Sequence[Model], ranks: Ints, rows: Ints, widths: Ints
) -> tuple[Ints, Ints] | None:
    part = ranks[:, rows]
    spread = (part.max(axis=1) - part.min(axis=1)) / widths
    for column in np.argsort(-spread, kind="stable"):
        if spread[column] == 0:
            return None
        values = part[column]
        cut = np.partition(values, len(values) // 2)[len(values) // 2]
        left = values < cut if (values < cut).any() else values <= cut
        halves = rows[left], rows[~left]
        if _allowed(table, models, halves):
            return halves
    return None


def _allowed(table: Table, models: Sequence[Model], parts: Sequence[Ints]) -> bool:
    count = np.array([len(rows) for rows in parts])
    rows = np.concatenate(parts)
    owner = np.repeat(np.arange(len(parts)), count)
    pairs = {
        name: Pairs.of(owner, attribute.codes[rows], np.ones_like(rows), (len(parts), len(attribute.values)))
        for name, attribute in table.attributes.items()
    }
    classes = Classes(np.zeros_like(count), count, count, pairs)
    return not any(model.fails(classes, table.attributes).any() for model in models)


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    hierarchy: Hierarchy
    rank: Ints
    order: Ints
    numbers: bool

    @classmethod
    def of(cls, hierarchy: Hierarchy) -> _Scale:
        numbers = all(is_number(leaf) for leaf in hierarchy.leaves)
        keys = [np.array([float(leaf) for leaf in hierarchy.leaves])] if numbers else list(hierarchy.codes)
        order = np.lexsort(keys)
        return cls(hierarchy, np.argsort(order), order, numbers)

    def label(self, low: int, high: int) -> tuple[str, float]:
        """The label of the leaves ranked low to high, and its cost, 0 for one leaf to 1 for all."""
        leaves, size = self.hierarchy.leaves, len(self.order)
        if low == high:
            return leaves[self.order[low]], 0.0
        if self.numbers:
            return f"{leaves[self.order[low]]}-{leaves[self.order[high]]}", (high - low) / max(size - 1, 1)
        held = self.hierarchy.codes[:, self.order[low : high + 1]]
        joined = np.flatnonzero((held == held[:, :1]).all(axis=1))
        if not joined.size:
            return TOP, 1.0
        level = int(joined[0])
        share = float(self.hierarchy.shares(level)[held[level, 0]])
        return self.hierarchy.labels[level][held[level, 0]], (share * size - 1) / max(size - 1, 1)
