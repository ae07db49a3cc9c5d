"""Dates with a month in words: "5 Mar", "March 5th, 2019", "22APR14", "Mar '19", "mid-March"."""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern
from recognizers.identifiers.dates.parts import (
    ANY_YEAR,
    DAY,
    LONG_MONTH,
    MONTH,
    ORDINAL,
    ORDINAL_WORD,
    PART_OF_MONTH,
    SHORT_YEAR,
    WITH_WEEKDAY,
    YEAR,
    YEAR_WORDS,
    D,
    cued,
    followed_by_unit,
    has_digit,
    unless_unit,
    without_stop,
)
from recognizers.identifiers.shapes import first_of

_GAP = r"[ \t]{0,3}\n?[ \t]{0,3}"
_OF_YEAR = rf"(?:[,.]?(?: of)?{_GAP}(?:{YEAR}\b|'[0-9OoIl]{{2}}\b))"
_TAIL = rf"(?:{_OF_YEAR}|[-/]?{YEAR}\b)"
_DAY_FIRST_TAIL = rf"(?:{_TAIL}|[-/ .]{{1,2}}[0-9OoIl]{{2}}\b)"
_SPANISH = (
    "(?i:ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|septiembre|octubre|"
    "noviembre|dic(?:iembre)?)"
)
_FRENCH = "(?i:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)"

