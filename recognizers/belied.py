"""What the words around a model's span say that it is: a time, a reading, a timetable, an item's number.

``recognizers.plausible`` asks it first, and then how the span itself is written.
"""

import re
from collections.abc import Callable, Mapping

from annotation import Group, Label, Span
from recognizers.identifiers.dates.lookalikes import is_clock, is_saturation, unless_edition
from recognizers.identifiers.dates.schedules import is_habit, is_weekday
from recognizers.linear import ending
from recognizers.patterns import Candidate
from recognizers.trim import PEOPLE
from recognizers.words import alternatives

SURE = 0.81
_HHMM = r"(?:[01]\d|2[0-3])[0-5]\d"
_TIME = re.compile(rf"{_HHMM}(?:[ \t]?[-\u2013/,][ \t]?{_HHMM})*")
_PLACED = re.compile(
    r"\b(?:room|rm|bed|bay|suite|ste|apt|unit|or|x|ext|pager|pgr|badge|pin|id|no|box|code|loc|ward|last 4)\b"
    r"\W{0,3}$|[#x]\s?$",
    re.IGNORECASE,
)
_STREET_AFTER = re.compile(r"[ \t]+[A-Z][a-z]")
_DECIMAL = re.compile(r"-?\d+\.\d+(?![\d.-])")
_YEAR = re.compile(r"(?:19|20)\d\d")
NEAR = 14
FRACTION = re.compile(r"\d{1,3}[ ]?/[ ]?\d{1,3}")
_SCALED = rf"\b(?:pa?g(?:e|\.)?|pp?\.|{alternatives('scales')})(?:[ :=~-]|is|of|was)*"
_SCALED_TEXT = re.compile(rf"(?:{_SCALED})\Z", re.IGNORECASE)
_SCALED_ASCII = ending(_SCALED)
_ON_CALL = re.compile(r"(?:on)[ -]call\b", re.IGNORECASE)
_SERVED = re.compile(
    r"\b(?:nurse|night|triage|refill|staff|provider|clinic|surgery|advice|crisis|message)[ ]\Z", re.IGNORECASE
)
_DESK = re.compile(r"(?:pool|line|desk|station|inbox|queue|board|team|hawk)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"[.)][ \t]")
_MINUTES_AFTER = re.compile(r":[0-5]\d(?!\d)")
_HOURS = re.compile(r"(?<!\d)\d{1,2}:\Z")
_MINUTES = re.compile(r"[0-5]\d[ap]?\b")
_CELL_END = re.compile(r"[ ]?[\t|]|[ ]{2}")
_COUNT = re.compile(r"(?:\A|\n)[ ]?#[ ]?(?:[\t|]|[ ]{2})")
_TABLE = 1_200
_MODEL = re.compile(r"\bmodel[ ]?(?:no\.?|number|#)?[ :#]*\Z", re.IGNORECASE)
_MONTH_NAME = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
_MONTH = re.compile(_MONTH_NAME, re.IGNORECASE)
_MONTHS = re.compile(rf"{_MONTH_NAME}(?:, {_MONTH_NAME})*", re.IGNORECASE)
_LISTED_BEFORE = re.compile(rf"{_MONTH_NAME}, ?\Z", re.IGNORECASE)
_LISTED_AFTER = re.compile(rf",\"? {_MONTH_NAME}", re.IGNORECASE)
_RECITAL = 40
_RECITED = 3
_SHOP = re.compile(r"[ ](?:shops?|stores?|house|table|machine|packing|press)\b")
_LISTED = frozenset("/,")
_TIMED = frozenset({Group.ID, Group.DATE, Group.LOCATION, Group.AGE})


def belies(text: str, span: Span, before: str) -> bool:
    """True when the words around say that it is a time, a reading, a timetable, a model, a shop."""
    housed = span.label is Label.STREET and _STREET_AFTER.match(text, span.end)
    if _is_time(text[span.start : span.end], span) and not (housed or _PLACED.search(before)):
        return True
    return _BELIED.get(span.label, _is_reading)(text, span, before)


def _is_reading(text: str, span: Span, _before: str) -> bool:
    decimal = _DECIMAL.match(text, span.start)
    return span.label.group is Group.ID and decimal is not None and decimal.end() >= span.end


def _is_model(text: str, span: Span, before: str) -> bool:
    return bool(_MODEL.search(before)) or _is_reading(text, span, before)


def _is_shop(text: str, span: Span, _before: str) -> bool:
    return bool(_SHOP.match(text, span.end))


def _is_no_day(text: str, span: Span, _before: str) -> bool:
    return is_saturation(text, span.start) or _comes_round(text, span) or _is_lookalike(text, span)


def _is_no_place(text: str, span: Span, before: str) -> bool:
    """True for the number of an item, and for the hours or minutes of "7:51a"."""
    timed = _MINUTES_AFTER.match(text, span.end) or (
        _HOURS.search(before) and _MINUTES.match(text, span.start)
    )
    return bool(timed) or counts_items(text, span, before)


def _is_desk(text: str, span: Span, before: str) -> bool:
    """True for "ON call", and for the "Pool" of a "Nurse Pool"."""
    served = _SERVED.search(before) and _DESK.match(text, span.start)
    return bool(served or _ON_CALL.match(text, span.start))


def counts_items(text: str, span: Span, before: str) -> bool:
    """True for the number of an item ("3. Return in a week")."""
    at_head = "\n" in before or span.start < NEAR
    if not at_head or before.rpartition("\n")[2].strip():
        return False
    return bool(_NUMBERED.match(text, span.end) or _counted(text, span))


def _counted(text: str, span: Span) -> bool:
    """True below the heading "#" of a table."""
    cell = _CELL_END.match(text, span.end)
    return cell is not None and bool(_COUNT.search(text, max(0, span.start - _TABLE), span.start))


def _is_time(written: str, span: Span) -> bool:
    if not _TIME.fullmatch(written):
        return False
    if span.label.group is Group.CONTACT:
        return not _LISTED.isdisjoint(written)
    if span.label.group not in _TIMED:
        return False
    return span.label is not Label.DATE or not _YEAR.fullmatch(written)


def _comes_round(text: str, span: Span) -> bool:
    """True for a weekday of a timetable, and for months that are recited ("May, April, March")."""
    written = text[span.start : span.end]
    if is_weekday(written):
        return is_habit(text, span.start, span.end)
    if not _MONTHS.fullmatch(written):
        return False
    before = text[max(0, span.start - _RECITAL) : span.start]
    months = len(_MONTH.findall(text, max(0, span.start - _RECITAL), span.end + _RECITAL))
    listed_here = _LISTED_BEFORE.search(before) or _LISTED_AFTER.match(text, span.end)
    return months >= _RECITED and bool(listed_here)


def _is_lookalike(text: str, span: Span) -> bool:
    """True for a score behind its scale, for the year of a guideline and for the time of an entry."""
    found = Candidate(text, span.start, span.end, span.score)
    if FRACTION.fullmatch(found.value):
        before = found.before(24)
        return _SCALED_ASCII(before) if before.isascii() else bool(_SCALED_TEXT.search(before))
    year = span.score < SURE and _YEAR.fullmatch(found.value)
    return bool(year) and (unless_edition(found) is None or is_clock(found))


_BELIED: Mapping[Label, Callable[[str, Span, str], bool]] = {
    Label.DATE: _is_no_day,
    Label.ROOM: _is_no_place,
    Label.DEVICE: _is_model,
    Label.PROFESSION: _is_shop,
    **dict.fromkeys(PEOPLE, _is_desk),
}
