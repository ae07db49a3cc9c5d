import json
import re

import pytest
from typer.testing import CliRunner

from notedeid import checkup
from notedeid.cli import app

NOTE = "Patient: Wexcombe, Odalys\nMRN: 5519-2207\nSeen by Dr. Pettifer on 3/14/2021.\n"


def invoke(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments)])
    return result.exit_code, result.output


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"note_id": "a", "patient_id": "p", "text": NOTE}) + "\n")
    return path


def test_run_makes_a_key_beside_the_output_and_says_so(notes, tmp_path):
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    assert code == 0
    assert "out.key" in output
    assert (tmp_path / "out.key").stat().st_mode & 0o777 == 0o600
    assert not list((tmp_path / "out").rglob("*.key"))
    assert "Wexcombe" not in (tmp_path / "out" / "notes.jsonl").read_text()


def test_run_uses_the_key_made_before(notes, tmp_path):
    invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    first = (tmp_path / "out" / "notes.jsonl").read_text()
    for path in (tmp_path / "out").iterdir():
        path.unlink()
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    assert code == 0
    assert "made by an earlier run" in output
    assert (tmp_path / "out" / "notes.jsonl").read_text() == first


def test_run_refuses_a_folder_that_is_not_empty(notes, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    assert code == 1
    assert "not empty" in output
    assert (tmp_path / "out" / "mine").read_text() == "x"


def test_detect_writes_offsets_and_no_text(notes, tmp_path):
    code, _ = invoke("detect", notes, "--out", tmp_path / "spans.jsonl", "--engine", "rules")
    assert code == 0
    (record,) = map(json.loads, (tmp_path / "spans.jsonl").read_text().splitlines())
    assert record["note_id"] == "a"
    assert {NOTE[s["start"] : s["end"]] for s in record["spans"]} >= {
        "Wexcombe, Odalys",
        "5519-2207",
        "Pettifer",
    }
    assert "Wexcombe" not in (tmp_path / "spans.jsonl").read_text()


def test_detect_with_two_workers_gives_the_same_bytes(tmp_path):
    lines = [json.dumps({"note_id": f"n{i}", "text": NOTE * (1 + i % 3)}) for i in range(80)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    for workers in (1, 2):
        out = tmp_path / f"{workers}.jsonl"
        code, _ = invoke(
            "detect", tmp_path / "in.jsonl", "--out", out, "--engine", "rules", "--workers", workers
        )
        assert code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_key_new_makes_a_private_file_and_never_overwrites(tmp_path):
    path = tmp_path / "study.key"
    code, output = invoke("key", "new", path)
    assert code == 0
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().strip() not in output
    assert invoke("key", "fingerprint", path)[1].strip() in output
    assert invoke("key", "new", path)[0] == 1


def test_a_key_that_others_can_read_is_refused(notes, tmp_path):
    path = tmp_path / "open.key"
    invoke("key", "new", path)
    path.chmod(0o644)
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--key-file", path, "--engine", "rules")
    assert code == 1
    assert "chmod 600" in output


def test_verify_passes_a_release_and_fails_a_changed_one(notes, tmp_path):
    invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    code, output = invoke("verify", tmp_path / "out", "--key-file", tmp_path / "out.key")
    assert (code, "seal fits" in output) == (0, True)
    (tmp_path / "out" / "notes.jsonl").write_text("{}")
    assert invoke("verify", tmp_path / "out")[0] == 1


@pytest.mark.parametrize("profile", ["safe-harbour", "none"])
def test_an_unknown_profile_is_one_line(profile, notes, tmp_path):
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--profile", profile)
    assert code == 1
    assert "known are expert-determination" in output


def test_doctor_reports_each_check_and_fails_when_one_does(monkeypatch):
    monkeypatch.setattr(checkup, "_CHECKS", {"sky": lambda: "", "sea": lambda: "too wet"})
    code, output = invoke("doctor")
    assert code == 1
    assert "ok    sky" in output
    assert "FAIL  sea: too wet" in output


def test_a_release_with_a_vault_can_be_turned_back(notes, tmp_path):
    options = ("--engine", "rules", "--vault", tmp_path / "vault")
    assert invoke("run", notes, "--out", tmp_path / "out", *options)[0] == 0
    assert (tmp_path / "vault").stat().st_mode & 0o777 == 0o600
    assert "Wexcombe" not in (tmp_path / "vault").read_text()
    way = ("reveal", tmp_path / "out", "--vault", tmp_path / "vault")
    code, _ = invoke(*way, "--key-file", tmp_path / "out.key", "--out", tmp_path / "back")
    assert code == 0
    (record,) = map(json.loads, (tmp_path / "back" / "notes.jsonl").read_text().splitlines())
    assert record == {"note_id": "a", "patient_id": "p", "text": NOTE}
    invoke("key", "new", tmp_path / "other.key")
    code, output = invoke(*way, "--key-file", tmp_path / "other.key", "--out", tmp_path / "no")
    assert code == 1
    assert "wrong key" in output


def test_text_files_turn_back_too_under_random_codes(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(NOTE)
    options = ("--engine", "rules", "--profile", "safe-harbor", "--vault", tmp_path / "vault")
    assert invoke("run", tmp_path / "in", "--out", tmp_path / "out", *options)[0] == 0
    (released,) = (tmp_path / "out" / "notes").iterdir()
    assert released.name != "a.txt"
    way = ("reveal", tmp_path / "out", "--vault", tmp_path / "vault", "--key-file", tmp_path / "out.key")
    assert invoke(*way, "--out", tmp_path / "back")[0] == 0
    assert (tmp_path / "back" / "notes" / released.name).read_text() == NOTE


@pytest.mark.parametrize("place", ["out/vault", "old"])
def test_a_vault_in_the_output_or_over_another_is_refused(place, notes, tmp_path):
    (tmp_path / "old").write_text("x")
    code, output = invoke(
        "run", notes, "--out", tmp_path / "out", "--vault", tmp_path / place, "--engine", "rules"
    )
    assert code == 1
    assert "vault" in output


def test_profile_says_what_happens_to_each_item():
    code, output = invoke("profile", "safe-harbor")
    assert code == 0
    assert "only the year" in output
    assert invoke("profile", "safe-harbor", "--option", "dates=shift")[0] == 1
    assert "name=value" in invoke("profile", "safe-harbor", "--option", "dates")[1]


def test_an_option_of_the_profile_reaches_the_notes(notes, tmp_path):
    options = ("--engine", "rules", "--option", "staff=keep", "--option", "whole_weeks=true")
    assert invoke("run", notes, "--out", tmp_path / "out", *options)[0] == 0
    assert "Dr. Pettifer" in (tmp_path / "out" / "notes.jsonl").read_text()


def test_inspect_counts_names_and_exposure(notes, tmp_path):
    invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    places = tmp_path / "places.csv"
    code, output = invoke("inspect", tmp_path / "out", "--engine", "rules", "--candidates", places)
    assert code == 0
    assert "1 notes" in output
    assert "consistent" in output
    assert places.read_text().splitlines() == ["note_id,start,end"]


@pytest.mark.parametrize(
    "words", [("--nope",), ("nope",), ("run",), ("key", "nope"), ("annotate", "plan", "--target", "7")]
)
def test_a_usage_error_is_no_quarantine(words):
    code, output = invoke(*words)
    assert code == 1
    assert "Usage" in output


def test_the_version_is_told():
    code, output = invoke("--version")
    assert code == 0
    assert output.startswith("notedeid ")


def test_a_bad_roster_leaves_the_output_folder_free(notes, tmp_path):
    bad = tmp_path / "roster.jsonl"
    bad.write_text("[]\n")
    arguments = ("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    code, output = invoke(*arguments, "--roster", bad)
    assert code == 1
    assert "roster" in output
    assert invoke(*arguments)[0] == 0


def test_a_field_to_keep_must_be_there(notes, tmp_path):
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--keep-field", "wrad")
    assert code == 1
    assert "no field 'wrad' to keep" in output


def test_detect_makes_the_folder_of_its_file_and_takes_none_for_a_file(notes, tmp_path):
    assert invoke("detect", notes, "--out", tmp_path / "new" / "spans.jsonl", "--engine", "rules")[0] == 0
    code, output = invoke("detect", notes, "--out", tmp_path / "new", "--engine", "rules")
    assert code == 1
    assert "name a file" in output


def test_a_mistake_shows_no_progress_bar(notes, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    _, output = invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    assert "de-identifying" not in output


def test_run_says_where_the_codes_of_ids_are(notes, tmp_path):
    arguments = ("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    _, output = invoke(*arguments, "--profile", "safe-harbor")
    assert "out.crosswalk.csv" in output.replace("\n", "")
    assert (tmp_path / "out.crosswalk.csv").is_file()


def test_run_says_what_it_did_not_read_and_that_patients_are_unknown(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("All is well.")
    (tmp_path / "in" / "b.csv").write_text("note_id,text\nb,x\n")
    code, output = invoke("run", tmp_path / "in", "--out", tmp_path / "out", "--engine", "rules")
    assert code == 0
    assert "not read: 1 .csv" in output
    assert "no patient ids" in output


@pytest.fixture
def folders(tmp_path):
    for place, text in {
        "P1/admission": "Mr. Orla Wexcombe was seen on 3/14/2019. MRN: 5519-2207.",
        "P1/2019/discharge": "Mr. Orla Wexcombe left on 3/20/2019. MRN: 5519-2207.",
        "P2/admission": "Mr. Orla Wexcombe was seen on 3/14/2019. MRN: 5519-2207.",
    }.items():
        path = tmp_path / "in" / f"{place}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "in"


def released(out):
    return {path.relative_to(out).as_posix(): path.read_text() for path in sorted(out.rglob("*.txt"))}


def test_folders_or_a_table_say_whose_a_text_file_is(folders, tmp_path):
    table = tmp_path / "patients.csv"
    table.write_text("note_id,patient_id\nP1/admission.txt,P1\nP1/2019/discharge,P1\nP2/admission,P2\n")
    invoke("key", "new", tmp_path / "key")
    for name, choice in (("by-folder", "folders"), ("by-table", table)):
        options = ("--patients", choice, "--engine", "rules", "--key-file", tmp_path / "key")
        code, output = invoke("run", folders, "--out", tmp_path / name, *options)
        assert code == 0
        assert "3 notes of 2 patients" in output
    one, two = released(tmp_path / "by-folder"), released(tmp_path / "by-table")
    assert one == two
    mrn = [re.search(r"MRN: (\S+)\.", text)[1] for text in one.values()]
    assert mrn[0] == mrn[1] != mrn[2]


@pytest.mark.parametrize(("table", "message"), [
    ("note_id,patient_id\nP1/admission,P1\n", "2 of 3 notes have no row"),
    ("note,patient\na,b\n", "needs the columns note_id and patient_id"),
    ("note_id,patient_id\nP1/admission,P1\nP1/admission,P2\n", "a note has two patients"),
])  # fmt: skip
def test_a_table_of_patients_that_does_not_fit_is_refused(table, message, folders, tmp_path):
    (tmp_path / "patients.csv").write_text(table)
    code, output = invoke("run", folders, "--out", tmp_path / "out", "--patients", tmp_path / "patients.csv")
    assert code == 1
    assert message in " ".join(output.split())
    assert not (tmp_path / "out.key").exists()


def test_notes_that_say_whose_they_are_take_no_patients(notes, tmp_path):
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--patients", "folders")
    assert code == 1
    assert "for text files" in output


def test_no_key_is_made_for_an_output_that_is_taken(notes, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "other").write_text("x")
    code, output = invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    assert code == 1
    assert "not empty" in output
    assert not (tmp_path / "out.key").exists()


def test_one_note_of_one_patient_is_said_in_the_singular(tmp_path):
    (tmp_path / "a.txt").write_text("Seen 3/14/2019.")
    output = invoke("run", tmp_path / "a.txt", "--out", tmp_path / "out", "--engine", "rules")[1]
    assert "1 note of 1 patient," in output


def test_inspection_stands_in_the_manifest_of_the_run(notes, tmp_path):
    invoke("run", notes, "--out", tmp_path / "out", "--engine", "rules")
    run_only = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert run_only["counts"]["surrogate_names"]["written"] > 0
    assert run_only["counts"]["surrogate_names"]["in no pool"] == 0
    key = tmp_path / "out.key"
    code, _ = invoke("inspect", tmp_path / "out", "--engine", "rules", "--key-file", key)
    assert code == 0
    found = json.loads((tmp_path / "out" / "manifest.json").read_text())["inspection"]
    assert set(found["notes_exposed"]) == {"consistent", "random", "markov"}
    assert found["words_in_no_pool"] >= 0
    assert invoke("verify", tmp_path / "out", "--key-file", key)[0] == 0
