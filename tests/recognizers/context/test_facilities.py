import pytest

from recognizers.context.facilities import FacilityRecognizer
from recognizers.fold import fold


def _found(text: str) -> set[tuple[str, str]]:
    return {(str(s.label), text[s.start : s.end]) for s in FacilityRecognizer().find(fold(text))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at Vanterpool Creek Medical Center today", ("HOSPITAL", "Vanterpool Creek Medical Center")),
        ("from St. Dymphna Hospital by air", ("HOSPITAL", "St. Dymphna Hospital")),
        ("attends Okafor Elementary School", ("ORGANIZATION", "Okafor Elementary School")),
        ("employed by Reyes Roofing LLC", ("ORGANIZATION", "Reyes Roofing")),
    ],
)
def test_finds_a_proper_name_with_its_kind(text: str, found: tuple[str, str]) -> None:
    assert any(label == found[0] and value.startswith(found[1]) for label, value in _found(text))


@pytest.mark.parametrize(
    "text", ["Emergency Department", "Sleep Clinic", "the Hospital", "Medical Center", "Heart Failure Clinic"]
)
def test_leaves_a_kind_alone(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("QVH - DISCHARGE SUMMARY\nseen", ["QVH"]),
        ("TWRH / Medicine Discharge Summary", ["TWRH"]),
        ("ICU TRANSFER NOTE\nQVH", []),
        ("CT IMAGING REPORT", []),
        ("NICU DISCHARGE SUMMARY", []),
        ("MRI - imaging of the knee", []),
        ("Seen.\nQVH - discharge summary", []),
        ("FINAL DISCHARGE SUMMARY", []),
    ],
)
def test_short_form_of_a_letterhead(text: str, found: list[str]) -> None:
    spans = FacilityRecognizer().find(fold(text))
    assert [text[s.start : s.end] for s in spans] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("flown in from QVMC overnight", {"QVMC"}),
        ("back to BRMH for rehab", {"BRMH"}),
        ("per OLMC, no code", set()),
        ("file QVMC-22", set()),
    ],
)
def test_capitals_that_end_like_a_medical_center(text: str, found: set[str]) -> None:
    assert {written for _, written in _found(text)} == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FELL NEAR THE YARROWFIELD COURTHOUSE", ("LOCATION_OTHER", "YARROWFIELD COURTHOUSE")),
        ("note\nRECOVERY QUIST MEDICAL CENTER", ("HOSPITAL", "RECOVERY QUIST MEDICAL CENTER")),
        ("walks at Quist Plaza", ("LOCATION_OTHER", "Quist Plaza")),
        ("FROM QUISTVILLE MEDICAL CENTER BY AIR", ("HOSPITAL", "QUISTVILLE MEDICAL CENTER")),
    ],
)
def test_finds_places_of_the_town_and_names_in_capitals(text: str, found: tuple[str, str]) -> None:
    assert found in _found(text)


@pytest.mark.parametrize("text", ["OKAFOR HOSPITAL COURSE", "THE MEDICAL CENTER", "by the courthouse"])
def test_leaves_capitals_that_head_a_section(text: str) -> None:
    assert _found(text) == set()
