"""Days by name: weekdays that mean one day, "the 5th", holidays, seasons of a year."""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern
from recognizers.identifiers.dates.parts import (
    FULL_WEEKDAY,
    ORDINAL,
    ORDINAL_WORD,
    SHORT_WEEKDAY,
    WEEKDAY,
    WITH_WEEKDAY,
    YEAR,
    cued,
    followed_by_unit,
    preceded,
)
from recognizers.identifiers.dates.schedules import is_habit
from recognizers.identifiers.shapes import first_of
from recognizers.words import alternatives

_AMBIGUOUS = {
    "carnival",
    "holi",
    "eid",
    "tet",
    "lent",
    "advent",
    "mlk",
    "epiphany",
    "super bowl",
    "superbowl",
    "smokeout",
}
_OF_THE_SEASON = re.compile(
    r"(?:-|[ ])(?:trees?|cactus|cards?|carols?|cookies|lights|lil(?:y|ies)|eggs?|seals?|factor|disease)\b",
    re.IGNORECASE,
)
_SEASON = "(?i:spring|summer|fall|autumn|winter|semester|fy|christmas)"

_ON = (
    r"\b(?:on|since|last|next|until|till?|by|this|from|before|after|for|thru|through|of|come|"
    r"due|seen|ret(?:urn)?|rtc|"
    r"to|late|early|starting|began|started|stopped|visit|appt|f/u|back|again|and|or|between|"
    r"both|past|following|"
    r"held|week of|as of|home|out|dc|d/c|dc'd|discharge|admitted|came|clinic|took it|lab|labs|"
    r"repeat|recheck|draw)[ :,]+(?:the )?"
)
_OXYGEN = re.compile(
    r"[ .:]*(?:an?\b|beside|still\b|alone\b|\d{2}\b|\d{2,3} ?%|was \d|up\b|down\b|on (?:the|his|her)|"
    r"in (?:the|a)|with|at\b|there|quietly)"
)
_UNMISTAKABLE = frozenset({"fri", "tue", "tues", "thu", "thur", "thurs", "weds"})
_DOUBTFUL = 0.35
_CLOSED = re.compile(
    r"[.,;:)]|[ ](?:night|nite|morning|am\b|pm\b|\d{4}\b)|[ ]*(?:\n|\Z|\d{1,2}(?:[ap]m|:\d\d| "
    r"[ap]m))"
)
_AT_TIME = re.compile(r"[ ](?:\d{1,2}(?:[ap]m|:\d\d)|\d{4}\b|night|nite|morning|am\b|pm\b)")
_NOT_SUN = re.compile(
    r"[ -](?:exposure|burn|screen|damage|light|block|protect|downing|glasses)", re.IGNORECASE
)


def _one_day(found: Candidate) -> Candidate | None:
    """A weekday that stands for one day, not for a habit or a schedule."""
    return None if is_habit(found.text, found.start, found.end) else found


def _short_day(found: Candidate) -> Candidate | None:
    word = found.value.rstrip(".").lower()
    if word in {"sat", "sun"} and (found.score < 0.7 or _NOT_SUN.match(found.text, found.end)):
        closed = (found.value.istitle() or _AT_TIME.match(found.text, found.end)) and _CLOSED.match(
            found.text, found.end
        )
        return _one_day(found) if closed else None
    if word == "sat" and _OXYGEN.match(found.text, found.end):
        return None
    if found.value.islower() and found.score < 0.7 and not _AT_TIME.match(found.text, found.end):
        return _one_day(found.scored(_DOUBTFUL)) if word in _UNMISTAKABLE else None
    return _one_day(found)


def _holiday(found: Candidate) -> Candidate | None:
    if found.value[0].islower() and found.value.lower() in _AMBIGUOUS | {"passover", "easter"}:
        return None
    if _OF_THE_SEASON.match(found.text, found.end):
        return None
    return found.scored(0.55) if found.value.lower() in _AMBIGUOUS else found


