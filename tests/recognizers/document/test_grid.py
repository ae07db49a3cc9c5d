from annotation import Label, Span
from recognizers.document.grid import again
from recognizers.fold import fold

RECORD = "senna 0800  qz  qz  R  qz\niron 0900  held  qz\n10 units qz"


def _cells(text: str, *places: int, source: str = "ner") -> list[int]:
    shown = [Span(place, place + 2, Label.DOCTOR, 0.7, source) for place in places]
    return [span.start for span in again(fold(text), shown)]


def test_letters_that_a_rule_shows_are_found_in_every_cell() -> None:
    cells = [at for at in range(len(RECORD)) if RECORD.startswith("qz", at)]
    assert _cells(RECORD, cells[0], source="initials") == cells[:-1]


def test_a_model_must_show_them_twice_and_clinical_ones_thrice() -> None:
    assert _cells(RECORD, RECORD.index("qz")) == []
    clinical = RECORD.replace("qz", "pt")
    assert _cells(clinical, clinical.index("pt"), clinical.rindex("pt")) == []


def test_what_stands_in_no_cell_is_left() -> None:
    prose = "qz turned her and then qz left"
    assert _cells(prose, 0, source="initials") == []
