"""What the words around a model's span say that it is: a time, a reading, a timetable, an item's number.

``recognizers.settle.plausible`` asks it first, and then how the span itself is written.
"""

import re
from collections.abc import Callable, Mapping

from annotation import Group, Label, Span
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate
from recognizers.identifiers.dates.lookalikes import is_acuity, is_clock, is_saturation, unless_edition
from recognizers.identifiers.dates.schedules import is_habit, is_weekday
from recognizers.names import is_pet
from recognizers.settle.trim import PEOPLE
from recognizers.words import alternatives

SURE = 0.81
_HHMM = r"(?:[01]\d|2[0-3])[0-5]\d"
_TIME = re.compile(rf"{_HHMM}(?:[ \t]?[-\u2013/,][ \t]?{_HHMM})*")
_HALF_HOURS = re.compile(r"\d\d[03]0-\d\d[03]0")
_PLACED = re.compile(
    r"\b(?:room|rm|bed|bay|suite|ste|apt|unit|or|x|ext|pager|pgr|badge|pin|id|no|box|code|loc|ward|last 4)\b"
    r"\W{0,3}$|[#x]\s?$",
    re.IGNORECASE,
)
_NDC = re.compile(r"\bNDC[ :#]*\Z", re.IGNORECASE)
_CPT = re.compile(r"\d{5}")
_CHART = re.compile(r"MAR(?!\w|[ .-]?\d)")
_MONTHLY = re.compile(r"(?:\b(?:in|since|last|by|early|late|mid|of|until|till?)|\d)[ -]\Z", re.IGNORECASE)
_HCPCS = re.compile(r"[GJQ]\d{4}")
_LOT = re.compile(r"\b(?:lot|no|number|id|acct|ref)\b[ .:#]*\Z|#[ ]?\Z", re.IGNORECASE)
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
_HAS_DIGIT = re.compile(r"\d")
_MISREAD = str.maketrans("OoIl", "0011")
_DEPTHS = re.compile(r"\d/\d/\d")
_MAY = re.compile(
    r"may[ ](?:not[ ]|also[ ]|well[ ]|still[ ]|then[ ])?(?:be|have|go|need|use|take|resume|return|repeat|"
    r"continue|start|stop|give|leave|eat|drink|shower|drive|call|require|increase|benefit|I|we)\b",
    re.IGNORECASE,
)
_VERB = len("may")
_SMALL = re.compile(r"x?\d{1,2}(?:[ap]?-\d{1,2})?[ap]?")
_SHIFT = re.compile(r"x\d{1,2}|(?:\d|1[0-2])[ap](?:-(?:\d|1[0-2])[ap])?")
_LEAD = re.compile(r"V[1-6]-V?[1-6]")
_AMOUNT_AFTER = re.compile(
    r"[ ]?(?:d|days?|nights?|wks?|weeks?|mos?|months?|hrs?|hours?|min|units?|given|mg|g|gm|ml|kg|assists?|"
    r"people|times|x|[+%])(?![\w-])|[ ](?:Na|K)\b"
)
_RATED = re.compile(
    rf"\b(?:visit|session|acuity|bus|route|grade|class|level|stage|type|phase|cycle|week|wk|month|mo|day|dose|"
    rf"(?-i:POD)|{alternatives('scales')})[ :=#]{{1,3}}\Z",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_RANKED = re.compile(
    r"[ ](?:time|visit|dose|gr|grader?|tri|trimester|fl|floor|attempt|opinion|degree|(?:per)?centile)\b"
)
_CURVED = re.compile(r"[ ]?(?:->|\u2192|to)[ ]?\d{1,2}(?:st|nd|rd|th)\b(?! (?:of )?[A-Z])")
_CURVED_TO = re.compile(r"\d{1,2}(?:st|nd|rd|th)[ ]?(?:->|\u2192)[ ]?\Z")
_GENERATION = re.compile(r"[IVX]{1,4}-\d{1,2}")
_NOT_ALONE = 40
_ACCENTED = {"a": "[a\u00e0\u00e1\u0101]", "i": "[i\u00ed]"}
_CLOSINGS = re.sub("[ai]", lambda vowel: _ACCENTED[vowel[0]], alternatives("closings"))
_FAREWELL = re.compile(rf"(?m)^[ \t]*(?:{_CLOSINGS})[,.!]?[ \t]*$", re.IGNORECASE)
_TEAM = re.compile(r"\bteam[ ]\Z", re.IGNORECASE)
_COLORS = frozenset(
    {
        "gold",
        "blue",
        "red",
        "green",
        "purple",
        "orange",
        "silver",
        "white",
        "black",
        "teal",
        "maroon",
        "grey",
        "gray",
    }
)
_BAY = re.compile(r"(?:Bay|Ward|Bed|Field|Pod|Room)[ ](?:[A-Z]|\d{1,2})\b")
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
    if _is_rank(text, span, before) or _is_chart(text, span, before) or _NDC.search(before):
        return True
    return _BELIED.get(span.label, _is_reading)(text, span, before)


def _is_reading(text: str, span: Span, before: str) -> bool:
    """True for a decimal, and for a billing code (HCPCS level II)."""
    if span.label.group is not Group.ID:
        return False
    decimal = _DECIMAL.match(text, span.start)
    billed = _HCPCS.fullmatch(text, span.start, span.end) and not _LOT.search(before)
    return bool(billed) or (decimal is not None and decimal.end() >= span.end)


def _is_model(text: str, span: Span, before: str) -> bool:
    return bool(_MODEL.search(before)) or _is_reading(text, span, before)


def _is_shop(text: str, span: Span, _before: str) -> bool:
    return bool(_SHOP.match(text, span.end))


def _is_no_day(text: str, span: Span, _before: str) -> bool:
    written = text[span.start : span.end]
    if is_saturation(text, span.start) or _DEPTHS.fullmatch(written) or _is_verb(text, span):
        return True
    return _comes_round(text, span) or _is_lookalike(text, span)


def _is_no_place(text: str, span: Span, before: str) -> bool:
    """True for the number of an item or an amount, and for the hours or minutes of "7:51a"."""
    timed = _MINUTES_AFTER.match(text, span.end) or (
        _HOURS.search(before) and _MINUTES.match(text, span.start)
    )
    return bool(timed) or _is_amount(text, span, before) or counts_items(text, span, before)


def _is_amount(text: str, span: Span, before: str) -> bool:
    """True for a number with its unit, behind its scale, and for an end of a shift ("7p")."""
    written = text[span.start : span.end]
    if _PLACED.search(before) or not _SMALL.fullmatch(written):
        return bool(_LEAD.fullmatch(written) or _GENERATION.fullmatch(written) or _CPT.fullmatch(written))
    return bool(_SHIFT.fullmatch(written) or _RATED.search(before) or _AMOUNT_AFTER.match(text, span.end))


def _is_chart(text: str, span: Span, before: str) -> bool:
    """True for the "MAR" that is the record of what was given, and no month."""
    alone = span.end - span.start == len("MAR") and _CHART.match(text, span.start)
    return bool(alone) and not _MONTHLY.search(before)


def _is_rank(text: str, span: Span, before: str) -> bool:
    """True for an ordinal that counts ("2nd time", "7th grade") or is a centile ("25th -> 3rd")."""
    if not _ORDINAL.match(text, span.start, span.end):
        return False
    ranked = _RANKED.match(text, span.end) or _RANKED.search(text, span.start, span.end)
    return bool(ranked or _CURVED.match(text, span.end) or _CURVED_TO.search(before))


def _is_verb(text: str, span: Span) -> bool:
    """True for the "may" of "may return"."""
    return span.end - span.start == _VERB and bool(_MAY.match(text, span.start))


def _is_nobody(text: str, span: Span, before: str) -> bool:
    """True for "ON call", the "Pool" of a "Nurse Pool", the "May" of "May return", and for animals."""
    served = _SERVED.search(before) and _DESK.match(text, span.start)
    return (
        bool(served or _ON_CALL.match(text, span.start))
        or _is_verb(text, span)
        or _is_named_thing(text, span)
    )


def _is_named_thing(text: str, span: Span) -> bool:
    """True for a pet, a team by its colour and a ward or bay by its letter."""
    before = text[max(0, span.start - _NOT_ALONE) : span.start]
    written = text[span.start : span.end]
    team = written.lower() in _COLORS and _TEAM.search(before)
    farewell = _FAREWELL.search(text, max(0, span.start - _NOT_ALONE), span.end + _NOT_ALONE)
    taken = farewell and farewell.start() <= span.start and span.end <= farewell.end()
    return bool(
        team
        or taken
        or is_pet(text, span.start, span.end)
        or _BAY.match(text, span.start)
        or before.endswith("n/")
    )


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
    if not _TIME.fullmatch(written.translate(_MISREAD) if _HAS_DIGIT.search(written) else written):
        return False
    if span.label.group is Group.CONTACT:
        return not _LISTED.isdisjoint(written) or bool(_HALF_HOURS.fullmatch(written))
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
        if is_acuity(text, span.start, span.end):
            return True
        before = found.before(24)
        return _SCALED_ASCII(before) if before.isascii() else bool(_SCALED_TEXT.search(before))
    year = span.score < SURE and _YEAR.fullmatch(found.value)
    return bool(year) and (unless_edition(found) is None or is_clock(found))


_BELIED: Mapping[Label, Callable[[str, Span, str], bool]] = {
    Label.DATE: _is_no_day,
    Label.ROOM: _is_no_place,
    Label.DEVICE: _is_model,
    Label.PROFESSION: _is_shop,
    Label.STREET: lambda text, span, _before: bool(_BAY.match(text, span.start)),
    **dict.fromkeys(PEOPLE, _is_nobody),
}
