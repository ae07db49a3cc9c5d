"""The JSON form of an evaluation: counts, shares, bounds and ids, never note text."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.intervals import Bound
from notedeid.evaluation.estimates import Estimates, Row
from notedeid.evaluation.gate import Check
from notedeid.evaluation.result import Evaluation


def record(evaluation: Evaluation, estimates: Estimates, checks: Iterable[Check] = ()) -> dict[str, Any]:
    """Everything a report says, as JSON."""
    verdicts = [one.as_dict() for one in checks]
    return {
        "origin": str(evaluation.origin),
        "heading": evaluation.origin.heading,
        "notes": len(evaluation.scores),
        "patients": len(evaluation.patients()),
        "notes_without_record": len(evaluation.unlisted),
        "weighted": evaluation.weights is not None,
        "icc_floor": evaluation.icc_floor,
        **{view: _rows(estimates, view) for view in ("all", "kind", "group", "removable", "type")},
        "leaks": {unit: _leak(safe) for unit, safe in estimates.safe.items()},
        "entities": {kind: bound_record(found) for kind, found in estimates.entities.items()},
        "strata": [
            {"stratum": c.stratum, "group": c.group, "spans": c.spans, "covered": c.covered}
            for c in estimates.strata
        ],
        "false_spans": {
            "count": sum(evaluation.false_spans().values()),
            "tokens": evaluation.tokens(),
            "per_1000_tokens": evaluation.false_rate(),
            "by_label": evaluation.false_spans(),
        },
        "decoys": {
            "count": sum(score.decoys for score in evaluation.scores),
            "removed": sum(score.decoys_removed for score in evaluation.scores),
        },
        "gate": {"passed": all(one["passed"] for one in verdicts), "checks": verdicts} if verdicts else None,
    }


def release_record(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What of a record belongs into the manifest of a release: origin, bounds, leaks, exposure, verdict."""
    kept = ("origin", "heading", "notes", "patients", "weighted", "icc_floor", "leaks", "gate", "exposure")
    shares = {name: row["found"] for view in ("group", "kind") for name, row in facts[view].items()}
    return {**{name: facts[name] for name in kept if name in facts}, "found": shares}


def bound_record(found: Bound) -> dict[str, Any]:
    """The JSON form of a bound; figures that do not exist are null."""
    empty = found.n == 0
    endless = found.effective_n == float("inf")
    return {
        "estimate": None if empty else found.estimate,
        "lower": found.lower,
        "upper": found.upper,
        "n": found.n,
        "misses": found.misses,
        "effective_n": None if endless else found.effective_n,
        "design_effect": None if empty else found.design_effect,
        "demonstrated": found.demonstrated,
        "text": str(found),
    }


def _rows(estimates: Estimates, view: str) -> Mapping[str, Any]:
    return {row.name: _row(row) for row in estimates.rows if row.view == view}


def _row(row: Row) -> dict[str, Any]:
    return {
        "spans": row.tally.spans,
        "covered_spans": row.tally.covered,
        "characters": row.tally.characters,
        "leaked_characters": row.tally.leaked,
        "share": row.tally.shares,
        "found": bound_record(row.found),
    }


def _leak(safe: Bound) -> dict[str, Any]:
    return {
        "estimate": 1 - safe.estimate if safe.n else None,
        "upper": 1 - safe.lower,
        "lower": 1 - safe.upper,
        "leaking": safe.misses,
        "n": safe.n,
    }
