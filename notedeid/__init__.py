"""De-identify clinical notes, replace what is found with surrogates, prove the recall.

    from notedeid import Deidentifier, Key, Note

    deidentifier = Deidentifier(key=Key.generate())
    released = deidentifier.deidentify(Note("n1", text, patient_id="p1"))

The parts are packages of their own: ``annotation`` (vocabulary and measuring),
``recognizers`` (finding) and ``surrogates`` (replacing).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from notedeid import siblings

if TYPE_CHECKING:
    from annotation import Label, MarkedNote, Note, NotedeidError, PatientRecord, Span
    from notedeid.frames import deidentify_column
    from notedeid.pipeline import Deidentifier, Quarantined, Released
    from surrogates.keys import Key

siblings.check()

__version__ = "0.1.0"

_HOMES = {
    "Deidentifier": "notedeid.pipeline",
    "Key": "surrogates.keys",
    "Label": "annotation",
    "MarkedNote": "annotation",
    "Note": "annotation",
    "NotedeidError": "annotation",
    "PatientRecord": "annotation",
    "Quarantined": "notedeid.pipeline",
    "Released": "notedeid.pipeline",
    "Span": "annotation",
    "deidentify_column": "notedeid.frames",
}

__all__ = [
    "Deidentifier",
    "Key",
    "Label",
    "MarkedNote",
    "Note",
    "NotedeidError",
    "PatientRecord",
    "Quarantined",
    "Released",
    "Span",
    "deidentify_column",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - PEP 562: the type depends on the name
    """Import a public name when it is first asked for, so that ``--help`` stays fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'notedeid' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
