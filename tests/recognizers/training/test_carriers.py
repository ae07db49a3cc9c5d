import json

import pytest

pytest.importorskip("torch")

from annotation import InputError, Label
from recognizers.training.carriers import Familiar, familiar_words, read, unsure


def left_open(text: str, familiar: Familiar | None = None) -> list[str]:
    return [text[claim.start : claim.end] for claim in unsure(text, familiar)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Here since March 2011 or so.", "March 2011"),
        ("Seen on 03/14/09 again.", "03/14/09"),
        ("Back Tuesday for it.", "Tuesday"),
        ("Seen by Dr. Quill Abara.", "Quill Abara"),
        ("Came to Larkmoor General Hospital then.", "Larkmoor General Hospital"),
        ("A 93-year-old man.", "93"),
        ("Record 4471920 was read.", "4471920"),
        ("He works as a cooper.", "He works as a cooper."),
        ("She told ___ of it.", "___"),
        ("His friend Xandra came.", "Xandra"),
    ],
)
def test_what_may_be_an_identifier_is_left_open(text, expected):
    assert expected in [found.strip(". ") if expected[-1] != "." else found for found in left_open(text)]


@pytest.mark.parametrize(
    "text", ["Strength was 5/5 throughout.", "BP 120/80, pulse 72.", "Aged 54 years, 2+ edema."]
)
def test_look_alikes_are_taught_as_no_identifier(text):
    assert left_open(text) == []


def test_capitals_that_many_documents_use_are_no_names():
    familiar = familiar_words([f"the wound was closed with Vicryl, {n}" for n in range(6)])
    assert left_open("It was closed with Vicryl again.", familiar) == []
    assert left_open("It was closed with Jorunn again.", familiar) == ["Jorunn"]


def test_sets_are_read_with_their_marks_decoys_and_ranges_to_leave_out(tmp_path):
    text = "Dr. Ode met Foley and ABC, aged 41 and 93."
    spans = [
        {"start": 4, "end": 7, "label": "NAME", "orig_label": "DOCTOR"},
        {"start": 32, "end": 34, "label": "AGE", "orig_label": "AGE"},
        {"start": 39, "end": 41, "label": "AGE", "orig_label": "AGE>89"},
    ]
    meta = {"decoys": [{"start": 12, "end": 17}], "ignore": [{"start": 22, "end": 25}]}
    record = {"doc_id": "x", "text": text, "spans": spans, "meta": meta}
    (tmp_path / "mtsamples_slotfill_dev.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    (lesson,) = read(tmp_path)["mtsamples_slotfill_dev"]
    claims = {(claim.start, claim.end): claim.labels for claim in lesson.claims}
    assert claims[4, 7] == {Label.DOCTOR}
    assert claims[39, 41] == {Label.AGE}
    assert claims[22, 25] == frozenset()
    assert (12, 17) not in claims
    assert (32, 34) not in claims


def test_a_folder_without_carriers_is_refused(tmp_path):
    with pytest.raises(InputError, match="no carrier set"):
        read(tmp_path)
