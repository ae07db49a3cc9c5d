import pytest

from annotation import Label, Span
from recognizers.settle.trim import trim


@pytest.mark.parametrize(
    ("text", "label", "exact"),
    [
        ("Dr. Okonjo-Reyes", Label.DOCTOR, "Okonjo-Reyes"),
        ("Ilse Vanterpool, RN", Label.DOCTOR, "Ilse Vanterpool"),
        ("Ilse Vanterpool, PA-C, MPH", Label.DOCTOR, "Ilse Vanterpool"),
        ("Vanterpool's", Label.PATIENT, "Vanterpool"),
        ("Reyes\u2019", Label.PATIENT, "Reyes"),
        ("(Tova J.)", Label.PATIENT, "Tova J."),
        ("T.J.", Label.PATIENT, "T.J."),
        ("Tova.", Label.PATIENT, "Tova"),
        ("12 Elm Ave.", Label.STREET, "12 Elm Ave."),
        ("(206) 555-0142.", Label.PHONE, "(206) 555-0142"),
        ("Elm Clinic (North)", Label.HOSPITAL, "Elm Clinic (North)"),
        ("'07", Label.DATE, "'07"),
    ],
)
def test_leaves_the_exact_text(text: str, label: Label, exact: str) -> None:
    span = trim(text, Span(0, len(text), label))
    assert span is not None
    assert text[span.start : span.end] == exact


def test_nothing_is_left_of_punctuation() -> None:
    assert trim(" -- ", Span(0, 4, Label.PATIENT)) is None


def test_a_title_alone_is_not_emptied() -> None:
    text = "Deacon"
    assert trim(text, Span(0, 6, Label.PATIENT)) == Span(0, 6, Label.PATIENT)
