"""How many identifiers everybody missed: capture and recapture.

Two annotators are two catches of the same population (Chapman 1951). The estimate rests on
independent catches and equal chances; identifiers that are hard for one are hard for the other,
so it is **a lower bound**: in a simulation with 5 % hard items it said 2.4 where 25.9 were missed.
The system is a third catch; log-linear models (Fienberg 1972, Biometrika 59:591) then allow that
two of the three depend on each other, and the range over the models shows how little is known.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from annotation.passes import Mark, Pass, by_note

CAVEAT = (
    "A lower bound: it assumes that annotators miss independently of each other and that all "
    "identifiers are equally easy to see. Planted identifiers measure the annotators directly."
)
History = tuple[bool, ...]
"""Who caught an identifier, one entry a catch."""
_ITERATIONS = 60


@dataclass(frozen=True, slots=True)
class Missed:
    """An estimate of what nobody marked.

    Attributes:
        caught: identifiers that somebody marked.
        missed: estimate of how many nobody marked, as a lower bound.
        least: smallest estimate over the models.
        most: largest estimate over the models.
    """

    caught: int
    missed: float
    least: float
    most: float


def chapman(first: int, second: int, both: int) -> Missed:
    """Chapman's estimate from the numbers that each of two catches, and both, caught.

    >>> round(chapman(920, 945, 869).missed, 1)
    4.5
    """
    caught = first + second - both
    missed = (first + 1) * (second + 1) / (both + 1) - 1 - caught
    return Missed(caught, max(0.0, missed), max(0.0, missed), max(0.0, missed))


def three_catches(histories: Counter[History]) -> Missed:
    """Log-linear estimate from three catches; the model with the least AIC, and the range of all.

    Half a count is added to every cell, which keeps empty cells finite (Bishop, Fienberg &
    Holland 1975, ch. 6).
    """
    cells = [history for history in product((True, False), repeat=3) if any(history)]
    counts = np.array([histories[cell] + 0.5 for cell in cells])
    couples = list(combinations(range(3), 2))
    fits = [
        _fit(cells, counts, chosen)
        for size in range(len(couples) + 1)
        for chosen in combinations(couples, size)
    ]
    best = min(fits)[1]
    estimates = [missed for _, missed in fits]
    return Missed(sum(histories.values()), best, min(estimates), max(estimates))


def histories(passes: Iterable[Pass], catches: Sequence[str]) -> dict[str, Counter[History]]:
    """Who caught what, by type; marks that touch are one identifier.

    Args:
        passes: passes of all catches; notes that a catch has not seen are left out.
        catches: names of the annotators (or the system), in order.
    """
    table: defaultdict[str, Counter[History]] = defaultdict(Counter)
    for group in by_note(one for one in passes if one.annotator in catches).values():
        if len(group) == len(catches):
            marks = sorted((mark, one.annotator) for one in group for mark in one.marks)
            for name, who in _identifiers(marks):
                table[name][tuple(catch in who for catch in catches)] += 1
    return dict(sorted(table.items()))


def _identifiers(marks: Iterable[tuple[Mark, str]]) -> list[tuple[str, set[str]]]:
    found: list[tuple[str, set[str]]] = []
    reached = -1
    for mark, annotator in marks:
        if mark.start < reached:
            found[-1][1].add(annotator)
        else:
            found.append((mark.name, {annotator}))
        reached = max(reached, mark.end)
    return found


def _fit(
    cells: Sequence[History], counts: npt.NDArray[np.float64], couples: Sequence[tuple[int, int]]
) -> tuple[float, float]:
    """AIC and estimate of one Poisson model, by iteratively reweighted least squares."""
    columns = [np.ones(len(cells)), *np.array(cells, dtype=np.float64).T]
    columns += [columns[i + 1] * columns[j + 1] for i, j in couples]
    design = np.stack(columns, axis=1)
    mean = counts.copy()
    beta = np.zeros(design.shape[1])
    for _ in range(_ITERATIONS):
        working = np.log(mean) + (counts - mean) / mean
        root = np.sqrt(mean)
        beta = np.linalg.lstsq(design * root[:, None], working * root, rcond=None)[0]
        mean = np.exp(np.clip(design @ beta, -30, 30))
    deviance = 2 * np.sum(counts * np.log(counts / mean) - (counts - mean))
    return float(deviance + 2 * design.shape[1]), float(np.exp(min(beta[0], 30)))
