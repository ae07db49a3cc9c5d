"""Rooms and streets that the words around belie: minutes, amounts, ratings, bays by their letter."""

import re

from annotation import Span
from recognizers.settle.belied.numbers import counts_items, is_placed
from recognizers.words import alternatives

_MINUTES_AFTER = re.compile(r":[0-5]\d(?!\d)")
_HOURS = re.compile(r"(?<!\d)\d{1,2}:\Z")
_MINUTES = re.compile(r"[0-5]\d[ap]?\b")
_SMALL = re.compile(r"x?\d{1,2}(?:[ap]?-\d{1,2})?[ap]?")
_SHIFT = re.compile(r"x\d{1,2}|(?:\d|1[0-2])[ap](?:-(?:\d|1[0-2])[ap])?")
_AMOUNT_AFTER = re.compile(
    r"[ ]?(?:d|days?|nights?|wks?|weeks?|mos?|months?|hrs?|hours?|min|units?|given|mg|g|gm|ml|kg|assists?|"
    r"people|times|x|[+%])(?![\w-])|[ ](?:Na|K)\b"
)
_RATED = re.compile(
    rf"\b(?:visit|session|acuity|bus|route|grade|class|level|stage|type|phase|cycle|week|wk|month|mo|day|dose|"
    rf"(?-i:POD)|{alternatives('scales')})[ :=#]{{1,3}}\Z",
    re.IGNORECASE,
)
_LEAD = r"V[1-6]-V?[1-6]"
_GENERATION = r"[IVX]{1,4}-\d{1,2}"
_PROCEDURE = r"\d{5}"
_CODE = re.compile(rf"{_LEAD}|{_GENERATION}|{_PROCEDURE}")
"""Leads of an ECG, people of a family tree, procedures (CPT)."""
_BAY = re.compile(r"(?:Bay|Ward|Bed|Field|Pod|Room)[ ](?:[A-Z]|\d{1,2})\b")


def is_no_place(text: str, span: Span, before: str) -> bool:
    """True for the number of an item or an amount, and for the hours or minutes of "7:51a"."""
    timed = _MINUTES_AFTER.match(text, span.end) or (
        _HOURS.search(before) and _MINUTES.match(text, span.start)
    )
    return bool(timed) or _is_amount(text, span, before) or counts_items(text, span, before)


def _is_amount(text: str, span: Span, before: str) -> bool:
    """True for a number with its unit, behind its scale, and for an end of a shift ("7p")."""
    written = text[span.start : span.end]
    if is_placed(before) or not _SMALL.fullmatch(written):
        return bool(_CODE.fullmatch(written))
    return bool(_SHIFT.fullmatch(written) or _RATED.search(before) or _AMOUNT_AFTER.match(text, span.end))


def is_bay(text: str, span: Span, _before: str) -> bool:
    """True for the word before a letter or number: "Bay C", "Ward 9"."""
    return bool(_BAY.match(text, span.start))
