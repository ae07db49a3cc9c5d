from datetime import date

import pytest

from surrogates.calendar import Calendar, Reference
from surrogates.calendar.holidays import named_days, names, nearest
from surrogates.keys import Key
from surrogates.policy import Dates, Holidays, Policy

KEY = Key(bytes(range(32)))


@pytest.mark.parametrize(("name", "day"), [
    ("Easter", date(2019, 4, 21)), ("Good Friday", date(2025, 4, 18)), ("Memorial Day", date(2021, 5, 31)),
    ("Labor Day", date(2022, 9, 5)), ("MLK Day", date(2024, 1, 15)), ("Election Day", date(2016, 11, 8)),
    ("Black Friday", date(2023, 11, 24)), ("mothers day", date(2020, 5, 10)),
    ("NEW YEAR'S EVE", date(2020, 12, 31)), ("Veteran's Day", date(2019, 11, 11)),
    ("Saint Patrick's Day", date(2022, 3, 17)), ("Orthodox Easter", date(2021, 5, 2)),
    ("Corpus Christi", date(2023, 6, 8)), ("Victoria Day", date(2024, 5, 20)),
    ("Cyber Monday", date(2021, 11, 29)), ("Advent", date(2022, 11, 27)),
    ("Eid al-Fitr", date(2021, 5, 13)), ("eid ul adha", date(2022, 7, 9)), ("Ramadan", date(2023, 3, 23)),
    ("Islamic New Year", date(2021, 8, 9)), ("Passover", date(2022, 4, 16)), ("Pesach", date(1998, 4, 11)),
    ("Rosh Hashana", date(2021, 9, 7)), ("Yom Kippur", date(2020, 9, 28)), ("Chanukah", date(2021, 11, 29)),
    ("Purim", date(2024, 3, 24)), ("Tu B'Shvat", date(2024, 1, 25)), ("Simchat Torah", date(2023, 10, 8)),
    ("Lunar New Year", date(2022, 2, 1)), ("Chuseok", date(2020, 10, 1)), ("Diwali", date(2020, 11, 14)),
    ("Holi", date(2022, 3, 18)), ("Vesak", date(2022, 5, 8)),
])  # fmt: skip
def test_named_days_fall_where_the_calendar_has_them(name, day):
    assert named_days(name, day.year) == (day,)


def test_a_moon_year_may_bring_a_feast_twice_and_a_table_may_not_reach():
    assert named_days("Eid al-Fitr", 2000) == (date(2000, 1, 8), date(2000, 12, 27))
    assert named_days("Holi", 1985) == ()
    assert named_days("Easter", 1200) == ()


@pytest.mark.parametrize("name", names())
def test_every_named_day_is_read_whole_and_becomes_another_named_day_or_a_plain_date(name):
    seen = Reference(date(2023, 6, 1))
    near, plain = (Calendar(KEY, "P1", Policy(holidays=how)).shift(name, seen) for how in Holidays)
    assert near in names()
    assert near.casefold() != name.casefold()
    month, day = plain.split()
    assert month.isalpha()
    assert 1 <= int(day) <= 31
    assert nearest(named_days(name, 2023)[0], name)[0] not in named_days(name, 2023)


def test_a_feast_without_a_year_is_that_of_the_notes_own_date():
    plain = Policy(minimum_offset=20, maximum_offset=20, holidays=Holidays.PLAIN)
    moved = next(c for n in range(99) if (c := Calendar(KEY, f"P{n}", plain)).offset == 20)
    assert moved.shift("Eid", Reference(date(2018, 6, 20))) == "July 5"
    assert moved.shift("Eid", Reference(date(2021, 5, 20))) == "June 2"
    assert moved.shift("the week after Passover", Reference(date(2021, 4, 9))) == "the week after April 17"
    assert moved.shift("PASSOVER 2018", Reference(date(2021, 4, 9))) == "APRIL 20 2018"


def test_a_year_goes_with_the_named_day_beside_it():
    late = Policy(minimum_offset=6, maximum_offset=6)
    moved = next(c for n in range(99) if (c := Calendar(KEY, f"P{n}", late)).offset == 6)
    assert moved.shift("Christmas 2018", Reference(date(2018, 12, 27))) == "New Year's Eve 2018"
    assert moved.shift("New Year's Eve 2018", Reference(date(2018, 12, 27))) == "New Year's Day 2019"


def test_only_the_year_of_a_feast_is_left_under_the_year_policy():
    yearly = Calendar(KEY, "P1", Policy(dates=Dates.YEAR))
    assert yearly.shift("Yom Kippur 2018", Reference(date(2019, 1, 3))) == "2018"
    assert yearly.shift("Diwali", Reference(date(2019, 1, 3))) == "[DATE]"
