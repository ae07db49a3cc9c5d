"""The parts that written dates are made of, as RE2 source, and checks on their values."""

import re

from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate, Check

D = "[0-9OoIl]"
DAY = rf"(?:[0Oo]?[1-9Il]|[12Il]{D}|3[01OoIl])"
YEAR = "(?:18[89][0-9]|(?:[1Il]9|2[0Oo])[0-9OoIl]{2})"
SHORT_YEAR = "(?:'[0-9OoIl]{2}|[0-9OoIl]{2})"
ANY_YEAR = rf"(?:{YEAR}|{SHORT_YEAR})"

LONG_MONTH = (
    "(?i:january|february|march|april|may|june|july|august|september|[o0]ct[o0]ber|n[o0]vember|december)"
)
MONTH = (
    "(?i:jan(?:uary)?|feb(?:r|ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|"
    "[o0]ct(?:[o0]ber)?|n[o0]v(?:ember)?|dec(?:ember)?)"
)
ORDINAL = "(?i:[ ]?(?:st|nd|rd|th))"
ORDINAL_WORD = (
    "(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    "fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|(?:twenty|thirty)[ -](?:first|second|"
    "third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth)"
)
YEAR_WORDS = (
    "(?i:(?:nineteen|twenty|two thousand)(?: and)?(?:[ -](?:hundred|oh|ten|eleven|twelve|thirteen|fourteen|"
    "fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety))?"
    "(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
FULL_WEEKDAY = "(?i:mon|tues|wednes|thurs|fri|satur|sun)(?i:day)"
SHORT_WEEKDAY = "(?i:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)"
WEEKDAY = rf"(?:{FULL_WEEKDAY}|{SHORT_WEEKDAY}\.?|Tu|Th|Su|Sa|We|Mo|Fr)"
WITH_WEEKDAY = rf"(?:\b{WEEKDAY},?[ \t\n]{{1,2}}(?:(?i:the)[ ])?)?"
PART_OF_MONTH = "(?:(?i:early|mid|late|end of|beginning of|start of)[ -]?(?:in )?)?"

_DAMAGE = str.maketrans("OoIl", "0011")
_NUMBER = re.compile(r"[0-9]+")
_UNITS_AFTER = re.compile(
    r"[ \t-]?(?:mg|mcg|ml|cc|g\b|kg|gm|grams?|units?|iu\b|%|mm|cm|x\d|/hpf|hpf|hours?|hrs?\b|"
    r"h\b|weeks?|wks?\b|"
    r"w\b|days?\b|d\b|months?|mos?\b|years?\b|yrs?\b|y/?o|min\b|minutes?|meters?|m\b|feet|ft\b|"
    r"steps|calories|kcal|cal\b|"
    r"tabs?\b|tablets?|caps?\b|capsules?|puffs?|drops?|tsp|tbsp|strength|beats?|murmur|lb|lbs|"
    r"pounds|cells|ppm|"
    r"percentile|floor|toe|finger|digit|rib|metatarsal|metacarpal|nerve|intercostal|ics|mtp|pip|"
    r"mcp|ventricle|"
    r"degree|trimester|grade|generation|visit|dose|episode|time\b|attempt|admission|hospitali[sz]ation|"
    r"pregnancy|child|baby|marriage|wife|husband|cycle|round|session|edition|percent|line\b|person|opinion)",
    re.IGNORECASE,
)


def digits_of(value: str) -> list[int]:
    """The numbers in a value, read through the damage of optical character recognition."""
    return [int(number) for number in _NUMBER.findall(value.translate(_DAMAGE))]


def is_day(month: int, day: int) -> bool:
    """True for a month and a day of the month."""
    return 0 < month <= 12 and 0 < day <= 31


def is_year(year: int) -> bool:
    """True for a year that a note may speak of, in four digits or two."""
    return 1880 <= year <= 2100 or 0 <= year < 100


def has_digit(found: Candidate) -> Candidate | None:
    """Reject a day that is all letters: "I may" is no damaged "1 May"."""
    return found if any(char.isdigit() for char in found.value) else None


def without_stop(found: Candidate) -> Candidate:
    """Leave out a full stop that ends the sentence rather than the abbreviation."""
    if found.value.endswith(".") and not re.match(
        r"[ ]?[a-z\d(,;:)-]", found.text[found.end : found.end + 2]
    ):
        return found.narrowed(found.start, found.end - 1)
    return found


def followed_by_unit(found: Candidate) -> bool:
    """True when what follows makes the number a quantity or a counted thing."""
    return bool(_UNITS_AFTER.match(found.text, found.end, found.end + 24))


def unless_unit(found: Candidate) -> Candidate | None:
    """Reject a number that a unit or a counted thing follows."""
    return None if followed_by_unit(found) else found


def ordered(found: Candidate) -> Candidate | None:
    """Keep a numeric full date whose parts can be month, day and year in some usual order."""
    if not any(char.isdigit() for char in found.value):
        return None
    first, second, third = digits_of(found.value)[-3:] if len(digits_of(found.value)) >= 3 else (0, 0, 0)
    if first > 31:
        return found if is_year(first) and is_day(second, third) else None
    return found if (is_day(first, second) or is_day(second, first)) and is_year(third) else None


_TOKEN_BEFORE = re.compile(r"[\w/.'-]*\Z")
_TOKEN_AFTER = re.compile(r"[-/.]([\w/.'-]*)")
_DATEISH = re.compile(
    r"(?:\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,2}/\d{4}|(?:18|19|20)\d\d|'\d\d|\d{1,2}(?:st|nd|rd|th)|"
    r"present|now|current|today|"
    r"[A-Za-z]{3,9}\.?(?:\d{4})?|\d{1,2}[A-Za-z]{3}\d*|\d{1,2})[.,)'-]*"
)


def standing_alone(found: Candidate) -> Candidate | None:
    """Reject a piece of a longer code: a hyphen may only join it to another date or a word."""
    left = _TOKEN_BEFORE.search(found.text[max(0, found.start - 20) : found.start])
    before = left[0].lstrip("._") if left else ""
    if before[-4:].isalpha() and before[-4:].islower() and len(before) > 3:
        before = ""
    if before and (before[-1] != "-" or (before[:-1].isdigit() and len(before) < 4)):
        return None
    if before[:-1] and not _DATEISH.fullmatch(before[:-1]):
        return None
    right = _TOKEN_AFTER.match(found.text[found.end : found.end + 20])
    if right and right[1] and (found.text[found.end] != "-" or not _DATEISH.fullmatch(right[1])):
        return found if found.text[found.end] == "." and right[1][0].isupper() else None
    return found


def cued(before: str, *, score: float, otherwise: float | None) -> Check:
    """A check that sets the score by whether ``before`` ends what stands in front.

    Args:
        before: RE2 source, matched without regard to case.
        score: confidence with the cue.
        otherwise: confidence without it; None rejects.
    """
    cued_by = ending(rf"(?:{before})[ \t\"'(]*")

    def check(found: Candidate) -> Candidate | None:
        if cued_by(found.text[max(0, found.start - 18) : found.start]):
            return found.scored(score)
        return found.scored(otherwise) if otherwise is not None else None

    return check


def preceded(words: frozenset[str], *, score: float, otherwise: float) -> Check:
    """As ``cued``, when the cue is one lower-case word directly in front."""

    def check(found: Candidate) -> Candidate | None:
        near = found.text[max(0, found.start - 12) : found.start].split()
        return found.scored(score if near and near[-1].lower() in words else otherwise)

    return check
