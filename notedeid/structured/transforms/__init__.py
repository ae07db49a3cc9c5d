"""Transforms of single columns and of whole tables, one module a family.

Each takes what it changes and gives a new series or frame with the same index; nothing is changed in
place. Whatever is random is drawn from a key, so that the same key gives the same table.
"""

from notedeid.structured.transforms.calendar import Shift, age_at, days_since
from notedeid.structured.transforms.coarsening import bins, bound, group_rare, round_to
from notedeid.structured.transforms.codes import codebook, pseudonyms
from notedeid.structured.transforms.microaggregation import microaggregate
from notedeid.structured.transforms.noise import jitter, swap
from notedeid.structured.transforms.safe_harbor import safe_harbor
from notedeid.structured.transforms.split import Split, split

__all__ = [
    "Shift",
    "Split",
    "age_at",
    "bins",
    "bound",
    "codebook",
    "days_since",
    "group_rare",
    "jitter",
    "microaggregate",
    "pseudonyms",
    "round_to",
    "safe_harbor",
    "split",
    "swap",
]