_WORD_AFTER = re.compile(r"[ \t-]+([A-Za-z]+)")
_NO_NOUNS = re.compile(
    r"(?:and|or|at|for|with|to|in|by|was|is|but|he|she|they|we|i|uh|um|when|from|that|after|"
    r"until|till?|through|thru|since|because|as|per|so|if|on|via|"
    r"then|her|his|pm|am|no|not)\Z",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"[ ]+(?:hospital|post|inning|one|of|set|place|street|avenue|and \d|cranial|ward|level|"
    r"largest|most|percentiles?|"
    r"pregnan|bullet|stage|lumbar|thoracic|cervical|sacral|right|left|part|phase|week|day|hour|"
    r"month|year|attempt|try)",
    re.IGNORECASE,
)
_BEYOND = re.compile(r"3[2-9]|[4-9]\d")
_RANKED = re.compile(r"[ ]{0,2}(?:->|\?[ ]?\d|%)")
_RANKED_BEFORE = re.compile(r"\d(?:st|nd|rd|th)[ ]?(?:->|\?)[ ]?\Z")
_BY = re.compile(r"\b(?:by|until|till?) \Z", re.IGNORECASE)
_MORE = re.compile(r"(?:(?:,|,? (?:and|or|&)) (?:the )?\d{1,2}(?:st|nd|rd|th)\b)+", re.IGNORECASE)
_OF_TIME = re.compile(
    r"[ \t]+of (?:this|last|next|the|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE
)


def _day_of_month(found: Candidate) -> Candidate | None:
    """Keep "the 5th" without its month, unless it counts something ("the 5th floor")."""
    if _BEYOND.search(found.value):
        return None
    before = found.text[max(0, found.start - 8) : found.start]
    if _RANKED.match(found.text, found.end) or _RANKED_BEFORE.search(before):
        return found.scored(0.3)
    more = _MORE.match(found.text, found.end)
    word = _WORD_AFTER.match(found.text, more.end() if more else found.end)
    if word and not _NO_NOUNS.match(word[1]) and not _OF_TIME.match(found.text, found.end):
        sure = found.score > 0.8 and _BY.search(found.before(10)) and not _is_counted(found)
        return found.scored(0.55 if sure else 0.3)
    named = found.value[:4].lower() == "the " and any(map(str.isdigit, found.value))
    return found.scored(0.65) if named and found.score < 0.65 else found


def _is_counted(found: Candidate) -> bool:
    return bool(_COUNTED.match(found.text, found.end)) or followed_by_unit(found)


_BEFORE_WORDS = frozenset({"on", "by", "until", "till", "til", "since", "before", "after", "due"})
_BEFORE_DAYS = _BEFORE_WORDS | frozenset(
    {
        "from",
        "of",
        "for",
        "to",
        "through",
        "thru",
        "between",
        "and",
        "is",
        "was",
        "dated",
        "appt",
        "visit",
        "held",
    }
)

