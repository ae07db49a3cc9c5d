"""The user's way into measuring: evaluate, estimate, gate, report."""

from notedeid.evaluation.estimates import Estimates, estimate
from notedeid.evaluation.findings import Findings, Wishes, find, findings_record, write_errors
from notedeid.evaluation.gate import Check, Gate, check, enforce
from notedeid.evaluation.measure import Sources, evaluate
from notedeid.evaluation.records import record, release_record
from notedeid.evaluation.result import Evaluation, Origin

__all__ = [
    "Check",
    "Estimates",
    "Evaluation",
    "Findings",
    "Gate",
    "Origin",
    "Sources",
    "Wishes",
    "check",
    "enforce",
    "estimate",
    "evaluate",
    "find",
    "findings_record",
    "record",
    "release_record",
    "write_errors",
]
