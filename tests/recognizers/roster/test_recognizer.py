import pytest

from annotation import Note, PatientRecord
from annotation.roster import from_record
from recognizers.detector import Detector
from recognizers.fold import fold
from recognizers.roster import RosterRecognizer

RECORD = from_record(
    {
        "patient_id": "q1",
        "name": {"given": "Benedict", "middle": "Ansel", "family": "Vanterpool"},
        "aliases": ["Vanterpool, Benedict A"],
        "dob": "1951-03-08",
        "mrn": "TX-4471902",
        "ssn": "532-10-4986",
        "phones": ["(206) 555-0142"],
        "email": "ben.vp@mail.example",
        "address": {
            "street": "412 N Birchwood Avenue, Apt 9",
            "city": "Yarrow",
            "state": "OR",
            "zip": "97999",
        },
        "relatives": [{"name": "Hope Vanterpool", "relation": "wife"}, {"name": "Will", "relation": "son"}],
        "providers": [{"name": "Ilse Marchetti-Roe", "role": "attending", "aliases": ["IMR"]}],
    }
)


def _found(text: str, record: PatientRecord = RECORD) -> set[tuple[str, str]]:
    spans = Detector([]).detect(Note("n", text), record)
    return {(str(span.label), text[span.start : span.end]) for span in spans}


@pytest.mark.parametrize(
    ("text", "label", "exact"),
    [
        ("Benedict Ansel Vanterpool was seen", "PATIENT", "Benedict Ansel Vanterpool"),
        ("VANTERPOOL, BENEDICT A. in bed", "PATIENT", "VANTERPOOL, BENEDICT A"),
        ("Mr. Vanterpool's wound", "PATIENT", "Vanterpool"),
        ("B. Vanterpool ate", "PATIENT", "B. Vanterpool"),
        ("saw vanterpool today", "PATIENT", "vanterpool"),
        ("Ben slept", "PATIENT", "Ben"),
        ("Mr. Vanterpol slept", "PATIENT", "Vanterpol"),
        ("BenedictVanterpool in triage", "PATIENT", "BenedictVanterpool"),
        ("Vanter-\npool slept", "PATIENT", "Vanter-\npool"),
        ("Benedict\nVanterpool slept", "PATIENT", "Benedict\nVanterpool"),
        ("V-A-N-T-E-R-P-O-O-L he spelled", "PATIENT", "V-A-N-T-E-R-P-O-O-L"),
        ("Vanterp00l on the label", "PATIENT", "Vanterp00l"),
        ("B.A.V. consented", "PATIENT", "B.A.V."),
        ("his wife Hope agreed", "PATIENT", "Hope"),
        ("Will will drive", "PATIENT", "Will"),
        ("Marchetti Roe rounding", "DOCTOR", "Marchetti Roe"),
        ("\nIMR/kt", "DOCTOR", "IMR/kt"),
        ("MRN TX 447 1902", "MRN", "TX 447 1902"),
        ("mrn4471902", "MRN", "4471902"),
        ("SSN 532104986", "SSN", "532104986"),
        ("SSN ending 4986", "SSN", "4986"),
        ("cell 206.555.0142", "PHONE", "206.555.0142"),
        ("call 555-0142", "PHONE", "555-0142"),
        ("mail BEN.VP@mail.example", "EMAIL", "BEN.VP@mail.example"),
        ("born March 8th, 1951", "DATE", "March 8th, 1951"),
        ("08-MAR-51", "DATE", "08-MAR-51"),
        ("19510308", "DATE", "19510308"),
        ("3/8/51 in the box", "DATE", "3/8/51"),
        ("DOB O3/O8/l951", "DATE", "O3/O8/l951"),
        ("412 North Birchwood Ave #9", "STREET", "412 North Birchwood Ave #9"),
        ("lives on Birchwood Ave.", "STREET", "Birchwood Ave"),
        ("Yarrow OR", "CITY", "Yarrow"),
        ("Yarrow, OR 97999-1234", "STATE", "OR"),
        ("zip 97999-1234", "ZIP", "97999-1234"),
    ],
)
def test_finds_every_form(text: str, label: str, exact: str) -> None:
    found = {(kind, value.rstrip(".")) for kind, value in _found(text)}
    assert (label, exact.rstrip(".")) in found


@pytest.mark.parametrize(
    "text",
    [
        "hopeful about recovery; we hope so",
        "he will return",
        "Hope to discharge soon",
        "order 15321049867",
        "visit on 3/8/52",
        "the birchwoods",
        "benediction was read",
        "wilful neglect",
        "glucose 4986",
        "or he may go",
    ],
)
def test_leaves_other_words_and_numbers(text: str) -> None:
    assert _found(text) == set()


def test_never_ends_inside_a_longer_word() -> None:
    text = "Hopewell Vanterpooling Benedictine Yarrowville 974471902 Willa"
    for span in RosterRecognizer(RECORD).find(fold(text)):
        before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
        assert not before.isalnum()
        assert not after.isalnum()


def test_one_span_for_a_name_of_several_parts() -> None:
    assert _found("Benedict A. Vanterpool III left") == {("PATIENT", "Benedict A. Vanterpool III")}


def test_an_empty_record_finds_nothing() -> None:
    assert _found("Benedict Vanterpool, 3/8/1951", PatientRecord("q2")) == set()
