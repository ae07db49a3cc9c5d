"""Counts and means for publication: small cells suppressed, and proven not to come back from the margins."""

from notedeid.structured.aggregates.areas import merge_areas, with_merged_areas
from notedeid.structured.aggregates.audit import Interval, audit
from notedeid.structured.aggregates.grid import Grid
from notedeid.structured.aggregates.publish import Publication, aggregate
from notedeid.structured.aggregates.suppression import suppress

__all__ = [
    "Grid",
    "Interval",
    "Publication",
    "aggregate",
    "audit",
    "merge_areas",
    "suppress",
    "with_merged_areas",
]
