"""Laws of every format: what is written is read, and what does not fit is one clear error."""

import json
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation import InputError, Label, MarkedNote, Note, Span, SpanError
from annotation.formats.common import file_name

FOLDERS = ("brat", "i2b2_xml", "uima_xmi", "webanno_tsv", "inline")
FILES = ("jsonl", "label_studio", "conll", "docbin", "prodigy", "doccano")
LOSSLESS = {"brat", "i2b2_xml", "uima_xmi", "jsonl", "label_studio", "docbin", "prodigy"}
FLAT = {"conll", "inline"}
"""Formats that cannot say overlapping spans."""
ODD = "\r\n\r\n\n\t\t   \u00a0\u202f\u200b\u2028🙂👩🏽‍⚕️é́ñß漢字עאب-_'.,:;|[]<>&\"\\#*"
LETTERS = "abcdefghXYZ0123456789 " + ODD


@st.composite
def marked_notes(draw, *, flat=False):
    letters = LETTERS.replace("[", "").replace("]", "").replace("|", "") if flat else LETTERS
    text = "".join(draw(st.lists(st.sampled_from(letters), min_size=1, max_size=40)))
    spans, reached = [], 0
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(reached if flat else 0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        if start < end:
            spans.append(Span(start, end, draw(st.sampled_from(list(Label)))))
            reached = end
    return MarkedNote(Note("n/1 ü", text, draw(st.sampled_from([None, "p1"])), None), tuple(set(spans)))


def room(name):
    if name == "uima_xmi":
        pytest.importorskip("cassis")
    return import_module(f"annotation.formats.{name}")


def there_and_back(name, notes, folder):
    path = folder / ("set" if name in FOLDERS else "set.file")
    for old in path.glob("*") if path.is_dir() else ():
        old.unlink()
    room(name).write(path, notes)
    return list(room(name).read(path))


def places(marked):
    return [(span.start, span.end, span.label) for span in marked.spans]


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_text_and_spans_survive_the_round_trip(name, data, tmp_path):
    """Forty sets of eight documents."""
    made = st.lists(marked_notes(flat=name in FLAT), min_size=8, max_size=8)
    notes = [
        replace(one, note=replace(one.note, note_id=f"n{number}/ü"))
        for number, one in enumerate(data.draw(made))
    ]
    back = there_and_back(name, notes, tmp_path)
    assert [one.note.text for one in back] == [one.note.text for one in notes]
    assert [places(one) for one in back] == [places(one) for one in notes]


def test_brackets_that_would_be_marks_are_refused_inline(tmp_path):
    with pytest.raises(SpanError, match=r"note n1: .*brackets"):
        room("inline").write(tmp_path, [MarkedNote(Note("n1", "a [[CITY|b]] c"), (Span(0, 1, Label.CITY),))])


@pytest.mark.parametrize("name", sorted(LOSSLESS))
def test_fields_scores_and_sources_survive(name, tmp_path):
    note = Note("n-1", "Ida Olsen\r\nsaw Lund", "p1", "letter", {"ward": "7", "origin": "real"})
    spans = (Span(0, 9, Label.PATIENT, 0.75, "ner"), Span(15, 19, Label.DOCTOR, 1.0, "ann"))
    assert there_and_back(name, [MarkedNote(note, spans)], tmp_path) == [MarkedNote(note, spans)]


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_notes_keep_their_order_and_ids(name, tmp_path):
    notes = [MarkedNote(Note(f"n{i}", f"Ida {i} 🙂 Lund"), (Span(0, 3, Label.PATIENT),)) for i in range(9)]
    back = there_and_back(name, notes, tmp_path)
    if name not in {"conll", "doccano"}:
        assert [one.note.note_id for one in back] == [f"n{i}" for i in range(9)]
    assert [one.note.text for one in back] == [one.note.text for one in notes]


@pytest.mark.parametrize("name", ["i2b2_xml", "uima_xmi"])
def test_xml_refuses_what_it_cannot_hold(name, tmp_path):
    with pytest.raises(InputError, match="n1: holds control characters"):
        room(name).write(tmp_path, [MarkedNote(Note("n1", "a\x0cb"))])


def test_a_form_feed_survives_where_it_can(tmp_path):
    marked = MarkedNote(Note("n1", "a\x0cb\x00c"), (Span(0, 3, Label.CITY),))
    for name in ("brat", "jsonl", "label_studio", "conll", "docbin", "prodigy", "doccano"):
        assert places(there_and_back(name, [marked], tmp_path)[0]) == places(marked)


SPOILT = {
    "brat": lambda s: s.replace("0 3", "1 4"),
    "i2b2_xml": lambda s: s.replace('start="0"', 'start="1"'),
    "jsonl": lambda s: s.replace('"start": 0', '"start": 1'),
    "label_studio": lambda s: s.replace('"start": 0', '"start": 1'),
}


@pytest.mark.parametrize("name", sorted(SPOILT))
def test_a_wrong_offset_is_told_with_note_and_span(name, tmp_path):
    path = tmp_path / "set"
    room(name).write(path, [MarkedNote(Note("n1", "Ida Olsen"), (Span(0, 3, Label.PATIENT),))])
    target = path if path.is_file() else next(p for p in path.iterdir() if p.suffix in {".ann", ".xml"})
    target.write_text(SPOILT[name](target.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(SpanError, match="n1") as caught:
        list(room(name).read(path))
    assert "Ida" not in str(caught.value)


@pytest.mark.parametrize(
    "name", ["brat", "i2b2_xml", "label_studio", "conll", "prodigy", "doccano", "webanno_tsv", "uima_xmi"]
)
def test_an_unknown_label_is_told(name, tmp_path):
    path = tmp_path / "set"
    room(name).write(path, [MarkedNote(Note("n1", "Ida Olsen"), (Span(0, 3, Label.BIOID),))])
    for target in [path] if path.is_file() else [p for p in path.iterdir() if p.name != "TypeSystem.xml"]:
        target.write_text(target.read_text(encoding="utf-8").replace("BIOID", "WIZARD"), encoding="utf-8")
    with pytest.raises(SpanError, match="WIZARD"):
        list(room(name).read(path))


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_nothing_to_read_is_an_input_error(name, tmp_path):
    if name in FOLDERS and name != "inline":
        with pytest.raises(InputError):
            list(room(name).read(tmp_path / "absent"))
    (tmp_path / "bad").write_bytes(b"\xff\xfe\x00{")
    if name in FILES:
        with pytest.raises(InputError):
            list(room(name).read(tmp_path / "bad"))


@pytest.mark.parametrize(
    "note_id", ["../up", "/etc/x", "a\0b", "CON.txt", "x" * 400, "  ", "ü" * 60, "..", "a\nb"]
)
def test_no_id_becomes_a_path(note_id):
    name = file_name(note_id)
    assert len(name) <= 255
    assert not set(name) & set("/\\\0\n.")
    assert name.strip() == name


def test_different_ids_get_different_files():
    ids = ["a.b", "a_b", "a b", "A.b", "../a", "x" * 400, "x" * 401]
    assert len({file_name(one) for one in ids}) == len(ids)


def test_label_studio_finds_regions_by_the_counting_that_fits(tmp_path):
    text = "🙂\r\nIda saw Lund"
    regions = [
        {"type": "labels", "id": "a", "value": {"start": 4, "end": 7, "text": "Ida", "labels": ["PATIENT"]}},
        {
            "type": "labels",
            "id": "b",
            "value": {"start": 11, "end": 15, "text": "Lund", "labels": ["DOCTOR"]},
        },
        {"type": "choices", "id": "c", "value": {"choices": ["done"]}},
    ]
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([{"id": 7, "data": {"text": text}, "annotations": [{"result": regions}]}]))
    (back,) = room("label_studio").read(path)
    assert [text[s.start : s.end] for s in back.spans] == ["Ida", "Lund"]
    assert back.note.note_id == "7"


def test_label_studio_takes_regions_that_say_no_text(tmp_path):
    region = {"type": "labels", "value": {"start": 0, "end": 3, "labels": ["PATIENT"]}}
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([{"data": {"text": "Ida"}, "annotations": [{"result": [region]}]}]))
    assert places(next(room("label_studio").read(path))) == [(0, 3, Label.PATIENT)]


def test_columns_of_others_are_read(tmp_path):
    path = tmp_path / "x.conll"
    path.write_text(
        "-DOCSTART- O\n\nIda B-PATIENT\nOlsen I-PATIENT\nslept O\n\nIn O\n"
        "Ribe I-CITY\n\n-DOCSTART- O\n\nBo B-DOCTOR\n"
    )
    first, second = room("conll").read(path)
    assert first.note.text == "Ida Olsen slept\nIn Ribe"
    assert [first.note.text[s.start : s.end] for s in first.spans] == ["Ida Olsen", "Ribe"]
    assert second.note.text == "Bo"


def test_doccano_entities_are_read(tmp_path):
    path = tmp_path / "x.jsonl"
    entity = {"id": 1, "label": "CITY", "start_offset": 4, "end_offset": 8}
    path.write_text(json.dumps({"id": 3, "text": "In. Ribe", "entities": [entity]}) + "\n")
    assert places(next(room("doccano").read(path))) == [(4, 8, Label.CITY)]


def test_rejected_prodigy_examples_are_left_out(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(
        "".join(json.dumps({"text": "x", "answer": a}) + "\n" for a in ("accept", "reject", "ignore"))
    )
    assert len(list(room("prodigy").read(path))) == 1


def test_webanno_sentences_and_subtokens_of_others_are_read(tmp_path):
    content = (
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=de.tudarmstadt.ukp.dkpro.core.api.pos.type.POS|PosValue\n"
        "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n\n\n"
        "#Text=Ida Olsen slept.\n1-1\t0-3\tIda\tN\t*[1]\tPATIENT[1]\t\n"
        "1-2\t4-9\tOlsen\tN\t*[1]\tPATIENT[1]\t\n"
        "1-3\t10-15\tslept\tV\t_\t_\t\n\n#Text=In 🙂 Ribe-Nord\n2-1\t18-20\tIn\tP\t_\t_\t\n"
        "2-2\t21-23\t🙂\tX\t_\t_\t\n2-3\t24-33\tRibe-Nord\tN\t_\t_\t\n"
        "2-3.1\t24-28\tRibe\t_\t*\tLOCATION\\_OTHER\t\n"
    )
    (tmp_path / "n1.tsv").write_text(content, encoding="utf-8")
    (back,) = room("webanno_tsv").read(tmp_path)
    assert [(back.note.text[s.start : s.end], s.label) for s in back.spans] == [
        ("Ida Olsen", Label.PATIENT),
        ("Ribe", Label.LOCATION_OTHER),
    ]


def test_brat_fragments_with_words_between_are_two_spans(tmp_path):
    (tmp_path / "n1.txt").write_text("Ida and Bo Lund")
    (tmp_path / "n1.ann").write_text("T1\tPATIENT 0 3;11 15\tIda Lund\nR1\tOf Arg1:T1 Arg2:T1\n")
    (back,) = room("brat").read(tmp_path)
    assert places(back) == [(0, 3, Label.PATIENT), (11, 15, Label.PATIENT)]


def test_the_i2b2_county_keeps_its_label(tmp_path):
    marked = MarkedNote(Note("110-01", "Ribe County"), (Span(0, 11, Label.COUNTY),))
    room("i2b2_xml").write(tmp_path, [marked])
    assert 'TYPE="LOCATION-OTHER"' in (tmp_path / "110-01.xml").read_text()
    assert next(room("i2b2_xml").read(tmp_path)).spans == marked.spans
