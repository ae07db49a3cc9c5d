"""Vocabulary and measuring: labels, spans, notes, formats, and proof of recall.

A span is an annotation, whether a person or a machine made it; so the words that every other
package speaks live here.
"""

from annotation.errors import (
    GateError,
    InputError,
    IntegrityError,
    KeyFileError,
    NotedeidError,
    ProfileError,
    RecognizerError,
    ResidualError,
    SpanError,
)
from annotation.labels import Group, Label
from annotation.notes import MarkedNote, Note
from annotation.roster import PatientRecord
from annotation.spans import Span

__all__ = [
    "GateError",
    "Group",
    "InputError",
    "IntegrityError",
    "KeyFileError",
    "Label",
    "MarkedNote",
    "Note",
    "NotedeidError",
    "PatientRecord",
    "ProfileError",
    "RecognizerError",
    "ResidualError",
    "Span",
    "SpanError",
]
