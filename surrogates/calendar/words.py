"""Months, weekdays, ordinals and years in words and in the style of the original.

>>> print_month("Feb", 9), print_month("FEBRUARY", 9), print_weekday("Tues", 3)
('Sep', 'SEPTEMBER', 'Thurs')
>>> read_year("nineteen eighty-four"), print_year("twenty nineteen", 2021)
(1984, 'twenty twenty-one')
"""

import re
from functools import cache

from rapidfuzz.distance import OSA

from surrogates.style import like

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = ("winter", "spring", "summer", "fall")
_LONG_FORMS = {
    "tues": {1: "tues", 3: "thurs"},
    "thurs": {1: "tues", 3: "thurs"},
    "thur": {1: "tues", 3: "thur"},
}
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_FIRST = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
ORDINALS = (*_FIRST, *(f"twenty-{word}" for word in _FIRST[:9]), "thirtieth", "thirty-first")
_SHORT, _SLIPS = 3, 2


def _number(n: int) -> str:
    if n < len(_ONES):
        return _ONES[n]
    return _TENS[n // 10] + (f"-{_ONES[n % 10]}" if n % 10 else "")


NUMBERS = {_number(n): n for n in range(100)}


@cache
def month(word: str) -> int:
    """The month 1 to 12 that a name, abbreviation or slip of the pen means; 0 for none."""
    name = word.casefold()
    for number, full in enumerate(MONTHS, start=1):
        if full.startswith(name) or name == "sept" == full[:4]:
            return number
    near = [OSA.distance(name, full) for full in MONTHS]
    return near.index(min(near)) + 1 if len(name) > len("sept") and min(near) <= _SLIPS else 0


@cache
def weekday(word: str) -> int:
    """The weekday 0 (Monday) to 6 that a name or abbreviation means."""
    name = word.casefold()[:_SHORT]
    return next(number for number, full in enumerate(WEEKDAYS) if full.startswith(name))


def print_month(model: str, number: int, *, short: bool = False) -> str:
    """Month ``number`` as long and in the case that ``model`` is written."""
    full = MONTHS[number - 1]
    name = model.casefold()
    if name == "sept":
        return like(model, "sept" if full.startswith("sept") else full[:_SHORT])
    abbreviated = len(name) == _SHORT and (name != "may" or short)
    return like(model, full[:_SHORT] if abbreviated else full)


def print_weekday(model: str, number: int) -> str:
    """Weekday ``number`` as long and in the case that ``model`` is written."""
    name, full = model.casefold(), WEEKDAYS[number]
    if name.endswith("day"):
        return like(model, full)
    return like(model, _LONG_FORMS.get(name, {}).get(number, full[: min(len(name), _SHORT)]))


def suffix(day: int) -> str:
    """The ordinal suffix of a day."""
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day // 10 != 1 else 0, "th")


def read_ordinal(words: str) -> int:
    """The day that an ordinal in words names; 0 for none."""
    plain = re.sub(r"[\s-]+", "-", words.casefold())
    return ORDINALS.index(plain) + 1 if plain in ORDINALS else 0


def print_ordinal(model: str, day: int) -> str:
    """Day in words, in the case and with the joint of ``model``."""
    words = ORDINALS[day - 1]
    return like(model, words if "-" in model or " " not in model.strip() else words.replace("-", " "))


def read_year(words: str) -> int:
    """The year that words name, as in dictation; 0 for none."""
    plain = re.sub(r"[\s-]+", " ", words.casefold()).replace(" and ", " ").strip()
    head, _, tail = plain.partition(" ")
    if plain.startswith("two thousand"):
        return 2000 + NUMBERS.get("-".join(plain.split()[2:]) or "zero", -2000)
    century = {"nineteen": 1900, "twenty": 2000, "eighteen": 1800}.get(head, 0)
    rest = NUMBERS.get("-".join(tail.removeprefix("oh ").removeprefix("hundred").split()) or "zero", -1)
    return century + rest if century and rest >= 0 else 0


def print_year(model: str, year: int) -> str:
    """Year in words, said in the manner of ``model``."""
    century, rest = divmod(year, 100)
    if model.casefold().startswith("two") and year // 1000 == len("mm"):
        joint = " and " if " and " in model.casefold() else " "
        return like(model, "two thousand" + (joint + _number(rest) if rest else ""))
    tail = "hundred" if rest == 0 else f"oh {_number(rest)}" if rest // 10 == 0 else _number(rest)
    return like(model, f"{_number(century)} {tail}")
