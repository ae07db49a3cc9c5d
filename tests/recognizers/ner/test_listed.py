import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizers.ner.listed import LISTINGS, LONGEST, listed_as

GIVEN, SURNAME, FREQUENT, CLINICAL, ORDINARY, TOWN, REGION = (1 << bit for bit in range(7))


@pytest.mark.parametrize(
    ("word", "lists"),
    [
        ("Lindquist", SURNAME),
        ("Maria", GIVEN | SURNAME | FREQUENT),
        ("edema", CLINICAL | ORDINARY),
        ("Albuquerque", TOWN),
        ("Ohio", REGION),
        ("Hampshire", REGION),
    ],
)
def test_every_list_that_holds_a_word_counts(word, lists):
    assert listed_as(word) & lists == lists


def test_a_word_of_no_list_is_nothing():
    assert listed_as("qzxv") == listed_as("123") == listed_as("(") == 0


def test_abbreviations_are_clinical_in_capitals_only():
    assert listed_as("ANA") & CLINICAL
    assert not listed_as("Ana") & CLINICAL


def test_endless_words_are_not_looked_up():
    assert listed_as("a" * (LONGEST + 1)) == 0


@given(st.text(max_size=40))
def test_listings_stay_within_their_range(word):
    assert 0 <= listed_as(word) < LISTINGS
