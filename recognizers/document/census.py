r"""Beds of a ward list: numbers that stand before patients, when the list does not merely count.

"14 okafor (ride 1100), 17 de la rosa walker, 20b nguyen": a number before one name says nothing, but
numbers before several do. A list that runs 1, 2, 3 … may number its lines, and is left to others. The
rooms of one ward are alike: near 8203, 8211 and 8219 an 8207 is a room too.

>>> from annotation import Label, Span
>>> from recognizers.fold import fold
>>> text = "14 Okafor, 17 Dela Rosa, 20b Nguyen"
>>> people = [Span(3, 9, Label.PATIENT), Span(14, 23, Label.PATIENT), Span(29, 35, Label.PATIENT)]
>>> [(s.start, s.end) for s in beds(fold(text), people)]
[(0, 2), (11, 13), (25, 28)]
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from annotation import Label, Span
from recognizers.fold import View
from recognizers.identifiers.shapes import CLOCK

_NUMBER = re.compile(
    r"(?:^|[\n\t|,;>(\u2192-][ ]*|(?<!\d):[ ]*|\.[ ])"
    r"(?<![IVX]-)((?:(?![IVX]+-)[A-Z]{1,2}-?)?\d{1,3}(?:[a-dA-D]|\.\d)?)(?:[ ]?[|\t:-][ ]?|[ ]{1,4})"
    r"(?:\d{5,10}[ ]?[|\t][ ]?)?"
    r"(?:(?:pt|mrs?|ms|miss)\.?[ ])?\Z",
    re.IGNORECASE,
)
_ROOM = re.compile(r"(?<![\w./:$#<>+-])([1-9]\d{2,3})(?![\w/:%+-]|[.,]\d|[ ]?(?:m[gl]|mcg|units?|cc|kcal)\b)")
_LEADS = re.compile(r"(?:\b(?:in|on|to|from|rm|room|bed|has|pt|w/|and)|[(&>\u2192])[ ]?\Z", re.IGNORECASE)
_LIES = re.compile(
    r"[ ](?:(?:is|still|now|back)[ ])?in[ ](?:rm[ ])?(\d{1,4}[a-dA-D]?)(?![\w/:%.-]|[ ]?(?:m?g|ml|units?)\b|"
    r"[ ](?:d|days?|nights?|h|hrs?|hours?|mins?|minutes|w|wks?|weeks?|mos?|months?|yrs?|years?|words|or|to|"
    r"of|places?)\b)"
)
_TIME = re.compile(CLOCK)
_TOLD = re.compile(r"\d{1,2}\.\d|\d{1,3}[A-Za-z]|[A-Z]{1,2}\d{1,3}|\d{3,4}-\d{1,2}")
_FOUR = 4
_ON_FLOOR = 2
"""Last digits of a room, which tell it from others of its ward."""
_BACK = 36
_FEWEST: Final = 3
"""Numbers before patients that make a list."""
_SEVERAL: Final = 2
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


def lodged(view: View, spans: Iterable[Span]) -> Iterator[Span]:
    """Numbers in which patients among ``spans`` lie: "Yang in 21"; where two do, any "in 14" is one more.

    Args:
        view: the note's folded view.
        spans: evidence, in offsets of the original note.

    Yields:
        Spans with source ``"document"``.
    """
    ends = {view.range_of(span.start, span.end)[1] for span in spans if span.label is Label.PATIENT}
    found = [lies for end in sorted(ends) if (lies := _LIES.match(view.text, end))]
    if len({lies[1] for lies in found}) >= _SEVERAL:
        found = list(_LIES.finditer(view.text))
    for lies in found:
        yield view.span(*lies.span(1), Label.ROOM, 0.6, "document")


def _counts(values: set[str]) -> bool:
    numbers = [int(value) for value in values if value.isdigit()]
    return len(numbers) == len(values) and max(numbers) < _GAPS * len(numbers)


def ward(view: View, spans: Iterable[Span]) -> Iterator[Span]:
    """Numbers that are alike to several rooms among ``spans``.

    Args:
        view: the note's folded view.
        spans: evidence, in offsets of the original note.

    Yields:
        Spans with source ``"document"``; three digits, and four that may be a time of day, count
        only behind a word that leads to a place.
    """
    rooms = {view.original[span.start : span.end] for span in spans if span.label is Label.ROOM}
    yield from _again(view, {room for room in rooms if _TOLD.fullmatch(room)})
    floors = Counter((room[:-_ON_FLOOR], len(room)) for room in rooms if _ROOM.fullmatch(room))
    alike = {floor for floor, count in floors.items() if count >= _FEWEST}
    for found in _ROOM.finditer(view.text) if alike else ():
        number = found[1]
        if (number[:-_ON_FLOOR], len(number)) not in alike:
            continue
        if _is_led(view, found.start()) or not (len(number) < _FOUR or _TIME.fullmatch(number)):
            yield view.span(*found.span(1), Label.ROOM, 0.7, "document")


def _again(view: View, rooms: set[str]) -> Iterator[Span]:
    """Rooms of a telling form, behind a word that leads there."""
    form = re.compile(rf"(?<![\w./:-])(?:{'|'.join(map(re.escape, sorted(rooms)))})(?![\w/:%-]|\.\d)")
    for found in form.finditer(view.text) if rooms else ():
        if _is_led(view, found.start()):
            yield view.span(*found.span(), Label.ROOM, 0.7, "document")


def _is_led(view: View, at: int) -> bool:
    return bool(_LEADS.search(view.text, max(0, at - _BACK), at))
