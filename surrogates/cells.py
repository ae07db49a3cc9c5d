"""A number as written, cell by cell: what counts, and what is only layout.

A cell is one letter or digit, or one digit said as a word. Runs of X, * or # that hide digits
are layout, and so are the application identifiers of a GS1 code, e.g. ``(01)`` (GS1 General
Specifications, section 3).

>>> number = read("XXX-XX-4417")
>>> number.canonical, number.write("9023")
('4417', 'XXX-XX-9023')
>>> read("seven OH four", numeric=True).canonical
'704'
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from surrogates.style import like, plain

_SAID = {
    "zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "niner": "9",
}  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SAID |= {word: str(digit) for digit, word in enumerate(_TENS) if word}
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_IDENTIFIERS = r"\((?:0[0-2]|1[0-3]|1[5-7]|2[0-2]|30|24[01]|250)\)(?=\s?\w)"
_NOT_SHOWN = rf"{_IDENTIFIERS}|[*#\u2022]+|(?:[Xx][\s-]?){{2,}}(?=[\s-]?[Xx\d])"
_COUNTS = rf"(?P<said>\b(?:{'|'.join(_SAID)})\b)|(?P<hidden>{_NOT_SHOWN})"
_CELL = re.compile(rf"{_COUNTS}|[^\W_]", re.IGNORECASE)
_NUMERIC = re.compile(rf"{_COUNTS}|\d|[^\W\d_]+", re.IGNORECASE)
_LAYOUT = frozenset(
    [
        "x",
        "ext",
        "extn",
        "extension",
        "or",
        "and",
        "to",
        "tel",
        "phone",
        "ph",
        "fax",
        "cell",
        "mobile",
        "pager",
        "pgr",
        "home",
        "work",
        "office",
        "direct",
        "main",
        "opt",
        "option",
    ]
)
_KEYPAD = {
    letter: str(digit)
    for digit, letters in enumerate(["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"], 2)
    for letter in letters
}
_MISREAD = str.maketrans("OoQDlI|SBZ", "0000111582")
_CACHED = 1 << 14


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a written number.

    Attributes:
        text: as written.
        places: start and end of each cell.
        canonical: one capital letter or digit for each cell.
    """

    text: str = field(repr=False)
    places: tuple[tuple[int, int], ...]
    canonical: str = field(repr=False)

    def write(self, new: str) -> str:
        """The same layout with other letters and digits, one for each cell."""
        parts, last = [], 0
        for (start, end), char in zip(self.places, new, strict=True):
            old = self.text[start:end]
            said = end - start > 1 and char.isdigit()
            shown = like(old, _said(old, char)) if said else char.lower() if old.islower() else char
            parts += [self.text[last:start], shown]
            last = end
        return "".join(parts) + self.text[last:]


def _said(old: str, digit: str) -> str:
    tens = old.lower() in _TENS and int(digit) > 1
    return (_TENS if tens else _WORDS)[int(digit)]


@lru_cache(_CACHED)
def read(text: str, *, numeric: bool = False) -> Cells:
    """Split a written number.

    Args:
        text: the number as written.
        numeric: the number holds digits only: letters in it are misread digits, letters of the
            telephone keypad (ITU-T E.161), or words such as "ext" that are layout.
    """
    folded = plain(text)
    places, chars = [], []
    for match in (_NUMERIC if numeric else _CELL).finditer(folded):
        for at, char in enumerate(_chars(match, numeric=numeric), start=match.start()):
            places.append(match.span() if match["said"] else (at, at + 1))
            chars.append(char)
    return Cells(text, tuple(places), "".join(chars))


def _chars(match: re.Match[str], *, numeric: bool) -> str:
    if match["hidden"]:
        return ""
    if match["said"]:
        return _SAID[match[0].lower()]
    if not numeric or match[0].isdigit():
        return match[0].upper()[:1]
    misread = match[0].translate(_MISREAD)
    return misread if misread.isdigit() else "" if match[0].lower() in _LAYOUT else _keyed(match[0])


def _keyed(letters: str) -> str:
    return "".join(_KEYPAD.get(letter, "0") for letter in letters.upper())
