"""A lower bound of the loss where a lattice is too large to search.

A node can only fit if its levels fit for every group of columns alone: fewer columns, larger classes. So
the optima over the small lattices of disjoint groups of columns, added up, are below the optimum of all
columns. Models that are not steady are left out, which only lowers the bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from notedeid.structured.metrics import Metric
from notedeid.structured.search.optimal import optimal
from notedeid.structured.search.problem import Problem
from notedeid.structured.table import Table

__all__ = ["lower_bound"]

GROUP_LATTICE = 2_000_000


def lower_bound(problem: Problem, metric: Metric, expired: Callable[[], bool]) -> float:
    """A loss that no node of the whole lattice is below; 0 where the metric does not add up by column."""
    if problem.scorer.columns is None:
        return 0.0
    total = 0.0
    for group in _groups(problem.table):
        table = _narrowed(problem.table, group)
        part = Problem(table, [m for m in problem.models if m.steady], metric.scorer(table), problem.limit)
        outcome = optimal(part, expired)
        total += outcome.score_bound
    return problem.scorer.loss(total)


def _groups(table: Table) -> list[list[int]]:
    groups: list[list[int]] = [[]]
    for column in sorted(range(len(table.columns)), key=lambda i: table.spans[i][0], reverse=True):
        size = math.prod(table.heights[i] for i in groups[-1])
        if groups[-1] and size * table.heights[column] > GROUP_LATTICE:
            groups.append([])
        groups[-1].append(column)
    return groups


def _narrowed(table: Table, columns: list[int]) -> Table:
    return replace(
        table,
        columns=tuple(table.columns[i] for i in columns),
        hierarchies=tuple(table.hierarchies[i] for i in columns),
        leaves=np.ascontiguousarray(table.leaves[columns]),
    )
