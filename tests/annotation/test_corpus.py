import json
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from annotation import InputError, Label, MarkedNote, Note, Span, corpus
from annotation.assignment import assign
from annotation.formats import inline, jsonl
from annotation.journal import Change
from annotation.store import Stamp, Status, Store
from notedeid.cli import app

MARKED = MarkedNote(Note("n1", "Ida Olsen saw Lund"), (Span(0, 9, Label.PATIENT),))
AT = datetime(2031, 5, 4, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    """A desk's store in which two annotators have finished one note, unlike each other."""
    path = tmp_path / "work.sqlite"
    work = assign(["n1"], ["ann", "ben"], key=b"k")
    with Store.create(path, [MARKED], work, adjudicators=("eva",)) as made:
        for annotator, spans in {
            "ann": (Span(0, 9, Label.PATIENT), Span(14, 18, Label.DOCTOR)),
            "ben": (Span(0, 9, Label.PATIENT),),
        }.items():
            made.change(annotator, "n1", Change(put=spans), Stamp(f"{annotator} marks", AT))
            made.set_status(annotator, "n1", Status.DONE, Stamp(f"{annotator} is done", AT))
    return path


def run(*args):
    result = CliRunner().invoke(app, ["annotate", *map(str, args)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_folders_and_files_are_read(tmp_path):
    inline.write(tmp_path / "folder", [MARKED])
    jsonl.write(tmp_path / "file.jsonl", [MARKED])
    assert list(corpus.read(tmp_path / "folder")) == list(corpus.read(tmp_path / "file.jsonl")) == [MARKED]


def test_a_store_gives_an_annotators_finished_marks(store):
    (one,) = corpus.read(store, annotator="ann")
    assert [(s.start, s.label, s.source) for s in one.spans] == [
        (0, Label.PATIENT, "ann"),
        (14, Label.DOCTOR, "ann"),
    ]


def test_strangers_are_refused(store, tmp_path):
    with pytest.raises(InputError, match="no annotator zoe; it has ann, ben"):
        list(corpus.read(store, annotator="zoe"))
    with pytest.raises(InputError, match="no such"):
        corpus.read(tmp_path / "absent")


def test_a_store_is_compared_adjudicated_and_exported(store, tmp_path):
    figures = json.loads(run("agree", store, "--json"))
    assert (figures["annotators"], figures["agreement"]["exact"]) == (["ann", "ben"], pytest.approx(2 / 3))
    queue = tmp_path / "queue.jsonl"
    printed = run("adjudicate", store, "--origin", "surrogate", "--queue", queue)
    assert "1 notes: 1 spans agreed, 1 conflicts" in printed
    assert json.loads(queue.read_text())["versions"]["ann"] == [{"start": 14, "end": 18, "label": "DOCTOR"}]
    run("export", store, "--annotator", "ben", "--format", "brat", "--out", tmp_path / "brat")
    assert "PATIENT 0 9" in (tmp_path / "brat" / "n1.ann").read_text()
