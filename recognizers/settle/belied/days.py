"""Days that the words around belie: timetables, scores behind their scale, editions, saturations, verbs."""

import re

from annotation import Span
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate
from recognizers.identifiers.dates.lookalikes import is_acuity, is_clock, is_saturation, unless_edition
from recognizers.identifiers.dates.schedules import is_habit, is_weekday
from recognizers.words import alternatives

SURE = 0.81
FRACTION = re.compile(r"\d{1,3}[ ]?/[ ]?\d{1,3}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DEPTHS = re.compile(r"\d/\d/\d")
_SCALED = rf"\b(?:pa?g(?:e|\.)?|pp?\.|{alternatives('scales')})(?:[ :=~-]|is|of|was)*"
_SCALED_TEXT = re.compile(rf"(?:{_SCALED})\Z", re.IGNORECASE)
_SCALED_ASCII = ending(_SCALED)
_MAY = re.compile(
    r"may[ ](?:not[ ]|also[ ]|well[ ]|still[ ]|then[ ])?(?:be|have|go|need|use|take|resume|return|repeat|"
    r"continue|start|stop|give|leave|eat|drink|shower|drive|call|require|increase|benefit|I|we)\b",
    re.IGNORECASE,
)
_CHART = re.compile(r"MAR(?!\w|[ .-]?\d)")
_MONTHLY = re.compile(r"(?:\b(?:in|since|last|by|early|late|mid|of|until|till?)|\d)[ -]\Z", re.IGNORECASE)
_MONTH_NAME = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
_MONTH = re.compile(_MONTH_NAME, re.IGNORECASE)
_MONTHS = re.compile(rf"{_MONTH_NAME}(?:, {_MONTH_NAME})*", re.IGNORECASE)
_LISTED_BEFORE = re.compile(rf"{_MONTH_NAME}, ?\Z", re.IGNORECASE)
_LISTED_AFTER = re.compile(rf",\"? {_MONTH_NAME}", re.IGNORECASE)
_RECITAL = 40
_RECITED = 3


def is_no_day(text: str, span: Span, _before: str) -> bool:
    """True for a saturation, depths of pockets, the "may" of a verb, a timetable, a look-alike."""
    written = text[span.start : span.end]
    if is_saturation(text, span.start) or _DEPTHS.fullmatch(written) or is_verb(text, span):
        return True
    return _comes_round(text, span) or _is_lookalike(text, span)


def is_verb(text: str, span: Span) -> bool:
    """True for the "may" of "may return"."""
    return span.end - span.start == len("may") and bool(_MAY.match(text, span.start))


def is_chart(text: str, span: Span, before: str) -> bool:
    """True for the "MAR" that is the record of what was given, and no month."""
    if span.end - span.start != len("MAR") or not _CHART.match(text, span.start):
        return False
    return not _MONTHLY.search(before)


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
        if is_acuity(text, span.start, span.end):
            return True
        before = found.before(24)
        return _SCALED_ASCII(before) if before.isascii() else bool(_SCALED_TEXT.search(before))
    year = span.score < SURE and _YEAR.fullmatch(found.value)
    return bool(year) and (unless_edition(found) is None or is_clock(found))
