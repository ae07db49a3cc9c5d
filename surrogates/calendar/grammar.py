r"""The written forms of dates, and where in a form its fields stand.

A form is a pattern whose named groups are fields; everything between the fields is layout and
is never touched. The earliest match wins, then the form that stands first. Fields: ``y`` year,
``m`` month number, ``M`` month name, ``d`` day, ``x`` ordinal suffix, ``e`` last day of a range
with ``z`` its suffix, ``a`` and ``b`` two numbers whose order is to be decided, ``w`` weekday
before and ``v`` after, ``D`` day in words, ``Y`` year in words, ``q`` quarter, ``s`` season,
``h`` named day, ``p`` first year of a winter, ``n`` which weekday or week of a month.

>>> [(piece.form, piece.text("d")) for piece in parse("Mon, March 5th to 14-Apr-2019")]
[('month day', '5'), ('day month', '14')]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from surrogates.calendar.damage import repair
from surrogates.calendar.forms import forms
from surrogates.calendar.spoken import read_number
from surrogates.calendar.words import month

_CACHED = 1 << 16
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

    def number(self, name: str) -> int:
        """The number of a field, in digits or in words; -1 when the form has no such field."""
        return read_number(self.text(name))


@lru_cache(_CACHED)
def parse(text: str) -> tuple[Piece, ...]:
    """All dates in a mended span, in order."""
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
    if not any(char.isalnum() for char in text[at:]):
        return None
    return _here(text, at) or _first(text, at + 1)


def _here(text: str, at: int) -> Piece | None:
    for form, pattern in forms():
        match = pattern.match(text, at)
        if match is not None and _sound(match):
            return _piece(form, match)
    return None


def _first(text: str, at: int) -> Piece | None:
    best: Piece | None = None
    for form, pattern in forms():
        match = pattern.search(text, at)
        while match is not None and not _sound(match):
            match = pattern.search(text, match.end())
        if match is not None and (best is None or match.start() < best.start):
            best = _piece(form, match)
    return best


def _sound(match: re.Match[str]) -> bool:
    """False where a word that only looks like a month stands for one."""
    named = match.groupdict().get("M")
    return not named or month(named) > 0


def _piece(form: str, match: re.Match[str]) -> Piece:
    fields = {
        "y" if name in _YEAR_FIELDS else name: (match.start(name), match.end(name), value)
        for name, value in match.groupdict().items()
        if value is not None and name != "sep"
    }
    return Piece(form, match.start(), match.end(), fields)
