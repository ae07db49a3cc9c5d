"""Splice replacements into a note and keep the way between old and new offsets.

Text outside the replaced spans stays as it is, code point by code point. Positions map both
ways: one outside every span exactly, one inside a span to the place that stands for it.

>>> done = splice("seen by Okafor today", [(8, 14, Label.DOCTOR, "Lindgren")])
>>> done.text, done.to_new(15), done.to_original(17)
('seen by Lindgren today', 17, 15)
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotation import Label, Span

__all__ = ["Edit", "Replacement", "splice"]


@dataclass(frozen=True, slots=True)
class Edit:
    """One replaced span.

    Attributes:
        start: first code point in the original.
        end: one past the last code point in the original.
        new_start: first code point in the new text.
        new_end: one past the last code point in the new text.
        label: identifier type.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    label: Label

    @property
    def original(self) -> Span:
        """The span in the original text."""
        return Span(self.start, self.end, self.label)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A note's new text and where its parts come from, edits in order of offset."""

    text: str = field(repr=False)
    edits: tuple[Edit, ...]

    def to_new(self, position: int) -> int:
        """The place in the new text of a position in the original."""
        at = bisect_right(self.edits, position, key=_start) - 1
        if at < 0:
            return position
        edit = self.edits[at]
        if position >= edit.end:
            return position - edit.end + edit.new_end
        return min(edit.new_start + position - edit.start, edit.new_end)

    def to_original(self, position: int) -> int:
        """The place in the original of a position in the new text."""
        at = bisect_right(self.edits, position, key=_new_start) - 1
        if at < 0:
            return position
        edit = self.edits[at]
        if position >= edit.new_end:
            return position - edit.new_end + edit.end
        return min(edit.start + position - edit.new_start, edit.end)


def _start(edit: Edit) -> int:
    return edit.start


def _new_start(edit: Edit) -> int:
    return edit.new_start


def splice(text: str, changes: Iterable[tuple[int, int, Label, str]]) -> Replacement:
    """Put ``(start, end, label, new)`` in place, in order of offset and without overlap."""
    parts: list[str] = []
    edits: list[Edit] = []
    last = length = 0
    for start, end, label, new in changes:
        parts += [text[last:start], new]
        begin = length + start - last
        length = begin + len(new)
        edits.append(Edit(start, end, begin, length, label))
        last = end
    return Replacement("".join(parts) + text[last:], tuple(edits))
