"""Counts, histograms, means and prevalence with differential privacy, every answer with its interval.

The neighbour of a table is the table with one patient more or less, so the records of one patient are cut
to a number that is fixed beforehand. Intervals hold the noise alone, not the sampling. Sources: Dwork and
Roth, "The algorithmic foundations of differential privacy", 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.dp.mechanisms import noisy_counts, noisy_sum, radius
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.named import need
from notedeid.structured.privacy_budget import Ledger
from notedeid.structured.risk.estimate import Estimate
from notedeid.structured.transforms.coarsening import numbers

__all__ = ["Cohort", "count", "histogram", "mean", "prevalence"]


@dataclass(frozen=True, slots=True, eq=False)
class Cohort:
    """The people that are asked about, and who pays.

    Attributes:
        frame: the records.
        ledger: the budget of these people.
        patient: the column that names the patient; each row is a person where None.
        most: records of one patient that count; the first ones are taken.
        partition: name of a division of all people into parts that share nobody.
        part: which part the frame is.
        confidence: of the intervals, 0 to 1.
    """

    frame: pd.DataFrame = field(repr=False)
    ledger: Ledger
    patient: str | None = None
    most: int = 1
    partition: str | None = None
    part: str | None = None
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.most < 1 or not 0 < self.confidence < 1:
            raise InputError("a cohort needs at least one record a patient and a confidence between 0 and 1")
        if self.patient is None and self.most != 1:
            raise InputError("several records a patient need the patient column")

    def column(self, name: str) -> pd.Series:
        """A column, with no more records of a patient than count; missing cells are left out."""
        need(self.frame, *dict.fromkeys(one for one in (name, self.patient) if one))
        filled = self.frame[self.frame[name].notna()]
        if self.patient is None:
            return filled[name]
        if filled[self.patient].isna().any():
            raise InputError(f"column {self.patient!r}: a record without a patient cannot be counted")
        return filled.loc[filled.groupby(self.patient).cumcount() < self.most, name]

    def pay(self, what: str, epsilon: float) -> None:
        """Charge the ledger."""
        self.ledger.spend(what, epsilon=epsilon, partition=self.partition, part=self.part)


def count(cohort: Cohort, *, epsilon: float) -> Estimate:
    """How many records (of patients cut to `most`) there are.

    Raises:
        GateError: the budget does not hold epsilon; nothing was computed.
    """
    whole = cohort.frame.assign(**{_ROW: "record"})
    found = histogram(_of(cohort, whole), _ROW, ["record"], epsilon=epsilon, what="count of records")
    return found["record"]


def histogram(
    cohort: Cohort, column: str, kinds: Sequence[str], *, epsilon: float, what: str | None = None
) -> dict[str, Estimate]:
    """How often each category occurs; all intervals hold together.

    Args:
        cohort: the people.
        column: the column.
        kinds: its categories, fixed without looking at the data; others do not count.
        epsilon: the loss.
        what: the query in words, for the ledger.

    Raises:
        GateError: as `count`.
        InputError: no category, one twice, or an unknown column.
    """
    if not kinds or len(set(kinds)) < len(kinds):
        raise InputError("a histogram needs its categories, each once")
    values = [text_of(value) for value in cohort.column(column)]
    cohort.pay(what or f"histogram of {column}", epsilon)
    counts, scale = noisy_counts(values, kinds, epsilon=epsilon, most=cohort.most)
    far = radius(scale, confidence=cohort.confidence, figures=len(kinds))
    return {
        kind: Estimate(max(found, 0), max(found - far, 0), max(found + far, 0), "geometric noise")
        for kind, found in zip(kinds, counts, strict=True)
    }


def mean(cohort: Cohort, column: str, *, bounds: tuple[float, float], epsilon: float) -> Estimate:
    """The mean of a column of numbers: half of epsilon for the sum, half for the count.

    Args:
        cohort: the people.
        column: the column; numbers outside `bounds` are moved to the nearer bound.
        bounds: fixed without looking at the data.
        epsilon: the loss.

    Raises:
        GateError: as `count`.
        InputError: bounds in the wrong order, or a cell that is no number.
    """
    low, high = bounds
    if not low < high:
        raise InputError(f"the mean needs bounds in rising order, not {bounds}")
    middle, half = (low + high) / 2, (high - low) / 2
    values = numbers(cohort.column(column)).to_numpy(dtype=np.float64) - middle
    cohort.pay(f"mean of {column}", epsilon)
    total, wide = noisy_sum(values.tolist(), bound=half, epsilon=epsilon / 2, most=cohort.most)
    counted, scale = noisy_counts(["record"] * len(values), ["record"], epsilon=epsilon / 2, most=cohort.most)
    far, near = (radius(s, confidence=cohort.confidence, figures=2) for s in (wide, scale))
    records = [max(counted[0] + move, 1) for move in (-near, 0, near)]
    ends = [(total + move) / many for move in (-far, far) for many in (records[0], records[2])]
    value = total / records[1]
    low_end, value, high_end = (min(max(middle + x, low), high) for x in (min(ends), value, max(ends)))
    return Estimate(value, low_end, high_end, "Laplace sum over geometric count")


def prevalence(cohort: Cohort, column: str, kinds: Sequence[str], *, epsilon: float) -> Estimate:
    """The share of records whose value is one of `kinds`: one histogram of yes and no, at the whole epsilon.

    Raises:
        GateError, InputError: as `histogram`.
    """
    if not kinds:
        raise InputError("a prevalence needs the values that count")
    yes = cohort.column(column).map(text_of).isin(kinds)
    asked = cohort.frame.loc[yes.index].assign(**{_ROW: np.where(yes, "yes", "no")})
    one = _of(cohort, asked)
    found = histogram(one, _ROW, ["yes", "no"], epsilon=epsilon, what=f"prevalence in {column}")
    hit, miss = found["yes"], found["no"]
    value = hit.value / max(hit.value + miss.value, 1)
    low = hit.low / max(hit.low + miss.high, 1)
    high = hit.high / max(hit.high + miss.low, 1)
    return Estimate(value, min(low, value), max(high, value), "geometric yes and no")


_ROW = "\0row"


def _of(cohort: Cohort, frame: pd.DataFrame) -> Cohort:
    whose = cohort.partition, cohort.part
    return Cohort(frame, cohort.ledger, cohort.patient, cohort.most, *whose, cohort.confidence)
