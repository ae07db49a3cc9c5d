import re
from datetime import date, timedelta

import pytest
from stdnum import ean

from annotation import Label
from surrogates import Key, Policy, World
from surrogates.gs1 import elements, iso, stamp
from surrogates.policy import Dates

KEY = Key(bytes(range(32)))
WORLD = World(KEY, "P1", Policy())
WHOLE = "(01)09506000134352(11)190314(17)240229(10)A213B1(21)7731"


def moved(day):
    return date.fromisoformat(WORLD.value(day, Label.DATE))


def test_an_element_string_keeps_its_structure_its_check_digit_and_moves_its_dates():
    new = WORLD.value(WHOLE, Label.DEVICE)
    old_parts, parts = elements(WHOLE), elements(new)
    assert [one.identifier for one in parts] == ["01", "11", "17", "10", "21"]
    assert ean.is_valid(parts[0].value)
    assert parts[1].value == f"{moved('2019-03-14'):%y%m%d}"
    assert parts[2].value == f"{moved('2024-02-29'):%y%m%d}"
    assert re.fullmatch(r"[A-Z]\d{3}[A-Z]\d", parts[3].value)
    assert all(one.value != old.value for one, old in zip(parts, old_parts, strict=True))


@pytest.mark.parametrize("text", [
    "0109506000134352" + "11190314" + "17240229" + "10A213B1\x1d217731",
    "]d20109506000134352" + "1719031410LOT9",
    "(01) 09506000134352 (17) 240229 (21) SN-0099", "0109506000134352" + "10LOT9<GS>17240229",
])  # fmt: skip
def test_other_ways_of_writing_keep_their_layout(text):
    new = WORLD.value(text, Label.DEVICE)
    assert [(o.identifier, o.start, len(o.value)) for o in elements(new)] == [
        (o.identifier, o.start, len(o.value)) for o in elements(text)
    ]
    assert elements(new)[0].value == WORLD.value("09506000134352", Label.DEVICE)
    assert ean.is_valid(elements(new)[0].value)


def test_a_wrong_check_digit_is_not_put_right():
    wrong = [World(KEY, f"P{n}", Policy()).value("(01)09506000134353", Label.DEVICE)[4:] for n in range(60)]
    assert sum(map(ean.is_valid, wrong)) < 20


def test_a_day_of_zero_stands_for_its_month():
    new = elements(WORLD.value("(01)09506000134352(17)240200", Label.DEVICE))[1].value
    assert new == f"{moved('2024-02-15'):%y%m}00"


@pytest.mark.parametrize(
    "text",
    ["CB-482917", "(81)0093", "(21)0093", "S/N 0109-22", "(919) 402-1187", "0109506000134353172402291"],
)
def test_what_is_no_element_string_is_a_number(text):
    assert not elements(text)
    assert WORLD.value(text, Label.DEVICE) != text


def test_no_date_of_a_device_is_left_under_the_year_policy():
    yearly = World(KEY, "P1", Policy(dates=Dates.YEAR))
    assert elements(yearly.value("(01)09506000134352(17)240229", Label.DEVICE))[1].value != "240229"


def test_dates_of_elements_are_read_and_written_alike():
    for days in range(0, 2000, 7):
        day = date(2018, 1, 1) + timedelta(days=days)
        assert stamp(iso(f"{day:%y%m%d}", lambda short: 2000 + short), "240229") == f"{day:%y%m%d}"
    assert not iso("191399", lambda short: 2000 + short)
