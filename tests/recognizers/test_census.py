import pytest

from annotation import Label, Span
from recognizers.census import beds
from recognizers.fold import fold


def _beds(text: str, *names: str, label: Label = Label.PATIENT) -> list[str]:
    people = [Span(text.index(name), text.index(name) + len(name), label, 0.7, "ner") for name in names]
    return [text[s.start : s.end] for s in beds(fold(text), people)]


@pytest.mark.parametrize(
    "text",
    [
        "going: 14 Quill (ride at 11), 17 Ostrova, 20b Mbeki",
        "14 Quill\n17 Ostrova\n20b Mbeki",
        "14 | Quill | home\n17 | Ostrova | stays\n20b | Mbeki | MRI",
        "14 mrs Quill, 17 mr Ostrova, 20b ms Mbeki",
    ],
)
def test_numbers_before_several_patients_are_beds(text: str) -> None:
    assert _beds(text, "Quill", "Ostrova", "Mbeki") == ["14", "17", "20b"]


@pytest.mark.parametrize(
    "text",
    [
        "1 Quill\n2 Ostrova\n3 Mbeki",
        "14 Quill\n17 Ostrova\nMbeki",
        "9:05 Quill called\n9:20 Ostrova\n11:10 Mbeki",
        "pain 4/10 Quill, 3/10 Ostrova, 7/10 Mbeki",
    ],
)
def test_counts_times_and_scores_are_none(text: str) -> None:
    assert _beds(text, "Quill", "Ostrova", "Mbeki") == []


def test_staff_lie_in_no_bed() -> None:
    assert _beds("14 Quill, 17 Ostrova, 20b Mbeki", "Quill", "Ostrova", "Mbeki", label=Label.DOCTOR) == []
