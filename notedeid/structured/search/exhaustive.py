"""The whole lattice, node by node: the brute-force proof, and the counts of suppressed records everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from notedeid.structured.classes import Classes
from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem
from notedeid.structured.table import Table

__all__ = ["below_k", "every_node", "exhaustive"]


def exhaustive(problem: Problem) -> Outcome:
    """Check every node; the answer that all other searches are measured by."""
    best: Check | None = None
    nodes = 0
    for node in np.ndindex(*problem.table.heights):
        nodes += 1
        check = problem.check(node)
        if check.feasible and (best is None or check.score < best.score):
            best = check
    loss = problem.scorer.loss(best.score) if best else float("inf")
    return Outcome(best, loss, Certificate("exhaustive", nodes, nodes, 0, 0, proven=True, lower_bound=loss))


def below_k(table: Table, ks: Sequence[int]) -> dict[int, npt.NDArray[np.int64]]:
    """Per k, the records in classes below k at every node, shaped as the lattice."""
    found = {k: np.zeros(table.heights, dtype=np.int64) for k in ks}
    for node, classes in every_node(table):
        for k, counts in found.items():
            counts[node] = classes.count[classes.count < k].sum()
    return found


def every_node(table: Table) -> Iterator[tuple[Node, Classes]]:
    """All nodes with their classes, each rolled up from the node one level finer in its last raised column.

    Only one chain of classes is held at a time. Columns with most values are raised first.
    """
    order = sorted(range(len(table.columns)), key=lambda i: table.spans[i][0], reverse=True)
    root = (0,) * len(order)
    yield from _descend(table, order, root, table.base())


def _descend(
    table: Table, order: Sequence[int], node: Node, classes: Classes
) -> Iterator[tuple[Node, Classes]]:
    if not order:
        yield node, classes
        return
    column = order[0]
    for level in range(table.heights[column]):
        raised = (*node[:column], level, *node[column + 1 :])
        if level:
            classes = Classes(classes.member, classes.count, classes.population, {}).rolled(
                *table.keys(raised, classes.member)
            )
        yield from _descend(table, order[1:], raised, classes)
