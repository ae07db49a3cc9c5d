"""Everything that `notedeid.structured.risk` knows of a table as it is, in one value.

Chances are counted by patient where one is named: an attacker looks for a person, not for a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from notedeid.structured.measures import Measures, measure
from notedeid.structured.named import need
from notedeid.structured.risk import (
    Attacker,
    Composition,
    Context,
    Linkage,
    OverallRisk,
    Uniqueness,
    composition,
    homogeneous,
    linkage,
    overall_risk,
    population_uniqueness,
    reidentification,
    skewed,
)

__all__ = ["Exposure", "Question", "assess"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """What is asked of a table.

    Attributes:
        quasi: quasi-identifiers.
        sensitive: sensitive columns.
        patient: the column that names the patient.
        threshold: chance above which a record counts as at risk.
        population: number of people that the table was drawn from, for uniqueness.
        everyone: table of the people that the records may come from, in the same form, for the journalist.
        outside: table that an attacker may hold, in the same form.
        earlier: an earlier release in the same form, matched by `identity`.
        identity: the column of record ids that both releases share.
        k: fewest candidates wanted once two releases are intersected.
        context: who gets the data, for the overall risk.
        acceptable: what the overall risk is held against.
    """

    quasi: Sequence[str]
    sensitive: Sequence[str] = ()
    patient: str | None = None
    threshold: float = 0.2
    population: int | None = None
    everyone: pd.DataFrame | None = field(default=None, repr=False)
    outside: pd.DataFrame | None = field(default=None, repr=False)
    earlier: pd.DataFrame | None = field(default=None, repr=False)
    identity: str | None = None
    k: int = 5
    context: Context | None = None
    acceptable: float = 0.09


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """What a table gives away.

    Attributes:
        measures: classes and sensitive columns.
        prosecutor: knows that the target is in the table.
        journalist: knows that the target is in the population; None without a table of it.
        at_risk: index of the records above the threshold, and nothing else of them.
        threshold: of the question.
        homogeneous: by sensitive column, share of the records whose class has one value.
        skewed: by sensitive column, share of the records in a class where a value is five times as frequent.
        uniqueness: in the population; None where its size is not known.
        linkage: with an outside table.
        composition: with an earlier release.
        overall: risk of the data times its context.
    """

    measures: Measures
    prosecutor: Attacker
    journalist: Attacker | None
    at_risk: pd.Index = field(repr=False)
    threshold: float
    homogeneous: dict[str, float]
    skewed: dict[str, float]
    uniqueness: Uniqueness | None
    linkage: Linkage | None
    composition: Composition | None
    overall: OverallRisk | None

    def facts(self) -> dict[str, float]:
        """The figures by name, for a terminal and a file."""
        found: dict[str, float] = {
            "records": self.measures.rows,
            "people": self.measures.units,
            "k": self.measures.k,
            "unique in the table": self.measures.report(2).share_below,
            "highest risk": self.prosecutor.highest,
            "average risk": self.prosecutor.average,
            f"records above {self.threshold:g}": self.prosecutor.at_risk,
            **_attacker("journalist", self.journalist),
        }
        for name, one in self.measures.attributes.items():
            found |= {f"distinct l of {name}": one.distinct_l, f"entropy l of {name}": one.entropy_l}
            found |= {f"t of {name}": one.t, f"beta of {name}": one.beta}
            found[f"homogeneous in {name}"] = self.homogeneous[name]
            found[f"skewed in {name}"] = self.skewed[name]
        return found | self._others()

    def _others(self) -> dict[str, float]:
        found: dict[str, float] = {}
        if self.uniqueness:
            best = self.uniqueness.dankar
            found |= {"unique in the population": best.value}
            found |= {"unique, 95 % interval from": best.low, "unique, 95 % interval to": best.high}
        if self.linkage:
            found |= {"matched outside": self.linkage.matched, "matched with one": len(self.linkage.unique)}
            found["fewest matches"] = self.linkage.smallest
        if self.composition:
            found |= {"in the earlier release": self.composition.shared}
            found |= {"candidates left, fewest": self.composition.smallest}
            found["below k with the earlier"] = len(self.composition.below)
        if self.overall:
            found |= {"context risk": self.overall.context, "overall risk": self.overall.overall}
        return found

    def as_dict(self) -> dict[str, Any]:
        """The facts, and the records at risk by their place."""
        return {**self.facts(), "records at risk": [str(one) for one in self.at_risk]}


def assess(frame: pd.DataFrame, question: Question) -> Exposure:
    """Measure a table.

    Raises:
        InputError: an unknown column, an empty table, or as the measures of `notedeid.structured.risk`.
    """
    quasi = list(question.quasi)
    need(frame, *quasi)
    need(frame, *question.sensitive)
    need(frame, *(one for one in (question.patient, question.identity) if one))
    measured = measure(frame, quasi, list(question.sensitive), patient=question.patient)
    rows = reidentification(frame, quasi, population=question.everyone, threshold=question.threshold)
    prosecutor = _by_people(measured, question.threshold) if question.patient else rows.prosecutor
    return Exposure(
        measured,
        prosecutor,
        rows.journalist if question.everyone is not None else None,
        rows.at_risk,
        question.threshold,
        {name: _share(frame, homogeneous(frame, quasi, name), quasi) for name in question.sensitive},
        {name: _share(frame, skewed(frame, quasi, name), quasi) for name in question.sensitive},
        population_uniqueness(frame, quasi, population=question.population) if question.population else None,
        linkage(frame, question.outside, quasi) if question.outside is not None else None,
        _composed(frame, question),
        overall_risk(prosecutor.highest, question.context, threshold=question.acceptable)
        if question.context
        else None,
    )


def _by_people(measured: Measures, threshold: float) -> Attacker:
    sizes = measured.sizes[measured.sizes > 0]
    at_risk = float(sizes[1 / sizes > threshold].sum() / sizes.sum())
    return Attacker(1 / float(sizes.min()), 1 / float(sizes.max()), len(sizes) / float(sizes.sum()), at_risk)


def _share(frame: pd.DataFrame, classes: pd.DataFrame, quasi: list[str]) -> float:
    once = classes.drop_duplicates(quasi) if len(classes) else classes
    return float(once["records"].sum() / len(frame)) if len(once) else 0.0


def _attacker(name: str, one: Attacker | None) -> dict[str, float]:
    return {} if one is None else {f"{name}, highest": one.highest, f"{name}, average": one.average}


def _composed(frame: pd.DataFrame, question: Question) -> Composition | None:
    if question.earlier is None:
        return None
    name = question.identity
    need(question.earlier, *question.quasi, *([name] if name else []))
    both = (
        (frame, question.earlier)
        if name is None
        else (frame.set_index(name), question.earlier.set_index(name))
    )
    quasi = list(question.quasi)
    return composition((both[1], quasi), (both[0], quasi), k=question.k)


def sorted_chances(measured: Measures) -> np.ndarray:
    """The chance of every person, highest first."""
    sizes = np.sort(measured.sizes[measured.sizes > 0])
    return np.repeat(1 / sizes, sizes)
