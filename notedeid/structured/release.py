"""From a frame to a release: encode, search, generalize, suppress, and prove again.

>>> import pandas as pd
>>> from notedeid.structured.hierarchies import ages, identity
>>> visits = pd.DataFrame({"age": [31, 34, 38, 62, 64, 67], "sex": list("FFFMMM"), "dx": list("abcabc")})
>>> spec = Spec(quasi={"age": ages(), "sex": identity()}, models=[KAnonymity(3)], sensitive=["dx"])
>>> release = anonymize(visits, spec)
>>> release.node, release.frame["age"].tolist()
({'age': 3, 'sex': 0}, ['30-39', '30-39', '30-39', '60-69', '60-69', '60-69'])
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from annotation.errors import InputError, IntegrityError
from notedeid.structured.generalize import generalized
from notedeid.structured.measures import Classed, Measures
from notedeid.structured.metrics import Loss
from notedeid.structured.models import KAnonymity
from notedeid.structured.proof import prove
from notedeid.structured.search import (
    Certificate,
    Check,
    Outcome,
    Problem,
    exhaustive,
    greedy,
    heuristic,
    ladder,
    optimal,
)
from notedeid.structured.search.cells import suppress_cells
from notedeid.structured.search.mondrian import mondrian
from notedeid.structured.spec import Spec
from notedeid.structured.table import Table, encode

__all__ = ["Release", "Spec", "anonymize"]

ENUMERABLE = 5_000_000
BLANKED = (
    "cells were suppressed instead of records: the loss is that of the written table, the bound that of "
    "nodes with whole records suppressed"
)


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A table that may leave, and what is known of it.

    Attributes:
        frame: the released records with their index; suppressed records are left out.
        node: the level of each quasi-identifier; None for local recoding.
        loss: the information loss by the spec's metric, of the cells as they are written.
        suppressed: index of the records left out.
        blanked: cells blanked in records that were kept.
        dropped: columns that were named nowhere and are left out.
        certificate: what the search proves.
        measures: the release measured again from its own cells.
    """

    frame: pd.DataFrame
    node: dict[str, int] | None
    loss: float
    suppressed: pd.Index
    blanked: int
    dropped: tuple[str, ...]
    certificate: Certificate
    measures: Measures


def anonymize(frame: pd.DataFrame, spec: Spec, *, clock: Callable[[], float] = time.monotonic) -> Release:
    """Find the release of least loss that satisfies the spec.

    Args:
        frame: the records.
        spec: what must hold.
        clock: seconds, read only under a time budget.

    Raises:
        InputError: an empty frame, an unknown column, a value outside its hierarchy, a k above the number
            of records, or no node that fits without suppressing everything.
        IntegrityError: the release does not hold when it is proved again from its cells.
    """
    _check_columns(frame, spec)
    table = encode(frame, spec.quasi, spec.attributes, spec.population)
    _check_sizes(table, spec)
    if spec.method == "mondrian":
        return _local(frame, table, spec)
    problem = Problem(
        table,
        spec.working_models,
        spec.metric.scorer(table),
        math.floor(spec.suppression * len(frame) + 1e-9),
    )
    outcome = _search(problem, spec, _alarm(spec, clock))
    if outcome.best is None or outcome.best.lost == len(frame):
        raise InputError(
            f"no generalization satisfies the models with {spec.suppression:.1%} suppression; "
            "allow more suppression, add a coarser level, or relax a model"
        )
    return _release(frame, problem, spec, outcome, outcome.best)


def _search(problem: Problem, spec: Spec, expired: Callable[[], bool]) -> Outcome:
    match spec.method:
        case "exhaustive":
            return exhaustive(problem)
        case "greedy":
            return greedy(problem)
        case "ladder":
            return ladder(problem, [_policy(spec, policy) for policy in spec.policies])
    if spec.method == "heuristic" or math.prod(problem.table.heights) > ENUMERABLE:
        return heuristic(problem, spec.metric, expired)
    return optimal(problem, expired)


