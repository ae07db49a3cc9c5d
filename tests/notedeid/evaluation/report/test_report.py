import json
import random
import re
import stat
from dataclasses import replace

import pytest

from annotation import InputError
from notedeid.evaluation import Gate, Origin, Sources, Wishes, find, release_record, write_errors
from notedeid.evaluation.report import sheet, write

SECRET = "Quillfeather"
TEXT = f"{SECRET} lives in Ribe <b>since</b> 4 May, ward 7, aspirin 81 mg and Foley"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    dice = random.Random(5)
    start = TEXT.index("4 May")
    spans = [
        {"start": 0, "end": 12, "label": "PATIENT"},
        {"start": 22, "end": 26, "label": "CITY"},
        {"start": start, "end": start + 5, "label": "DATE"},
    ]
    gold, found, earlier, work = [], [], [], []
    for i in range(120):
        base = {
            "note_id": f"n{i}",
            "text": TEXT,
            "patient_id": f"p{i // 3}",
            "note_type": "=letter" if i % 2 else "ed",
        }
        gold.append({**base, "origin": "surrogate", "spans": spans})
        extra = [{"start": 13, "end": 18, "label": "DOCTOR"}] if i % 9 == 0 else []
        found.append({"note_id": f"n{i}", "spans": [s for s in spans if dice.random() < 0.97] + extra})
        earlier.append({"note_id": f"n{i}", "spans": [s for s in spans if dice.random() < 0.8]})
        work += [
            {**base, "annotator": who, "spans": [s for s in spans if dice.random() < 0.93]}
            for who in ("ann", "ben")
        ]
    paths = {}
    for name, records in {"gold": gold, "found": found, "earlier": earlier, "work": work}.items():
        paths[name] = folder / f"{name}.jsonl"
        paths[name].write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    paths["terms"] = folder / "terms.txt"
    paths["terms"].write_text("Aspirin\nfoley\nlives\n", encoding="utf-8")
    return paths


@pytest.fixture(scope="module")
def findings(files):
    return find(
        Sources(files["gold"], files["found"]),
        Wishes(
            gate=Gate({"NAME": 0.9}, max_note_leak=0.5),
            before=files["earlier"],
            passes=(files["work"],),
            clinical_terms=files["terms"],
        ),
    )


@pytest.fixture(scope="module")
def folder(findings, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write(folder, findings)
    return folder


def test_the_page_stands_alone(folder):
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)\s*=\s*[\"']?https?:", page)
    assert "<script" not in page
    assert "@import" not in page
    assert page.count("<svg") == 7


def test_exposure_stands_in_page_record_and_manifest_at_the_measured_miss_rate(findings, folder):
    facts = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    found = facts["exposure"]
    assert found["miss_rate"] == pytest.approx(1 - facts["all"]["must go"]["found"]["estimate"])
    assert found["miss_rate"] < found["miss_rate_at_most"]
    assert set(found["notes_exposed"]) == {"consistent", "random", "markov"}
    assert release_record(facts)["exposure"] == found
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("% at the measured rate") == 3
    rising = findings.exposed.curves["consistent"]
    assert rising[0] == 0
    assert list(rising) == sorted(rising)


def test_the_page_says_what_was_asked(folder):
    page = (folder / "report.html").read_text(encoding="utf-8")
    for words in (
        "recall on surrogate text",
        "Gate:",
        "What changed",
        "The annotators",
        "lower bound",
        "By stratum",
    ):
        assert words.lower() in page.lower(), words


def test_nothing_in_the_folder_shows_note_text(folder):
    for path in folder.iterdir():
        assert SECRET.lower() not in path.read_text(encoding="utf-8").lower(), path.name
    assert {path.name for path in folder.iterdir()} == {"report.html", "evaluation.json", "types.csv"}


def test_the_same_findings_give_the_same_bytes(findings, folder, tmp_path):
    write(tmp_path, findings)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_json_holds_every_part(folder):
    facts = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    assert facts["gate"]["checks"][0]["name"] == "NAME"
    assert facts["change"][-1]["name"] == "all"
    assert facts["change"][-1]["gained"] > facts["change"][-1]["lost"]
    assert facts["annotators"]["annotators"] == ["ann", "ben"]
    assert facts["annotators"]["missed_with_system"]["caught"] <= 360
    assert facts["clinical_terms"] == {"terms": 360, "altered": 14, "share": 14 / 360}


def test_a_report_without_origin_is_refused(findings, tmp_path):
    unstated = replace(findings, evaluation=replace(findings.evaluation, origin=Origin.UNSTATED))
    with pytest.raises(InputError, match="--origin"):
        write(tmp_path / "r", unstated)
    assert not (tmp_path / "r").exists()


def test_a_synthetic_report_never_says_recall(findings, tmp_path):
    synthetic = replace(findings, evaluation=replace(findings.evaluation, origin=Origin.SYNTHETIC))
    write(tmp_path, synthetic)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h[12]>(.*?)</h[12]>", page, re.DOTALL)
    assert not [heading for heading in headings if "recall" in heading.lower()]
    assert "recall" not in json.loads((tmp_path / "evaluation.json").read_text())["heading"]


def test_the_error_browser_is_private_and_inert(findings, tmp_path):
    path = write_errors(tmp_path, findings)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    page = path.read_text(encoding="utf-8")
    assert SECRET in page
    assert "<b>" not in page
    assert "&lt;b&gt;since" in page


def test_the_error_browser_replaces_one_that_others_could_read(findings, tmp_path):
    (tmp_path / "errors.html").write_text("old")
    (tmp_path / "errors.html").chmod(0o644)
    assert stat.S_IMODE(write_errors(tmp_path, findings).stat().st_mode) == 0o600


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-x", "@A1", "\tx", "\rx", "\0x"])
def test_cells_that_would_run_are_only_read(cell, tmp_path):
    sheet.write(tmp_path / "s.csv", ["h"], [[cell], [-0.5], [None]])
    assert sheet.harmless(cell).startswith("'")
    assert "\n-0.5" in (tmp_path / "s.csv").read_text(encoding="utf-8").replace("\r\n", "\n")


def test_terms_need_a_list(tmp_path, files):
    empty = tmp_path / "terms.txt"
    empty.write_text("\n")
    with pytest.raises(InputError, match="no term"):
        find(Sources(files["gold"], files["found"]), Wishes(clinical_terms=empty))
