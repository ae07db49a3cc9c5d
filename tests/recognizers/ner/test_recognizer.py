from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import Label, Span
from recognizers.fold import fold
from recognizers.ner import FOLDERS, NerRecognizer
from recognizers.ner.recognizer import FIRM, SECTION, cut_at_blanks

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


def weighed(recognizer, note: str, *evidence: Span) -> list[Span]:
    return list(recognizer.weigh(fold(note), evidence))


def at(note: str, written: str, label: Label, score: float) -> Span:
    start = note.index(written)
    return Span(start, start + len(written), label, score, "rule")


def test_what_a_rule_is_sure_of_stays_whatever_the_model_reads(recognizer):
    sure = at(NOTE, "Foley", Label.PATIENT, FIRM)
    assert sure in weighed(recognizer, NOTE, sure)


def test_what_a_rule_doubts_stands_or_falls_with_the_reading(recognizer):
    right, wrong = at(NOTE, "03/06/2021", Label.DATE, 0.3), at(NOTE, "5/5", Label.DATE, 0.3)
    found = {(span.start, span.end): span for span in weighed(recognizer, NOTE, right, wrong)}
    assert found[right.start, right.end].score >= 0.5
    assert not [span for span in found.values() if span.overlaps(wrong)]


def test_doubt_of_another_kind_gains_nothing_from_what_is_found_there(recognizer):
    other = at(NOTE, "03/06/2021", Label.MRN, 0.3)
    assert not [span for span in weighed(recognizer, NOTE, other) if span.source == "rule"]


def test_what_stands_ranks_below_whatever_is_beyond_doubt(recognizer):
    right = at(NOTE, "03/06/2021", Label.DATE, 0.3)
    stood = [span for span in weighed(recognizer, NOTE, right) if span.source == "rule"]
    assert [span.score < FIRM for span in stood] == [True]


def test_doubts_of_every_section_are_weighed(recognizer):
    note = ("Lungs clear. No edema noted on exam. \n" * 1_500) + NOTE
    late = at(note, "03/06/2021", Label.DATE, 0.3)
    assert late.start > SECTION
    assert [s.source for s in weighed(recognizer, note, late) if s.overlaps(late)].count("rule") == 1


def test_sections_that_are_alike_are_read_once(recognizer):
    line = "Seen on 3/14/2024 by Dr. Halloran-Pike for her knees, which hurt on stairs.\n"
    line += " " * (100 - len(line))
    note = line * (4 * SECTION // len(line))
    found = recognizer.find(fold(note))
    first, *others = (
        [(s.start % SECTION, s.label) for s in found if s.start // SECTION == part] for part in range(4)
    )
    assert first
    assert all(other == first for other in others)
