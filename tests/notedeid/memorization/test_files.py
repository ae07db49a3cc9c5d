"""The commands, from notes to exposure."""

import json
import stat

import pytest
from typer.testing import CliRunner

from notedeid.cli import app


def command(*args):
    return CliRunner().invoke(app, ["memorization", *map(str, args)])


@pytest.fixture
def notes(tmp_path):
    words = "the patient walked well today and asked to go home before the weekend because of a wedding"
    texts = {f"n{i}": f"Visit {i * 7919}. {' '.join(words.split()[i % 5 :])} {i}" for i in range(30)}
    texts["n99"] = texts["n4"]
    path = tmp_path / "notes.jsonl"
    path.write_text(
        "".join(json.dumps({"note_id": i, "text": t, "site": "x"}) + "\n" for i, t in texts.items())
    )
    return path


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_dedupe_keeps_one_of_each_and_all_fields(notes, tmp_path):
    pytest.importorskip("datasketch")
    out = tmp_path / "kept.jsonl"
    done = command("dedupe", notes, "--out", out, "--threshold", 0.95, "--groups", tmp_path / "g.json")
    assert done.exit_code == 0, done.output
    assert "31 notes, 1 near-duplicates left out" in done.stdout
    kept = lines(out)
    assert [one["note_id"] for one in kept] == [f"n{i}" for i in range(30)]
    assert kept[0]["site"] == "x"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert json.loads((tmp_path / "g.json").read_text()) == [["n4", "n99"]]


def test_canaries_are_planted_scored_and_measured(notes, tmp_path):
    out = tmp_path / "planted"
    done = command("canaries", notes, "--out", out, "--times", 1, "--times", 5, "--references", 99)
    assert done.exit_code == 0, done.output
    held = lines(out / "canaries.jsonl")
    whole = (out / "notes.jsonl").read_text()
    assert [whole.count(one["text"]) for one in held] == [1, 5]
    assert len(lines(out / "references.jsonl")) == 99
    for name, loss in (("canaries", 0.5), ("references", 1.0)):
        scored = [{**one, "loss": loss + i} for i, one in enumerate(lines(out / f"{name}.jsonl"))]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in scored))
    found = command("exposure", tmp_path / "canaries.jsonl", tmp_path / "references.jsonl")
    assert "canary 1     rank       1  exposure  6.64 of 6.64 bits" in found.stdout
    assert "canary 2     rank       2  exposure  5.64 of 6.64 bits" in found.stdout


def test_what_does_not_fit_is_one_line(notes, tmp_path):
    (tmp_path / "there").mkdir()
    done = command("canaries", notes, "--out", tmp_path / "there")
    assert (done.exit_code, "exists already" in done.stderr) == (1, True)
    (tmp_path / "c.jsonl").write_text('{"name": "canary 1", "text": "x"}\n')
    done = command("exposure", tmp_path / "c.jsonl", tmp_path / "c.jsonl")
    assert done.exit_code == 1
    assert "line 1: needs 'name' and a number as 'loss'" in done.stderr
    assert command("exposure", tmp_path / "no", tmp_path / "c.jsonl").exit_code == 1