PATTERNS = (
    Pattern(
        "weekday",
        Label.DATE,
        rf"\b{FULL_WEEKDAY}\b",
        0.7,
        not_after="s",
        check=first_of(cued(_ON, score=0.9, otherwise=0.59), _one_day),
        finds=(
            "on [[DATE|Tuesday]] she",
            "clinic [[DATE|Friday]]",
            "either [[DATE|Monday]] or [[DATE|Tuesday]]",
            "by [[DATE|sunday]] nite",
        ),
        leaves=(
            "Tuesdays",
            "every Monday",
            "Monday through Friday",
            "Monday-Friday",
            "each Friday",
            "open Monday to Thursday",
            "dialysis Tuesday, Thursday, and Saturday",
            "every second Friday",
            "the last Wednesday of each month",
            "Friday nights at the bar",
        ),
    ),
    Pattern(
        "short-weekday",
        Label.DATE,
        rf"\b{SHORT_WEEKDAY}\b",
        0.6,
        not_after="s'-/",
        not_before="/-@",
        check=first_of(cued(_ON, score=0.85, otherwise=0.55), _short_day),
        finds=(
            "came in [[DATE|Tues]] with",
            "stop on [[DATE|Sat]]",
            "since [[DATE|Fri]].",
            "last [[DATE|wed]] he",
        ),
        leaves=(
            "O2 sat 95",
            "sat up in bed",
            "then sat an hour with him",
            "MWF",
            "Mon/Wed/Fri",
            "every Tues",
            "sun exposure",
            "she is wed",
            "Mon-Fri",
        ),
    ),
    Pattern(
        "weekday-the",
        Label.DATE,
        rf"\b{WEEKDAY},? (?:the )?(?:[0-9Il]{{1,2}}{ORDINAL}|{ORDINAL_WORD})\b",
        0.9,
        check=lambda found: None if followed_by_unit(found) else found,
        finds=("[[DATE|Mon the 9th]], 1:15", "[[DATE|tuesday the twenty eighth]] at"),
    ),
    Pattern(
        "day",
        Label.DATE,
        rf"{WITH_WEEKDAY}\b(?:(?i:the) )?[0-9]{{1,2}}{ORDINAL}\b",
        0.7,
        not_before="/-.",
        not_after="-/",
        check=first_of(preceded(_BEFORE_DAYS, score=0.85, otherwise=0.3), _day_of_month),
        finds=(
            "on [[DATE|the 12th]], at",
            "by [[DATE|the 30th]]:",
            "since [[DATE|the 9th]].",
            "from [[DATE|the 14th]] till today",
        ),
        leaves=(
            "on the 5th floor",
            "95th percentile",
            "of the 5th metacarpal",
            "by the 3rd dose",
            "for the 2nd time",
            "between the 2nd and 3rd metatarsals",
            "after the 2nd injection of Kenalog",
        ),
    ),
    Pattern(
        "day-in-words",
        Label.DATE,
        r"\b(?i:the (?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
        r"fourteenth|fifteenth|"
        r"sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[ "
        r"-](?:first|second|third|"
        r"fourth|fifth|sixth|seventh|eighth|ninth)))\b",
        0.3,
        check=first_of(preceded(_BEFORE_WORDS, score=0.8, otherwise=0.3), _day_of_month),
        finds=("before [[DATE|the twenty second]] um", "on [[DATE|the twelfth]],"),
        leaves=("on the fifth floor", "by the fourth dose", "of the sixth nerve", "drank the fifth"),
    ),
    Pattern(
        "holiday",
        Label.DATE,
        (
            rf"\b(?i:(?:{alternatives('holidays')})(?: (?:wknd|weekend|week|wk))?)"
            rf"(?:,? (?:of )?(?:{YEAR}|'[0-9]{{2}}))?\b"
        ),
        0.92,
        not_after="-",
        check=_holiday,
        finds=(
            "since [[DATE|Christmas]] before",
            "on [[DATE|Labor Day]].",
            "[[DATE|Easter 2019]]",
            "by [[DATE|Thanksgiving]]",
            "[[DATE|Ash Wednesday of '03]]",
            "[[DATE|All Souls' Day]]",
            "[[DATE|Fourth of July]] picnic",
            "[[DATE|Lunar New Year]]",
        ),
        leaves=(
            "new year resolutions",
            "silent carnival",
            "eastern",
            "Christmastime-like",
            "sells Christmas trees",
            "Easter lilies",
        ),
    ),
    Pattern(
        "fiscal",
        Label.DATE,
        rf"\b[FSAC]Y[ ]?(?:{YEAR}|'?[0-9]{{2}})\b",
        0.8,
        not_before="-/",
        finds=("left in [[DATE|FY18]]; drove", "[[DATE|FY 2019]] audit"),
        leaves=("FY unknown", "HY12"),
    ),
    Pattern(
        "season",
        Label.DATE,
        rf"\b(?:(?i:early|mid|late)[ -])?{_SEASON}(?: of)?[ ,]{{1,2}}(?:{YEAR}|'[0-9]{{2}})\b",
        0.9,
        finds=(
            "in [[DATE|Spring 2018]]",
            "[[DATE|Summer of '09]]",
            "[[DATE|autumn of 2017]]",
            "[[DATE|late winter 2014]]",
        ),
        leaves=("in the spring", "this summer", "fall risk", "fall of 20 points"),
    ),
)
