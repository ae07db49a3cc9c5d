import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import InputError
from notedeid.readers import Columns, Release, UnreadableNoteError, open_source

TEXTS = ["seen 3/4\r\nplan: rest\r\n", 'quote " comma, tab\t', "naïve 😀\u00a0café", "=1+1"]


def write_jsonl(path, texts, **extra):
    lines = (
        json.dumps({"note_id": f"n{i}", "patient_id": "p", "text": t, **extra}) for i, t in enumerate(texts)
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_csv(path, texts):
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["note_id", "patient_id", "ward", "text"])
        writer.writerows([f"n{i}", "p", "7", text] for i, text in enumerate(texts))
    return path


def write_parquet(path, texts):
    columns = {"note_id": [f"n{i}" for i in range(len(texts))], "los": [1.5] * len(texts), "text": texts}
    pq.write_table(pa.table(columns), path)
    return path


def write_folder(path, texts):
    for i, text in enumerate(texts):
        (path / f"n{i}.txt").write_bytes(text.encode("utf-8"))
    return path


def load_all(source):
    return [source.load(ref).text for ref in source.refs]


def write_back(source, folder):
    folder.mkdir()
    releases = [Release(r.position, source.load(r).text, r.note_id, r.patient_id) for r in source.refs]
    source.write(folder, releases, source.other_fields)
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("make", "name"),
    [(write_jsonl, "in.jsonl"), (write_csv, "in.csv"), (write_parquet, "in.parquet"), (write_folder, ".")],
)
def test_text_comes_back_as_it_was(make, name, tmp_path):
    home = tmp_path / "in"
    home.mkdir()
    source = open_source(make(home / name, TEXTS))
    assert load_all(source) == TEXTS
    written = write_back(source, tmp_path / "out")
    again = open_source(written[0] if len(written) == 1 else tmp_path / "out" / "notes")
    assert load_all(again) == TEXTS


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1, max_size=4))
def test_jsonl_carries_any_text(tmp_path_factory, texts):
    path = write_jsonl(tmp_path_factory.mktemp("any") / "in.jsonl", texts)
    assert load_all(open_source(path)) == texts


def test_unknown_fields_pass_through_but_gold_does_not(tmp_path):
    spans = [{"start": 0, "end": 4, "label": "DATE", "text": "seen"}]
    source = open_source(write_jsonl(tmp_path / "in.jsonl", TEXTS[:1], ward={"bed": 7}, spans=spans))
    record = json.loads(write_back(source, tmp_path / "out")[0].read_text())
    assert record["ward"] == {"bed": 7}
    assert "spans" not in record
    assert list(source.other_fields) == ["ward"]


def test_a_field_that_may_not_leave_stays_in(tmp_path):
    source = open_source(write_jsonl(tmp_path / "in.jsonl", TEXTS[:1], ward=7, note_type="ed"))
    (tmp_path / "out").mkdir()
    source.write(tmp_path / "out", [Release(0, "x", "coded", "also")], ())
    record = json.loads((tmp_path / "out" / "notes.jsonl").read_text())
    assert record == {"note_id": "coded", "patient_id": "also", "text": "x", "note_type": "ed"}


def test_doc_id_is_read_as_note_id(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"doc_id": "d1", "text": "x"}\n')
    source = open_source(path)
    assert source.refs[0].note_id == "d1"
    assert json.loads(write_back(source, tmp_path / "out")[0].read_text())["doc_id"] == "d1"


def test_other_column_types_stay(tmp_path):
    source = open_source(write_parquet(tmp_path / "in.parquet", TEXTS))
    table = pq.read_table(write_back(source, tmp_path / "out")[0])
    assert table.schema.field("los").type == pa.float64()


def test_columns_may_have_other_names(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("id,person,body\na,p1,hello\n")
    source = open_source(path, Columns(note_id="id", patient_id="person", text="body"))
    assert source.load(source.refs[0]).text == "hello"
    assert source.refs[0].patient_id == "p1"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("in.csv", b"id,body\na,hello\n", "no column 'note_id'"),
        ("in.csv", b"note_id,body\na,hello\n", "--text-column"),
        ("in.csv", b"note_id,text\na\n", "record 2 has 1 fields"),
        ("in.csv", b"note_id,text\na,\xff\xfe\n", "not UTF-8"),
        ("in.jsonl", b'{"note_id": "a"}\n', "no field 'text'"),
        ("in.jsonl", b'{"note_id": "a", "text": "\xe9"}\n', "not UTF-8"),
        ("in.jsonl", b"[1]\n", "not a JSON object"),
        ("in.jsonl", b"{\n", "not valid JSON"),
        ("in.jsonl", b'{"note_id":"a","text":"x"}\n{"note_id":"a","text":"y"}\n', "same note_id"),
        ("in.parquet", b"PAR1 no", "not a readable Parquet"),
        ("in.docx", b"x", "no notes found"),
    ],
)
def test_unusable_input_is_refused_in_one_line(name, content, says, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=says) as error:
        open_source(path)
    assert "\n" not in str(error.value)


def test_empty_folder_and_missing_path_are_refused(tmp_path):
    with pytest.raises(InputError, match="no notes found"):
        open_source(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        open_source(tmp_path / "absent")


def test_a_text_file_in_another_encoding_is_unreadable_not_guessed(tmp_path):
    (tmp_path / "a.txt").write_bytes("Zoë".encode("cp1252"))
    (tmp_path / "b.txt").write_bytes("Zoë".encode("utf-16"))
    source = open_source(tmp_path)
    with pytest.raises(UnreadableNoteError, match="not UTF-8 at byte 2"):
        source.load(source.refs[0])
    assert source.load(source.refs[1]).text == "Zoë"


def test_marks_are_taken_off_on_reading(tmp_path):
    (tmp_path / "a.marked").write_text("note_id: a\npatient_id: p\n\nMr. [[PATIENT|Odili]]\n")
    source = open_source(tmp_path)
    assert source.load(source.refs[0]).text == "Mr. Odili"
    assert write_back(source, tmp_path / "out") == [tmp_path / "out" / "notes" / "a.txt"]


@pytest.mark.parametrize("name", ["NOTE.TXT", "NOTES.JSONL", "NOTES.CSV", "NOTES.PARQUET"])
def test_a_suffix_in_capitals_is_the_same_format(name, tmp_path):
    makers = {"JSONL": write_jsonl, "CSV": write_csv, "PARQUET": write_parquet}
    if make := makers.get(name.rpartition(".")[2]):
        make(tmp_path / name, TEXTS[:1])
    else:
        (tmp_path / name).write_bytes(TEXTS[0].encode())
    source = open_source(tmp_path)
    assert source.load(source.refs[0]).text == TEXTS[0]


@pytest.mark.parametrize("write", [write_jsonl, write_csv, write_parquet])
@pytest.mark.parametrize("columns", [Columns(patient_id="patinet"), Columns(note_type="knid")])
def test_a_named_field_that_is_not_there_is_refused(write, columns, tmp_path):
    write(tmp_path / "in", TEXTS)
    suffix = {write_jsonl: ".jsonl", write_csv: ".csv", write_parquet: ".parquet"}[write]
    path = (tmp_path / "in").rename(tmp_path / f"in{suffix}")
    with pytest.raises(InputError, match="correct --"):
        open_source(path, columns)


def test_two_columns_of_one_name_are_refused(tmp_path):
    (tmp_path / "in.csv").write_text("note_id,text,text\n1,seen,called\n")
    with pytest.raises(InputError, match="same name"):
        open_source(tmp_path / "in.csv")
