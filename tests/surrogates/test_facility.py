import re

import pytest

from annotation import Label, MarkedNote, Note
from annotation.formats.inline import parse
from surrogates import Key, Policy, World

KEY = Key(bytes(range(32)))


def replaced(text, patient="P1"):
    plain, spans = parse(text)
    return World(KEY, patient, Policy()).replace(MarkedNote(Note("n", plain), spans)).text


@pytest.mark.parametrize(("text", "form"), [
    ("Quillmere Medical Center", r"[A-Z][a-z]+ Medical Center"),
    ("QUILLMERE CHILDREN'S HOSPITAL", r"[A-Z]+ CHILDREN'S HOSPITAL"),
    ("Quillmere Manor Nursing Home", r"[A-Z][a-z]+ Manor Nursing Home"),
    ("St. Brannock's Clinic", r"St\. [A-Z][a-z]+'s Clinic"),
    ("Quillmere-Tarn Dialysis Ctr", r"[A-Z][a-z]+-[A-Z][a-z]+ Dialysis Ctr"),
])  # fmt: skip
def test_the_kind_stays_and_the_name_goes(text, form):
    new = replaced(f"[[HOSPITAL|{text}]]")
    assert re.fullmatch(form, new)
    assert "quillmere" not in new.lower()
    assert "brannock" not in new.lower()


def test_short_form_and_abbreviation_go_with_the_long_name():
    new = replaced(
        "[[HOSPITAL|Quillmere Tarn Medical Center]] / [[HOSPITAL|Quillmere Tarn]] / "
        "[[HOSPITAL|QTMC]] / [[HOSPITAL|Q.T.M.C.]]"
    )
    long, short, letters, dotted = new.split(" / ")
    assert long.startswith(short)
    assert letters == "".join(word[0] for word in long.split())
    assert dotted == ".".join(letters) + "."


def test_a_facility_is_the_same_for_all_patients_of_the_data_set():
    assert replaced("[[HOSPITAL|Quillmere Hospital]]", "P1") == replaced(
        "[[HOSPITAL|Quillmere Hospital]]", "P2"
    )


@pytest.mark.parametrize(("text", "form"), [
    ("3817 South Quillmere Avenue", r"\d{4} South [A-Z][a-z]+ Avenue"),
    ("88 Tarn Pl, Apt 3R", r"\d\d [A-Z][a-z]+ Pl, Apt \d[A-Z]"),
    ("1120 E 72nd St, Unit 14", r"\d{4} E \d+(?:st|nd|rd|th) St, Unit \d\d"),
    ("PO Box 318", r"PO Box \d{3}"),
])  # fmt: skip
def test_streets_keep_their_form(text, form):
    new = replaced(f"[[STREET|{text}]]")
    assert re.fullmatch(form, new)
    assert new != text


def test_an_ordinal_street_has_the_right_suffix():
    for n in range(60):
        new = World(KEY, f"P{n}", Policy()).value("9 72nd St", Label.STREET)
        number, suffix = re.search(r"(\d+)(st|nd|rd|th)", new).groups()
        teen = number[-2:] in ("11", "12", "13")
        assert suffix == ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))
