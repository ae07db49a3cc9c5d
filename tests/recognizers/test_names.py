import pytest

from recognizers.names import read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tova B. van der Reyes Jr., MD saw", "Tova B. van der Reyes Jr."),
        ("J.L. Okafor signed", "J.L. Okafor"),
        ('Benedict "Bus" Okafor is', 'Benedict "Bus" Okafor'),
        ("O'Brien-Okafor, RN", "O'Brien-Okafor"),
        ("Okafor. He slept", "Okafor"),
        ("Halvor-\nsen left", "Halvor-\nsen"),
        ("Tova\nOkafor was", "Tova\nOkafor"),
        ("Tova\nMedications", "Tova"),
        ("Okafor MRN: 4471", "Okafor"),
        ("edema", ""),
        ("The patient", ""),
        ("Marie-Th\u00e9r\u00e8se \u0141uczak", "Marie-Th\u00e9r\u00e8se \u0141uczak"),
    ],
)
def test_reads_one_name(text: str, name: str) -> None:
    assert text[: read(text, 0)] == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("OKAFOR, TOVA B   MRN: 4", "OKAFOR, TOVA B"),
        ("Okafor, Tova", "Okafor, Tova"),
        ("OKAFOR, MD", "OKAFOR"),
        ("VAN DYKE, ANNA", "VAN DYKE, ANNA"),
    ],
)
def test_reads_family_name_first(text: str, name: str) -> None:
    assert text[: read(text, 0, comma=True)] == name


def test_in_prose_a_clinical_word_ends_a_name() -> None:
    assert read("Reyes Cardiology", 0, strict=True) == len("Reyes")
