import json

import pytest

from annotation import Group, InputError, Label, MarkedNote, Note, Span, SpanError
from annotation import gold as golds
from annotation.formats import inline


def record(text="Dr. Amsel wrote to Prag.", spans=(), **fields):
    return {"doc_id": "n1", "text": text, "spans": list(spans), **fields}


def mark(start, end, label, **fields):
    return {"start": start, "end": end, "label": label, **fields}


def written(tmp_path, *records):
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def test_a_coarse_name_keeps_every_label_it_may_stand_for(tmp_path):
    (note,) = golds.read(written(tmp_path, record(spans=[mark(19, 23, "LOCATION")])))
    assert note.spans[0].name == "LOCATION"
    assert {Label.CITY, Label.HOSPITAL} <= note.spans[0].labels
    assert note.spans[0].group is Group.LOCATION


def test_a_leading_title_is_no_part_of_a_name():
    note = golds.from_record(record(spans=[mark(0, 9, "NAME")]), "here")
    assert (note.spans[0].start, note.spans[0].end) == (4, 9)


def test_a_name_that_is_all_title_stays_whole():
    note = golds.from_record(record("Doctor left", [mark(0, 6, "NAME")]), "here")
    assert (note.spans[0].start, note.spans[0].end) == (0, 6)


@pytest.mark.parametrize("fields", [{"label": "WAND"}, {"label": "NAME", "identifier_type": "NO_MASK"}])
def test_optional_spans_are_neutral(fields):
    note = golds.from_record(record(spans=[{"start": 4, "end": 9, **fields}]), "here")
    assert note.spans == ()
    assert note.neutral == ((4, 9),)


def test_ignored_ranges_take_gold_with_them():
    raw = record(spans=[mark(4, 9, "NAME"), mark(19, 23, "CITY")], meta={"ignore": [{"start": 0, "end": 5}]})
    note = golds.from_record(raw, "here")
    assert [span.name for span in note.spans] == ["CITY"]


def test_what_safe_harbor_lets_stay_is_told_apart():
    note = golds.from_record(record(spans=[mark(19, 23, "LOCATION", orig_label="STATE_NONPHI")]), "here")
    assert not note.spans[0].removable


def test_the_corpus_decides_what_is_direct():
    raw = record(spans=[mark(4, 9, "NAME", identifier_type="QUASI", entity_id="e1")])
    span = golds.from_record(raw, "here").spans[0]
    assert not span.direct
    assert span.entity == "e1"


def test_a_folder_of_marked_files_is_gold(tmp_path):
    marked = MarkedNote(
        Note("n1", "seen by Amsel", extra={"origin": "synthetic"}), (Span(8, 13, Label.DOCTOR),)
    )
    inline.write(tmp_path, [marked])
    (note,) = golds.read(tmp_path)
    assert note.origin == "synthetic"
    assert note.spans == (golds.GoldSpan(8, 13, "DOCTOR", frozenset({Label.DOCTOR}), direct=True),)


def test_two_annotators_need_a_choice(tmp_path):
    path = written(tmp_path, record(annotator="a"), record(annotator="b", spans=[mark(4, 9, "NAME")]))
    with pytest.raises(InputError, match="n1 stands 2 times"):
        golds.read(path)
    assert len(golds.read(path, annotator="b")[0].spans) == 1


def test_offsets_that_do_not_cover_their_text_are_refused_without_showing_it():
    with pytest.raises(SpanError) as caught:
        golds.from_record(record(spans=[mark(4, 8, "NAME", text="Amsel")]), "here")
    assert "n1" in str(caught.value)
    assert "Amsel" not in str(caught.value)


@pytest.mark.parametrize("span", [mark(4, 99, "NAME"), mark(5, 5, "NAME"), {"start": 4, "label": "NAME"}])
def test_offsets_outside_the_note_are_refused(span):
    with pytest.raises(SpanError, match="n1"):
        golds.from_record(record(spans=[span]), "here")


def test_nothing_to_read_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="no such"):
        golds.read(tmp_path / "absent")
    with pytest.raises(InputError, match="no marked note"):
        golds.read(tmp_path)


def test_every_shared_set_is_read(shared):
    for path in sorted((shared / "text").glob("*.jsonl")):
        if not path.stem.endswith("_patients"):
            annotator = "judge1" if "two_judges" in path.stem else None
            assert golds.read(path, annotator=annotator), path.stem
