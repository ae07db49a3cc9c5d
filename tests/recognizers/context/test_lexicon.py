import pytest

from recognizers.context.lexicon import LexiconRecognizer
from recognizers.fold import fold


def _found(text: str) -> set[tuple[str, str]]:
    return {(str(s.label), text[s.start : s.end]) for s in LexiconRecognizer().find(fold(text))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("then Patricia Okafor came", {("PATIENT", "Patricia Okafor")}),
        ("OKAFOR, PATRICIA B", {("PATIENT", "OKAFOR, PATRICIA B")}),
        ("lives in Spokane, WA 99201", {("CITY", "Spokane"), ("STATE", "WA")}),
        ("moved from Boise Idaho", {("CITY", "Boise"), ("STATE", "Idaho")}),
        ("Yarrowfield, OR 97999", {("CITY", "Yarrowfield"), ("STATE", "OR")}),
        ("born in Oregon", {("STATE", "Oregon")}),
        ("arrived in the US with an uncle", {("COUNTRY", "US")}),
        ("trained in the UK", {("COUNTRY", "UK")}),
        ("asthma, Patricia O., seen", {("PATIENT", "Patricia O.")}),
        ("handed to P. Okafor at 7", {("PATIENT", "P. Okafor")}),
        ("A. B. McAllister's films", {("PATIENT", "A. B. McAllister")}),
    ],
)
def test_finds_listed_words_in_company(text: str, found: set[tuple[str, str]]) -> None:
    assert found <= _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Patricia came",
        "Regular Rate and Rhythm",
        "Maryland dissector",
        "Moderate LA enlargement. RIGHT ATRIUM: Mild RA dilation.",
        "Left Anterior Descending, ME after",
        "Foley Catheter",
        "absent on the R. Babinski",
        "Grade A. Follow up",
        "hepatitis B. Vaccinated",
        "grew E. Coli and C. Difficile",
        "Vitamin D. daily",
        "Penrose Drain",
    ],
)
def test_a_list_hit_alone_is_nothing(text: str) -> None:
    assert _found(text) == set()


def test_finds_a_listed_hospital() -> None:
    assert ("HOSPITAL", "Massachusetts General Hospital") in _found("at Massachusetts General Hospital today")


def test_a_credential_is_no_state() -> None:
    assert {label for label, _ in _found("signed\nTova Okafor-Lind, MD\n")} == {"PATIENT"}
