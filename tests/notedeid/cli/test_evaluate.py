import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from notedeid.cli import app

TEXT = "Amsel lives in Ribe"


@pytest.fixture
def files(tmp_path):
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    spans = [{"start": 0, "end": 5, "label": "PATIENT"}, {"start": 15, "end": 19, "label": "CITY"}]
    gold.write_text(
        "".join(json.dumps({"note_id": str(i), "text": TEXT, "spans": spans}) + "\n" for i in range(70))
    )
    found.write_text("".join(json.dumps({"note_id": str(i), "spans": spans[:1]}) + "\n" for i in range(70)))
    return ["evaluate", "--gold", str(gold), "--found", str(found)]


def run(*args):
    return CliRunner().invoke(app, [str(arg) for arg in args])


def test_a_table_for_people(files):
    result = run(*files)
    assert result.exit_code == 0
    assert "origin of the text not stated" in result.stdout
    assert "Notes with an identifier visible: 70 of 70" in result.stdout


def test_json_for_programs(files):
    result = run(*files, "--json", "--origin", "real")
    facts = json.loads(result.stdout)
    assert (facts["heading"], facts["type"]["CITY"]["covered_spans"]) == ("recall", 0)


def test_synthetic_text_is_never_under_the_heading_recall(files):
    result = run(*files, "--origin", "synthetic")
    assert "recall" not in result.stdout.lower()


def test_a_failed_gate_exits_with_3(files):
    assert run(*files, "--fail-under", "NAME=0.9").exit_code == 0
    broken = run(*files, "--fail-under", "NAME=0.9", "--fail-under", "CITY=0.9")
    assert broken.exit_code == 3
    assert "gate FAILS: CITY" in broken.stdout


@pytest.mark.parametrize("extra", [["--origin", "dream"], ["--fail-under", "NAME"], ["--sample", "absent"]])
def test_what_cannot_be_used_exits_with_1(files, extra):
    result = run(*files, *extra)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_the_verdict_goes_into_the_manifest_of_the_release(files, tmp_path):
    notes = tmp_path / "notes.jsonl"
    notes.write_text(json.dumps({"note_id": "1", "text": "Seen 4 May 2031.", "patient_id": "p1"}) + "\n")
    key, release = tmp_path / "a.key", tmp_path / "out"
    assert run("key", "new", key).exit_code == 0
    released = run("run", notes, "--out", release, "--engine", "rules", "--key-file", key)
    assert released.exit_code == 0, released.output
    gate = (*files, "--origin", "real", "--fail-under", "CITY=0.9", "--release", release)
    assert run(*gate).exit_code == 1
    assert run(*gate, "--key-file", key).exit_code == 3
    manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["evaluation"]["gate"]["passed"] is False
    assert manifest["evaluation"]["found"]["NAME"]["lower"] > 0.9
    assert manifest["evaluation"]["leaks"]["note"]["leaking"] == 70
    assert run("verify", release, "--key-file", key).exit_code == 0


def test_another_key_changes_no_manifest(files, tmp_path):
    notes = tmp_path / "notes.jsonl"
    notes.write_text(json.dumps({"note_id": "1", "text": "Well.", "patient_id": "p1"}) + "\n")
    release = tmp_path / "out"
    for name in ("a.key", "b.key"):
        run("key", "new", tmp_path / name)
    run("run", notes, "--out", release, "--engine", "rules", "--key-file", tmp_path / "a.key")
    before = (release / "manifest.json").read_bytes()
    assert run(*files, "--release", release, "--key-file", tmp_path / "b.key").exit_code == 1
    assert (release / "manifest.json").read_bytes() == before


def test_nothing_is_drawn_where_no_report_is_asked(files):
    code = "import sys; from notedeid.cli import app; app(sys.argv[1:], standalone_mode=False); "
    code += "sys.exit('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, check=False)
    assert done.returncode == 0


def test_the_scores_of_the_i2b2_task_on_request(files, tmp_path):
    facts = json.loads(run(*files, "--i2b2", "--json").stdout)["i2b2_2014"]
    assert facts["strict"]["recall"] == pytest.approx(0.5)
    assert facts["hipaa token"]["precision"] == 1.0
    assert "hipaa relaxed" in run(*files, "--i2b2").stdout
    coarse = tmp_path / "coarse.jsonl"
    coarse.write_text(
        json.dumps({"note_id": "1", "text": TEXT, "spans": [{"start": 0, "end": 5, "label": "NAME"}]})
    )
    result = run("evaluate", "--gold", coarse, "--found", files[4], "--i2b2")
    assert result.exit_code == 1
    assert "exact labels" in result.stderr
