import time

import pytest

from annotation import Label, Span
from recognizers.document import carry
from recognizers.fold import fold
from recognizers.settle.guard import Guard


def _carried(text: str, *found: tuple[str, Label], score: float = 0.9) -> set[tuple[str, int]]:
    spans = [Span(text.index(w), text.index(w) + len(w), label, score, "headers") for w, label in found]
    beyond = [s for s in carry(fold(text), spans) if not any(s.overlaps(one) for one in spans)]
    return {(text[s.start : s.end], s.start) for s in beyond}


@pytest.mark.parametrize(
    ("text", "name", "mention"),
    [
        ("Patient: Tova Vanterpool. Vanterpool slept.", "Tova Vanterpool", "Vanterpool"),
        ("Patient: Tova Vanterpool. Tova's wound", "Tova Vanterpool", "Tova"),
        ("Patient: Tova Vanterpool. VANTERPOOL", "Tova Vanterpool", "VANTERPOOL"),
        ("Patient: Tova Vanterpool. saw vanterpool", "Tova Vanterpool", "vanterpool"),
        ("Patient: Tova Quill Vanterpool. TQV ok", "Tova Quill Vanterpool", "TQV"),
        ("Patient: Quill Zeller. 0310 QZ asks for tea", "Quill Zeller", "QZ"),
        ("Patient: Quill Zeller. read by QZ today", "Quill Zeller", "QZ"),
        ("Patient: Zoë Brûlé-Quist. Zoe slept.", "Zoë Brûlé-Quist", "Zoe"),
        ("Daughter: Will Okafor. Will will decide.", "Will Okafor", "Will"),
        ("Dr. Hope Reyes came. Then Hope left.", "Hope Reyes", "Hope"),
    ],
)
def test_a_known_name_is_found_again(text: str, name: str, mention: str) -> None:
    assert (mention, text.rindex(mention)) in _carried(text, (name, Label.PATIENT))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr. Foley came. A Foley was placed.", "Foley"),
        ("Dr. Hope Reyes. We hope so.", "Hope Reyes"),
        ("Dr. Will Reyes. He will go.", "Will Reyes"),
        ("Dr. Hope Reyes. Hope for the best.", "Hope Reyes"),
    ],
)
def test_ordinary_and_clinical_words_are_not(text: str, name: str) -> None:
    spans = [Span(text.index(name), text.index(name) + len(name), Label.DOCTOR, 0.9, "cues")]
    beyond = [span for span in carry(fold(text), spans) if span.start >= spans[0].end]
    assert Guard(text).clear(beyond) == []


def test_a_facility_is_carried_to_its_abbreviation() -> None:
    text = "at Harbor Yarrow Medical Center (HYMC). Back to HYMC later."
    assert ("HYMC", text.rindex("HYMC")) in _carried(text, ("Harbor Yarrow Medical Center", Label.HOSPITAL))


def test_a_number_is_found_without_its_context() -> None:
    text = "MRN: TX447190. Label TX447190 printed."
    assert _carried(text, ("TX447190", Label.MRN)) == {("TX447190", text.rindex("TX447190"))}


def test_weak_evidence_is_not_carried() -> None:
    assert _carried("Vanterpool, Vanterpool", ("Vanterpool", Label.PATIENT), score=0.6) == set()


def test_cost_is_linear() -> None:
    text = "Patient: Tova Vanterpool. " + "Vanterpool slept. " * 20_000
    spans = [Span(9, 24, Label.PATIENT, 0.9, "headers")]
    began = time.perf_counter()
    assert len(carry(fold(text), spans)) >= 20_000
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("text", "name", "mention"),
    [
        ("Dr. Tova Okafor came. Slept well. TO\nnext", "Tova Okafor", "TO"),
        ("OKAFOR, TOVA B asked. Slept well. TO\nnext", "OKAFOR, TOVA B", "TO"),
        ("Dr. Tova B Okafor came. Slept well. tbo\nnext", "Tova B Okafor", "tbo"),
    ],
)
def test_initials_of_a_known_person_close_a_line(text: str, name: str, mention: str) -> None:
    assert (mention, text.rindex(mention)) in _carried(text, (name, Label.DOCTOR))


def test_initials_of_nobody_known_do_not() -> None:
    assert _carried("Dr. Tova Okafor came. Given IM\nnext", ("Tova Okafor", Label.DOCTOR)) == set()
    assert _carried("Dr. Mina Okafor came. third in 12 mo\nnext", ("Mina Okafor", Label.DOCTOR)) == set()


def test_the_capitals_that_begin_a_place_stand_for_it() -> None:
    text = "at QVMC Harbor Clinic. Back to QVMC, safe place."
    assert ("QVMC", text.rindex("QVMC")) in _carried(text, ("QVMC Harbor Clinic", Label.HOSPITAL))
    assert _carried("SAFE House Clinic. Safe place.", ("SAFE House Clinic", Label.HOSPITAL)) == set()


def test_what_a_rule_tells_decides_the_type_of_a_mention() -> None:
    text = "Patient: Tova Vanterpool. Okafor saw Vanterpool. Vanterpool left."
    rule = Span(9, 24, Label.PATIENT, 0.95, "headers")
    model = Span(37, 47, Label.DOCTOR, 0.99, "ner")
    carried = carry(fold(text), [model, rule])
    assert {span.label for span in carried} == {Label.PATIENT}