def _policy(spec: Spec, levels: object) -> tuple[int, ...]:
    assert isinstance(levels, dict)
    unknown = set(levels) - set(spec.quasi)
    if unknown:
        raise InputError(f"the policy names {sorted(unknown)}, which are no quasi-identifiers")
    return tuple(levels.get(name, 0) for name in spec.quasi)


def _alarm(spec: Spec, clock: Callable[[], float]) -> Callable[[], bool]:
    if spec.time_budget is None:
        return lambda: False
    end = clock() + spec.time_budget
    return lambda: clock() >= end


def _release(frame: pd.DataFrame, problem: Problem, spec: Spec, outcome: Outcome, best: Check) -> Release:
    table = problem.table
    lost = best.failing[table.owners(best.node, best.classes)]
    levels = np.tile(np.array(best.node), (len(frame), 1))
    if spec.suppress == "cells" and lost.any():
        levels, lost = suppress_cells(problem, spec.metric, levels, lost)
    blanked = int((levels[~lost] != best.node).sum())
    loss, certificate = problem.scorer.written(levels, lost), outcome.certificate
    if blanked:
        certificate = replace(certificate, notes=(*certificate.notes, BLANKED))
    elif not math.isclose(loss, outcome.loss, rel_tol=1e-9, abs_tol=1e-9):
        raise IntegrityError(f"the written table loses {loss} where the search found {outcome.loss}")
    cells = generalized(frame[list(spec.quasi)], table, levels)
    node = dict(zip(spec.quasi, best.node, strict=True))
    return _finish(frame, table, spec, _Parts(cells, lost, node, loss, blanked, certificate))


def _local(frame: pd.DataFrame, table: Table, spec: Spec) -> Release:
    assert isinstance(spec.metric, Loss)
    local = mondrian(table, spec.working_models, spec.metric.mean)
    cells = pd.DataFrame(local.labels, columns=list(spec.quasi), index=frame.index)
    lost = np.zeros(len(frame), dtype=bool)
    return _finish(frame, table, spec, _Parts(cells, lost, None, local.loss, 0, local.certificate))


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    cells: pd.DataFrame
    lost: np.ndarray
    node: dict[str, int] | None
    loss: float
    blanked: int
    certificate: Certificate


def _finish(frame: pd.DataFrame, table: Table, spec: Spec, parts: _Parts) -> Release:
    others = frame[[*spec.sensitive, *spec.keep]]
    kept = pd.concat([parts.cells, others], axis=1)[spec.released][~parts.lost]
    classed = Classed.of(kept, list(spec.quasi))
    prove(classed, np.flatnonzero(~parts.lost), spec.working_models, table.attributes)
    patients = frame.loc[~parts.lost, spec.patient] if spec.patient else None
    measures = classed.measure(list(spec.sensitive), patient=patients)
    dropped = tuple(str(name) for name in frame.columns if name not in spec.released)
    suppressed = frame.index[parts.lost]
    return Release(
        kept, parts.node, parts.loss, suppressed, parts.blanked, dropped, parts.certificate, measures
    )


def _check_columns(frame: pd.DataFrame, spec: Spec) -> None:
    named = [*spec.released, *([spec.patient] if spec.patient else [])]
    unknown = [name for name in dict.fromkeys(named) if name not in frame.columns]
    if unknown:
        raise InputError(
            f"the table has no column {unknown[0]!r}; its columns are {[str(c) for c in frame.columns]}"
        )


def _check_sizes(table: Table, spec: Spec) -> None:
    largest = max((m.k for m in spec.models if isinstance(m, KAnonymity)), default=1)
    units = len(table.attributes[spec.patient].values) if spec.patient in table.attributes else table.records
    if largest > units:
        raise InputError(
            f"k = {largest} is more than the {units} {'patients' if spec.patient else 'records'} of the table"
        )
