import pytest

from annotation import Label, Span
from recognizers.document.census import beds, lodged, ward
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
        "14 | 0918837 | Quill\n17 | 0918838 | Ostrova\n20b | 0918839 | Mbeki",
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
        "I-14 Quill\nII-17 Ostrova\nIII-20 Mbeki",
        "pain 4/10 Quill, 3/10 Ostrova, 7/10 Mbeki",
    ],
)
def test_counts_times_and_scores_are_none(text: str) -> None:
    assert _beds(text, "Quill", "Ostrova", "Mbeki") == []


def test_staff_lie_in_no_bed() -> None:
    assert _beds("14 Quill, 17 Ostrova, 20b Mbeki", "Quill", "Ostrova", "Mbeki", label=Label.DOCTOR) == []


def _wards(text: str, *rooms: str) -> list[str]:
    known = [Span(text.index(room), text.index(room) + len(room), Label.ROOM, 0.9, "room") for room in rooms]
    return [text[s.start : s.end] for s in ward(fold(text), known) if text[s.start : s.end] not in rooms]


def test_a_number_like_the_rooms_of_a_ward_is_one() -> None:
    assert _wards(
        "rm 8203 dry, rm 8211 wet, rm 8219 out, 8207 calls, 8501 lbs, 9207", "8203", "8211", "8219"
    ) == ["8207"]


def test_three_digits_and_times_of_day_need_a_word_that_leads_there() -> None:
    assert _wards("rm 402, rm 410, rm 418, glucose 412, now in 415", "402", "410", "418") == ["415"]
    assert _wards("rm 1202, rm 1210, rm 1218, 1207 asleep, to 1215", "1202", "1210", "1218") == ["1215"]


def test_a_room_of_a_telling_form_is_known_again() -> None:
    text = "bed 4.2 asleep, ring about VRE in 4.2, Na 4.2, back to 4.2"
    known = [Span(4, 7, Label.ROOM, 0.9, "room")]
    assert [s.start for s in ward(fold(text), known)] == [4, text.index("4.2,"), len(text) - 3]


def test_two_rooms_make_no_ward() -> None:
    assert _wards("rm 8203 dry, rm 8211 wet, 8207 calls", "8203", "8211") == []


def test_patients_lie_in_rooms_and_then_so_do_others() -> None:
    text = "Quill in 21 is up, Ostrova in 14 asleep, scanner is in 9, back in 3 days"
    people = [
        Span(text.index(name), text.index(name) + len(name), Label.PATIENT, 0.7, "ner")
        for name in ("Quill", "Ostrova")
    ]
    assert [text[s.start : s.end] for s in lodged(fold(text), people)] == ["21", "14", "9"]
    assert [text[s.start : s.end] for s in lodged(fold(text), people[:1])] == ["21"]
