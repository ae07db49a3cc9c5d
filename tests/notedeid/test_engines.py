"""The engine that a user chooses is the one that reads, and the manifest says which it was."""

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from annotation import Note
from notedeid import Deidentifier, deidentify_column
from notedeid.cli import app
from recognizers import catalogue
from surrogates.keys import Key

KEY = Key(bytes(32))
NOTE = "Went home with Tobias. Seen by Dr. Pettifer on 3/14/2021, MRN 77-4410-2.\n"


@pytest.fixture(scope="module")
def fast():
    return catalogue.default(engine="fast")


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "in.jsonl"
    records = ({"note_id": str(number), "text": NOTE * number} for number in range(1, 6))
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def invoke(*arguments) -> int:
    return CliRunner().invoke(app, [*map(str, arguments)]).exit_code


def test_detect_reads_with_the_chosen_engine_whatever_the_workers(notes, fast, tmp_path):
    outs = [tmp_path / f"{workers}.jsonl" for workers in (1, 2)]
    for workers, out in enumerate(outs, start=1):
        assert invoke("detect", notes, "--out", out, "--engine", "fast", "--workers", workers) == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()
    first = json.loads(outs[0].read_text(encoding="utf-8").splitlines()[0])
    places = [(span["start"], span["end"]) for span in first["spans"]]
    assert places == [(span.start, span.end) for span in fast.detect(Note("1", NOTE))]


def test_run_releases_with_the_chosen_engine_and_its_manifest_names_it(notes, tmp_path):
    assert invoke("run", notes, "--out", tmp_path / "out", "--engine", "fast") == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["detector"]["engine"] == "fast"
    assert "Tobias" not in (tmp_path / "out" / "notes.jsonl").read_text(encoding="utf-8")


def test_python_and_frames_take_the_engine_as_a_keyword(fast):
    by_name = Deidentifier(key=KEY, engine="fast").deidentify(Note("a", NOTE, "p"))
    by_hand = Deidentifier(key=KEY, detector=fast).deidentify(Note("a", NOTE, "p"))
    assert by_name.text == by_hand.text
    frame = pd.DataFrame({"note": [NOTE], "mrn": ["p"]})
    released = deidentify_column(frame, text="note", patient="mrn", key=KEY, engine="fast")
    assert released["note"].tolist() == [by_hand.text]


def test_an_unknown_engine_is_a_usage_error(notes, tmp_path):
    assert invoke("detect", notes, "--out", tmp_path / "s.jsonl", "--engine", "slow") == 1
