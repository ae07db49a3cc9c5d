"""Days, ordinals and years said in words, as in dictation, read and written in the same manner.

>>> read_number("oh three"), read_number("twenty-one"), print_number("oh three", 7), print_number("Four", 24)
(3, 21, 'oh seven', 'Twenty-four')
>>> read_year("nineteen eighty-four"), read_year("fifty one"), print_year("twenty nineteen", 2021)
(1984, 51, 'twenty twenty-one')
"""

import re

from surrogates.style import like

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
ZEROS = ("oh", "zero", "aught")
_APART = re.compile(rf"\b(?:{'|'.join(_TENS[2:])})\s(?:{'|'.join(_ONES[1:10])})\b", re.IGNORECASE)


def _number(n: int) -> str:
    if n < len(_ONES):
        return _ONES[n]
    return _TENS[n // 10] + (f"-{_ONES[n % 10]}" if n % 10 else "")


NUMBERS = {_number(n): n for n in range(100)}


def _plain(words: str) -> str:
    return re.sub(r"[\s-]+", " ", words.casefold()).replace(" and ", " ").strip()


def read_number(words: str) -> int:
    """The number from 0 to 99 that digits or words name; -1 for none."""
    if words.isdigit():
        return int(words)
    head, _, tail = _plain(words).partition(" ")
    said = tail if head in ZEROS and tail else f"{head} {tail}".strip()
    return NUMBERS.get(said.replace(" ", "-"), -1)


def print_number(model: str, number: int, *, apart: bool = False) -> str:
    """A number below 100 in words, with "oh" before a single digit where ``model`` has it.

    Args:
        model: how the original is said.
        number: what to say.
        apart: no hyphen between tens and ones.
    """
    zero = model.casefold().split()[0]
    words = f"{zero} {_number(number)}" if zero in ZEROS and number < len("0123456789") else _number(number)
    return like(model, words.replace("-", " ") if apart else words)


def apart(text: str) -> bool:
    """True when a text writes tens and ones without a hyphen, e.g. "fifty one"."""
    return bool(_APART.search(text))


def suffix(day: int) -> str:
    """The ordinal suffix of a day."""
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day // 10 != 1 else 0, "th")


def read_ordinal(words: str) -> int:
    """The day that an ordinal in words names; 0 for none."""
    plain = re.sub(r"[\s-]+", "-", words.casefold())
    return ORDINALS.index(plain) + 1 if plain in ORDINALS else 0


def which(words: str) -> int:
    """The number that an ordinal in digits or words names; 0 for none."""
    return int(words[:-2]) if words[:-2].isdigit() else read_ordinal(words)


def print_which(model: str, number: int) -> str:
    """An ordinal in digits or words, as ``model`` is."""
    return f"{number}{suffix(number)}" if model[:1].isdigit() else print_ordinal(model, number)


def print_ordinal(model: str, day: int) -> str:
    """Day in words, in the case and with the joint of ``model``."""
    words = ORDINALS[day - 1]
    return like(model, words if "-" in model or " " not in model.strip() else words.replace("-", " "))


def read_year(words: str) -> int:
    """The year that words name: below 100 where they leave out the century; 0 for none."""
    plain = _plain(words)
    if plain.startswith("two thousand"):
        return 2000 + max(read_number(plain.removeprefix("two thousand").strip() or "zero"), 0)
    head, _, tail = plain.partition(" ")
    century = {"nineteen": 1900, "twenty": 2000, "eighteen": 1800}.get(head, 0)
    short = max(read_number(plain), 0)
    if not century or not tail or short:
        return short
    rest = read_number(tail.removeprefix("hundred").strip() or "zero")
    return century + rest if rest >= 0 else 0


def print_year(model: str, year: int, *, apart: bool = False) -> str:
    """Year in words, said in the manner of ``model``."""
    century, rest = divmod(year, 100)
    short = read_year(model) < 100  # noqa: PLR2004 - two digits
    tail = (
        "hundred" if rest == 0 and not short else f"oh {_number(rest)}" if rest // 10 == 0 else _number(rest)
    )
    words = tail if short else f"{_number(century)} {tail}"
    if model.casefold().startswith("two t") and year // 1000 == len("mm"):
        joint = " and " if " and " in model.casefold() else " "
        words = "two thousand" + (joint + _number(rest) if rest else "")
    return like(model, words.replace("-", " ") if apart else words)
