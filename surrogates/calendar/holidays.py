"""Named days of the year, and the one nearest to a date.

``data/named_days.txt`` says for each name what it is counted from: a day of a month, the nth
weekday of a month (United States federal holidays follow 5 U.S.C. 6103), Easter, or a feast of a
moon calendar. Those are frozen in ``data/feasts`` from 1901, 1925, 1947 or 2001 on (Chinese,
Islamic as on the Umm al-Qura calendar, Hebrew, Hindu). Feasts that last begin on their first full day.

>>> named_days("Thanksgiving", 2018), named_days("Hanukah", 2018)
((datetime.date(2018, 11, 22),), (datetime.date(2018, 12, 3),))
>>> nearest(date(2018, 12, 23), avoid="Thanksgiving")
(datetime.date(2018, 12, 24), 'Christmas Eve')
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import Literal

from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from surrogates.data import lines, rows
from surrogates.style import fold

__all__ = ["named_days", "names", "nearest"]

_EASTERS: Mapping[str, Literal[2, 3]] = {"easter": EASTER_WESTERN, "orthodox": EASTER_ORTHODOX}
_EASTER_YEARS = range(1583, 4100)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NEAREST = (
    "New Year's Day",
    "Groundhog Day",
    "Valentine's Day",
    "St. Patrick's Day",
    "Easter Sunday",
    "Earth Day",
    "Cinco de Mayo",
    "Mother's Day",
    "Memorial Day",
    "Juneteenth",
    "Father's Day",
    "Independence Day",
    "Labor Day",
    "Columbus Day",
    "Halloween",
    "Veterans Day",
    "Thanksgiving",
    "Christmas Eve",
    "Christmas Day",
    "New Year's Eve",
    "MLK Day",
    "Presidents' Day",
)


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", fold(name)).replace("saint", "st")


@cache
def names() -> tuple[str, ...]:
    """Every name that is known."""
    return tuple(name for line in lines("named_days") for name in line.partition(": ")[2].split(", "))


@cache
def _rules() -> Mapping[str, str]:
    parts = (line.partition(": ") for line in lines("named_days"))
    return {_key(name): rule for rule, _, listed in parts for name in listed.split(", ")}


@cache
def _feasts() -> Mapping[tuple[str, int], tuple[date, ...]]:
    found: dict[tuple[str, int], tuple[date, ...]] = defaultdict(tuple)
    for name, day in rows("feasts"):
        read = date.fromisoformat(day)
        found[name, read.year] += (read,)
    return found


@cache
def named_days(name: str, year: int) -> tuple[date, ...]:
    """The dates of a named day in a year: two, or none, where a moon year ends within it.

    Args:
        name: in any case, with or without apostrophes, dots and hyphens.
        year: Gregorian.
    """
    basis, _, more = _rules()[_key(name)].partition(" ")
    return tuple(day + timedelta(days=int(more or 0)) for day in _basis(basis, year))


def _basis(basis: str, year: int) -> tuple[date, ...]:
    month, _, rest = basis.partition("-")
    if not month.isdigit():
        known = basis in _EASTERS and year in _EASTER_YEARS
        return (easter(year, _EASTERS[basis]),) if known else _feasts().get((basis, year), ())
    if rest.isdigit():
        return (date(year, int(month), 1) + timedelta(days=int(rest) - 1),)
    weekday, _, n = rest.partition("-")
    return (_nth(year, int(month), _WEEKDAYS.index(weekday), int(n)),)


def _nth(year: int, month: int, weekday: int, n: int) -> date:
    if n < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))


@lru_cache(1 << 12)
def nearest(day: date, avoid: str) -> tuple[date, str]:
    """The common named day nearest to ``day``, other than the day named ``avoid``, and when it is."""
    shunned = {*named_days(avoid, day.year)}
    years = (day.year - 1, day.year, day.year + 1)
    known = [(new, name) for name in _NEAREST for year in years for new in named_days(name, year)]
    return min((abs((new - day).days), new, name) for new, name in known if new not in shunned)[1:]
