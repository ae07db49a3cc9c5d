"""What a recognizer is: something with a name that finds spans in a folded view, or weighs them."""

from collections.abc import Iterable, Sequence
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


class Weigher(Recognizer, Protocol):
    """A recognizer that also judges what those before it found.

    A detector lets it ``prepare`` before any other is asked, and then asks it by ``weigh`` alone; what
    that gives back replaces the evidence so far.
    """

    def prepare(self, view: View) -> None:
        """Begin whatever can go on beside the work of others (``view.once`` keeps it)."""
        ...

    def weigh(self, view: View, evidence: Sequence[Span]) -> Iterable[Span]:
        """Return what stands of the evidence, and what is found beside it, in any order."""
        ...
