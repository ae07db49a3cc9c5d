"""What a recognizer is: something with a name that finds spans in a folded view."""

from collections.abc import Iterable
from typing import Protocol

from annotation import Label, Span
from recognizers.fold import View


class Recognizer(Protocol):
    """Finds identifiers of some types.

    Attributes:
        name: short and unique; becomes ``Span.source``.
        labels: the types it may return.
    """

    name: str
    labels: frozenset[Label]

    def find(self, view: View) -> Iterable[Span]:
        """Return spans in offsets of the original note (use ``view.span``), in any order."""
        ...
