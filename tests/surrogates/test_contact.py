import ipaddress
import re

import pytest

from annotation import Label, MarkedNote, Note
from annotation.formats.inline import parse
from surrogates import Key, Policy, World
from surrogates.place import Gazetteer, Links
from surrogates.policy import Places

KEY = Key(bytes(range(32)))


def world(patient="P1"):
    return World(KEY, patient, Policy())


@pytest.mark.parametrize("text", [
    "(253) 472-6618", "253-472-6618", "253.472.6618", "2534726618", "+1 253 472 6618", "1-253-472-6618",
    "472-6618", "253-472-6618 x88", "253 5OO-66l8",
])  # fmt: skip
def test_north_american_numbers_go_to_lines_of_fiction(text):
    new = world().value(text, Label.PHONE)
    digits = re.sub(r"\D", "", re.sub(r"x\d+", "", new))
    assert re.search(r"55501\d\d$", digits)
    assert len(new) == len(text)
    assert new != text


@pytest.mark.parametrize(("text", "reserved"), [("+44 7700 812345", "7700900"), ("01225 460123", "01632960")])
def test_british_numbers_go_to_the_ranges_for_drama(text, reserved):
    assert reserved in re.sub(r"\D", "", world().value(text, Label.PHONE))


def test_toll_free_codes_stay_and_area_codes_follow_the_place():
    assert world().value("800-472-6618", Label.PHONE).startswith("800-555-01")
    gazetteer = Gazetteer(KEY, "P1", Places.SURROGATE, Links(), None, frozenset())
    area = gazetteer.area("253")
    assert area == gazetteer.area("253")
    assert area != "253"


def test_phones_of_one_patient_differ():
    text = "\n".join(f"[[PHONE|253-472-{n:04d}]]" for n in range(6600, 6660))
    plain, spans = parse(text)
    marked = MarkedNote(Note("n", plain), spans)
    one = world()
    one.study([marked])
    assert len(set(one.replace(marked).text.split())) == 60


def test_different_addresses_get_different_surrogates_at_example_domains():
    plain, spans = parse("[[EMAIL|ann@mail.org]] and [[EMAIL|bob@mail.org]], [[EMAIL|KIM.WU@MAIL.ORG]]")
    new = world().replace(MarkedNote(Note("n", plain), spans)).text
    found = re.findall(r"(?i)[\w.]+@example\.(?:org|com|net)", new)
    assert len(set(found)) == 3
    assert found[2].isupper()


def test_email_and_user_name_agree_with_the_surrogate_person():
    plain, spans = parse(
        "[[PATIENT|Orla Vantongeren]] [[EMAIL|orla.vantongeren@mail.org]] "
        "[[USERNAME|ovantongeren77]] [[USERNAME|orlav]]"
    )
    name, family, email, login, short = world().replace(MarkedNote(Note("n", plain), spans)).text.split()
    given_name, surname = name.lower(), family.lower()
    assert email.startswith(f"{given_name}.{surname}@example.")
    assert re.fullmatch(rf"{given_name[0]}{surname}\d\d", login)
    assert short.startswith(given_name)


@pytest.mark.parametrize(("text", "at"), [("orlav (at) mail . org", " (at) "), ("orla.v @ mail.org", " @ ")])
def test_an_address_written_around_its_sign_keeps_its_form(text, at):
    local, domain = world().value(text, Label.EMAIL).split(at)
    assert len(local) > 3
    assert domain.startswith("example.")


@pytest.mark.parametrize("text", ["10.44.7.219", "192.168.40.17:8080"])
def test_addresses_go_to_documentation_networks(text):
    new = ipaddress.ip_address(world().value(text, Label.IP).split(":")[0])
    networks = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
    assert any(new in ipaddress.ip_network(network) for network in networks)


@pytest.mark.parametrize(
    "text", ["fe80::1ff:fe23:4567:890a", "2607:f0d0:1002:51::4", "2607:f0d0:1002:0051:0000:0000:0000:0004"]
)
def test_ipv6_addresses_go_to_the_documentation_prefix(text):
    assert ipaddress.ip_address(world().value(text, Label.IP)) in ipaddress.ip_network("2001:db8::/32")


@pytest.mark.parametrize(
    "text", ["https://portal.stmarks.org/docs/88213?u=orla", "www.stmarks.org", "stmarks.org/a"]
)
def test_web_addresses_go_to_example_domains(text):
    new = world().value(text, Label.URL)
    assert re.search(r"example\.(?:org|com|net)", new)
    assert "stmarks" not in new
    assert "orla" not in new
    assert new.startswith("https://") == text.startswith("https://")
