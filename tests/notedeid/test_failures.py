"""A planted string stays where it was, whatever goes wrong."""

import csv
import json
import logging
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

import pytest
from typer.testing import CliRunner

from annotation import Label, Note, ResidualError, Span
from notedeid import pipeline
from notedeid.cli import app
from recognizers import catalogue
from recognizers.detector import Detector

PLANTED = "Quillfeather"
TEXT = f"Patient: {PLANTED}, Odalys\nMRN: 5519-2207\n{PLANTED} was seen on 3/14/2021.\n"


class Finder:
    name = "finder"
    labels = frozenset(Label)

    def find(self, view):
        at = view.text.find(PLANTED)
        while at >= 0:
            yield view.span(at, at + len(PLANTED), Label.PATIENT, 0.99, self.name)
            at = view.text.find(PLANTED, at + 1)


class Raising(Finder):
    def find(self, view):
        raise ValueError(view.text)


class Slow(Finder):
    def find(self, _view):
        time.sleep(0.3)
        return ()


class Wild(Finder):
    def find(self, view):
        return [Span(0, len(view.original) + 99, Label.PATIENT)]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for everything that a run may leave behind, apart from its input."""
    for name in ("in", "left", "left/tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "left" / "tmp"))
    return tmp_path


def write_notes(place, *texts, name="in.jsonl"):
    path = place / "in" / name
    path.write_text("".join(json.dumps({"note_id": f"n{i}", "text": t}) + "\n" for i, t in enumerate(texts)))
    return path


def invoke(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments)])
    return result.exit_code, result.output + repr(result.exception)


def run(place, source, *options):
    return invoke("run", source, "--out", place / "left" / "out", "--engine", "rules", *options)


def assert_unseen(place, output, caplog=None):
    assert PLANTED not in output
    assert caplog is None or PLANTED not in caplog.text
    for path in (place / "left").rglob("*"):
        assert PLANTED not in path.name
        if path.is_file():
            assert PLANTED.encode() not in path.read_bytes(), path


@pytest.mark.parametrize(
    ("recognizer", "budget"),
    [(Raising(), 60.0), (Slow(), 0.05), (Wild(), 60.0)],
    ids=["raises", "slow", "wild"],
)
def test_a_failing_recognizer_quarantines_the_note(recognizer, budget, place, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    detector = Detector([recognizer], budget_seconds=budget)
    monkeypatch.setattr(catalogue, "default", lambda **_: detector)
    code, output = run(place, write_notes(place, TEXT))
    assert code == 2
    assert_unseen(place, output, caplog)
    assert "n0" in (place / "left" / "out.quarantine.csv").read_text()
    assert (place / "left" / "out" / "notes.jsonl").read_text() == ""


@pytest.mark.parametrize("error", [ResidualError(f"note n0: {'x'}"), ValueError(TEXT), MemoryError()])
def test_a_failing_replacement_quarantines_the_note(error, place, caplog, monkeypatch):
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(pipeline.residual, "seal", fail)
    code, output = run(place, write_notes(place, TEXT))
    assert code == 2
    assert_unseen(place, output, caplog)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("in.jsonl", f'{{"note_id": "a", "text": "{PLANTED}'.encode()),
        ("in.jsonl", f'{{"note_id": "a", "text": "{PLANTED} \xe9"}}'.encode("latin-1")),
        ("in.jsonl", f'["{PLANTED}"]'.encode()),
        ("in.jsonl", f'{{"note_id": "a", "body": "{PLANTED}"}}'.encode()),
        ("in.jsonl", f'{{"note_id": "a", "text": "{PLANTED}"}}\n'.encode() * 2),
        ("in.csv", f"note_id,text\na,{PLANTED},b\n".encode()),
        ("in.csv", f'note_id,text\na,"{PLANTED}\n'.encode()),
        ("in.csv", f"note_id,text\na,{PLANTED}\xe9\n".encode("latin-1")),
        ("in.parquet", f"PAR1{PLANTED}PAR1".encode()),
    ],
)
def test_unusable_input_is_one_line(name, content, place, caplog):
    path = place / "in" / name
    path.write_bytes(content)
    code, output = run(place, path)
    assert code == 1
    assert output.startswith("error: ")
    assert len(output.splitlines()) == 2
    assert_unseen(place, output, caplog)


@pytest.mark.parametrize("text", ["\ud800 " + PLANTED, [PLANTED], None, {"a": PLANTED}])
def test_one_bad_note_is_quarantined_and_the_rest_finish(text, place, caplog):
    code, output = run(place, write_notes(place, TEXT, text, "All is well."))
    assert code == 2
    assert_unseen(place, output, caplog)
    released = [json.loads(line) for line in (place / "left" / "out" / "notes.jsonl").open()]
    assert [record["note_id"] for record in released] == ["n0", "n2"]


def test_a_text_file_in_another_encoding_is_quarantined(place):
    (place / "in" / "a.txt").write_bytes(f"{PLANTED} Zoë".encode("latin-1"))
    (place / "in" / "b.txt").write_text("All is well.")
    code, output = run(place, place / "in")
    assert code == 2
    assert_unseen(place, output)


def test_a_bad_roster_is_one_line(place):
    roster = place / "in" / "roster.jsonl"
    roster.write_text(f'{{"name": "{PLANTED}"}}\n')
    code, output = run(place, write_notes(place, TEXT), "--roster", roster)
    assert code == 1
    assert "roster.jsonl, line 1" in output
    assert_unseen(place, output)


def test_an_internal_error_is_named_by_class_and_place(place, monkeypatch, caplog):
    def fail(*_args, **_kwargs):
        raise RuntimeError(TEXT)

    monkeypatch.setattr("notedeid.batch.job.Parts", fail)
    code, output = run(place, write_notes(place, TEXT))
    assert code == 1
    assert "RuntimeError" in output
    assert "test_failures.py" in output
    assert_unseen(place, output.rsplit("SystemExit", 1)[0], caplog)


def test_gold_that_does_not_fit_is_refused_without_its_text(place):
    gold, found = place / "in" / "gold.jsonl", place / "in" / "found.jsonl"
    span = {"start": 0, "end": 7, "label": "PATIENT", "text": PLANTED}
    gold.write_text(json.dumps({"note_id": "n0", "text": TEXT, "spans": [span]}) + "\n")
    found.write_text('{"note_id": "n0", "spans": []}\n')
    code, output = invoke("evaluate", "--gold", gold, "--found", found)
    assert code == 1
    assert_unseen(place, output)


def test_objects_do_not_show_their_text():
    note = Note("n0", TEXT, extra={"raw": TEXT})
    shown = [note, pipeline.Released(note, (), None), pipeline.Quarantined("n0", "why")]
    assert PLANTED not in repr(shown)


def start(place, source, *options, preexec=None):
    out = place / "left" / "out"
    environment = {**os.environ, "TMPDIR": str(place / "left" / "tmp")}
    command = [sys.executable, "-X", "faulthandler", "-m", "notedeid", "run", source, "--out", out, *options]
    return subprocess.Popen(
        list(map(str, command)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        preexec_fn=preexec,  # noqa: PLW1509 - the child only sets its own limit
    )


def wait_for_part(place):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if list((place / "left").rglob("part-*.jsonl")):
            return
        time.sleep(0.02)
    raise AssertionError("no batch was finished in a minute")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_nothing_behind_and_the_run_can_go_on(workers, place):
    source = write_notes(place, *[TEXT] * 12_000)
    listening = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731 - one use
    process = start(place, source, "--engine", "rules", "--workers", workers, preexec=listening)
    wait_for_part(place)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in output
    assert_unseen(place, output)


def test_kill_9_leaves_nothing_behind_and_resume_ends_in_the_same_bytes(place):
    source = write_notes(place, *[TEXT] * 1500)
    process = start(place, source, "--engine", "rules")
    wait_for_part(place)
    process.kill()
    output, _ = process.communicate(timeout=60)
    assert_unseen(place, output)
    code, output = run(place, source, "--resume")
    assert code == 0, output
    resumed = (place / "left" / "out" / "notes.jsonl").read_bytes()
    key = place / "left" / "out.key"
    options = ("--engine", "rules", "--key-file", key)
    code, output = invoke("run", source, "--out", place / "again", *options)
    assert code == 0
    assert (place / "again" / "notes.jsonl").read_bytes() == resumed
    assert (place / "again" / "manifest.json").read_bytes() == (place / "left/out/manifest.json").read_bytes()


def test_a_full_disk_is_one_line(place):
    source = write_notes(place, *[TEXT] * 400)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # noqa: E731 - one use
    process = start(place, source, "--engine", "rules", preexec=limit)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "error: " in output
    assert "Traceback" not in output
    assert_unseen(place, output)


def test_a_csv_of_results_neutralises_nothing_in_notes(place):
    path = place / "in" / "in.csv"
    with path.open("w", newline="") as out:
        csv.writer(out).writerows([["note_id", "text"], ["a", "=1+1 stays"]])
    code, _ = run(place, path)
    assert code == 0
    assert "=1+1 stays" in (place / "left" / "out" / "notes.csv").read_text()
