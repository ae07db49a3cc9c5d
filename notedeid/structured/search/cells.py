"""Suppress cells instead of records: rescue what a node would suppress.

The records that do not fit at a node are searched again with two choices a column, the node's level or the
top; those that fit then are kept with some cells blanked, and this is repeated until nothing more fits.
Records with a pattern of blanked cells form classes of their own, and classes of one pattern from different
rounds only merge, which mergeable models allow.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from notedeid.structured.classes import Ints, Mask
from notedeid.structured.hierarchies.hierarchy import Hierarchy
from notedeid.structured.metrics import Metric
from notedeid.structured.search.optimal import optimal
from notedeid.structured.search.problem import Node, Problem
from notedeid.structured.table import Table

__all__ = ["suppress_cells"]


def suppress_cells(
    problem: Problem, metric: Metric, levels: npt.NDArray[np.int64], lost: Mask
) -> tuple[npt.NDArray[np.int64], Mask]:
    """Blank cells of records that do not fit until they do.

    Args:
        problem: the problem whose node was chosen.
        metric: the loss by which columns to blank are chosen.
        levels: int array (records, quasi-identifiers), all rows at the node.
        lost: per record, whether it does not fit.

    Returns:
        Levels with blanked cells at the top, and the records that fit nowhere.
    """
    node = tuple(levels[0].tolist())
    levels, lost = levels.copy(), lost.copy()
    while lost.any():
        rows = np.flatnonzero(lost)
        table = _residue(problem.table, node, rows)
        part = Problem(table, problem.models, metric.scorer(table), len(rows))
        best = optimal(part, lambda: False).best
        if best is None or best.lost == len(rows):
            break
        fits = ~best.failing[table.owners(best.node, best.classes)]
        blank = np.flatnonzero(best.node)
        tops = np.array(problem.table.heights)[blank] - 1
        levels[np.ix_(rows[fits], blank)] = tops
        lost[rows[fits]] = False
    return levels, lost


def _residue(table: Table, node: Node, rows: Ints) -> Table:
    hierarchies = tuple(
        _two_levels(hierarchy, level) for hierarchy, level in zip(table.hierarchies, node, strict=True)
    )
    attributes = {name: attribute.only(rows) for name, attribute in table.attributes.items()}
    return Table(
        table.columns, hierarchies, np.ascontiguousarray(table.leaves[:, rows]), attributes, len(rows)
    )


def _two_levels(hierarchy: Hierarchy, level: int) -> Hierarchy:
    top = hierarchy.height - 1
    kept = [level] if level == top or len(hierarchy.labels[top]) > 1 else [level, top]
    return Hierarchy(
        hierarchy.name,
        hierarchy.leaves,
        hierarchy.codes[kept],
        tuple(hierarchy.labels[i] for i in kept),
        tuple(hierarchy.levels[i] for i in kept),
    )
