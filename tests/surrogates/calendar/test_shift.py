"""Every written form of a date, shifted, comes back right and in its own form."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from surrogates.calendar import Calendar, Reference, words
from surrogates.keys import Key
from surrogates.policy import Dates, Holidays, Policy

KEY = Key(bytes(range(32)))
SEEN = Reference(date(2018, 11, 14))
DAY = date(2018, 11, 9)
MONTHS = [name.capitalize() for name in words.MONTHS]
DAYS = [name.capitalize() for name in words.WEEKDAYS]


def ordinal(day):
    return f"{day}{'th' if 11 <= day <= 13 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def long_month(d):
    return MONTHS[d.month - 1]


def short_month(d):
    return MONTHS[d.month - 1][:3]


FORMS = {
    "01/02/2006": lambda d: f"{d:%m/%d/%Y}",
    "1/2/2006": lambda d: f"{d.month}/{d.day}/{d.year}",
    "01/02/06": lambda d: f"{d:%m/%d/%y}",
    "1/2/06": lambda d: f"{d.month}/{d.day}/{d:%y}",
    "1/2": lambda d: f"{d.month}/{d.day}",
    "01-02-2006": lambda d: f"{d:%m-%d-%Y}",
    "1-2-06": lambda d: f"{d.month}-{d.day}-{d:%y}",
    "1.2.2006": lambda d: f"{d.month}.{d.day}.{d.year}",
    "2006-01-02": lambda d: f"{d:%Y-%m-%d}",
    "2006/01/02": lambda d: f"{d:%Y/%m/%d}",
    "20060102": lambda d: f"{d:%Y%m%d}",
    "ISO with time": lambda d: f"{d:%Y-%m-%d}T07:45:00Z",
    "HL7 stamp": lambda d: f"{d:%Y%m%d}0745",
    "with time": lambda d: f"{d:%m/%d/%Y} 07:45",
    "January 2, 2006": lambda d: f"{long_month(d)} {d.day}, {d.year}",
    "January 2nd, 2006": lambda d: f"{long_month(d)} {ordinal(d.day)}, {d.year}",
    "JANUARY 2 2006": lambda d: f"{long_month(d).upper()} {d.day} {d.year}",
    "Jan 2, 2006": lambda d: f"{short_month(d)} {d.day}, {d.year}",
    "Jan. 2, '06": lambda d: f"{short_month(d)}. {d.day}, '{d:%y}",
    "January 2": lambda d: f"{long_month(d)} {d.day}",
    "Jan 2nd": lambda d: f"{short_month(d)} {ordinal(d.day)}",
    "2 January 2006": lambda d: f"{d.day} {long_month(d)} {d.year}",
    "2nd of January": lambda d: f"{ordinal(d.day)} of {long_month(d)}",
    "the 2nd of January, 2006": lambda d: f"the {ordinal(d.day)} of {long_month(d)}, {d.year}",
    "02-Jan-2006": lambda d: f"{d:%d}-{short_month(d)}-{d.year}",
    "02JAN06": lambda d: f"{d:%d}{short_month(d).upper()}{d:%y}",
    "2006-Jan-02": lambda d: f"{d.year}-{short_month(d)}-{d:%d}",
    "Mon 1/2/06": lambda d: f"{DAYS[d.weekday()][:3]} {d.month}/{d.day}/{d:%y}",
    "Monday, January 2, 2006": lambda d: f"{DAYS[d.weekday()]}, {long_month(d)} {d.day}, {d.year}",
    "1/2/06 (Mon)": lambda d: f"{d.month}/{d.day}/{d:%y} ({DAYS[d.weekday()][:3]})",
    "MONDAY": lambda d: DAYS[d.weekday()].upper(),
    "January 2006": None,
    "01/2006": None,
    "Jan '06": None,
    "2006": None,
    "'06": None,
    "Q1 2006": None,
}
MIDDLE = {
    "January 2006": lambda d: f"{long_month(d)} {d.year}",
    "01/2006": lambda d: f"{d:%m/%Y}",
    "Jan '06": lambda d: f"{short_month(d)} '{d:%y}",
}


def calendar(**options):
    return Calendar(KEY, "P1", Policy(**options))


@pytest.mark.parametrize("form", [form for form, write in FORMS.items() if write])
@pytest.mark.parametrize("day", [DAY, date(2018, 12, 31), date(2018, 10, 1)])
def test_full_and_partial_dates_keep_value_and_form(form, day):
    shifting = calendar()
    moved = day + timedelta(days=shifting.offset)
    seen = replace(SEEN, padded=not re.search(r"(?<!\d)1[/.-]2", form))
    assert shifting.shift(FORMS[form](day), seen) == FORMS[form](moved)


@pytest.mark.parametrize("form", MIDDLE)
def test_a_month_moves_by_its_middle(form):
    shifting = calendar()
    moved = date(2018, 11, 15) + timedelta(days=shifting.offset)
    assert shifting.shift(MIDDLE[form](DAY), SEEN) == MIDDLE[form](moved)


@pytest.mark.parametrize(("text", "middle", "write"), [
    ("2018", date(2018, 7, 2), lambda d: f"{d.year}"),
    ("'18", date(2018, 7, 2), lambda d: f"'{d:%y}"),
    ("Q4 2018", date(2018, 11, 15), lambda d: f"Q{(d.month + 2) // 3} {d.year}"),
    ("4Q18", date(2018, 11, 15), lambda d: f"{(d.month + 2) // 3}Q{d:%y}"),
    ("fourth quarter of 2018", date(2018, 11, 15),
     lambda d: f"{['first', 'second', 'third', 'fourth'][(d.month - 1) // 3]} quarter of {d.year}"),
    ("FY2018", date(2018, 7, 2), lambda d: f"FY{d.year}"),
])  # fmt: skip
def test_coarse_dates_move_by_their_middle(text, middle, write):
    shifting = calendar()
    assert shifting.shift(text, SEEN) == write(middle + timedelta(days=shifting.offset))


ODD = [
    ("3/14-3/17", 20, "4/3-4/6"),
    ("3/30-31/2018", 20, "4/19-20/2018"),
    ("3/14 - 3/17/2018", 20, "4/3 - 4/6/2018"),
    ("March 10-12, 2018", 20, "March 30-April 1, 2018"),
    ("10-12 March 2018", 5, "15-17 March 2018"),
    ("Dec 30 to Jan 2, 2019", 4, "Jan 3 to Jan 6, 2019"),
    ("2016-2018", 300, "2017-2019"),
    ("2016-18", 300, "2017-19"),
    ("2/30/2018", 20, "3/22/2018"),
    ("02/29/2016", 40, "04/09/2016"),
    ("29 Feb 2016", -40, "20 Jan 2016"),
    ("12/31/2018", 30, "01/30/2019"),
    ("O3/l4/2O18", 20, "04/03/2018"),
    ("03/\n14/2018", 20, "04/\n03/2018"),
    ("March\n14, 2018", 20, "April\n3, 2018"),
    ("Spring 2018", 100, "Summer 2018"),
    ("winter 2017-2018", 180, "summer 2017-2018"),
    ("Febuary 3, 2018", 20, "February 23, 2018"),
    ("the fifth of March, twenty eighteen", 20, "the twenty-fifth of March, twenty eighteen"),
    ("March 14, 15 and 16, 2018", 10, "March 24, 25 and 26, 2018"),
    ("Tues. Feb. 6, 2018", 2, "Thurs. Feb. 8, 2018"),
    ("Sat 10 Nov 18", 20, "Fri 30 Nov 18"),
    ("03\u201314\u20132018", 20, "04\u201303\u20132018"),
    ("\uff10\uff13/\uff11\uff14/\uff12\uff10\uff11\uff18", 20, "04/03/2018"),
    ("Tue Mar 6 10:22:01 2018", 20, "Mon Mar 26 10:22:01 2018"),
    ("14/03/2018", 20, "03/04/2018"),
    ("mid-March 2018", 20, "mid-April 2018"),
    ("the 8th", 20, "the 28th"),
    ("week of 3/14", 20, "week of 4/3"),
    ("11/10/18 0930", 20, "11/30/18 0930"),
    ("the 1980s", 200, "the 1980s"),
    ("Mar-98", 30, "Apr-98"),
    ("5/45", 30, "6/45"),
    ("2018-W10-3", 7, "2018-W11-3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "days", "wanted"), ODD)
def test_ranges_and_odd_forms(moved_by, text, days, wanted):
    assert moved_by(days).shift(text, SEEN) == wanted


def test_a_named_day_becomes_the_nearest_named_day_or_a_plain_date(moved_by):
    assert moved_by(34).shift("Thanksgiving", SEEN) == "Christmas Day"
    assert moved_by(34, holidays=Holidays.PLAIN).shift("THANKSGIVING 2018", SEEN) == "DECEMBER 26 2018"


def test_a_weekday_follows_the_shift_and_stays_with_whole_weeks(moved_by):
    assert moved_by(32).shift("Tuesday", SEEN) == "Saturday"
    assert moved_by(35, whole_weeks=True).shift("Tues", SEEN) == "Tues"


def test_what_no_calendar_allows_becomes_another_date_in_the_same_form():
    new = calendar().shift("13/45/2018", SEEN)
    assert re.fullmatch(r"\d\d/\d\d/20\d\d", new)
    assert new != "13/45/2018"
    assert calendar().shift("13/45/2018", SEEN) == new


def test_a_span_without_any_date_becomes_a_tag():
    assert calendar().shift("the feast", SEEN) == "[DATE]"


@pytest.mark.parametrize("text", ["3/4/2018", "03/04/18", "3/4"])
def test_order_of_numbers_follows_the_reference(moved_by, text):
    first_month = moved_by(1).shift(text, Reference(SEEN.anchor))
    first_day = moved_by(1).shift(text, Reference(SEEN.anchor, day_first=True))
    assert re.split("/", first_month)[:2] in (["3", "5"], ["03", "05"])
    assert re.split("/", first_day)[:2] in (["4", "4"], ["04", "04"])


def test_a_weekday_decides_the_order_of_numbers(moved_by):
    assert moved_by(1).shift("Fri 05/10/2018", SEEN) == "Sat 06/10/2018"


def test_a_two_digit_year_of_birth_is_read_in_the_past(moved_by):
    assert moved_by(20).shift("8/15/48", SEEN) == "9/4/48"
    assert moved_by(20, dates=Dates.YEAR).shift("8/15/48", SEEN) == "1948"


@given(st.dates(date(1920, 1, 1), date(2030, 12, 31)), st.integers(0, 400))
def test_intervals_are_exact_and_no_date_stays(day, gap):
    shifting = calendar()
    later = day + timedelta(days=gap)
    one, two = (shifting.shift(f"{d:%Y-%m-%d}", SEEN) for d in (day, later))
    assert date.fromisoformat(two) - date.fromisoformat(one) == later - day
    assert date.fromisoformat(one) != day


WORDS = st.sampled_from(
    [
        "/",
        "-",
        ".",
        ",",
        "'",
        "0",
        "00",
        "1",
        "2",
        "9",
        "13",
        "30",
        "31",
        "45",
        "99",
        "2018",
        "1899",
        "mar",
        "May",
        "th",
        "nd",
        "of",
        "W53",
        "Q4",
        "winter",
        "fall",
        "1990s",
    ]
)


@given(
    st.text(max_size=40)
    | st.lists(WORDS, max_size=8).map("".join)
    | st.lists(WORDS, max_size=8).map(" ".join)
)
@example("0/0")
@settings(max_examples=400)
def test_no_text_makes_it_fail(text):
    for options in ({}, {"dates": Dates.YEAR}):
        assert calendar(**options).shift(text or " ", SEEN)


@given(st.dates(date(1950, 1, 1), date(2028, 12, 31)))
def test_only_the_year_is_left_under_the_year_policy(day):
    keeping = calendar(dates=Dates.YEAR)
    for form, write in FORMS.items():
        if write:
            left = keeping.shift(write(day), SEEN)
            assert left in (str(day.year), "[DATE]"), form


def test_dates_that_leave_the_window_become_a_tag(moved_by):
    edge = moved_by(-40, window=(date(2018, 1, 1), date(2018, 12, 31)))
    assert edge.shift("01/20/2018", SEEN) == "[DATE]"
    assert edge.shift("03/20/2018", SEEN) == "02/08/2018"


def test_the_birth_year_of_a_patient_of_ninety_or_more_becomes_that_of_ninety():
    old = Calendar(KEY, "P1", Policy(), latest=date(2018, 11, 14))
    born = date.fromisoformat(old.shift("1921-05-06", SEEN, birth=True))
    now = old.latest + timedelta(days=old.offset)
    assert now.year - born.year - ((now.month, now.day) < (born.month, born.day)) == 90
    yearly = Calendar(KEY, "P1", Policy(dates=Dates.YEAR), latest=date(2018, 11, 14))
    assert yearly.shift("5/6/1921", SEEN) == "[DATE]"
    assert yearly.shift("5/6/1931", SEEN) == "1931"
