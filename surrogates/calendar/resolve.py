"""From a written date to the day it stands for and the precision it has."""

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from types import MappingProxyType

from surrogates.calendar.grammar import Piece
from surrogates.calendar.holidays import named_days
from surrogates.calendar.reference import Reference, lenient, valid
from surrogates.calendar.spoken import which
from surrogates.calendar.words import SEASONS, month, weekday
from surrogates.style import fold

_MONTHS, _DAYS, _WEEK = 12, 31, 7
_DAY_ONLY = ("day", "day words")
_QUARTERS = ("first", "second", "third", "fourth")
_FIRST_YEAR, _LAST_YEAR = 100, 9900


class Precision(Enum):
    """The finest element that a written date shows."""

    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    WEEKDAY = "weekday"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a written date stands for.

    Attributes:
        precision: finest element shown.
        day: the day, or the middle of the month, season or year; None for a lone weekday or for
            numbers that no calendar allows.
        last: the last day of a range within the form.
        year: the year it names or borrows; None when it shows none.
        day_first: the order in which an open pair of numbers was read.
    """

    precision: Precision
    day: date | None
    last: date | None = None
    year: int | None = None
    day_first: bool = False


def meanings(pieces: Sequence[Piece], reference: Reference) -> list[Meaning]:
    """Resolve all pieces of a span: a date may take its year from the one that ends a range."""
    years = [year for piece in pieces if (year := reference.year(piece))]
    found: list[Meaning] = []
    for piece in pieces:
        near = replace(reference, anchor=found[-1].day) if piece.form == "day" and found else reference
        found.append(meaning(piece, near if near.anchor else reference, years[-1] if years else None))
    return [_before(found, at) for at in range(len(found))]


def _before(found: Sequence[Meaning], at: int) -> Meaning:
    one, after = found[at], found[at + 1 : at + 2]
    if (
        one.year
        or not one.day
        or not after
        or not after[0].year
        or not after[0].day
        or one.day <= after[0].day
    ):
        return one
    return replace(one, day=lenient(one.day.year - 1, one.day.month, one.day.day))


def meaning(piece: Piece, reference: Reference, borrowed: int | None) -> Meaning:
    """Resolve a piece; ``borrowed`` is the year of another date in the same span."""
    year = reference.year(piece)
    if year is not None and not _FIRST_YEAR <= year < _LAST_YEAR:
        return Meaning(Precision.DAY, None, year=None)
    special = _SPECIAL.get(piece.form)
    if special is not None:
        return special(piece, reference, year)
    if piece.form == "pair" and piece.number("b") > _DAYS:
        return _month_and_year(piece, reference)
    month_number, day = reference.month_day(piece, year or borrowed)
    if piece.form == "month" or ("M" in piece.fields and not day):
        return _month(month_number, reference, year)
    return _day(piece, reference, (year or borrowed, month_number, day))


def _day(piece: Piece, reference: Reference, read: tuple[int | None, int, int]) -> Meaning:
    year, month_number, day = read
    day_first = "a" in piece.fields and (piece.text("a"), piece.text("b")) != (
        piece.text("b"),
        piece.text("a"),
    )
    day_first = piece.number("a") == day if day_first else reference.day_first
    shown = bool(month_number) or piece.form in _DAY_ONLY
    if month_number > _MONTHS or not 0 < day <= _DAYS or not shown:
        return Meaning(Precision.DAY, None, year=year, day_first=day_first)
    said = piece.text("w") or piece.text("v")
    if not month_number:
        first = reference.nearest_day(day)
    elif year is None:
        first = reference.nearest(month_number, day, said)
    else:
        first = lenient(year, month_number, day)
    last = int(piece.text("e")) if "e" in piece.fields else 0
    end = lenient(first.year, first.month, last) if 0 < last <= _DAYS else None
    return Meaning(Precision.DAY, first, end, year, day_first)


def _month(month_number: int, reference: Reference, year: int | None) -> Meaning:
    middle = date(year, month_number, 15) if year else reference.nearest(month_number, 15, "")
    return Meaning(Precision.MONTH, middle, year=year)


def _month_and_year(piece: Piece, reference: Reference) -> Meaning:
    number, year = piece.number("a"), reference.century(piece.number("b"))
    return Meaning(Precision.MONTH, valid(year, number, 15), year=year)


def _nth(piece: Piece, reference: Reference, year: int | None) -> Meaning:
    """The first Monday of March, the last week of May: a day, or the middle of seven."""
    number, said = month(piece.text("M")), piece.text("w")
    first = date(year, number, 1) if year else reference.nearest(number, 15, "").replace(day=1)
    start = 1 + (weekday(said) - first.weekday()) % _WEEK if said else _WEEK // 2 + 1
    length = monthrange(first.year, number)[1]
    days = (
        [*range(start, length + 1, _WEEK)]
        if said
        else [*range(start, length - _WEEK, _WEEK), length - _WEEK // 2]
    )
    at = which(piece.text("n")) or len(days)
    return Meaning(Precision.DAY, first.replace(day=days[min(at, len(days)) - 1]), year=year)


def _quarter(piece: Piece, reference: Reference, year: int | None) -> Meaning:
    said = piece.text("Q").casefold()
    quarter = _QUARTERS.index(said) + 1 if said else int(piece.text("q"))
    middle = date(year, 3 * quarter - 1, 15) if year else reference.nearest(3 * quarter - 1, 15, "")
    return Meaning(Precision.QUARTER, middle, year=year)


def _season(piece: Piece, reference: Reference, year: int | None) -> Meaning:
    name = fold(piece.text("s")).replace("autumn", "fall")
    month_number = 3 * SEASONS.index(name) + 1
    middle = date(year, month_number, 15) if year else reference.nearest(month_number, 15, "")
    return Meaning(Precision.SEASON, middle, year=year)


def _holiday(piece: Piece, reference: Reference, year: int | None) -> Meaning:
    years = [year] if year else [reference.around.year + n for n in (-1, 0, 1)]
    near = [day for one in years for day in named_days(piece.text("h"), one)]
    return Meaning(Precision.DAY, reference.most_likely(near) if near else None, year=year)


def _year(piece: Piece, _: Reference, year: int | None) -> Meaning:
    precision = Precision.DECADE if piece.form == "decade" else Precision.YEAR
    middle = year + 5 if year and precision is Precision.DECADE else year
    return Meaning(precision, date(middle, 7, 2) if middle else None, year=year)


def _week(piece: Piece, _: Reference, year: int | None) -> Meaning:
    week, weekday = min(max(int(piece.text("k")), 1), 52), int(piece.text("i") or 4)
    return Meaning(Precision.DAY, date.fromisocalendar(year or 1, week, weekday), year=year)


def _weekday(_: Piece, __: Reference, ___: int | None) -> Meaning:
    return Meaning(Precision.WEEKDAY, None)


_Special = Callable[[Piece, Reference, "int | None"], Meaning]
_SPECIAL: Mapping[str, _Special] = MappingProxyType(
    {
        "nth": _nth,
        "quarter": _quarter,
        "season": _season,
        "holiday": _holiday,
        "year": _year,
        "years": _year,
        "decade": _year,
        "week": _week,
        "weekday": _weekday,
    }
)
