r"""Beds of a ward list: numbers that stand before patients, when the list does not merely count.

"14 okafor (ride 1100), 17 de la rosa walker, 20b nguyen": a number before one name says nothing, but
numbers before several do. A list that runs 1, 2, 3 … may number its lines, and is left to others.

>>> from annotation import Label, Span
>>> from recognizers.fold import fold
>>> text = "14 Okafor, 17 Dela Rosa, 20b Nguyen"
>>> people = [Span(3, 9, Label.PATIENT), Span(14, 23, Label.PATIENT), Span(29, 35, Label.PATIENT)]
>>> [(s.start, s.end) for s in beds(fold(text), people)]
[(0, 2), (11, 13), (25, 28)]
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from annotation import Label, Span
from recognizers.fold import View

_NUMBER = re.compile(
    r"(?:^|[\n\t|,;>(\u2192-][ ]*|(?<!\d):[ ]*|\.[ ])"
    r"((?:[A-Z]{1,2}-?)?\d{1,3}[a-dA-D]?)(?:[ ]?[|\t:-][ ]?|[ ]{1,4})"
    r"(?:(?:pt|mrs?|ms|miss)\.?[ ])?\Z",
    re.IGNORECASE,
)
_BACK = 20
_FEWEST: Final = 3
"""Numbers before patients that make a list."""
_GAPS: Final = 2
"""How many times as high as the list is long its highest number is, so that it does not count."""


def beds(view: View, spans: Iterable[Span]) -> Iterator[Span]:
    """Numbers before the people among ``spans`` that are rooms or beds.

    Args:
        view: the note's folded view.
        spans: evidence, in offsets of the original note.

    Yields:
        Spans with source ``"document"``.
    """
    starts = {view.range_of(span.start, span.end)[0] for span in spans if span.label is Label.PATIENT}
    found = [number for at in sorted(starts) if (number := _NUMBER.search(view.text, max(0, at - _BACK), at))]
    values = {number[1].lower() for number in found}
    if len(values) >= _FEWEST and not _counts(values):
        for number in found:
            yield view.span(*number.span(1), Label.ROOM, 0.7, "document")


def _counts(values: set[str]) -> bool:
    numbers = [int(value) for value in values if value.isdigit()]
    return len(numbers) == len(values) and max(numbers) < _GAPS * len(numbers)
