import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from annotation import InputError, ProfileError
from notedeid import batch, manifest
from notedeid import profile as profiles
from surrogates.keys import Key

ROOT = Path(__file__).parents[3]
KEY = Key(bytes(range(32)))
FORMS = [
    "Patient: WEXCOMBE-ADEYEMI, TOBIAS J\nDOB: 04/02/1961\n",
    "Mr. Tobias Wexcombe-Adeyemi was admitted on 3 March 2021.\n",
    "Mr. Wexcombe-Adeyemi went home on 3/17/21.\n",
    "Patient Name: Tobias J. Wexcombe-Adeyemi. Seen 2021-04-02.\n",
    "Dear Mr. Tobias Wexcombe-Adeyemi, your visit of April 20, 2021 is over. Mr. WEXCOMBE-ADEYEMI agreed.\n",
]


def write_notes(path, texts, patient=lambda i: f"p{i % 3}"):
    records = ({"note_id": f"n{i}", "patient_id": patient(i), "text": text} for i, text in enumerate(texts))
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def run(source, out, profile="expert-determination", **options):
    settings = batch.Settings(profiles.get(profile), KEY, engine="rules")
    summary = batch.run(batch.Job(source, out, settings, **options))
    path = out / "notes.jsonl"
    return summary, {r["note_id"]: r for r in map(json.loads, path.read_text().splitlines())}


@pytest.fixture
def source(tmp_path):
    return write_notes(tmp_path / "in.jsonl", FORMS * 15)


