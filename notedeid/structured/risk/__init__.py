"""Risks of a table: who can be found, what can be learned, and what other tables add."""

from notedeid.structured.risk.attributes import homogeneous, skewed
from notedeid.structured.risk.composition import Composition, composition
from notedeid.structured.risk.context import Context, OverallRisk, overall_risk
from notedeid.structured.risk.estimate import Estimate
from notedeid.structured.risk.linkage import Linkage, linkage
from notedeid.structured.risk.minimality import minimality
from notedeid.structured.risk.reidentification import Attacker, Reidentification, reidentification
from notedeid.structured.risk.uniqueness import Uniqueness, population_uniqueness

__all__ = [
    "Attacker",
    "Composition",
    "Context",
    "Estimate",
    "Linkage",
    "OverallRisk",
    "Reidentification",
    "Uniqueness",
    "composition",
    "homogeneous",
    "linkage",
    "minimality",
    "overall_risk",
    "population_uniqueness",
    "reidentification",
    "skewed",
]
