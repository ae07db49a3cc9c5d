"""Spans: half-open ranges of code points in a note, and their algebra."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.errors import SpanError
from annotation.labels import Label


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """One identifier in one note; holds offsets, never text.

    Attributes:
        start: first code point, counted in the original note.
        end: one past the last code point; ``start < end``.
        label: identifier type.
        score: confidence in (0, 1].
        source: who found it, e.g. ``"phone"`` or an annotator's id.

    Raises:
        SpanError: empty or negative range, or a score outside (0, 1].
    """

    start: int
    end: int
    label: Label
    score: float = 1.0
    source: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise SpanError(f"span [{self.start}, {self.end}) is empty or negative")
        if not 0 < self.score <= 1:
            raise SpanError(f"score {self.score} of span [{self.start}, {self.end}) is not in (0, 1]")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: "Span") -> bool:
        """True when the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: "Span") -> bool:
        """True when every code point of ``other`` is in this span."""
        return self.start <= other.start and other.end <= self.end


def union_length(spans: Iterable[Span]) -> int:
    """Number of code points that at least one span covers."""
    total = reached = 0
    for span in sorted(spans):
        total += max(0, span.end - max(span.start, reached))
        reached = max(reached, span.end)
    return total


def covered(target: Span, by: Iterable[Span]) -> int:
    """Number of code points of ``target`` that the spans ``by`` cover."""
    inside = (
        Span(max(span.start, target.start), min(span.end, target.end), span.label)
        for span in by
        if span.overlaps(target)
    )
    return union_length(inside)


def check_fit(spans: Sequence[Span], text: str, note_id: str) -> None:
    """Raise SpanError when a span reaches past the note's end."""
    for span in spans:
        if span.end > len(text):
            raise SpanError(
                f"note {note_id}: span [{span.start}, {span.end}) ends past its {len(text)} characters"
            )
