import pytest

from surrogates.age import replace, years


@pytest.mark.parametrize("text", [
    "90", "91", "93-year-old", "ninety", "ninety-one", "ninety one year old", "102", "115", "9 2", "9l",
    "one hundred and two", "nonagenarian", "centenarian", "in her 90s", "NINETY-TWO", "nineties",
])  # fmt: skip
def test_ninety_and_over_are_one_category(text):
    assert replace(text) == "90 or older"


@pytest.mark.parametrize("text", ["89", "67", "eighty-nine", "octogenarian", "7", "in his 80s", "twelve"])
def test_younger_ages_stay(text):
    assert replace(text) == text


def test_what_cannot_be_read_counts_as_old():
    assert years("very old") is None
    assert replace("very old") == "90 or older"
