r"""The written forms of dates as patterns, in order of preference.

Patterns are verbose regular expressions whose named groups are the fields that
``surrogates.calendar.grammar`` lists; ``yy`` and ``yyy`` are further places where a year may
stand. What no group names is layout.
"""

import re
from functools import cache

from surrogates.calendar.holidays import names
from surrogates.calendar.spoken import NUMBERS, ORDINALS, ZEROS


def _any(words: tuple[str, ...]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word).replace(r"\-", r"[\s-]+").replace(r"\ ", r"\s+") for word in longest_first
    )


_WEEKDAY = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|s|nesday|rsday|urday|r|rs)?"
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|setp|febu|janu|agu)[a-z]*"
_ORDINAL = _any(ORDINALS)
_SAID = _any(tuple(NUMBERS))
_SAID_DAYS = tuple(word for word, number in NUMBERS.items() if 0 < number < len(ORDINALS) + 1)
_SAID_TENS = tuple(word for word, number in NUMBERS.items() if number >= len("0123456789"))
_HOLIDAY = "NAMED_DAY"
_YEAR = r"(?:1[6-9]|2[01])\d\d"
_DAY_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])"
_TH = r"st|nd|rd|th"
_NO_MONTH = rf"(?!\s*[-/]?\s*(?:of\s+)?{MONTH})"
_DAY = rf"(?:(?P<d>{_DAY_NUMBER})(?P<x>{_TH})?|(?P<D>{_ORDINAL}))"
_LAST = rf"""(?:\s*(?:-|to|through|thru|and|&|/)\s*(?P<e>{_DAY_NUMBER})(?P<z>{_TH})?
             (?![\d/:]|\s*[ap]m){_NO_MONTH})?"""
_BEFORE = rf"(?:\b(?P<w>{_WEEKDAY})\b\.?[\s,]*(?:the\s+)?)?"
_AFTER = rf"(?:\s*[\s,(]\s*(?P<v>{_WEEKDAY})\b)?"
_SAID_YEAR = rf"""(?:two\s+thousand(?:\s+(?:and\s+)?(?:{_SAID}))?
                  |(?:eighteen|nineteen|twenty)\s+(?:hundred|oh\s+(?:{_SAID})|(?:{_SAID})))"""
_MORE = rf"(?![\s-]+(?:hundred|thousand|{_SAID})\b)"
_ZERO = rf"(?:{'|'.join(ZEROS)})[\s-]+"
_SAID_DAY = rf"(?:(?:{_ZERO})?(?:{_any(_SAID_DAYS[:9])})|{_any(_SAID_DAYS[9:])})\b"
_SAID_SHORT = rf"(?:{_ZERO}(?:{_any(_SAID_DAYS[:9])})|{_any(_SAID_TENS)})\b{_MORE}"
_GAP = r"(?:\s*[,/-]\s*|\s+(?:(?:slash|dash|stroke|dot|point)\s+)?)"
_ANY_YEAR = rf"""(?:'?(?P<y>{_YEAR})(?!\d)|'(?P<yy>\d\d)(?!\d)
                |(?P<Y>{_SAID_YEAR}\b{_MORE}|(?<=[\s-]){_SAID_SHORT}))"""
_OF_YEAR = rf"[\s,./-]*(?:of\s+|in\s+)?{_ANY_YEAR}"
_NEXT_YEAR = rf"(?:{_OF_YEAR}|\s*[-/.]\s*(?P<yyy>\d\d)(?![\d:/]))?"
_CLOSE_YEAR = rf"(?:{_OF_YEAR}|\s*[-/.]?\s*(?P<yyy>\d\d)(?![\d:/]))?"
_SHORT_YEAR = rf"(?:[\s,/-]*(?:of\s+)?(?:FY\s*)?(?:{_ANY_YEAR}|(?P<yyy>\d\d)(?!\d)))?"
_A, _B = r"(?<!\d)(?P<a>\d{1,2})", r"(?P<b>\d{1,2})"
_COUNTED = r"first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th"
_SEASON = r"\b(?P<s>spring|summer|fall|autumn|winter)\b"

