"""Generalization hierarchies, one module a kind; all give a `Hierarchy` with levels that only merge."""

from notedeid.structured.hierarchies.ages import ages
from notedeid.structured.hierarchies.arx_csv import read as read_arx_csv
from notedeid.structured.hierarchies.arx_csv import write as write_arx_csv
from notedeid.structured.hierarchies.categories import categories
from notedeid.structured.hierarchies.dates import dates
from notedeid.structured.hierarchies.hierarchy import Builder, Hierarchy, Levels
from notedeid.structured.hierarchies.icd10 import icd10
from notedeid.structured.hierarchies.identity import identity
from notedeid.structured.hierarchies.numbers import Quantiles, intervals, rounding
from notedeid.structured.hierarchies.zip_code import zip_codes

__all__ = [
    "Builder",
    "Hierarchy",
    "Levels",
    "Quantiles",
    "ages",
    "categories",
    "dates",
    "icd10",
    "identity",
    "intervals",
    "read_arx_csv",
    "rounding",
    "write_arx_csv",
    "zip_codes",
]