_MONTH_BEFORE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \Z", re.IGNORECASE
)
_IN = (
    r"\b(?:in|since|last|next|this|until|till?|by|of|from|to|thru|through|before|after|early|mid|late|during|"
    r"between|and|around|about|approx(?:imately)?|on|starting|start(?:ed)?|began|beginning|end|every|past|"
    r"come|back|again|due|for|summer|[0-9]x|or|sometime)[ -]+(?:in )?"
)
_NEXT_MONTH = re.compile(r", (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[,.]")
_LAST_MONTH = re.compile(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*, \Z")
_ENDS = re.compile(
    r"[ \t]*(?:$|\n|[.,;:)\]]|-(?!\w*\w{3})|of (?:this|last|next|19|20|')|and |or |to |but |with |when )"
)
_WORD_MONTHS = {
    "may",
    "march",
    "mar",
    "august",
    "jan",
    "june",
    "april",
    "oct",
    "dec",
    "sep",
    "jun",
    "apr",
    "nov",
    "jul",
}


def _alone(found: Candidate) -> Candidate | None:
    """A month by itself: most need a cue, because "May", "MAR" and "OCT" mean other things."""
    word = found.value.rstrip(".").lower().split()[-1].rpartition("-")[2]
    if _recited(found):
        return None
    if len(found.value.split()) > 1 or "-" in found.value:
        return found.scored(0.88)
    if found.value.islower() and word in {"may", "march", "mar", "sep", "dec"}:
        return found.scored(0.7) if found.score > 0.8 and _ENDS.match(found.text, found.end) else None
    record = word == "mar" and any(map(str.islower, found.before(12) + found.after(12)))
    if word in {"oct", "mar", "dec", "sep"} and found.value.isupper() and (record or found.score < 0.8):
        return None
    if word in _WORD_MONTHS and found.score < 0.8:
        return found.scored(0.52 if word in {"april", "june", "august"} and _no_surname(found) else 0.3)
    return found


def _recited(found: Candidate) -> bool:
    """True in a list of months ("December, November, October"), as cognitive tests ask for."""
    before = found.text[max(0, found.start - 16) : found.start]
    return bool(_NEXT_MONTH.match(found.text, found.end) or _LAST_MONTH.search(before))


def _no_surname(found: Candidate) -> bool:
    near = found.text[max(0, found.start - 12) : found.start]
    return not (
        re.match(r"[ ][A-Z]", found.text[found.end : found.end + 2]) or re.search(r"[A-Z][a-z.]+ \Z", near)
    )


_SECOND_WORD = re.compile(
    r"[ \t]+(?:grade|time|line|degree|toe|finger|rib|floor|trimester|visit|dose|day|week|person|baby|child)",
    re.IGNORECASE,
)


def _spoken(found: Candidate) -> Candidate | None:
    return None if _SECOND_WORD.match(found.text, found.end) else found


_QUANTITY = re.compile(
    r"[ ]?\d*[ ]?(?:mg|mcg|ml|tabs?|tablets?|puffs?|caps?|units?|times|x|or|to|-)\b", re.IGNORECASE
)
_CLOCK = re.compile(r"[ ]?(?:[ap]\.?m\b|:\d\d|o'clock|-\d{1,2}:)", re.IGNORECASE)


def _counted_month(found: Candidate) -> Candidate | None:
    """Reject "take 2 may repeat" and "2 mar"."""
    return None if re.search(r"\d ?(?:may|mar|march|sep|dec)\Z", found.value) else found


def _after_month(found: Candidate) -> Candidate | None:
    """Reject the day of "Sept. 8-Oct. 30" as one with the month behind it."""
    return None if _MONTH_BEFORE.search(found.text[max(0, found.start - 12) : found.start]) else found


def _short_numbers(found: Candidate) -> Candidate | None:
    """Reject lower-case "may" before a number that is no day ("may 2 tabs")."""
    if found.value.startswith(("may ", "march ", "mar ")) and _QUANTITY.match(found.text, found.end):
        return None
    if _CLOCK.match(found.text, found.end):
        return None
    return None if followed_by_unit(found) and not re.search(r"\d{4}$|'\d\d$", found.value) else found


PATTERNS = (
    Pattern(
        "day-month-year",
        Label.DATE,
        (
            rf"{WITH_WEEKDAY}\b(?:the )?{DAY}{ORDINAL}?(?: day)?(?: of)?[ "
            rf".,/-]{{0,3}}\n?{MONTH}\b\.?{_DAY_FIRST_TAIL}"
        ),
        0.97,
        not_before="./",
        not_after=":",
        check=first_of(has_digit, _after_month),
        finds=(
            "seen [[DATE|5 March 2019]] in",
            "[[DATE|22-Apr-2014]]",
            "[[DATE|the 5th of May, 2020]]",
            "on [[DATE|Wed. 22 Nov 2017]]",
            "op [[DATE|21-JAN-2031]]",
            "[[DATE|9 Sept '71]]",
        ),
    ),
    Pattern(
        "military",
        Label.DATE,
        rf"\b{D}{{1,2}}{MONTH}(?:{YEAR}|{D}{{2}})?\b",
        0.95,
        not_before="./",
        finds=("[[DATE|22APR14]] 0514", "C1D15 [[DATE|16OCT2023]]", "[[DATE|3May]] clinic"),
        leaves=("take 2mar",),
        check=first_of(
            has_digit, lambda found: None if found.value[1:].islower() and len(found.value) < 5 else found
        ),
    ),
    Pattern(
        "day-month",
        Label.DATE,
        rf"{WITH_WEEKDAY}\b(?:the )?{DAY}{ORDINAL}?(?: day)?(?: of)?[ /-]{{0,2}}\n?{MONTH}\b",
        0.9,
        not_before="./'",
        check=first_of(has_digit, _after_month, _counted_month),
        finds=(
            "on [[DATE|5 Mar]] and",
            "[[DATE|the 5th of May]]",
            "[[DATE|07-NOV]]",
            "[[DATE|Tuesday, 17 August]]",
        ),
        leaves=("take 2 may repeat", "1 mar"),
    ),
    Pattern(
        "month-day-year",
        Label.DATE,
        (
            rf"{WITH_WEEKDAY}\b{MONTH}\b\.?[ /-]{{0,2}}\n?(?:the )?{DAY}{ORDINAL}?(?:{_TAIL}|"
            rf"/{SHORT_YEAR}\b)|\b{MONTH}-{DAY}-{SHORT_YEAR}\b"
        ),
        0.97,
        check=first_of(has_digit, _short_numbers),
        finds=(
            "[[DATE|March 5, 2019]]: seen",
            "[[DATE|Mar. 5th, 2019]]",
            "[[DATE|Sept. 9, '71]]",
            "[[DATE|Monday, Nov 17, 2014]]",
            "[[DATE|Aug-14-2019]]",
        ),
        leaves=("may 2 25 mg tabs",),
    ),
    Pattern(
        "month-day",
        Label.DATE,
        rf"{WITH_WEEKDAY}\b{MONTH}\b\.?[ -]{{0,2}}\n?(?:the )?{DAY}{ORDINAL}?\b",
        0.9,
        not_after="/%",
        check=first_of(has_digit, _short_numbers),
        finds=(
            "on [[DATE|March 5]] she",
            "[[DATE|Feb. 17th]].",
            "[[DATE|Thurs Sept 29]]",
            "[[DATE|oct 12]] exam",
        ),
        leaves=("may 2 tabs", "MAR 10 mg", "mar 2 tabs given"),
    ),
    Pattern(
        "year-month-day",
        Label.DATE,
        rf"\b{YEAR}(?:[/-]|, ){MONTH}\.?[ /-]{DAY}{ORDINAL}?\b",
        0.97,
        not_before="/-",
        finds=("dated [[DATE|2021-Sep-30]]", "[[DATE|2021, March 3]]"),
    ),
    Pattern(
        "month-year",
        Label.DATE,
        (
            rf"\b{PART_OF_MONTH}{MONTH}\.?(?:[ ,-]{{0,2}}\n?(?:of )?{YEAR}\b|(?:[ -]|,| of "
            rf"){{0,2}}'[0-9]{{2}}\b)"
        ),
        0.95,
        not_after="/",
        finds=(
            "in [[DATE|March 2019]]",
            "[[DATE|Mar '19]] scan",
            "[[DATE|June of '09]]",
            "[[DATE|mid-March 2014]]",
            "[[DATE|early Oct 2020]]",
            "[[DATE|Sept2019]]",
        ),
    ),
    Pattern(
        "month-short-year",
        Label.DATE,
        rf"\b{MONTH}[-/]{SHORT_YEAR}\b",
        0.9,
        not_after="-/%",
        check=unless_unit,
        finds=("Mammogram [[DATE|OCT-21]], benign",),
        leaves=("MAR-10 mg",),
    ),
    Pattern(
        "range-start",
        Label.DATE,
        (
            rf"\b(?:the )?(?P<id>{DAY}{ORDINAL}?)(?:[ ]?(?:-|/|&)[ ]?| (?:to|and|until|or) (?:the "
            rf")?){DAY}{ORDINAL}?(?: of)?[ -]{MONTH}\b"
        ),
        0.85,
        not_before="./",
        finds=("away [[DATE|3]]-[[DATE|7 March]]", "[[DATE|17th]] to [[DATE|20 June 2012]]"),
    ),
    Pattern(
        "range-end",
        Label.DATE,
        (
            rf"\b{MONTH}\.? {DAY}{ORDINAL}?(?:[ ]?(?:-|/|&)[ ]?| (?:to|thru|through|and|until|or) (?:the "
            rf")?)(?P<id>{DAY}{ORDINAL}?(?:,? {YEAR})?)\b"
        ),
        0.85,
        not_after="/:.%",
        check=unless_unit,
        finds=(
            "in hospital [[DATE|Mar 3]]-[[DATE|7]]",
            "[[DATE|Feb 21]]-[[DATE|28]] SNF",
            "[[DATE|oct 12]] to [[DATE|14]]",
        ),
        leaves=("on 3 to 7 units",),
    ),
    Pattern(
        "month-pair",
        Label.DATE,
        rf"\b(?P<id>{MONTH}\.?)(?:[ ]?(?:-|/|&)[ ]?| (?:to|thru|through|and) ){MONTH}\b",
        0.8,
        check=lambda found: None if found.value.islower() and found.value in {"may", "march"} else found,
        finds=("[[DATE|Mar]]-[[DATE|Apr 2010]]", "[[DATE|June]] to [[DATE|August]] 4 pm"),
    ),
    Pattern(
        "month-pair-end",
        Label.DATE,
        rf"\b{MONTH}\.?(?:[ ]?(?:-|/|&)[ ]?| (?:to|thru|through|and) )(?P<id>{MONTH})\b",
        0.8,
        check=lambda found: None if found.value.islower() and found.value in {"may", "march"} else found,
        finds=("[[DATE|Sept]] - [[DATE|Nov]] were bad",),
    ),
    Pattern(
        "month",
        Label.DATE,
        rf"\b{PART_OF_MONTH}{LONG_MONTH}\b",
        0.8,
        not_after="'-",
        check=first_of(cued(_IN, score=0.9, otherwise=0.6), _alone),
        finds=(
            "since [[DATE|March]].",
            "[[DATE|January]] visit",
            "by [[DATE|mid-October]]",
            "in [[DATE|may]], he",
        ),
        leaves=("she may be discharged", "May be given", "on march in place", "Augusta"),
    ),
    Pattern(
        "short-month",
        Label.DATE,
        rf"\b{PART_OF_MONTH}{MONTH}\b\.?",
        0.5,
        not_after="'-/",
        check=first_of(cued(_IN, score=0.85, otherwise=0.55), _alone, without_stop),
        finds=("since [[DATE|Dec]], worse", "last [[DATE|Sept]] he", "in [[DATE|Nov]] and"),
        leaves=(
            "MAR reviewed",
            "charted on MAR by her",
            "OCT macula",
            "sep from husband",
            "Dec breath sounds",
        ),
    ),
    Pattern(
        "spoken",
        Label.DATE,
        rf"{WITH_WEEKDAY}\b{MONTH},? (?:the )?{ORDINAL_WORD}(?:,? {YEAR_WORDS})?\b",
        0.9,
        check=_spoken,
        finds=("on [[DATE|april second]] comma", "[[DATE|june first nineteen ninety one]]"),
        leaves=("may second grade",),
    ),
    Pattern(
        "spoken-day",
        Label.DATE,
        (
            rf"(?:\b{LONG_MONTH} )?{WITH_WEEKDAY}\bthe {ORDINAL_WORD}(?: day)? of {MONTH}(?:,? (?:{YEAR}|"
            rf"{YEAR_WORDS}))?\b"
        ),
        0.96,
        finds=("[[DATE|the fifth of May]]", "[[DATE|the twenty-first of June 2019]]"),
    ),
    Pattern(
        "spanish",
        Label.DATE,
        rf"\b{DAY}(?:[ ]de[ ]|[ /-]){_SPANISH}(?:(?:[ ]de[ l]{{0,2}}[ ]?|[ /-]){ANY_YEAR})?\b",
        0.9,
        not_before="/-",
        check=lambda found: None if re.search(r"\d (?:ago|ene)$", found.value) else found,
        finds=("Ingreso: [[DATE|22/ene/2020]]", "el [[DATE|5 de marzo de 2019]]", "[[DATE|3 de abril]]"),
        leaves=("2 ago",),
    ),
    Pattern(
        "french",
        Label.DATE,
        (
            rf"\b(?:(?i:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )?{DAY}(?:er)? {_FRENCH}(?: "
            rf"{YEAR})?\b"
        ),
        0.9,
        check=lambda found: (
            None if found.value.endswith((" mai", " mars")) and " " not in found.value else found
        ),
        finds=("dicté [[DATE|jeudi 4 avril]]", "le [[DATE|12 février 2018]]"),
    ),
)
