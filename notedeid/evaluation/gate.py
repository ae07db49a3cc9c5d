"""The release gate: bounds, not estimates, decide.

A type passes when the lower bound of its recall reaches the wanted one; leak rates pass when
their upper bound stays under the allowed one. What too few identifiers can show is not shown,
so a type with fewer than 59 fails (METHOD: 0.95 ** 59 < 0.05).
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from annotation.errors import GateError, InputError
from annotation.intervals import Bound
from annotation.labels import from_coarse
from notedeid.evaluation.estimates import Estimates

_KINDS = frozenset({"direct", "quasi", "marked", "must go"})


@dataclass(frozen=True, slots=True)
class Gate:
    """What is wanted.

    Attributes:
        fail_under: least lower bound by type, group or kind.
        max_note_leak: largest upper bound of the share of leaking notes.
        max_patient_leak: the same of patients.
    """

    fail_under: Mapping[str, float] = field(default_factory=dict)
    max_note_leak: float | None = None
    max_patient_leak: float | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One demand: what it is about, wanted and reached bound, and whether it holds."""

    name: str
    wanted: float
    reached: float
    passed: bool
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return asdict(self)


def parse_demands(demands: Iterable[str]) -> dict[str, float]:
    """Read ``TYPE=BOUND`` demands; several may stand in one, parted by commas.

    Raises:
        InputError: not of that form, an unknown type, or a bound outside (0, 1).
    """
    wanted: dict[str, float] = {}
    for demand in (one.strip() for many in demands for one in many.split(",")):
        name, equals, value = demand.partition("=")
        try:
            share = float(value)
        except ValueError:
            share = 0.0
        if not equals or not 0 < share < 1:
            raise InputError(f"--fail-under {demand}: write TYPE=BOUND, e.g. NAME=0.98")
        if name not in _KINDS and not from_coarse(name) and name not in {"AGE", "DATE", "PROFESSION"}:
            raise InputError(f"--fail-under {demand}: {name!r} is no identifier type, group or kind")
        wanted[name] = share
    return wanted


def check(estimates: Estimates, gate: Gate) -> tuple[Check, ...]:
    """Hold the estimates against the gate."""
    checks = [_check_type(estimates, name, wanted) for name, wanted in sorted(gate.fail_under.items())]
    for unit, most in (("note", gate.max_note_leak), ("patient", gate.max_patient_leak)):
        if most is not None:
            checks.append(_check_leak(unit, estimates.safe[unit], most))
    return tuple(checks)


def enforce(checks: Iterable[Check]) -> None:
    """Raise GateError, naming every demand that does not hold."""
    if failed := [one for one in checks if not one.passed]:
        raise GateError("; ".join(f"{one.name}: {one.reason}" for one in failed))


def _check_type(estimates: Estimates, name: str, wanted: float) -> Check:
    row = estimates.row(name)
    if row is None or not row.found.demonstrated:
        number = row.found.n if row else 0
        return Check(name, wanted, 0.0, passed=False, reason=f"not demonstrated (n={number})")
    reached = row.found.lower
    words = (
        f"lower bound {reached:.4f}, wanted {wanted:g} (estimate {row.found.estimate:.4f}, n={row.found.n})"
    )
    return Check(name, wanted, reached, reached >= wanted, words)


def _check_leak(unit: str, safe: Bound, most: float) -> Check:
    reached = 1 - safe.lower
    words = f"upper bound {reached:.4f}, allowed {most:g} (estimate {1 - safe.estimate:.4f}, n={safe.n})"
    return Check(f"leaking {unit}s", most, reached, reached <= most, words)
