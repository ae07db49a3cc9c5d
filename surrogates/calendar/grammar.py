r"""The written forms of dates, and where in a form its fields stand.

A form is a pattern whose named groups are fields; everything between the fields is layout and
is never touched. The earliest match wins, then the form that stands first. Fields: ``y`` year,
``m`` month number, ``M`` month name, ``d`` day, ``x`` ordinal suffix, ``e`` last day of a range
with ``z`` its suffix, ``a`` and ``b`` two numbers whose order is to be decided, ``w`` weekday
before and ``v`` after, ``D`` day in words, ``Y`` year in words, ``q`` quarter, ``s`` season,
``h`` named day, ``p`` first year of a winter.

>>> [(piece.form, piece.text("d")) for piece in parse("Mon, March 5th to 14-Apr-2019")]
[('month day', '5'), ('day month', '14')]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from surrogates.calendar.forms import forms
from surrogates.calendar.words import month
from surrogates.style import plain

_CACHED = 1 << 16
_DIGITS = str.maketrans("OoQlI|SBZ", "000111582")
_DAMAGED = re.compile(r"(?<![A-Za-z\d])(?=[\dOolI|SBZ]*\d)[\dOolI|SBZ]+(?![A-Za-z\d])")
_ORDINAL = re.compile(r"(?<![A-Za-z\d])[\dlIO]{1,2}(?=(?:st|nd|rd|th)\b)")
_WORD = re.compile(r"(?<![A-Za-z\d])(?=[A-Za-z]*[01])[A-Za-z][A-Za-z01]{2,}(?![A-Za-z\d])")
_LETTERS = str.maketrans("01", "ol")
_ALL_DAMAGED = re.compile(r"[\dOolI|SBZ\s/.\-:]*\d[\dOolI|SBZ\s/.\-:]*")
_YEAR_FIELDS = ("y", "yy", "yyy")


@dataclass(frozen=True, slots=True)
class Piece:
    """One date in a span.

    Attributes:
        form: name of the form.
        start: first code point of the form in the span.
        end: one past the last.
        fields: for each field, where it stands in the span and its text.
    """

    form: str
    start: int
    end: int
    fields: Mapping[str, tuple[int, int, str]] = field(repr=False)

    def text(self, name: str) -> str:
        """The text of a field; empty when the form has no such field."""
        return self.fields[name][2] if name in self.fields else ""


def repair(text: str) -> str:
    """Typographic variants and digits that a scanner misread, folded one for one."""
    folded = plain(text)
    if _ALL_DAMAGED.fullmatch(folded):
        return folded.translate(_DIGITS)
    folded = _ORDINAL.sub(_clean, _DAMAGED.sub(_clean, folded))
    return _WORD.sub(_lettered, folded)


def _lettered(word: re.Match[str]) -> str:
    letters = sum(char.isalpha() for char in word[0])
    return word[0].translate(_LETTERS) if letters > len(word[0]) - letters else word[0]


def _clean(damaged: re.Match[str]) -> str:
    return damaged[0].translate(_DIGITS)


@lru_cache(_CACHED)
def parse(text: str) -> tuple[Piece, ...]:
    """All dates in a span, in order."""
    return tuple(_pieces(repair(text)))


def _pieces(text: str) -> Iterator[Piece]:
    at, dated = 0, False
    while (found := _next(text, at)) is not None:
        piece = found
        at = piece.end
        if piece.form == "time" or (dated and _clock(text, piece)):
            continue
        dated = dated or "y" in piece.fields
        yield piece


def _clock(text: str, piece: Piece) -> bool:
    lone = piece.form == "year" and text[piece.start : piece.end].isdigit()
    before = text[: piece.start].rstrip(" @,\n")
    return lone and before[-1:].isdigit() and before != text[: piece.start]


def _next(text: str, at: int) -> Piece | None:
    best: Piece | None = None
    for form, pattern in forms():
        match = pattern.search(text, at)
        while match is not None and "M" in match.groupdict() and match["M"] and not month(match["M"]):
            match = pattern.search(text, match.end())
        if match is not None and (best is None or match.start() < best.start):
            best = _piece(form, match)
    return best


def _piece(form: str, match: re.Match[str]) -> Piece:
    fields = {
        "y" if name in _YEAR_FIELDS else name: (match.start(name), match.end(name), value)
        for name, value in match.groupdict().items()
        if value is not None and name != "sep"
    }
    return Piece(form, match.start(), match.end(), fields)
