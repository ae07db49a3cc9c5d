"""Numbers that the words around belie: times of day, ranks, readings, codes, the numbers of items."""

import re
from typing import Final

from annotation import Group, Label, Span

NEAR: Final = 14
"""Characters before a span that are looked at."""
_HHMM = r"(?:[01]\d|2[0-3])[0-5]\d"
_TIME = re.compile(rf"{_HHMM}(?:[ \t]?[-\u2013/,][ \t]?{_HHMM})*")
_HALF_HOURS = re.compile(r"\d\d[03]0-\d\d[03]0")
_HAS_DIGIT = re.compile(r"\d")
_MISREAD = str.maketrans("OoIl", "0011")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LISTED = frozenset("/,")
_TIMED = frozenset({Group.ID, Group.DATE, Group.LOCATION, Group.AGE})
_PLACED = re.compile(
    r"\b(?:room|rm|bed|bay|suite|ste|apt|unit|or|x|ext|pager|pgr|badge|pin|id|no|box|code|loc|ward|last 4)\b"
    r"\W{0,3}$|[#x]\s?$",
    re.IGNORECASE,
)
_STREET_AFTER = re.compile(r"[ \t]+[A-Z][a-z]")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_RANKED = re.compile(
    r"[ ](?:time|visit|dose|gr|grader?|tri|trimester|fl|floor|attempt|opinion|degree|(?:per)?centile)\b"
)
_CURVED = re.compile(r"[ ]?(?:->|\u2192|to)[ ]?\d{1,2}(?:st|nd|rd|th)\b(?! (?:of )?[A-Z])")
_CURVED_TO = re.compile(r"\d{1,2}(?:st|nd|rd|th)[ ]?(?:->|\u2192)[ ]?\Z")
_DECIMAL = re.compile(r"-?\d+\.\d+(?![\d.-])")
_HCPCS = re.compile(r"[GJQ]\d{4}")
_LOT = re.compile(r"\b(?:lot|no|number|id|acct|ref)\b[ .:#]*\Z|#[ ]?\Z", re.IGNORECASE)
_MODEL = re.compile(r"\bmodel[ ]?(?:no\.?|number|#)?[ :#]*\Z", re.IGNORECASE)
_NUMBERED = re.compile(r"[.)][ \t]")
_CELL_END = re.compile(r"[ ]?[\t|]|[ ]{2}")
_COUNT = re.compile(r"(?:\A|\n)[ ]?#[ ]?(?:[\t|]|[ ]{2})")
_TABLE = 1_200


def is_placed(before: str) -> bool:
    """True behind a word that numbers stand behind: a room, an extension, a badge."""
    return bool(_PLACED.search(before))


def is_time(text: str, span: Span, before: str) -> bool:
    """True for a time of day without a colon ("0310", "1800-0600"), also as a scanner misread it."""
    written = text[span.start : span.end]
    if not _TIME.fullmatch(written.translate(_MISREAD) if _HAS_DIGIT.search(written) else written):
        return False
    housed = span.label is Label.STREET and _STREET_AFTER.match(text, span.end)
    if housed or is_placed(before):
        return False
    if span.label.group is Group.CONTACT:
        return not _LISTED.isdisjoint(written) or bool(_HALF_HOURS.fullmatch(written))
    if span.label.group not in _TIMED:
        return False
    return span.label is not Label.DATE or not _YEAR.fullmatch(written)


def is_rank(text: str, span: Span, before: str) -> bool:
    """True for an ordinal that counts ("2nd time", "7th grade") or is a centile ("50th -> 10th")."""
    if not _ORDINAL.match(text, span.start, span.end):
        return False
    ranked = _RANKED.match(text, span.end) or _RANKED.search(text, span.start, span.end)
    return bool(ranked or _CURVED.match(text, span.end) or _CURVED_TO.search(before))


def is_drug_code(_text: str, _span: Span, before: str) -> bool:
    """True behind "NDC", the national drug code."""
    return before.rstrip(" :#").upper().endswith("NDC")


def is_reading(text: str, span: Span, before: str) -> bool:
    """True for a decimal, and for a billing code (HCPCS level II)."""
    if span.label.group is not Group.ID:
        return False
    decimal = _DECIMAL.match(text, span.start)
    billed = _HCPCS.fullmatch(text, span.start, span.end) and not _LOT.search(before)
    return bool(billed) or (decimal is not None and decimal.end() >= span.end)


def is_model(text: str, span: Span, before: str) -> bool:
    """True for the number of a model, and for a reading."""
    return bool(_MODEL.search(before)) or is_reading(text, span, before)


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
