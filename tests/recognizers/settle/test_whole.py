import time

import pytest

from annotation import Label, Span
from recognizers.settle.whole import complete


def _whole(text: str, part: str, label: Label) -> list[str]:
    start = text.index(part)
    spans = complete(text, [Span(start, start + len(part), label, 0.9, "ner")])
    return [text[s.start : s.end] for s in spans]


@pytest.mark.parametrize(
    ("text", "part", "label", "whole"),
    [
        ("fills at Tall Pine Mail Rx now", "Tall Pine Mail", Label.ORGANIZATION, "Tall Pine Mail Rx"),
        ("the Yarrow burn clinic", "Yarrow", Label.HOSPITAL, "Yarrow burn clinic"),
        ("bed 4 OKAFOR, T asleep", "OKAFOR", Label.PATIENT, "OKAFOR, T"),
        ("nursery OKAFOR, BG A fed", "OKAFOR", Label.PATIENT, "OKAFOR, BG A"),
        ("OKAFOR TRAUMA CLINIC note", "OKAFOR", Label.DOCTOR, "OKAFOR TRAUMA CLINIC"),
        ("born at Yarrow Mother & Baby", "Yarrow", Label.CITY, "Yarrow Mother & Baby"),
        ("from YARROW FAMILY BIRTHING IN MAY", "YARROW", Label.HOSPITAL, "YARROW FAMILY BIRTHING"),
        ("fax\nTHE OKAFOR INSTITUTE", "OKAFOR INSTITUTE", Label.HOSPITAL, "THE OKAFOR INSTITUTE"),
        ("wrote to the Board of Parole", "Parole", Label.ORGANIZATION, "Board of Parole"),
        ("works at Okafor's.", "Okafor", Label.ORGANIZATION, "Okafor's"),
        ("at Yarrow House for the Blind", "Yarrow House", Label.ORGANIZATION, "Yarrow House for the Blind"),
        ("a long-haul trucker", "trucker", Label.PROFESSION, "long-haul trucker"),
        ("he is a night baker at", "baker", Label.PROFESSION, "night baker"),
        ("a teacher's aide", "teacher", Label.PROFESSION, "teacher's aide"),
        ("professor of botany, retired", "professor", Label.PROFESSION, "professor of botany"),
        ("brought by Old Tobias today", "Tobias", Label.PATIENT, "Old Tobias"),
        ("Tova Okafor, Sr. came", "Tova Okafor", Label.PATIENT, "Tova Okafor, Sr."),
        ("4 okafor, T  fever", "okafor", Label.PATIENT, "okafor, T"),
        ("Tova Vanterpool-Quist came", "Tova", Label.PATIENT, "Tova Vanterpool-Quist"),
        ("Mr. Lind quist slept", "Lind", Label.PATIENT, "Lind quist"),
        ("since Labor Day weekend", "Labor Day", Label.DATE, "Labor Day weekend"),
        ("aboard the MV Tern Rock", "Tern Rock", Label.LOCATION_OTHER, "MV Tern Rock"),
        ("off FM 1774 again", "1774", Label.STREET, "FM 1774"),
    ],
)
def test_a_part_grows_to_the_whole(text: str, part: str, label: Label, whole: str) -> None:
    assert _whole(text, part, label) == [whole]


@pytest.mark.parametrize(
    ("text", "part", "label"),
    [
        ("Okafor's policy lapsed", "Okafor", Label.ORGANIZATION),
        ("at Yarrow and then home", "Yarrow", Label.HOSPITAL),
        ("a retired welder", "welder", Label.PROFESSION),
        ("his father, now welder", "welder", Label.PROFESSION),
        ("Tova Okafor Tylenol given", "Tova Okafor", Label.PATIENT),
        ("Okafor is well", "Okafor", Label.PATIENT),
        ("seen Monday last seen well", "Monday", Label.DATE),
        ("MRN 1774", "1774", Label.MRN),
    ],
)
def test_other_words_stay_outside(text: str, part: str, label: Label) -> None:
    assert _whole(text, part, label) == [part]


def test_dates_that_name_one_day_are_one() -> None:
    text = "on the Tuesday before Easter"
    spans = [Span(7, 14, Label.DATE, 0.9, "ner"), Span(22, 28, Label.DATE, 0.9, "ner")]
    assert [text[s.start : s.end] for s in complete(text, spans)] == ["Tuesday before Easter"]


def test_a_place_whose_police_it_is_becomes_an_organization() -> None:
    text = "brought by Yarrow police"
    assert complete(text, [Span(11, 17, Label.CITY, 0.9, "ner")]) == [
        Span(11, 24, Label.ORGANIZATION, 0.9, "ner")
    ]


def test_a_span_of_another_kind_is_no_part() -> None:
    text = "Yarrow clinic Tova"
    spans = [Span(0, 6, Label.HOSPITAL, 0.9, "ner"), Span(7, 13, Label.CITY, 0.9, "ner")]
    assert complete(text, spans) == spans


def test_cost_is_linear() -> None:
    text = "Tova Quist, MD of the " * 10_000
    spans = [Span(at, at + 4, Label.PATIENT, 0.9, "ner") for at in range(0, len(text), 22)]
    began = time.process_time()
    complete(text, spans)
    assert time.process_time() - began < 4
