import pytest

from annotation import Label
from recognizers.context.headers import HeaderRecognizer
from recognizers.fold import fold
from recognizers.ner.recognizer import FIRM


def _found(text: str) -> list[tuple[str, str]]:
    spans = sorted(HeaderRecognizer().find(fold(text)))
    return [(str(span.label), text[span.start : span.end]) for span in spans]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name: OKAFOR, TOVA B   MRN: 4417   DOB: 1/2/60", [("PATIENT", "OKAFOR, TOVA B")]),
        ("Patient Name:\nTova Okafor\nMRN: 12", [("PATIENT", "Tova Okafor")]),
        ("Attending: Dr. Ilse Reyes, MD", [("DOCTOR", "Ilse Reyes")]),
        ("Surgeon: Reyes   Assistant: Okafor PA-C", [("DOCTOR", "Reyes"), ("DOCTOR", "Okafor")]),
        ("PCP......Ilse Reyes", [("DOCTOR", "Ilse Reyes")]),
        (
            "cc: Ilse Reyes, MD; Benedict Okafor, DO",
            [("DOCTOR", "Ilse Reyes"), ("DOCTOR", "Benedict Okafor")],
        ),
        ("Patient: Hope Pleasant", [("PATIENT", "Hope Pleasant")]),
        ("Emergency contact (wife): Almaz Okafor", [("PATIENT", "Almaz Okafor")]),
        ("Facility: Yarrow Creek Clinic", [("HOSPITAL", "Yarrow Creek Clinic")]),
        ("Employer: Tern & Sons Roofing", [("ORGANIZATION", "Tern & Sons Roofing")]),
        ("Occupation: retired glazier", [("PROFESSION", "glazier")]),
        ("PATIENT: MIREILLE DOSTALOVA\nSeen today", [("PATIENT", "MIREILLE DOSTALOVA")]),
    ],
)
def test_finds_the_values(text: str, found: list[tuple[str, str]]) -> None:
    assert _found(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Patient: Alert and oriented x3.",
        "Mother: Diabetes, hypertension.",
        "Anesthesia: General\nDrains: None",
        "CC:\nFalls.",
        "Provider: Unknown",
        "Informant: self",
        "Due to: ARDS",
        "Employer: none",
        "Occupation: retired",
        "Name: see above",
    ],
)
def test_leaves_what_is_no_name(text: str) -> None:
    assert _found(text) == []


def test_what_work_somebody_may_do_is_doubted() -> None:
    scores = {
        written: span.score
        for text in ("Work: back four days", "Work: night baker", "Occupation: back four days")
        for span in HeaderRecognizer().find(fold(text))
        for written in [text]
    }
    assert scores["Work: back four days"] < FIRM <= scores["Work: night baker"]
    assert scores["Occupation: back four days"] >= FIRM


def test_labels_of_all_spans_are_announced() -> None:
    assert Label.PATIENT in HeaderRecognizer.labels


def test_a_speaker_of_a_dialogue_says_words_and_names() -> None:
    said = "Nurse: Rich food?\nPatient: Rice, mostly.\nNurse: Sweet?\nPatient: Okafor here, by the way."
    assert _found(said) == [("PATIENT", "Okafor")]
    assert _found("Patient: Rice\nUnit: 4\nAttending: Reyes") == [("PATIENT", "Rice"), ("DOCTOR", "Reyes")]
