import random
from datetime import date, timedelta

import pytest

from surrogates.calendar import Reference
from surrogates.calendar.damage import cut, mend
from surrogates.policy import Dates

SEEN = Reference(date(2018, 11, 14))
LOOKS = {"0": "Oo", "1": "lI|!", "5": "S", "8": "B", "2": "Z"}

DAMAGED = [
    ("6/l9/2O18", "6/29/2018"), ("O6-I9-20l8", "06-29-2018"), ("S/2B/2018", "6/7/2018"),
    ("6/19/20 18", "6/29/2018"), ("6/1 9/2018", "6/29/2018"), ("0 6 / 1 9 / 2 0 1 8", "06/29/2018"),
    ("6/19//2018", "6/29/2018"), ("06.19..2018", "06.29.2018"), ("6/19/.2018", "6/29/2018"),
    ("06,19.2018", "06.29.2018"), ("6..19..18", "6.29.18"), ("6/19/2O!8", "6/29/2018"),
    ("2 018-06-19", "2018-06-29"), ("Ju ne 19, 2018", "June 29, 2018"), ("J une 1 9, 20 18", "June 29, 2018"),
    ("June  l9,  2Ol8", "June  29,  2018"), ("0ct l9, 2018", "Oct 29, 2018"), ("19 N0v 2018", "29 Nov 2018"),
    ("Sept ember 9, 201 8", "September 19, 2018"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), DAMAGED)
def test_a_damaged_date_is_read_through_and_comes_back_whole(moved_by, text, wanted):
    assert moved_by(10).shift(text, SEEN) == wanted


def test_any_digits_that_look_like_letters_are_read(moved_by):
    rng = random.Random(5)
    calendar = moved_by(33)
    for _ in range(300):
        day = date(2018, 1, 1) + timedelta(days=rng.randrange(330))
        said = f"{day:%m/%d/%Y}"
        damaged = "".join(rng.choice(LOOKS.get(c, c)) if rng.random() < 0.4 else c for c in said)
        assert calendar.shift(damaged, SEEN) == f"{day + timedelta(days=33):%m/%d/%Y}"


@pytest.mark.parametrize("text", ["6/19/209", "6/19/1", "6-19-20I", "3.14.1"])
def test_a_year_that_lost_digits_makes_the_date_a_tag(moved_by, text):
    assert cut(text)
    assert moved_by(10).shift(text, SEEN) == "[DATE]"
    assert moved_by(10, dates=Dates.YEAR).shift(text, SEEN) == "[DATE]"


@pytest.mark.parametrize("text", [
    "6 / 19 / 2018", "6/19 and 7/2", "6/19/18 0930", "6/19/18 20:15", "6/19 - 7/2/2018", "June 19, 2018",
    "2018-06-19T07:45:00.000+01:00", "March 3 and 4, 2018", "may be March 14", "2018", "6/19", "the 9th",
])  # fmt: skip
def test_what_is_sound_stays_as_it_is(text):
    assert mend(text) == text
    assert not cut(text)
