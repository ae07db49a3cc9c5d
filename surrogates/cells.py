"""A number as written, cell by cell: what counts, and what is only layout.

A cell is one letter or digit, or one digit said as a word. Runs of X, * or # that hide digits
are layout.

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
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_CELL = re.compile(
    rf"(?P<said>\b(?:{'|'.join(_SAID)})\b)|(?P<hidden>[*#\u2022]+|(?:[Xx][\s-]?){{2,}}(?=[\s-]?[Xx\d]))|[^\W_]",
    re.IGNORECASE,
)
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
            shown = like(old, _WORDS[int(char)]) if said else char.lower() if old.islower() else char
            parts += [self.text[last:start], shown]
            last = end
        return "".join(parts) + self.text[last:]


@lru_cache(_CACHED)
def read(text: str, *, numeric: bool = False) -> Cells:
    """Split a written number.

    Args:
        text: the number as written.
        numeric: the number holds digits only, so letters in it are misread digits.
    """
    folded = plain(text)
    places, chars = [], []
    for match in _CELL.finditer(folded):
        if match["hidden"]:
            continue
        char = _SAID.get(match[0].lower(), match[0].upper()) if match["said"] else match[0]
        places.append(match.span())
        chars.append(char.translate(_MISREAD) if numeric and not match["said"] else char.upper())
    return Cells(text, tuple(places), "".join(char[:1] for char in chars))
