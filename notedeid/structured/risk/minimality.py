"""Minimality: a release that is no coarser than its models need tells why it was generalized.

Wong et al., "Minimality attack in privacy preserving data publishing", VLDB 2007: where a finer release
would have had large enough classes, an attacker who knows the method concludes that it was refused because
of the sensitive values, and so learns about them.

One level in one column tells whether that is so: classes only shrink at finer nodes, so that a node which is
finer in several columns has large enough classes only if one between them has. How many records the
attacker learns about is bounded by those that the finer node would have had to suppress.
"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from notedeid.structured.search.problem import Problem
from notedeid.structured.spec import Spec
from notedeid.structured.table import encode

__all__ = ["minimality"]


def minimality(frame: pd.DataFrame, spec: Spec, node: Mapping[str, int]) -> tuple[str, ...]:
    """Warnings for a node that was chosen under models with a sensitive column.

    Args:
        frame: the original records.
        spec: what was asked for.
        node: the level of each quasi-identifier in the release.

    Returns:
        One line for every column that could stand one level finer by the size of the classes alone.
    """
    table = encode(frame, spec.quasi, spec.attributes, spec.population)
    limit = int(spec.suppression * len(frame) + 1e-9)
    scorer = spec.metric.scorer(table)
    whole = Problem(table, spec.working_models, scorer, limit)
    by_size = Problem(
        table, [m for m in spec.working_models if m.column in (None, spec.patient)], scorer, limit
    )
    found = []
    for name, level in node.items():
        if not level:
            continue
        finer = tuple(node[other] - (other == name) for other in spec.quasi)
        refused = whole.check(finer)
        if by_size.check(finer).feasible and not refused.feasible:
            found.append(
                f"{name!r} is at level {level} because of the sensitive values of {refused.lost} records; "
                "who knows the method can conclude this (minimality attack)"
            )
    return tuple(found)
