import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.gb import nhs
from stdnum.us import ssn

from surrogates.cells import read
from surrogates.checks import checks
from surrogates.keys import Key
from surrogates.number import Numbers

KEY = Key(bytes(range(32)))


def numbers(*known):
    return Numbers(KEY, "P1", frozenset(known))


def shape(text):
    return re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", re.sub(r"\d", "9", text)))


@pytest.mark.parametrize(
    "text", ["CB-482917", "00017", "H 22-311-78", "ab12cd", "V10049968", "7", "A-7/b", "(81)0093"]
)
def test_shape_is_kept_and_nothing_of_the_value(text):
    new = numbers().replace(text)
    assert shape(new) == shape(text)
    assert new != text


def test_a_number_is_the_same_in_every_punctuation():
    forms = ["4471-2290-83", "4471 2290 83", "4471229083", "44.71.22.90.83"]
    assert len({re.sub(r"\D", "", numbers().replace(form)) for form in forms}) == 1


@pytest.mark.parametrize("whole", ["582-41-7730", "MRN00417730", "8820014417730"])
def test_the_last_four_agree_with_the_whole_and_are_not_the_original_four(whole):
    new = numbers().replace(whole)
    assert numbers().replace("7730") == new[-4:]
    assert numbers().social_security("xxx-xx-7730") == f"xxx-xx-{new[-4:]}"
    assert new[-4:] != "7730"


@pytest.mark.parametrize("text", ["582-41-7730", "582 41 7730", "582417730", "912-70-1234"])
def test_social_security_numbers_go_where_none_is_issued(text):
    new = numbers().social_security(text)
    assert shape(new) == shape(text)
    digits = re.sub(r"\D", "", new)
    assert digits[0] == "9"
    assert 1 <= int(digits[3:5]) < 50
    assert not ssn.is_valid(digits)


@pytest.mark.parametrize(("text", "holds"), [
    ("1245319599", lambda n: luhn.is_valid("80840" + n)),
    ("4111 1111 1111 1111", luhn.is_valid),
    ("943 476 5919", nhs.is_valid),
    ("490154203237518", luhn.is_valid),
    ("1HGCM82633A004352", lambda n: bool(checks(n))),
    ("AB1234563", lambda n: bool(checks(n))),
])  # fmt: skip
def test_check_digits_stay_right(text, holds):
    bare = text.replace(" ", "")
    assert holds(bare)
    for n in range(40):
        new = Numbers(KEY, f"P{n}", frozenset()).replace(text).replace(" ", "")
        assert holds(new)
        assert new != bare


def test_no_check_digit_is_made_where_the_original_had_none():
    valid = [
        luhn.is_valid(Numbers(KEY, f"P{n}", frozenset()).replace("4111111111111112")) for n in range(200)
    ]
    assert sum(valid) < 60


@pytest.mark.parametrize(("text", "canonical"), [
    ("seven OH four, two", "7042"), ("XXX-XX-4417", "4417"), ("****4417", "4417"), ("#88-21", "8821"),
])  # fmt: skip
def test_cells_tell_what_counts(text, canonical):
    assert read(text, numeric=True).canonical == canonical


def test_digits_said_as_words_are_said_as_words():
    new = numbers().replace("SEVEN SEVEN one oh four four")
    assert re.fullmatch(r"[A-Z]+ [A-Z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+", new)
    assert new != "SEVEN SEVEN one oh four four"


@given(st.text(alphabet="0123456789ABab -/.", min_size=1, max_size=14))
def test_any_number_is_replaced_in_its_layout(text):
    new = numbers().replace(text)
    cells = read(text)
    if cells.canonical:
        assert len(new) == len(text)
        assert read(new).canonical != cells.canonical
    else:
        assert new == "[ID]"


def test_a_known_number_is_never_drawn():
    taken = {f"{n:05d}" for n in range(100_000) if n % 10}
    new = Numbers(KEY, "P1", frozenset(taken)).replace("12345")
    assert new.endswith("0")
