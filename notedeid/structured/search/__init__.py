"""Searches of the generalization lattice; all take a `Problem` and give an `Outcome` with its certificate."""

from notedeid.structured.search.exhaustive import below_k, exhaustive
from notedeid.structured.search.heuristic import heuristic
from notedeid.structured.search.optimal import optimal
from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem
from notedeid.structured.search.simple import greedy, ladder

__all__ = [
    "Certificate",
    "Check",
    "Node",
    "Outcome",
    "Problem",
    "below_k",
    "exhaustive",
    "greedy",
    "heuristic",
    "ladder",
    "optimal",
]
