import pytest

from recognizers.context.initials import InitialsRecognizer
from recognizers.fold import fold


def _found(text: str) -> list[str]:
    spans = InitialsRecognizer().find(fold(text))
    return [text[start:end] for start, end in sorted({(s.start, s.end) for s in spans})]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tova Okafor, MD / zq", ["zq"]),
        ("Okafor / bl", ["bl"]),
        ("over the phone\n  s/ Q Z-K\n", ["Q Z-K"]),
        ("call back if worse. qz\nNext visit in May", ["qz"]),
        ("0917 line flushed qz\nasleep", ["qz"]),
        ("wound dry  JQZ\nasleep", ["JQZ"]),
        ("-qz rn\naddendum", ["qz"]),
        ("slept well. qz rn ext 4", ["qz"]),
        ("JQZ / edited by voice", ["JQZ"]),
        ("0217 QZ: bed is ready", ["QZ"]),
        ("reviewed QZ 3/4", ["QZ"]),
        ("RECORDER jqz. Strips 1 to 6", ["jqz"]),
        ("set up w/ qz today", ["qz"]),
        ("rrt rn qz, then icu", ["qz"]),
        ("Update 2/11 1205 qz: agreed", ["qz"]),
        ("1400 turned, tn/qz", ["qz"]),
        ("Signed: QZ tw JFL mm", ["QZ", "tw", "JFL", "mm"]),
        ("bj Bela Jonker RN; PM Pia Moreno LPN", ["bj", "PM"]),
    ],
)
def test_a_place_proves_letters_that_no_list_knows(text: str, found: list[str]) -> None:
    assert _found(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "0917 given 5 mg\n0940 given 5 mg\n1010 given 5 mg",
        "Pulses 2+ in both LE\nno edema",
        "seen by Almaz, RN",
        "Sinusitis/URI today",
        "DOB\n\nstable\n\nDOB\n",
        "started on lisinopril 10 PO",
        "0217 BP: 120/80",
        "signed out to icu",
        "told RN GI, then home",
        "WBC 5.2 10^3/ul\nPLT 388 10^3/ul",
        "BS = bil. Abd soft",
        "Mercy RN RB D50 given",
        "Tova Okafor, MD / RN",
        "MRI L SP/DWI",
        "told to come back with us",
        "9:12 AM\n9:40 AM\n9:55 AM",
    ],
)
def test_units_credentials_and_short_forms_are_left(text: str) -> None:
    assert _found(text) == []


def test_where_most_entries_of_a_log_end_in_letters_they_sign() -> None:
    log = "3/4 0910 turned. lt\n3/4 1300 ate well. lt rn\n3/5 fell, no harm. mv\n3/6 weight 61"
    assert _found(log) == ["lt", "lt", "mv"]
    assert _found(log.replace(". mv", " mv").replace(". lt rn", "")) == []


def test_letters_that_close_lines_may_be_clinical() -> None:
    log = "0800 asleep HV\n0815 asleep HV\n0830 up to BR, calm HV"
    assert _found(log) == ["HV", "HV", "HV"]


def test_a_legend_explains_letters_wherever_lines_close() -> None:
    assert _found("0900 pulse 80 PE\nPE = Pia Engstrand, PE unlikely") == ["PE", "PE"]
    assert _found("Key: QZ Quill Zeller\nturned QZ, fed QZ") == ["QZ", "QZ", "QZ"]
    assert _found("EF = ejection fraction") == []


def test_letters_that_no_list_knows_are_found_where_they_stand_often() -> None:
    assert _found("qz 0510, then qz and qz again") == ["qz", "qz", "qz"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("T.R. said the dog was ill", ["T.R."]),
        ("A.Q.Z., a minor", ["A.Q.Z."]),
        ("seen by Tova Okafor, M.D.", []),
        ("given I.V. at 5 P.M. in the U.S.", []),
    ],
)
def test_dotted_initials(text: str, found: list[str]) -> None:
    assert _found(text) == found
