"""Four digits that are no year of a patient: an edition ("ESC 2019"), a clock time ("1945 voided").

Guidelines, criteria and acts are named by their year; the bodies that publish them are listed in
``data/guidelines.txt``. Logs write the time without a colon, so at the head of an entry a number that
nothing calls a year is a time where another number near by can be nothing else.
"""

import re

from recognizers.expressions.patterns import Candidate
from recognizers.words import alternatives

_BODY = rf"(?:{alternatives('guidelines')})"
_EDITION_BEFORE = re.compile(
    rf"(?:\b{_BODY}(?:[/+ -]{{1,3}}[A-Z][\w-]*)?|"
    r"\b(?i:act|criteria|guidelines?|classification))[ ,(]{1,2}\Z"
)
_JOINT = r"(?i:met|meets|fulfil\w*|by|per|and|or|with|without|no|not|to|for|under|on)\b"
_EDITION_AFTER = re.compile(
    rf"[ ](?:{_BODY}\b|(?:(?!{_JOINT})[\w/&-]+[ ]){{0,2}}(?i:guidelines?|guidance|"
    rf"criteria|classification|consensus|"
    rf"recommendations|handbook|edition|scientific statement|definition|grading|staging manual)\b)"
)
_IN = re.compile(r"\b(?:in|since|during)[ ]+\Z", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![\w.,/#$:-])(?:0[0-9]|1[0-8]|2[1-3])[0-5][0-9](?![\w./%:]|[ ]?(?:mg|ml|units?|cc)\b)"
)
_HEAD = re.compile(r"(?:\n|[^\w\s.,;:()'\"/$#&+-])[ \t]*\Z|\d/\d{1,2}[ ]{1,3}\Z")
_AROUND = 160
_SATURATION = re.compile(
    r"sats?[ ]?(?:(?:was|is|of|at|in|to|>|<|=|:|~)[ ]?)*(?:low[ ]|mid[ ]|high[ ])?(?:[6-9]\d|100)"
    r"(?:s\b|(?![\w/:.]))|"
    r"sats?[ ]*[\t|][ ]*(?:fio2|hr|rr|resp|bp|temp|map|etco2)\b",
    re.IGNORECASE,
)
_ACUITY = re.compile(r"6/(?:4|5|6|9|12|18|24|36|60)(?!\d)")
_BESIDE = 40


def is_acuity(text: str, start: int, end: int) -> bool:
    """True for a visual acuity in meters beside another ("R 6/36, L 6/60")."""
    if not _ACUITY.fullmatch(text, start, end):
        return False
    return bool(
        _ACUITY.search(text, max(0, start - _BESIDE), start) or _ACUITY.search(text, end, end + _BESIDE)
    )


def unless_edition(found: Candidate) -> Candidate | None:
    """Reject the year of a guideline, a set of criteria or an act."""
    before = found.before(30)
    if _EDITION_BEFORE.search(before):
        return None
    return found if _IN.search(before) or not _EDITION_AFTER.match(found.after(48)) else None


def is_clock(found: Candidate) -> bool:
    """True for the time of an entry in a log: another such time stands near."""
    before = found.text[max(0, found.start - _AROUND) : found.start]
    if found.start < _AROUND:
        before = f"\n{before}"
    if int(found.value[2:]) >= 60 or not _HEAD.search(before):
        return False
    return bool(_CLOCK.search(before) or _CLOCK.search(found.text, found.end, found.end + _AROUND))


def is_saturation(text: str, at: int) -> bool:
    """True for the oxygen saturation that begins at a place ("sat 93-95", "SAT | FiO2")."""
    return bool(_SATURATION.match(text, at))
