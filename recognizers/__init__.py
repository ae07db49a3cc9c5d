"""Recognizers: what finds identifiers in a note.

>>> from annotation import Note
>>> from recognizers import default
>>> detector = default(engine="rules")
>>> [(str(span.label), span.start, span.end) for span in detector.detect(Note("n1", "seen by Dr. Okafor"))]
[('DOCTOR', 12, 18)]
"""

from typing import TYPE_CHECKING, Any

from recognizers.fold import View, fold
from recognizers.recognizer import Recognizer

if TYPE_CHECKING:
    from recognizers.catalogue import default
    from recognizers.detector import Detector
    from recognizers.roster import RosterRecognizer

__all__ = ["Detector", "Recognizer", "RosterRecognizer", "View", "default", "fold"]

_LAZY = {"default": "catalogue", "Detector": "detector", "RosterRecognizer": "roster"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - what a module holds
    """Load detectors and word lists only when they are asked for."""
    from importlib import import_module  # noqa: PLC0415 - only the lazy path needs it

    if name not in _LAZY:
        raise AttributeError(f"module 'recognizers' has no attribute {name!r}")
    return getattr(import_module(f"recognizers.{_LAZY[name]}"), name)
