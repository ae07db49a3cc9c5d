import phonenumbers
import pytest

from annotation import Label
from surrogates import Key, Policy, World

WORLD = World(Key(bytes(range(32))), "P1", Policy())


def digits(text):
    return "".join(char for char in text if char.isdigit())


UK, MOBILE = "1632960", "7700900"
AUSTRALIA = tuple(f"61{area}{block}" for area in "2378" for block in ("5550", "7010"))
FRANCE = ("3319900", "3326191", "3335301", "3346571", "3353649")
GERMANY = ("493023125", "496990009", "494066969", "492214710", "498999998")


@pytest.mark.parametrize(("text", "reserved"), [
    ("+44 20 7123 4567", "44" + UK), ("+44 (0)7812 345678", "440" + MOBILE), ("07812 345678", "0" + MOBILE),
    ("020 7123 4567", "0" + UK), ("0044 161 234 5678", "0044" + UK), ("011 44 161 234 5678", "01144" + UK),
    ("+61 2 9234 5678", AUSTRALIA), ("+61 412 345 678", "61491570"), ("0412 345 678", "0491570"),
    ("+353 1 678 1234", "3532091"), ("+33 1 42 34 56 78", FRANCE), ("06 23 45 67 89", "063998"),
    ("+49 30 12345678", GERMANY), ("+49 171 2345678", ("491528", "491525", "4917139200", "4917604069")),
    ("+46 70 123 45 67", "46701740"),
])  # fmt: skip
def test_where_a_country_keeps_numbers_for_drama_those_are_used(text, reserved):
    new = WORLD.value(text, Label.PHONE)
    assert digits(new).startswith(reserved)
    assert len(digits(new)) == len(digits(text))
    assert [c for c in new if not c.isdigit()] == [c for c in text if not c.isdigit()]


@pytest.mark.parametrize("text", [
    "+34 912 345 678", "+39 06 6981 2345", "+91 98123 45678", "+52 55 1234 5678", "+81 3-1234-5678",
    "+86 138 0123 4567", "+64 21 123 4567", "00 420 222 123 456", "+55 11 91234-5678", "+82 10-1234-5678",
])  # fmt: skip
def test_elsewhere_the_number_is_one_that_the_plan_does_not_assign(text):
    new = WORLD.value(text, Label.PHONE)
    read = phonenumbers.parse(f"+{digits(new).removeprefix('00')}")
    assert read.country_code == phonenumbers.parse(f"+{digits(text).removeprefix('00')}").country_code
    assert not phonenumbers.is_valid_number(read)
    assert len(digits(new)) == len(digits(text))


def test_a_number_is_the_same_at_home_and_abroad_and_keeps_an_extension_apart():
    home, abroad = (WORLD.value(text, Label.PHONE) for text in ("07812 345678", "+44 7812 345678"))
    assert digits(abroad) == "44" + digits(home).removeprefix("0")
    long = WORLD.value("+44 7812 345678 ext 41", Label.PHONE)
    assert long.startswith(f"{abroad} ext ")
    assert long[-2:] != "41"


def test_no_number_becomes_itself_or_another_of_the_patient():
    numbers = [f"+61 491 570 {n}" for n in ("006", "110", "156", "157")]
    assert all(WORLD.value(number, Label.PHONE) != number for number in numbers)
