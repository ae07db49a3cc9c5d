"""What a note says about its own time: its date, and whether days or months come first.

Dates without a year, two-digit years and numbers whose order is open are read against the
note's own date, never against the clock. A note without any full date borrows the patient's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from surrogates.calendar.damage import mend
from surrogates.calendar.grammar import Piece, parse
from surrogates.calendar.spoken import read_ordinal, read_year
from surrogates.calendar.words import month, weekday

_PAST, _FUTURE = timedelta(days=270), timedelta(days=95)
_AHEAD = 10
_PIVOT = 40
_NO_ANCHOR = date(2021, 7, 2)
_MONTHS, _DAYS, _CENTURY = 12, 31, 100


@dataclass(frozen=True, slots=True)
class Reference:
    """How to read what a written date leaves open.

    Attributes:
        anchor: the note's own date; None when neither the note nor the patient has a full date.
        day_first: 3/4 is the third of April.
        padded: single digits are written with a leading zero, where a date itself does not show it.
    """

    anchor: date | None = None
    day_first: bool = False
    padded: bool = True

    def year(self, piece: Piece) -> int | None:
        """The year a piece names, the century decided by the note's date; None for none."""
        digits = piece.text("y")
        named = int(digits) if digits else read_year(piece.text("Y"))
        short = len(digits) == len("19") or (not digits and 0 < named < _CENTURY)
        return self.century(named) if short else named if digits else named or None

    def century(self, two_digits: int) -> int:
        """The latest year with these two digits that is not far ahead of the note's date."""
        limit = self.anchor.year + _AHEAD if self.anchor else 2000 + _PIVOT
        return limit - (limit - two_digits) % 100

    def month_day(self, piece: Piece, year: int | None) -> tuple[int, int]:
        """Month and day of a piece; 0 where the piece has none."""
        if "a" in piece.fields:
            return self._ordered(piece, year)
        name, number = piece.text("M"), piece.text("m")
        day = piece.number("d") if "d" in piece.fields else read_ordinal(piece.text("D"))
        return (month(name) if name else int(number) if number else 0), day

    def _ordered(self, piece: Piece, year: int | None) -> tuple[int, int]:
        a, b = piece.number("a"), piece.number("b")
        if a > _MONTHS or b > _MONTHS:
            return (b, a) if a > _MONTHS else (a, b)
        said = piece.text("w") or piece.text("v")
        if said and year and a != b:
            fits = [valid(year, m, d) for m, d in ((a, b), (b, a))]
            agree = [day is not None and day.weekday() == weekday(said) for day in fits]
            if agree[0] != agree[1]:
                return (a, b) if agree[0] else (b, a)
        return (b, a) if self.day_first else (a, b)

    def nearest(self, month_number: int, day: int, said: str) -> date:
        """The date of a month and day without year, as a note of this date means it."""
        near = [lenient(self.around.year + n, month_number, day) for n in (-1, 0, 1)]
        true = [d for d in near if said and d.weekday() == weekday(said)]
        return self.most_likely(true or near)

    @property
    def around(self) -> date:
        """The note's date, or a fixed day where there is none."""
        return self.anchor or _NO_ANCHOR

    def most_likely(self, days: Sequence[date]) -> date:
        """The day that a note of this date means: notes look further back than ahead."""
        inside = [d for d in days if self.around - _PAST < d <= self.around + _FUTURE]
        return min(inside or days, key=self._distance)

    def _distance(self, day: date) -> timedelta:
        return abs(day - self.around)

    def nearest_day(self, day: int) -> date:
        """The date of a day of the month, as a note of this date means it."""
        first = self.around.replace(day=1)
        starts = (
            (first - timedelta(days=1)).replace(day=1),
            first,
            (first + timedelta(days=32)).replace(day=1),
        )
        return min((lenient(s.year, s.month, day) for s in starts), key=self._distance)


def valid(year: int, month_number: int, day: int) -> date | None:
    """The date, or None when the calendar has no such day."""
    try:
        return date(year, month_number, day)
    except ValueError:
        return None


def lenient(year: int, month_number: int, day: int) -> date:
    """The date; days past the end of their month run on (30 February is 2 March or 1 March)."""
    return date(year, month_number, 1) + timedelta(days=day - 1)


def full_dates(text: str, reference: Reference) -> Iterable[date]:
    """Every date of a span that has year, month and day."""
    for piece in parse(mend(text)):
        year = reference.year(piece)
        month_number, day = reference.month_day(piece, year)
        if (
            year
            and 0 < month_number <= _MONTHS
            and 0 < day <= _DAYS
            and (known := valid(year, month_number, day))
        ):
            yield known


def day_first_votes(text: str) -> int:
    """Dates of a span that can only be read day first, less those only month first."""
    votes = 0
    for piece in parse(mend(text)):
        if "a" in piece.fields:
            a, b = piece.number("a"), piece.number("b")
            votes += (a > _MONTHS >= b) - (b > _MONTHS >= a and b <= _DAYS)
    return votes


def padded_votes(text: str) -> int:
    """Numbers of a span with a leading zero, less those of one digit without."""
    numbers = [
        piece.text(name) for piece in parse(mend(text)) for name in ("a", "b", "m") if name in piece.fields
    ]
    return sum(number.startswith("0") for number in numbers) - sum(len(number) == 1 for number in numbers)


def anchor_of(dates: Iterable[date]) -> date | None:
    """The date that stands for a note: the middle one of the year that most dates name."""
    known = sorted(dates)
    years = Counter(day.year for day in known)
    if not years:
        return None
    most = max(years, key=lambda year: (years[year], year))
    inside = [day for day in known if day.year == most]
    return inside[len(inside) // 2]
