"""Ages: 90 and over become one category (45 CFR 164.514(b)(2)(i)(C)).

>>> years("ninety-one-year-old"), years("89"), years("centenarian"), years("in her 90s")
(91, 89, 100, 90)
>>> replace("102")
'90 or older'
"""

import re

from surrogates.calendar.spoken import NUMBERS
from surrogates.style import plain

POOLED = "90 or older"
LIMIT = 90
_DIGITS = re.compile(r"\d(?:\s?\d){0,2}")
_DAMAGED = re.compile(r"[\doli|sbz\s]*\d[\doli|sbz\s]*")
_MISREAD = str.maketrans("oli|sbz", "0111582")
_WORD = re.compile(r"[a-z]+")
_NAMED = {"octogenarian": 80, "nonagenarian": 90, "centenarian": 100, "supercentenarian": 110, "nineties": 90}


def years(text: str) -> int | None:
    """The age in years that a span names; None when it names none."""
    folded = plain(text).casefold()
    folded = folded.translate(_MISREAD) if _DAMAGED.fullmatch(folded) else folded
    if number := _DIGITS.search(folded):
        return int("".join(number[0].split()))
    words = [word.rstrip("s") if word.rstrip("s") in _NAMED else word for word in _WORD.findall(folded)]
    named = [_NAMED[word] for word in words if word in _NAMED]
    if named:
        return named[0]
    spoken = [NUMBERS[word] for word in words if word in NUMBERS]
    hundred = 100 if "hundred" in words else 0
    if not spoken and not hundred:
        return None
    return hundred + sum(n for n in spoken if not hundred or words.index("hundred") < _at(words, n))


def _at(words: list[str], number: int) -> int:
    return next(at for at, word in enumerate(words) if NUMBERS.get(word) == number)


def replace(text: str) -> str:
    """The span, or the one category where it names 90 or more, or nothing that can be read."""
    read = years(text)
    return text if read is not None and read < LIMIT else POOLED
