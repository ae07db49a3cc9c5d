"""The three attackers on a table: prosecutor, journalist, marketer.

After El Emam, "Guide to the De-Identification of Personal Health Information", 2013, and Dankar and El
Emam, "A method for evaluating marketer re-identification risk", PAIS 2010. The prosecutor knows that the
target is in the table: the risk is one over the class. The journalist only knows that the target is in the
population: one over the class in the population. The marketer wants as many matches as possible: the mean
of the chances. Without a population table the journalist and the marketer face the table itself, which
overstates their risk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.measures import class_groups

__all__ = ["Attacker", "Reidentification", "reidentification"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Attacker:
    """The chances of one attacker.

    Attributes:
        highest: for the record most at risk.
        lowest: for the record least at risk.
        average: over all records; the share of records that a marketer matches.
        at_risk: share of the records whose chance is above the threshold.
    """

    highest: float
    lowest: float
    average: float
    at_risk: float


@dataclass(frozen=True, slots=True, eq=False)
class Reidentification:
    """Re-identification risks of a table.

    Attributes:
        records: number of records.
        sample_unique: share of the records alone in their class.
        prosecutor: against the table.
        journalist: against the population.
        marketer: share of all records that are matched right, on average.
        threshold: chance above which a record counts as at risk.
        at_risk: index of the records above the threshold for the prosecutor, and nothing else of them.
    """

    records: int
    sample_unique: float
    prosecutor: Attacker
    journalist: Attacker
    marketer: float
    threshold: float
    at_risk: pd.Index


def reidentification(
    frame: pd.DataFrame,
    quasi: Sequence[str],
    *,
    population: pd.DataFrame | None = None,
    threshold: float = 0.2,
) -> Reidentification:
    """The risks of a table as it is.

    Args:
        frame: the records, generalized or not.
        quasi: its quasi-identifiers.
        population: everyone the records may come from, themselves included, in the same form.
        threshold: a chance above it puts a record at risk; 0.2 is a class of five.

    Raises:
        InputError: an empty table, an unknown column, or a record that the population does not hold.
    """
    grouped = class_groups(frame, quasi)
    size = np.bincount(grouped.inverse)[grouped.inverse]
    wide = size if population is None else _matches(frame, population, quasi)
    prosecutor, journalist = _attacker(1 / size, threshold), _attacker(1 / wide, threshold)
    return Reidentification(
        len(frame),
        float((size == 1).mean()),
        prosecutor,
        journalist,
        journalist.average,
        threshold,
        frame.index[1 / size > threshold],
    )


def _attacker(chance: Floats, threshold: float) -> Attacker:
    at_risk = float((chance > threshold).mean())
    return Attacker(float(chance.max()), float(chance.min()), float(chance.mean()), at_risk)


def _matches(frame: pd.DataFrame, population: pd.DataFrame, quasi: Sequence[str]) -> npt.NDArray[np.int64]:
    both = pd.concat([frame[list(quasi)], population[list(quasi)]], ignore_index=True)
    owner = class_groups(both, quasi).inverse
    found = np.bincount(owner[len(frame) :], minlength=int(owner.max()) + 1)[owner[: len(frame)]]
    if not found.all():
        raise InputError(
            f"{int((found == 0).sum())} records match nobody in the population; it must hold all records "
            "and be generalized alike"
        )
    return found