def test_two_workers_give_the_same_bytes(source, tmp_path):
    run(source, tmp_path / "one")
    run(source, tmp_path / "two", workers=2)
    for name in ("notes.jsonl", "manifest.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_reverse_order_gives_the_same_notes(source, tmp_path):
    lines = source.read_text().splitlines(keepends=True)
    turned = tmp_path / "turned.jsonl"
    turned.write_text("".join(reversed(lines)))
    assert run(source, tmp_path / "a")[1] == run(turned, tmp_path / "b")[1]


def test_hash_seed_changes_nothing(source, tmp_path):
    KEY.write(tmp_path / "key")
    outputs = []
    for seed in ("1", "2"):
        out = tmp_path / f"seed{seed}"
        command = ["run", source, "--out", out, "--engine", "rules", "--key-file", tmp_path / "key"]
        subprocess.run(
            [sys.executable, "-m", "notedeid", *map(str, command)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        )
        outputs.append((out / "notes.jsonl").read_bytes())
    assert outputs[0] == outputs[1]


def test_a_name_written_in_many_ways_over_five_notes_is_one_person(tmp_path):
    _, notes = run(write_notes(tmp_path / "in.jsonl", FORMS, lambda _: "p"), tmp_path / "out")
    texts = [notes[f"n{i}"]["text"] for i in range(5)]
    family = texts[2].split()[1]
    given = texts[1].split()[1]
    assert "wexcombe" not in " ".join(texts).lower()
    assert texts[0].splitlines()[0].startswith(f"Patient: {family.upper()}, {given.upper()} ")
    assert texts[1].startswith(f"Mr. {given} {family} ")
    assert f"{given} " in texts[3]
    assert family in texts[3]
    assert texts[4].startswith(f"Dear Mr. {given} {family}, ")
    assert f"Mr. {family.upper()} agreed" in texts[4]


def test_fields_pass_through_and_are_named(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"note_id": "a", "text": "All is well.", "ward": {"bed": 7}}\n')
    summary, notes = run(path, tmp_path / "out")
    assert notes["a"]["ward"] == {"bed": 7}
    assert summary.other_fields == ("ward",)


@pytest.mark.parametrize("profile", ["safe-harbor", "limited-data-set"])
def test_random_codes_share_nothing_between_two_runs(profile, source, tmp_path):
    _, first = run(source, tmp_path / "a", profile)
    _, second = run(source, tmp_path / "b", profile)
    assert not first.keys() & second.keys()
    assert not {r["patient_id"] for r in first.values()} & {f"p{i}" for i in range(3)}
    assert len({r["patient_id"] for r in first.values()}) == 3
    crosswalk = (tmp_path / "a.crosswalk.csv").read_text()
    assert all(note_id in crosswalk for note_id in first)
    assert (tmp_path / "a.crosswalk.csv").stat().st_mode & 0o077 == 0
    assert not list((tmp_path / "a").rglob("codebook"))


def test_safe_harbor_lets_no_other_field_leave_unless_named(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"note_id": "a", "text": "All is well.", "ward": 7, "raw": "x"}\n')
    _, notes = run(path, tmp_path / "out", "safe-harbor", fields=("ward",))
    (record,) = notes.values()
    assert record["ward"] == 7
    assert "raw" not in record


def test_safe_harbor_refuses_shifted_dates():
    with pytest.raises(ProfileError, match="shifted date"):
        profiles.get("safe-harbor", dates="shift")


def test_a_random_run_goes_on_with_its_own_codebook(source, tmp_path, monkeypatch):
    real = batch.parts.Parts.put
    calls = iter([None, KeyboardInterrupt])

    def put(self, number, results):
        stop = next(calls, None)
        if stop:
            raise stop
        real(self, number, results)

    monkeypatch.setattr(batch.parts.Parts, "put", put)
    with pytest.raises(KeyboardInterrupt):
        run(source, tmp_path / "out", "safe-harbor")
    codebook = Key.read(tmp_path / "out" / ".work" / "codebook")
    _, notes = run(source, tmp_path / "out", "safe-harbor", resume=True)
    assert batch.codebook.coded(batch.job.open_source(source).refs[0], codebook).note_id in notes


def test_a_run_killed_after_its_vault_was_written_can_go_on(source, tmp_path, monkeypatch):
    settings = batch.Settings(profiles.get(), KEY, engine="rules", vault=tmp_path / "vault")

    def killed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(manifest, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            batch.run(batch.Job(source, tmp_path / "out", settings))
    assert (tmp_path / "vault").exists()
    batch.run(batch.Job(source, tmp_path / "out", settings, resume=True))
    assert manifest.verify(tmp_path / "out", KEY) == 1


def test_a_release_verifies_until_something_changes(source, tmp_path):
    run(source, tmp_path / "out")
    assert manifest.verify(tmp_path / "out", KEY) == 1
    with pytest.raises(manifest.IntegrityError, match="seal"):
        manifest.verify(tmp_path / "out", Key.generate())
    with (tmp_path / "out" / "notes.jsonl").open("a") as out:
        out.write("\n")
    with pytest.raises(manifest.IntegrityError, match="not the file"):
        manifest.verify(tmp_path / "out")


def test_an_added_or_missing_file_is_seen(source, tmp_path):
    run(source, tmp_path / "out")
    (tmp_path / "out" / "extra.txt").write_text("x")
    with pytest.raises(manifest.IntegrityError, match=r"extra\.txt"):
        manifest.verify(tmp_path / "out")
    (tmp_path / "out" / "extra.txt").unlink()
    (tmp_path / "out" / "notes.jsonl").unlink()
    with pytest.raises(manifest.IntegrityError, match=r"notes\.jsonl is in the manifest"):
        manifest.verify(tmp_path / "out")


def test_no_manifest_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match=r"manifest\.json"):
        manifest.verify(tmp_path)


def test_the_manifest_names_versions_key_and_counts_but_no_note(source, tmp_path):
    summary, _ = run(source, tmp_path / "out")
    text = (tmp_path / "out" / "manifest.json").read_text()
    content = json.loads(text)
    assert content["key_fingerprint"] == KEY.fingerprint
    assert content["counts"]["notes"] == summary.notes == 75
    assert content["versions"]["notedeid"]
    assert len(content["data"]["pools"]) == 64
    assert KEY.secret.hex() not in text
    assert "Wexcombe" not in text
