from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import Label
from recognizers.fold import fold
from recognizers.ner import FOLDERS, NerRecognizer
from recognizers.ner.recognizer import SECTION, cut_at_blanks

NOTE = (
    "DISCHARGE SUMMARY\n\nPatient: EKWUEME, TOBIAS\nMRN: 77-4410-2\nAdmitted: 03/06/2021\n\n"
    "Mr. Ekwueme is a retired plumber from Torvale who was seen by Dr. Halloran-Pike for chest pain. "
    "BP 120/80, strength 5/5, Foley removed, on Coumadin 5 mg daily.\n"
)


@pytest.fixture(scope="module", params=FOLDERS.values(), ids=FOLDERS)
def folder(request):
    return request.param


@pytest.fixture(scope="module")
def recognizer(folder) -> NerRecognizer:
    return NerRecognizer(folder=folder)


def texts(recognizer, note: str) -> dict[str, Label]:
    return {note[span.start : span.end]: span.label for span in recognizer.find(fold(note))}


def test_identifiers_of_a_plain_note_are_found_with_their_labels(recognizer):
    found = texts(recognizer, NOTE)
    assert found["EKWUEME, TOBIAS"] is Label.PATIENT
    assert found["Halloran-Pike"] is Label.DOCTOR
    assert found["77-4410-2"] is Label.MRN
    assert found["03/06/2021"] is Label.DATE
    assert not {"120/80", "5/5", "Foley", "Coumadin"} & set(found)


def test_spans_lead_back_through_the_fold(recognizer):
    plain = "Seen by Dr. Halloran on 03/06/2021 with his wife Marguerite Ekwueme."
    odd = plain.replace("Halloran", "Hal\u200bloran").replace("/", "\uff0f")
    found = texts(recognizer, odd)
    assert found["Hal\u200bloran"] is Label.DOCTOR
    assert found["03\uff0f06\uff0f2021"] is Label.DATE


def test_company_threads_and_order_change_nothing(folder, recognizer):
    notes = [NOTE, "", "ok", NOTE * 3, "Plan: see Dr. Abernathy in May."]
    views = [fold(note) for note in notes]
    alone = [recognizer.find(view) for view in views]
    assert recognizer.find_many(views) == alone
    assert NerRecognizer(threads=2, folder=folder).find_many(views[::-1]) == alone[::-1]


def test_the_same_note_gives_the_same_spans(folder, recognizer):
    assert recognizer.find(fold(NOTE)) == NerRecognizer(folder=folder).find(fold(NOTE))


def test_high_sensitivity_finds_no_less(folder, recognizer):
    balanced = {place for span in recognizer.find(fold(NOTE)) for place in range(span.start, span.end)}
    high = NerRecognizer(sensitivity="high", folder=folder).find(fold(NOTE))
    assert balanced <= {place for span in high for place in range(span.start, span.end)}


def test_spans_are_sorted_disjoint_and_carry_their_source(recognizer):
    spans = recognizer.find(fold(NOTE))
    assert spans == sorted(spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert {span.source for span in spans} == {"ner"}


def test_a_long_note_is_read_in_sections_to_its_end(recognizer):
    note = ("Lungs clear. No edema noted on exam. \n" * 1_500) + "Seen by Dr. Halloran-Pike."
    assert len(note) > SECTION
    assert texts(recognizer, note)["Halloran-Pike"] is Label.DOCTOR


@settings(max_examples=50)
@given(st.text(alphabet="ab \n", max_size=400), st.integers(1, 60))
def test_sections_cover_a_text_in_order(text, size):
    ranges = list(cut_at_blanks(text, size))
    assert "".join(text[start:end] for start, end in ranges) == text
    assert all(0 < end - start <= size for start, end in ranges)
