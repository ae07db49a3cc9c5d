"""Gates: what a release must show before it leaves. The written file decides, not the search."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotation.errors import GateError, InputError
from notedeid.structured.job.proof import Proof
from notedeid.structured.job.words import Gates, NoteRecall

__all__ = ["Check", "Facts", "checked", "enforce"]


@dataclass(frozen=True, slots=True)
class Check:
    """One demand: what it is about, the wanted and the reached figure, and whether it holds."""

    name: str
    wanted: float
    reached: float
    passed: bool

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the gates look at beside the proof: shares of records, notes and joint classes."""

    suppressed: float
    quarantined: float
    joint_below_k: float | None = None
    joint_told_below_k: float | None = None


def checked(gates: Gates, proof: Proof, facts: Facts) -> tuple[Check, ...]:
    """Hold the file against every demand.

    Raises:
        InputError: an evaluation that cannot be read or does not hold the named bound.
    """
    return (*_least(gates, proof), *_largest(gates, proof, facts), *map(_recall, gates.note_recall))


def enforce(checks: Sequence[Check]) -> None:
    """Stop where a demand does not hold.

    Raises:
        GateError: names every demand that fails.
    """
    failed = [f"{c.name} is {c.reached:.4g}, wanted {c.wanted:.4g}" for c in checks if not c.passed]
    if failed:
        raise GateError("; ".join(failed) + "; nothing was released")


def _least(gates: Gates, proof: Proof) -> Iterator[Check]:
    if gates.k is not None:
        yield Check("k", gates.k, proof.k, proof.k >= gates.k)
    if gates.l is not None:
        for name, found in proof.l.items():
            yield Check(f"l of {name}", gates.l, found, found >= gates.l)


def _largest(gates: Gates, proof: Proof, facts: Facts) -> Iterator[Check]:
    reached = {
        "risk": proof.risk,
        "journalist_risk": proof.journalist_risk,
        "average_risk": proof.average_risk,
        "suppressed": facts.suppressed,
        "quarantined": facts.quarantined,
        "joint_below_k": facts.joint_below_k,
        "joint_told_below_k": facts.joint_told_below_k,
    }
    if gates.t is not None:
        for name, found in proof.t.items():
            yield Check(f"t of {name}", gates.t, found, found <= gates.t)
    for name, value in reached.items():
        wanted = getattr(gates, name)
        if wanted is not None:
            shown = 1.0 if value is None else value
            yield Check(name.replace("_", " "), wanted, shown, value is not None and shown <= wanted)


def _recall(wanted: NoteRecall) -> Check:
    try:
        facts = json.loads(wanted.evaluation.read_text(encoding="utf-8"))
        views = [facts[view] for view in ("type", "group", "kind") if wanted.name in facts[view]]
        bound = views[0][wanted.name]["found"]
        lower = float(bound["lower"]) if bound["demonstrated"] else 0.0
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        raise InputError(f"{wanted.evaluation}: no evaluation with a recall of {wanted.name!r}") from None
    return Check(f"note recall of {wanted.name}", wanted.least, lower, lower >= wanted.least)
