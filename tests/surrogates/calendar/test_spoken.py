from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surrogates.calendar import Reference
from surrogates.calendar.spoken import (
    print_number,
    print_ordinal,
    print_which,
    print_year,
    read_number,
    read_ordinal,
    read_year,
    which,
)

SEEN = Reference(date(2018, 11, 14))


@pytest.mark.parametrize(("text", "wanted"), [
    ("six nineteen fifty one", "seven nine fifty one"),
    ("twelve eleven two thousand nine", "twelve thirty-one two thousand nine"),
    ("oh three fourteen twenty eighteen", "oh four oh three twenty eighteen"),
    ("three slash two slash eighteen", "three slash twenty-two slash eighteen"),
    ("three/twelve/ninety-nine", "four/one/ninety-nine"),
    ("five thirty one oh eight", "six twenty oh eight"),
    ("Three twenty one ninety nine", "Four ten ninety nine"),
    ("SIX NINETEEN 2018", "SEVEN NINE 2018"),
    ("Tuesday six nineteen eighteen", "Monday seven nine eighteen"),
    ("fourteen three twenty eighteen", "three four twenty eighteen"),
    ("three fourteen", "four three"),
    ("June nineteen twenty eighteen", "July nine twenty eighteen"),
    ("june twenty two thousand nine", "july ten two thousand nine"),
    ("June twenty eighteen", "July twenty eighteen"),
    ("nineteen of June nineteen seventy-six", "nine of July nineteen seventy-six"),
    ("the third of may ninety eight", "the twenty-third of may ninety eight"),
    ("June nineteenth, two thousand and one", "July ninth, two thousand and one"),
])  # fmt: skip
def test_a_date_in_words_comes_back_in_words(moved_by, text, wanted):
    assert moved_by(20).shift(text, SEEN) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("first Monday of March 2018", "fourth Sunday of March 2018"),
    ("2nd Tuesday of June", "1st Monday of July"),
    ("last Friday in May 2018", "second Thursday in June 2018"),
    ("last week of March 2018", "third week of April 2018"),
    ("THIRD WEEK OF JUNE", "SECOND WEEK OF JULY"),
    ("second half of March", "second half of April"),
])  # fmt: skip
def test_a_counted_weekday_or_week_is_counted_anew(moved_by, text, wanted):
    assert moved_by(20).shift(text, SEEN) == wanted


@given(st.integers(0, 99), st.booleans())
def test_numbers_in_words_are_read_as_they_are_printed(number, apart):
    assert read_number(print_number("one", number, apart=apart)) == number
    assert read_number(print_number("OH ONE", number, apart=apart)) == number


@given(st.integers(1, 31), st.sampled_from(["first", "TWENTY-FIRST", "Twenty first", "3rd"]))
def test_ordinals_are_read_as_they_are_printed(day, model):
    assert which(print_which(model, day)) == day
    assert model[0].isdigit() or read_ordinal(print_ordinal(model, day)) == day


@given(
    st.dates(date(1901, 1, 1), date(2099, 12, 31)), st.sampled_from(["nineteen twelve", "twenty twenty-one"])
)
def test_years_in_words_are_read_as_they_are_printed(day, model):
    assert read_year(print_year(model, day.year)) == day.year


@given(st.dates(date(2010, 1, 1), date(2018, 12, 31)), st.booleans())
def test_every_day_in_words_moves_exactly(moved_by, day, apart):
    def said(one):
        parts = (print_number("one", one.month), print_number("one", one.day, apart=apart))
        return " ".join((*parts, print_year("twenty twenty", one.year)))

    new = moved_by(45).shift(said(day), SEEN)
    assert new.replace("-", " ") == said(day + timedelta(days=45)).replace("-", " ")
