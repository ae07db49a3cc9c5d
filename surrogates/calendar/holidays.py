"""Named days of the year, and the one nearest to a date.

United States federal holidays follow 5 U.S.C. 6103; Easter follows the Gregorian computus (the
anonymous algorithm, as in Meeus, Astronomical Algorithms, chapter 8).

>>> named_day("Thanksgiving", 2018), named_day("Easter Sunday", 2024)
(datetime.date(2018, 11, 22), datetime.date(2024, 3, 31))
>>> nearest(date(2018, 12, 23), avoid="Thanksgiving")
'Christmas Eve'
"""

from datetime import date, timedelta
from functools import cache

from surrogates.style import fold

_FIXED = {
    "Valentine's": (2, 14),
    "All Saints'": (11, 1),
    "All Souls'": (11, 2),
    "VE Day": (5, 8),
    "Leap Day": (2, 29),
    "St. Nicholas Day": (12, 6),
    "Three Kings Day": (1, 6),
    "Candlemas": (2, 2),
    "St. David's Day": (3, 1),
    "St. Joseph's Day": (3, 19),
    "Michaelmas": (9, 29),
    "St. Pat's": (3, 17),
    "St. Paddy's Day": (3, 17),
    "St. Paddy's": (3, 17),
    "St. Lucia's Day": (12, 13),
    "Pi Day": (3, 14),
    "Flag Day": (6, 14),
    "Kwanzaa": (12, 26),
    "ANZAC Day": (4, 25),
    "Australia Day": (1, 26),
    "Burns Night": (1, 25),
    "Nochebuena": (12, 24),
    "Guy Fawkes Night": (11, 5),
    "New Year's Day": (1, 1),
    "New Years": (1, 1),
    "New Year": (1, 1),
    "Epiphany": (1, 6),
    "Groundhog Day": (2, 2),
    "Valentine's Day": (2, 14),
    "Valentines": (2, 14),
    "St. Patrick's Day": (3, 17),
    "St Patrick's Day": (3, 17),
    "April Fools' Day": (4, 1),
    "April Fool's Day": (4, 1),
    "Earth Day": (4, 22),
    "Cinco de Mayo": (5, 5),
    "Juneteenth": (6, 19),
    "Canada Day": (7, 1),
    "Independence Day": (7, 4),
    "Fourth of July": (7, 4),
    "4th of July": (7, 4),
    "July Fourth": (7, 4),
    "July 4th": (7, 4),
    "Bastille Day": (7, 14),
    "Patriot Day": (9, 11),
    "Halloween": (10, 31),
    "All Saints' Day": (11, 1),
    "All Souls' Day": (11, 2),
    "Guy Fawkes": (11, 5),
    "Bonfire Night": (11, 5),
    "Veterans Day": (11, 11),
    "Veteran's Day": (11, 11),
    "Veterans' Day": (11, 11),
    "Remembrance Day": (11, 11),
    "Christmas Eve": (12, 24),
    "Xmas Eve": (12, 24),
    "Christmas Day": (12, 25),
    "Christmas": (12, 25),
    "Xmas": (12, 25),
    "Boxing Day": (12, 26),
    "New Year's Eve": (12, 31),
    "NYE": (12, 31),
    "Hogmanay": (12, 31),
    "St. Stephen's Day": (12, 26),
}
_NTH = {
    "MLK": (1, 0, 3),
    "Patriots' Day": (4, 0, 3),
    "Decoration Day": (5, 0, -1),
    "Martin Luther King Jr. Day": (1, 0, 3),
    "Martin Luther King Day": (1, 0, 3),
    "MLK Day": (1, 0, 3),
    "Presidents' Day": (2, 0, 3),
    "Presidents Day": (2, 0, 3),
    "President's Day": (2, 0, 3),
    "Mother's Day": (5, 6, 2),
    "Mothers Day": (5, 6, 2),
    "Memorial Day": (5, 0, -1),
    "Father's Day": (6, 6, 3),
    "Fathers Day": (6, 6, 3),
    "Labor Day": (9, 0, 1),
    "Labour Day": (9, 0, 1),
    "Columbus Day": (10, 0, 2),
    "Indigenous Peoples' Day": (10, 0, 2),
    "Thanksgiving Day": (11, 3, 4),
    "Thanksgiving": (11, 3, 4),
}
_EASTER = {
    "Mardi Gras": -47,
    "Fat Tuesday": -47,
    "Shrove Tuesday": -47,
    "Ash Wednesday": -46,
    "Palm Sunday": -7,
    "Maundy Thursday": -3,
    "Good Friday": -2,
    "Easter Sunday": 0,
    "Easter Monday": 1,
    "Easter": 0,
    "Ascension Day": 39,
    "Pentecost": 49,
    "Whitsun": 49,
}
_DAY_AFTER = {"Black Friday": (11, 3, 4), "Election Day": (11, 0, 1)}
NAMES = (*_FIXED, *_NTH, *_EASTER, *_DAY_AFTER)
_KNOWN = {fold(name).replace("'", "").replace(".", ""): name for name in NAMES}
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


def easter(year: int) -> date:
    """Easter Sunday of a Gregorian year."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def _nth(year: int, month: int, weekday: int, n: int) -> date:
    if n < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))


@cache
def named_day(name: str, year: int) -> date:
    """The date of a named day, written in any case and with or without apostrophes."""
    known = _KNOWN[fold(" ".join(name.split())).replace("'", "").replace(".", "")]
    if known in _FIXED:
        return date(year, 1, 1).replace(month=_FIXED[known][0]) + timedelta(days=_FIXED[known][1] - 1)
    if known in _EASTER:
        return easter(year) + timedelta(days=_EASTER[known])
    if known in _DAY_AFTER:
        return _nth(year, *_DAY_AFTER[known]) + timedelta(days=1)
    return _nth(year, *_NTH[known])


def nearest(day: date, avoid: str) -> str:
    """The common named day nearest to ``day``, other than the day named ``avoid``."""
    shunned = named_day(avoid, day.year)
    candidates = [
        (abs((named_day(name, year) - day).days), name)
        for name in _NEAREST
        for year in (day.year - 1, day.year, day.year + 1)
        if named_day(name, day.year) != shunned
    ]
    return min(candidates)[1]
