import re

import pytest

from annotation import Label, MarkedNote, Note, PatientRecord
from annotation.formats.inline import parse
from annotation.roster import Address
from surrogates import Key, Policy, World
from surrogates.data import rows
from surrogates.place import state_code, zip3
from surrogates.policy import Places, Zip

KEY = Key(bytes(range(32)))
PLACES = {(city, state, code): (county, area) for city, county, state, code, area in rows("places")}


def replaced(text, patient="P1", record=None, **options):
    plain, spans = parse(text)
    world = World(KEY, patient, Policy(**options), record)
    world.study([MarkedNote(Note("n", plain), spans)])
    return world.replace(MarkedNote(Note("n", plain), spans)).text


@pytest.mark.parametrize("patient", [f"P{n}" for n in range(30)])
def test_city_county_state_zip_and_area_code_agree(patient):
    new = replaced(
        "[[CITY|Tacoma]], [[STATE|WA]] [[ZIP|98418]], [[COUNTY|Pierce County]], [[PHONE|253-472-6618]]",
        patient,
    )
    city, state, code, county, area = re.fullmatch(
        r"(.+), (..) (\d{5}), (.+), (\d{3})-555-01\d\d", new
    ).groups()
    assert PLACES[city, state, code] == (county, area)
    assert (city, state) != ("Tacoma", "WA")


def test_a_city_alone_goes_where_it_goes_with_its_state():
    whole = replaced("[[CITY|Tacoma]], [[STATE|WA]]; back in [[CITY|TACOMA]] near [[ZIP|98418]]")
    city, shouted = re.fullmatch(r"(.+), ..; back in (.+) near \d{5}", whole).groups()
    assert shouted == city.upper()
    assert replaced("[[CITY|Tacoma]]") == city


def test_the_home_of_the_record_places_county_and_zip():
    record = PatientRecord("P1", address=Address("1 Elm St", "Tacoma", "WA", "98418"))
    new = replaced("[[COUNTY|Pierce]] [[ZIP|98418]] [[CITY|Tacoma]]", record=record)
    county, code, city = re.fullmatch(r"(.+) (\d{5}) (.+)", new).groups()
    assert any(
        c == city and z == code and known.startswith(county) for (c, _, z), (known, _) in PLACES.items()
    )


def test_states_keep_their_form_and_may_be_kept():
    assert re.fullmatch(r"[A-Z]{2} [A-Z][a-z]+.*", replaced("[[STATE|WA]] [[STATE|Washington]]"))
    new = replaced("[[STATE|WA]] and [[STATE|Washington]]")
    short, long = new.split(" and ")
    assert state_code(long) == short != "WA"
    assert replaced("[[STATE|WA]] [[CITY|Tacoma]]", state=Places.KEEP).startswith("WA ")


@pytest.mark.parametrize("text", ["486O3", "29 666", "4348O-44l0"])
def test_a_misread_zip_is_a_zip_again(text):
    new = replaced(f"[[ZIP|{text}]]")
    assert re.sub(r"\D", "", new)[:5] in {code for *_, code in PLACES}
    assert len(new) == len(text)


def test_foreign_post_codes_keep_their_shape():
    assert re.fullmatch(r"[A-Z]\d[A-Z] \d[A-Z]\d", replaced("[[ZIP|V0J 1Y0]]"))


@pytest.mark.parametrize(("text", "three"), [
    ("02139", "021"), ("02139-4307", "021"), ("021394307", "021"), ("021", "021"), ("03601", "000"),
    ("036", "000"), ("82104-1111", "000"), ("00000", "000"), ("99999", "999"), ("63012", "630"),
    ("06301", "063"), ("V0J 1Y0", "000"), ("36901", "000"), ("77201", "000"),
])  # fmt: skip
def test_three_digits_or_none(text, three):
    assert zip3(text) == three
    assert World(KEY, "P1", Policy(zips=Zip.ZIP3)).value(text, Label.ZIP) == three


def test_no_surrogate_town_holds_a_word_of_the_patient():
    text = " ".join(
        f"[[PATIENT|{word}]]" for word in ("San", "Fort", "Lake", "Springfield", "Saint", "Mount")
    )
    for n in range(40):
        city = replaced(f"[[CITY|Tacoma]]\n{text}", f"P{n}").split("\n")[0]
        assert not {"San", "Fort", "Lake", "Springfield", "Saint", "Mount"} & set(city.split())
