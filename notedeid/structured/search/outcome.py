"""The result of a search and what it proves."""

from __future__ import annotations

from dataclasses import dataclass

from notedeid.structured.search.problem import Check

__all__ = ["Certificate", "Outcome"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a search did and what follows from it.

    Attributes:
        method: the search.
        lattice: number of nodes.
        checked: nodes whose classes were computed.
        tagged: nodes ruled out because a coarser node already suppresses too much.
        pruned: nodes ruled out because their loss cannot be below the one found.
        proven: whether no node of the lattice has a lower loss.
        lower_bound: no node has a loss below this.
        notes: what a reader must know, as where monotony did not hold.
    """

    method: str
    lattice: int
    checked: int
    tagged: int
    pruned: int
    proven: bool
    lower_bound: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The best node found (none if no node fits), its loss, the certificate, and a lower bound as a score."""

    best: Check | None
    loss: float
    certificate: Certificate
    score_bound: float = 0.0
