from datetime import date

import pytest

from surrogates.calendar.holidays import NAMES, named_day, nearest


@pytest.mark.parametrize(("name", "day"), [
    ("Easter", date(2019, 4, 21)), ("Good Friday", date(2025, 4, 18)), ("Memorial Day", date(2021, 5, 31)),
    ("Labor Day", date(2022, 9, 5)), ("MLK Day", date(2024, 1, 15)), ("Election Day", date(2016, 11, 8)),
    ("Black Friday", date(2023, 11, 24)), ("mothers day", date(2020, 5, 10)),
    ("NEW YEAR'S EVE", date(2020, 12, 31)),
])  # fmt: skip
def test_named_days_fall_where_the_calendar_has_them(name, day):
    assert named_day(name, day.year) == day


@pytest.mark.parametrize("name", NAMES)
def test_the_nearest_named_day_is_another_one(name):
    day = named_day(name, 2023)
    assert named_day(nearest(day, name), 2023) != day
