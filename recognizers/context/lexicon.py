"""Names and places that the frozen lists know.

A list hit alone says little, so it counts only in company: a first name before a surname
("Almaz Reyes", "REYES, ALMAZ"), either beside an initial
("Almaz R.", "A. Reyes"), a place before its state ("Yarrow, OR"). State and country
names that are no other word stand alone. Single words are looked up in sets.
"""

import re
from collections.abc import Iterator
from functools import cache

from annotation import Label, Span
from recognizers.context.well_known import known_by_name
from recognizers.expressions.screen import enrol, finditer
from recognizers.fold import View
from recognizers.words import (
    eponyms,
    is_clinical,
    is_given,
    is_name,
    is_ordinary,
    lines,
    words,
)

_FREE = r"(?<![^\W_].)"
"""Behind the first letter of a name: none stands before it. An expression that opens with a set of
letters skips other text several times faster than one that opens with such an assertion."""
_PAIR = re.compile(
    rf"([A-Z]{_FREE}[a-z]+(?:-[A-Z][a-z]+)?)[ \t]+(?:([A-Z])\.?[ \t]+)?"
    r"([A-Z][a-zA-Z']{1,}(?:-[A-Z][a-z]+)?)(?![^\W_])"
)
_INVERTED = re.compile(
    rf"([A-Z]{_FREE}[A-Za-z'-]{{2,30}}),[ \t]?([A-Z][A-Za-z'-]{{2,30}})(?:[ \t]([A-Z])\b\.?)?(?![^\W_])"
)
_SHORT = re.compile(rf"([A-Z]{_FREE}[a-z]{{2,}}(?:-[A-Z][a-z]+)?)[ \t][A-Z]\.(?=['\u2019]s\b|[,;:)\s]|$)")
_INITIALED = re.compile(
    rf"([A-Z]{_FREE}(?<![LR](?=\.[ \t]))\.[ \t]?(?:[A-Z]\.[ \t]?){{0,2}})"
    r"((?:Mc|Mac|La|Le|De|O'|Van|Von)?[A-Z][a-z]{2,}(?:-[A-Z][a-z]+)?)(?![^\W_])"
)
_CODES = "|".join(line.split("|")[1] for line in lines("states"))
_STATES = "|".join(re.escape(line.split("|")[0]) for line in lines("states"))
_PLACE = (
    rf"[A-Z]{_FREE}(?:(?<=[SFM])t\. ?[A-Z])?[a-z'A-Z]{{1,24}}"
    r"(?:[ -](?:of |the |de |la |los )?[A-Z][a-z'A-Z]{1,24}){0,3}"
)
_CITY_STATE = re.compile(
    rf"({_PLACE})(,[ \t]*\n?[ \t]*|[ \t]+)({_CODES}|{_STATES})(?![^\W_])(?=[ \t]*(\d{{5}})?)"
)
_AMBIGUOUS = frozenset({"Georgia", "Virginia", "Indiana", "Washington", "Maryland", "Wisconsin", "Minnesota"})
_CERTAIN = sorted({line.split("|")[0] for line in lines("states")} - _AMBIGUOUS)
_STANDALONE = re.compile(f"({'|'.join(name[0] + _FREE + name[1:] for name in _CERTAIN)})" + r"(?![^\W_])")
_ABROAD = re.compile(
    r"\b(?:(?:in|to|into|entered|left|outside|reached)[ ]the[ ](US)|"
    r"the[ ](U\.?K\.?|U\.S\.(?:A\.)?|UAE|USA))(?![^\W_])"
)
enrol(_PAIR, _INVERTED, _SHORT, _INITIALED, _CITY_STATE, _STANDALONE, _ABROAD)
_ALSO_CREDENTIALS = frozenset({"MD", "PA", "MA", "DC", "MS", "OD"})
_ENDS = re.compile(r"[ \t]*(?:[\n,.;)]|$)")
_AFTER_PLACE = re.compile(
    r"[ \t]+(?:pouch|catheter|stain|criteria|score|scale|knife|class|sign|test|splint|collar|red)\b"
)


class LexiconRecognizer:
    """Finds listed names in company, listed places and hospitals."""

    name = "lexicon"
    labels = frozenset(
        {
            Label.PATIENT,
            Label.CITY,
            Label.STATE,
            Label.COUNTRY,
            Label.HOSPITAL,
            Label.ORGANIZATION,
            Label.LOCATION_OTHER,
        }
    )

    def find(self, view: View) -> Iterator[Span]:
        """Yield what the lists and its company make likely."""
        text = view.text
        for start, end, label, score in (*_people(view), *_places(view), *known_by_name(text)):
            yield view.span(start, end, label, score, self.name)


_Found = Iterator[tuple[int, int, Label, float]]


def _people(view: View) -> _Found:
    for pair in finditer(_PAIR, view):
        if _is_person(pair[1], pair[3]) and f"{pair[1]} {pair[3]}".lower() not in _town_names():
            yield pair.start(), pair.end(), Label.PATIENT, 0.6
    for pair in finditer(_INVERTED, view):
        if _is_person(pair[2], pair[1]) and pair[1].isupper() == pair[2].isupper():
            yield pair.start(), pair.end(), Label.PATIENT, 0.6
    for pair in finditer(_SHORT, view):
        if _is_person(pair[1], pair[1]):
            yield pair.start(), pair.end(), Label.PATIENT, 0.6
    for pair in finditer(_INITIALED, view):
        if is_name(pair[2]) and not is_ordinary(pair[2]) and pair[2].lower() not in eponyms():
            yield pair.start(), pair.end(), Label.PATIENT, 0.6


def _is_person(first: str, last: str) -> bool:
    if not is_given(first) or is_clinical(first) or not is_name(last) or is_clinical(last):
        return False
    if last.lower() in eponyms() and last.lower() not in words("frequent"):
        return False
    return first.lower() in words("frequent") or not (is_ordinary(first) or is_ordinary(last))


def _places(view: View) -> _Found:
    text = view.text
    for found in finditer(_CITY_STATE, view):
        start = _known_place(found[1], found[3])
        if start is None:
            start = _unknown_place(text, found)
        if start is not None:
            yield found.start() + start, found.end(1), Label.CITY, 0.8
            yield found.start(3), found.end(3), Label.STATE, 0.8
    for found in finditer(_ABROAD, view):
        yield *found.span(found.lastindex or 1), Label.COUNTRY, 0.7
    for found in finditer(_STANDALONE, view):
        if not _AFTER_PLACE.match(text, found.end()):
            yield found.start(), found.end(), Label.STATE, 0.7


@cache
def _towns() -> frozenset[str]:
    codes = dict(line.lower().split("|")[::-1] for line in lines("states"))
    named = (line.lower().rpartition("|") for line in lines("places"))
    return frozenset(f"{name}|{state}" for name, _, code in named for state in (code, codes.get(code, code)))


@cache
def _town_names() -> frozenset[str]:
    return frozenset(town.partition("|")[0] for town in _towns()) | words("cities")


def _known_place(written: str, state: str) -> int | None:
    start = 0
    while True:
        if f"{written[start:]}|{state}".lower() in _towns():
            return start
        blank = written.find(" ", start)
        if blank < 0:
            return None
        start = blank + 1


def _unknown_place(text: str, found: re.Match[str]) -> int | None:
    if "," not in found[2] or is_clinical(found[1].split()[0]) or found[3].islower():
        return None
    addressed = text[: found.start()].rstrip(" \t").endswith((",", "\n")) and _ENDS.match(text, found.end(3))
    return 0 if found[4] or (addressed and found[3] not in _ALSO_CREDENTIALS) else None
