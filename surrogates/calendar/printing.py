"""Write a date into the layout of another: field by field, nothing between them changes."""

from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from surrogates.calendar.grammar import Piece
from surrogates.calendar.holidays import names, nearest
from surrogates.calendar.resolve import Precision
from surrogates.calendar.spoken import (
    ZEROS,
    apart,
    print_number,
    print_ordinal,
    print_which,
    print_year,
    suffix,
)
from surrogates.calendar.words import MONTHS, SEASONS, print_month, print_weekday
from surrogates.style import like

_QUARTERS = ("first", "second", "third", "fourth")
_DECEMBER, _WEEK = 12, 7
_FIXED_WIDTH = {"stamp", "year first", "week"}
_PAIRED = ("a", "b", "m", "d", "e")


@dataclass(frozen=True, slots=True)
class Written:
    """A day to be written.

    Attributes:
        piece: the layout.
        span: text of the span that the layout stands in.
        day: the new day.
        last: the new last day of a range; equal to ``day`` where there is none.
        precision: finest element shown.
        day_first: the order of an open pair of numbers.
        padded: single digits get a leading zero where the layout does not show it.
        plain_holidays: write named days as month and day.
    """

    piece: Piece
    span: str
    day: date
    last: date
    precision: Precision
    day_first: bool
    padded: bool
    plain_holidays: bool


def write(to: Written) -> str:
    """The text of the new date."""
    parts, last = [], to.piece.start
    for name, (start, end, text) in sorted(to.piece.fields.items(), key=_place):
        parts += [to.span[last:start], _FIELDS[name](to, name, text)]
        last = end
    return "".join(parts) + to.span[last : to.piece.end]


def _place(item: tuple[str, tuple[int, int, str]]) -> int:
    return item[1][0]


def _padded(to: Written, number: int, text: str) -> str:
    if not text.isdigit():
        return _said(to, number, text)
    if len(text) == 1:
        return str(number)
    if to.piece.form in _FIXED_WIDTH:
        return f"{number:02d}"
    siblings = [field[2] for name, field in to.piece.fields.items() if name in _PAIRED]
    if any(len(sibling) == 1 for sibling in siblings) and not text.startswith("0"):
        return str(number)
    shown = any(sibling.startswith("0") for sibling in siblings)
    alone = "M" in to.piece.fields or to.piece.form == "day"
    return f"{number:02d}" if shown or (to.padded and not alone) else str(number)


def _said(to: Written, number: int, text: str) -> str:
    zeros = [
        to.piece.text(name).split()[0] for name in _PAIRED if to.piece.text(name).casefold().startswith(ZEROS)
    ]
    said = print_number(text, number, apart=apart(to.span))
    alone = number < len("0123456789") and len(said.split()) == 1
    return like(text, f"{zeros[0]} {said}") if zeros and alone else said


def _day(to: Written, _: str, text: str) -> str:
    return _padded(to, to.day.day, text)


def _month_number(to: Written, _: str, text: str) -> str:
    return _padded(to, to.day.month, text)


def _either(to: Written, name: str, text: str) -> str:
    if to.precision is Precision.MONTH:
        return _padded(to, to.day.month, text) if name == "a" else f"{to.day.year % 100:02d}"
    return _padded(to, to.day.day if (name == "a") is to.day_first else to.day.month, text)


def _month_name(to: Written, _: str, text: str) -> str:
    start, end, _text = to.piece.fields["M"]
    beside = to.span[max(0, start - 1) : start] + to.span[end : end + 1]
    short = any(char.isdigit() or char in "-/." for char in beside)
    first = to.day if _leads(to.piece, "M", "d") else to.last
    return print_month(text, first.month, short=short)


def _leads(piece: Piece, one: str, other: str) -> bool:
    return other not in piece.fields or piece.fields[one][0] < piece.fields[other][0]


def _last_day(to: Written, _: str, text: str) -> str:
    number = _padded(to, to.last.day, text)
    if to.last.month == to.day.month:
        return number
    if "M" not in to.piece.fields:
        return f"{to.last.month}/{number}"
    model = to.piece.text("M")
    return f"{print_month(model, to.last.month)} {number}" if _leads(to.piece, "M", "d") else number


def _suffix(to: Written, name: str, text: str) -> str:
    return like(text, suffix((to.day if name == "x" else to.last).day))


def _year(to: Written, _: str, text: str) -> str:
    year = _labelled_year(to)
    if to.precision is Precision.DECADE:
        year -= year % 10
    return f"{year % 100:02d}" if len(text) == len("19") else f"{year:04d}"


def _labelled_year(to: Written) -> int:
    wraps = to.precision is Precision.SEASON and to.last.month == _DECEMBER
    if to.piece.form == "week":
        return to.day.isocalendar().year
    if to.piece.form == "holiday" and not to.plain_holidays:
        return nearest(to.day, to.piece.text("h"))[0].year
    return to.last.year + wraps


def _year_before(to: Written, _: str, text: str) -> str:
    named = int(to.piece.text("y")) % 100
    return f"{_labelled_year(to) - (named - int(text)) % 100:04d}"


def _said_year(to: Written, _: str, text: str) -> str:
    return print_year(text, _labelled_year(to), apart=apart(to.span))


def _weekday(to: Written, _: str, text: str) -> str:
    return print_weekday(text, to.day.weekday())


def _said_day(to: Written, _: str, text: str) -> str:
    return print_ordinal(text, to.day.day)


def _which(to: Written, _: str, text: str) -> str:
    if text.casefold() == "last" and to.day.day > monthrange(to.day.year, to.day.month)[1] - _WEEK:
        return text
    return print_which(
        like(text, "first") if text.casefold() == "last" else text, 1 + (to.day.day - 1) // _WEEK
    )


def _quarter(to: Written, name: str, text: str) -> str:
    quarter = (to.day.month - 1) // 3
    return str(quarter + 1) if name == "q" else like(text, _QUARTERS[quarter])


def _season(to: Written, _: str, text: str) -> str:
    name = SEASONS[to.day.month % _DECEMBER // 3]
    return like(text, "autumn" if name == "fall" and text.casefold() == "autumn" else name)


def _holiday(to: Written, _: str, text: str) -> str:
    name = (
        f"{MONTHS[to.day.month - 1].title()} {to.day.day}" if to.plain_holidays else nearest(to.day, text)[1]
    )
    return name.upper() if text.isupper() and text not in names() else name


def _week(to: Written, name: str, _: str) -> str:
    calendar = to.day.isocalendar()
    return f"{calendar.week:02d}" if name == "k" else str(calendar.weekday)


_FIELDS: Mapping[str, Callable[[Written, str, str], str]] = MappingProxyType(
    {
        "a": _either,
        "b": _either,
        "d": _day,
        "m": _month_number,
        "M": _month_name,
        "e": _last_day,
        "x": _suffix,
        "z": _suffix,
        "y": _year,
        "Y": _said_year,
        "p": _year_before,
        "w": _weekday,
        "v": _weekday,
        "D": _said_day,
        "n": _which,
        "q": _quarter,
        "Q": _quarter,
        "s": _season,
        "h": _holiday,
        "k": _week,
        "i": _week,
    }
)