_FORMS: tuple[tuple[str, str], ...] = (
    (
        "stamp",
        rf"""(?<!\d)(?P<y>{_YEAR})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])
             (?=\d{{4}}(?:\d\d)?(?!\d)|\D|$)""",
    ),
    (
        "stamp",
        r"""(?<!\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])
            (?P<y>(?:(?:19|20)\d\d|\d\d))(?!\d)""",
    ),
    (
        "year first",
        rf"""{_BEFORE}(?<!\d)(?P<y>{_YEAR})\s*(?P<sep>[-/.])\s*(?P<m>\d{{1,2}})
             \s*(?P=sep)\s*(?P<d>\d{{1,2}})(?!\d){_AFTER}""",
    ),
    (
        "year first",
        rf"""(?<!\d)(?P<y>{_YEAR})[-/.\s,]+(?P<M>{MONTH})[-/.\s]+
             (?P<d>{_DAY_NUMBER})(?P<x>{_TH})?(?!\d)""",
    ),
    ("week", rf"(?<!\d)(?P<y>{_YEAR})-?W(?P<k>[0-5]\d)(?:-?(?P<i>[1-7]))?(?!\d)"),
    (
        "numbers",
        rf"""{_BEFORE}{_A}\s*(?P<sep>[-/.\\_])\s*{_B}\s*(?P=sep)\s*
             '?(?P<y>\d{{4}}|\d\d)(?!\d){_AFTER}""",
    ),
    (
        "numbers",
        rf"""{_BEFORE}{_A}/{_B}\s*-\s*(?P<e>\d{{1,2}})/
             (?P<y>\d{{4}}|(?<=(?:1[3-9]|2\d|3[01])/)\d\d)(?![\d/])""",
    ),
    (
        "numbers",
        rf"""{_BEFORE}\b(?P<a>{_SAID_DAY}){_GAP}(?P<b>{_SAID_DAY}){_GAP}
             (?:(?P<Y>{_SAID_YEAR}\b{_MORE}|{_SAID_SHORT})|(?P<y>{_YEAR})(?!\d))""",
    ),
    ("numbers", rf"^\s*{_A}\s+{_B}\s+(?P<y>(?:19|20)\d\d|\d\d)\s*$"),
    (
        "day month",
        rf"""{_BEFORE}(?<![\d/])(?P<d>{_DAY_NUMBER})(?P<x>{_TH})?\s*-\s*
             (?P<e>{_DAY_NUMBER})(?P<z>{_TH})?\s*(?:of\s+)?(?P<M>{MONTH})\b\.?{_NEXT_YEAR}""",
    ),
    (
        "day month",
        rf"""{_BEFORE}(?<!\d){_DAY}\s*[-/.,]?\s*(?:of\s+)?(?P<M>{MONTH}?)
             (?=[^a-z]|$)\.?{_CLOSE_YEAR}{_AFTER}""",
    ),
    (
        "nth",
        rf"""\b(?P<n>{_COUNTED})\s+(?:(?P<w>{_WEEKDAY})|week(?:end)?)\s+(?:of|in)\s+
             (?P<M>{MONTH})\b\.?{_NEXT_YEAR}""",
    ),
    (
        "month day",
        rf"""{_BEFORE}\b(?P<M>{MONTH})\.?\s+(?P<d>{_DAY_NUMBER})\s+\d\d:\d\d(?::\d\d)?\s+
             (?:[A-Z]{{3,4}}\s+)?(?P<y>{_YEAR})(?!\d)""",
    ),
    (
        "month day",
        rf"""{_BEFORE}\b(?P<M>{MONTH})\.?[\s,/-]*(?:the\s+)?{_DAY}(?![a-z\d])
             {_LAST}{_NEXT_YEAR}{_AFTER}""",
    ),
    ("month day", rf"{_BEFORE}\b(?P<M>{MONTH})\.?[\s,-]+(?P<d>{_SAID_DAY}){_MORE}(?:{_OF_YEAR})?"),
    (
        "month day",
        rf"{_BEFORE}\b(?P<M>{MONTH})\.?[\s,-]+(?P<d>{_SAID_DAY})[\s,]+(?P<Y>{_SAID_YEAR})\b{_MORE}",
    ),
    ("day month", rf"{_BEFORE}\b(?P<d>{_SAID_DAY})[\s-]+(?:of\s+)?(?P<M>{MONTH})\b(?:{_OF_YEAR})?"),
    ("holiday", rf"\b(?P<h>{_HOLIDAY})(?!\w)(?:{_OF_YEAR})?"),
    ("month", rf"\b(?P<M>{MONTH})\b\.?(?:[\s,./-]*(?:of\s+)?{_ANY_YEAR}|[-/\s]?(?P<yyy>\d\d)(?!\d))?"),
    ("month", rf"(?<!\d)(?P<y>{_YEAR})[\s,/-]+(?P<M>{MONTH})\b"),
    ("month", rf"(?<!\d)(?P<y>{_YEAR})[-/.](?P<m>0?[1-9]|1[0-2])(?!\d)"),
    ("month", rf"(?<!\d)(?P<m>0?[1-9]|1[0-2])\s*[-/.]\s*(?P<y>{_YEAR})(?!\d)"),
    ("pair", rf"{_BEFORE}{_A}/{_B}\s*-\s*(?P<e>\d{{1,2}})(?![\d/]){_AFTER}"),
    ("pair", rf"{_BEFORE}{_A}\s*[-/.]\s*{_B}(?!\d){_AFTER}"),
    ("quarter", rf"\bQ(?P<q>[1-4]){_SHORT_YEAR}"),
    ("quarter", rf"(?<!\d)(?P<q>[1-4])Q{_SHORT_YEAR}"),
    ("quarter", rf"(?<!\d)(?P<y>{_YEAR})[\s/-]*Q(?P<q>[1-4])(?!\d)"),
    ("quarter", rf"\b(?P<Q>first|second|third|fourth)\s+quarter(?:{_OF_YEAR})?"),
    ("season", rf"{_SEASON}[\s,]*(?:of\s+)?(?P<p>{_YEAR})\s*[-/]\s*(?P<y>{_YEAR}|\d\d)(?!\d)"),
    ("season", rf"{_SEASON}(?:{_OF_YEAR})?"),
    (
        "time",
        r"""(?<![\d/])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\b\.?)?(?:\s*(?:[+-]\d\d:?\d\d\b|Z\b))?
            |(?<=[\dT])T?\d{4}(?:\d\d)?(?:[+-]\d{4}|Z)?(?!\d)(?<=\d{12})
            |\b\d{1,2}\s*[ap]\.?m\b\.?|\b\d{1,4}\s*h(?:rs|ours)?\b""",
    ),
    ("decade", r"'?(?P<y>(?:1[6-9]|2[01])\d0|(?<=')\d0|\b[2-9]0)(?='?s\b)"),
    ("years", rf"(?<!\d)(?P<p>{_YEAR})\s*[-/]\s*(?P<y>\d\d)(?!\d)"),
    ("year", rf"\b(?:fy|fiscal\s+year)\s*'?(?P<y>{_YEAR}|\d\d)(?!\d)"),
    ("year", rf"(?<!\d)(?:'?(?P<y>{_YEAR})(?!\d)|'(?P<yy>\d\d)(?!\d)|\b(?P<Y>{_SAID_YEAR})\b{_MORE})"),
    ("year", r"^\s*(?P<yy>3[2-9]|[4-9]\d)\s*$"),
    (
        "day",
        rf"{_BEFORE}(?<![\d:]){_DAY}(?![a-z\d:])(?!\s+(?:half|part|quarter|term|trimester|week|{_WEEKDAY}\b))",
    ),
    ("weekday", rf"\b(?P<w>{_WEEKDAY})\b"),
    ("pair", rf"^\s*(?P<a>{_SAID_DAY}){_GAP}(?P<b>{_SAID_DAY})\s*$"),
)


@cache
def forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Name and pattern of every form, in order of preference."""
    days = _any(names()).replace("'", "'?").replace(r"\s+", r"[\s-]+")
    days = re.sub(r"(?<=[a-z])(?:'\?)?s\b(?:'\?)?", "'?s'?", days)
    days = re.sub(r"\bSt\\\.", r"(?:St\\.?|Saint)", days)
    return tuple(
        (name, re.compile(pattern.replace(_HOLIDAY, days), re.IGNORECASE | re.VERBOSE))
        for name, pattern in _FORMS
    )
