"""What a model's span must look like to count: an age of 90, an id with a digit, a date word.

A tagger reads context and is sometimes sure of what cannot be: a time of day as a room, a pain
score as a date, a field label as a number. Spans of the model and of document sense pass here;
rules, labels and the roster do not need to.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache

from annotation import Group, Label, Span
from recognizers.context.initials import is_shortened
from recognizers.identifiers.shapes import FILES
from recognizers.names import WORD
from recognizers.settle.belied import FRACTION, NEAR, SURE, belies, counts_items
from recognizers.settle.trim import CREDENTIALS, PEOPLE
from recognizers.words import (
    abbreviations,
    alternatives,
    drugs,
    is_clinical,
    is_misread,
    is_name,
    is_ordinary,
    listed,
    plain,
    regions,
    words,
)

_LIKELY = 0.6
_CERTAIN = 0.87
_SCALES = frozenset({2, 3, 4, 5, 10})
_NAMED = re.compile(r"\b(?:Mrs?|Ms|Miss|Dr|MRS?|MS|DR)\.?[ \t]+$|[^\W\d_]{2},[ \t]*$|[/_(]$")
_ANNOUNCED = re.compile(
    rf"\b(?:by|per|with|witness|minutes|{alternatives('relations')})[ \t]+$", re.IGNORECASE
)
_SIGNING = re.compile(r"(?:^|[.:;,\n])[ \t]*$")
_SIGNED = re.compile(rf"\.?[ \t]*,?[ \t]*(?:(?:{CREDENTIALS})\b|\n|$)", re.IGNORECASE)
_NAME_AFTER = re.compile(r"\.?[ \t]+[A-Z][a-z]{2}|[/.]")
_GIVEN_AFTER = re.compile(r",[ \t]?[A-Z]{2}")
_TOWN_BEFORE = re.compile(r"[A-Z][\w'-]{3,}[ \t]+$|[A-Z][a-z'-]{2,},[ \t]*$")
_LABEL_WORD = re.compile(
    r"(?:ss[n#]?|npi|dea|mrn?#?|csn|har|fin|s/?n|udi|lot|ref|id|phn?|cdl|no\.?|acct|rec|pin|tel|fax|cell)\W*",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"d{3}|n{3}|#{3}")
_DATE_WORD = re.compile(rf"\b(?:{alternatives('date_words')})\b|nineteen|two thousand|twenty", re.IGNORECASE)
_NO_DATE = re.compile(
    r"(?:the |early |late |last |this |next )?(?:spring|summer|fall|autumn|winter|day|week|"
    r"month|year)(?: (?:of|one))?|"
    r"(?:day|wk|week|pod|hd|dol) ?#?\d{1,3}|\d{1,3}\.\d{1,2}|"
    r"p(?:g|age)?\.? ?\d+ ?(?:/|of) ?\d+|"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[ ]?(?:[-\u2013]|to|thru|through)[ ]?"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|"
    r"(?:mon|tues?|weds?|wednes|thurs?|fri|sat|satur|sun)(?:day)?s",
    re.IGNORECASE,
)
_WEEKDAYS = re.compile(r"(?:tues|weds|thurs)", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|JR|SR)\.?")
_CREDENTIAL = re.compile(rf"(?:{CREDENTIALS})\.?")
_WHEN = re.compile(r"[ap]\.m\.?|p\.?r\.?n\.?|n\.p\.o\.?|[bqt]\.?i\.?d\.?|h\.s\.?(?: p\.r\.n\.?)?")
_ADDRESSED = re.compile(
    r"(?:(?:dear|sir|sirs|madam|fwd|attn|cc|to whom it may concern)\b[ ]?)+:?", re.IGNORECASE
)
_SEXED = re.compile(r"(?:y(?:/?o|rs?)?|Y(?:/?O|RS?)?)[ ]?[MF]")
_ORGANISM = re.compile(r"[A-Z]\. ?[a-z]{4,}")
_KIN = re.compile(
    r"(?:mam[a\u00e1]?|pap[a\u00e1]|mum(?:my)?|mom(?:my|ma)?|dadd?y|dad|gran(?:ny|ma|pa|dad)?|grand(?:ma|pa)|abuel[ao]|"
    r"ammamma|halmoni|nonn[ao]|yiayia|aunt(?:ie|y))",
    re.IGNORECASE,
)
_NOBODY = (_SUFFIX, _CREDENTIAL, _WHEN, _ADDRESSED, _SEXED, _KIN)
_SHORT_CODES = frozenset({"111", "112", "911", "988", "999"})
"""Numbers that everybody may call."""
_SHORT_FORM = re.compile(r"[A-Z]{2,4}")
_FILE = re.compile(rf"\.(?:{FILES})\Z", re.IGNORECASE)
_LEVELS = re.compile(r"[CTL]\d{1,2}-[CTLS]?[1-9]\d?")
_AGED = re.compile(r"\d{1,3}[ -]?(?:[ymdw]/?o|yrs?|y)[ ]?[MF]?|N-?95", re.IGNORECASE)
_PARTS = re.compile(r"[,_]")
_NUMERAL = re.compile(r"[0-9A-Fa-f]+")
_SPECIALTY = re.compile(r"\w+(?:ology|iatrics|p(?:a?e)dics|surgery|iatry)")
_UNIT = re.compile(
    r"(?:department|dept|unit|service|ward|nursery|suite|floor|room|theatre|surgery|care|clinic|school|college|"
    r"team|lab|laboratory|triage)s?"
)
_SERVICE = re.compile(
    r"A ?(?:&|and) ?E|L ?& ?D|OSH|E\.?[DR]\.?|PALS|IAPTs?|CAMHS|CMHT|OOH|MAU|SDEC|(?:[NPSCM]|CT|CV)?ICU|"
    r"PACU|TCU|LTACH?|SNF|cross[- ]country|track and field|tai chi|pilates|zumba|yoga|crossfit",
    re.IGNORECASE,
)
_NO_WORK = re.compile(
    r"(?:(?:drug|alcohol|substance|iv|tobacco)[ -])*(?:abuser|user|smoker|drinker|non-?smoker)|"
    r"patient|informant",
    re.IGNORECASE,
)
_QUAD = 4
_DIALLED = 2
"""Fewest digits that anybody calls."""
_COLUMNS = 3
_PROVINCES = re.compile(r"AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT|ACT|NSW|QLD|TAS|VIC")
"""Of Canada and Australia, as addresses write them."""
_AGES = range(90, 126)
_FACILITIES = frozenset({Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT})


def is_plausible(text: str, span: Span) -> bool:
    """False when the span of a model cannot be what its label says."""
    written = text[span.start : span.end]
    before = text[max(0, span.start - NEAR) : span.start]
    if belies(text, span, before):
        return False
    if span.label in PEOPLE and len(written) <= len("MR"):
        return _is_initial(text, span, before)
    if span.label is Label.STATE and _CREDENTIAL.fullmatch(written):
        return bool(_TOWN_BEFORE.search(before)) and written.isupper()
    inverted = span.label in PEOPLE and _GIVEN_AFTER.match(text, span.end)
    test = _TESTS.get(span.label) or _GROUP_TESTS.get(span.label.group)
    return bool(inverted) or test is None or test(written, span)


def _is_initial(text: str, span: Span, before: str) -> bool:
    written = text[span.start : span.end]
    if len(written) == 1 and (_MEASURED.match(text, span.end) or counts_items(text, span, before)):
        return False
    if written in _UNITS and before[-2:-1].isdigit():
        return False
    if _NAMED.search(before) or _NAME_AFTER.match(text, span.end):
        return True
    if span.score >= SURE and written.istitle() and is_name(written):
        return True
    signs = _SIGNING.search(before) and _SIGNED.match(text, span.end)
    return bool(signs or _ANNOUNCED.search(before))


_UNITS = frozenset("gLlmhdx")
_MEASURED = re.compile(r"[ ]?[<>=]?[ ]?\d")


def _login(written: str, span: Span) -> bool:
    words_in = _PARTS.split(written)
    columns = len(words_in) >= _COLUMNS and all(map(is_ordinary, words_in))
    named = columns or _FILE.search(written) or _SHORT_FORM.fullmatch(written)
    return not named and _has_digit(written, span)


def _has_digit(written: str, _span: Span) -> bool:
    return any(map(str.isdigit, written)) or len(written) >= len("five five") or not is_ordinary(written)


def _number(written: str, span: Span) -> bool:
    if _PLACEHOLDER.search(written) or written in _SHORT_CODES:
        return False
    if any(map(str.isdigit, written)):
        return span.label.group is not Group.CONTACT or sum(map(str.isdigit, written)) >= _DIALLED
    if _LABEL_WORD.fullmatch(written) or is_ordinary(written):
        return False
    return " " in written or span.score >= SURE


def _age(written: str, _span: Span) -> bool:
    return not written.isdigit() or int(written) in _AGES


def _date(written: str, span: Span) -> bool:
    if _NO_DATE.fullmatch(written) and not _WEEKDAYS.fullmatch(written):
        return False
    if FRACTION.fullmatch(written):
        return _is_day(written, span.score)
    if any(map(str.isdigit, written)):
        return len(written) > len("12") or span.score >= SURE
    if _DATE_WORD.search(" ".join(written.split())):
        return True
    return span.score >= SURE and not all(is_clinical(word[0]) for word in WORD.finditer(written))


def _is_day(written: str, score: float) -> bool:
    one, two = (int(part) for part in written.replace(" ", "").split("/"))
    if not (min(one, two) in range(1, 13) and max(one, two) in range(1, 32)):
        return False
    if max(one, two) > 12:  # noqa: PLR2004 - months of a year
        return True
    return score >= (_CERTAIN if two in _SCALES else _LIKELY)


def _person(written: str, span: Span) -> bool:
    tokens = [word[0] for word in WORD.finditer(written)]
    if not tokens or any(form.fullmatch(written) for form in _NOBODY) or _is_term(written, tokens[-1]):
        return False
    if span.score < _CERTAIN and all(map(is_ordinary, tokens)) and any(map(is_misread, tokens)):
        return False
    if (len(tokens) == 1 and _is_kind(tokens[0])) or (
        span.score < _CERTAIN and all(map(_is_shorthand, tokens))
    ):
        return False
    if written.islower() or span.score < _LIKELY:
        return any(is_name(token) or not is_ordinary(token) for token in tokens)
    return True


def _is_term(written: str, last: str) -> bool:
    """True for a species ("C. glabrata") and an abbreviation with stops ("E.C.G.")."""
    return is_shortened(written) or (_ORGANISM.fullmatch(written) is not None and not is_name(last))


def _is_shorthand(token: str) -> bool:
    return plain(token) in abbreviations() and not is_name(token)


def _is_kind(token: str) -> bool:
    low = plain(token)
    people = low in words("nationalities") or low.removesuffix("s") in words("nationalities")
    return people or low in _languages() or (low in _brands() and not is_name(token))


@cache
def _languages() -> frozenset[str]:
    return frozenset(language.lower() for language in listed("languages"))


@cache
def _brands() -> frozenset[str]:
    return frozenset(brand.lower() for brand in listed("brand_drugs"))


def _facility(written: str, span: Span) -> bool:
    tokens = [word[0] for word in WORD.finditer(written)]
    if not tokens or _CREDENTIAL.fullmatch(written) or len(written) <= len("GI"):
        return written == "VA"
    if "&" in written and all(plain(token) in abbreviations() for token in tokens):
        return False
    if (
        _is_unit([token.lower() for token in tokens])
        or _SERVICE.fullmatch(written)
        or _WHEN.fullmatch(written)
    ):
        return False
    if all(plain(token) in drugs() for token in tokens):
        return False
    proper = any(
        not is_clinical(token) or is_name(token)
        for token in tokens
        if plain(token) not in listed("name_stops")
    )
    return proper or span.score >= _LIKELY


def _is_unit(tokens: list[str]) -> bool:
    """True for a kind of ward, clinic or school without a name ("Same Day Surgery")."""
    if any(token not in _unit_words() for token in tokens) or "hospital" in tokens[1:]:
        return False
    if _SPECIALTY.fullmatch(tokens[-1]):
        return True
    return len(tokens) > 1 and any(_UNIT.fullmatch(token) for token in (tokens[0], tokens[-1]))


@cache
def _unit_words() -> frozenset[str]:
    return frozenset(listed("care_units"))


def _place(written: str, span: Span) -> bool:
    tokens = [word[0] for word in WORD.finditer(written)]
    if tokens and all(map(_is_kind, tokens)):
        return False
    if plain(written) in regions() and (len(written) > len("MI") or span.score >= _LIKELY):
        return True
    if span.label is Label.STATE and _PROVINCES.fullmatch(written):
        return True
    if span.label is Label.COUNTRY and is_ordinary(written):
        return False
    return span.score >= SURE or not tokens or not all(is_clinical(token) for token in tokens)


def _street(written: str, span: Span) -> bool:
    return (
        " " in written.strip()
        or any(map(str.isdigit, written))
        or span.score >= (_CERTAIN if is_ordinary(written) else SURE)
    )


def _address(written: str, _span: Span) -> bool:
    return len(_NUMERAL.findall(written)) >= _QUAD


def _profession(written: str, _span: Span) -> bool:
    return not _NO_WORK.fullmatch(written)


def _room(written: str, span: Span) -> bool:
    if _LEVELS.fullmatch(written) or _AGED.fullmatch(written) or written in _SHORT_CODES:
        return False
    return any(map(str.isdigit, written)) or span.score >= SURE


_TESTS: Mapping[Label, Callable[[str, Span], bool]] = {
    Label.AGE: _age,
    Label.DATE: _date,
    Label.ROOM: _room,
    Label.PROFESSION: _profession,
    Label.STREET: _street,
    Label.IP: _address,
    Label.ZIP: _has_digit,
    Label.USERNAME: _login,
    **dict.fromkeys(PEOPLE, _person),
    **dict.fromkeys(_FACILITIES, _facility),
    **dict.fromkeys((Label.CITY, Label.STATE, Label.COUNTRY, Label.COUNTY, Label.LOCATION_OTHER), _place),
    **dict.fromkeys((Label.EMAIL, Label.URL), _has_digit),
}
_GROUP_TESTS: Mapping[Group, Callable[[str, Span], bool]] = {Group.ID: _number, Group.CONTACT: _number}
