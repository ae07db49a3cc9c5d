"""The words of a specification, one module a part of it; what they do not know is refused."""

from notedeid.structured.job.words.base import Strict, explained
from notedeid.structured.job.words.columns import ColumnSpec
from notedeid.structured.job.words.gates import Gates, NoteRecall
from notedeid.structured.job.words.hierarchies import HierarchySpec
from notedeid.structured.job.words.metrics import MetricSpec
from notedeid.structured.job.words.models import ModelSpec

__all__ = [
    "ColumnSpec",
    "Gates",
    "HierarchySpec",
    "MetricSpec",
    "ModelSpec",
    "NoteRecall",
    "Strict",
    "explained",
]
