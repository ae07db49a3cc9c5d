import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from notedeid.cli import app

ROOT = Path(__file__).parents[3]
DEMONSTRATION = ROOT / "corpora" / "demonstration"
FIRST, SECOND = (DEMONSTRATION / "annotators" / f"{name}.jsonl" for name in ("first", "second"))
DECISIONS = DEMONSTRATION / "annotators" / "decisions.jsonl"


def run(*args):
    return CliRunner().invoke(app, [str(arg) for arg in args])


def ok(*args):
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def key(tmp_path_factory):
    path = tmp_path_factory.mktemp("key") / "notes.key"
    ok("key", "new", path)
    return path


@pytest.fixture(scope="module")
def sampled(tmp_path_factory, key):
    out = tmp_path_factory.mktemp("sampled") / "sample"
    ok(
        "annotate",
        "sample",
        DEMONSTRATION,
        "--out",
        out,
        "--size",
        26,
        "--by",
        "note_type",
        "--key-file",
        key,
    )
    return out


def test_plan_prints_the_tables():
    printed = ok("annotate", "plan", "--target", 0.98, "--truth", 0.99)
    assert "970 identifiers" in printed
    assert "4,320" in printed
    assert "149" in printed


def test_plan_refuses_a_truth_below_the_target():
    result = run("annotate", "plan", "--target", 0.98, "--truth", 0.97)
    assert result.exit_code == 1
    assert "must be above the target" in result.stderr


def test_sample_keeps_notes_private_and_hashes_ids(sampled):
    assert stat.S_IMODE((sampled / "notes.jsonl").stat().st_mode) == 0o600
    drawn = [json.loads(line) for line in (sampled / "sample.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(drawn) == 26
    manifest = (sampled / "manifest.json").read_text(encoding="utf-8")
    assert not [one["note_id"] for one in drawn if one["note_id"] in manifest]
    notes = [json.loads(line) for line in (sampled / "notes.jsonl").read_text(encoding="utf-8").splitlines()]
    assert "spans" not in notes[0]
    assert [note["note_id"] for note in notes] == [one["note_id"] for one in drawn]


def test_the_same_key_draws_the_same_sample(sampled, key, tmp_path):
    ok("annotate", "sample", DEMONSTRATION, "--out", tmp_path / "s", "--size", 26, "--key-file", key)
    assert (tmp_path / "s" / "sample.jsonl").read_bytes() == (sampled / "sample.jsonl").read_bytes()


def test_a_sample_of_more_than_there_is_takes_all_and_says_so(key, tmp_path):
    made = run(
        "annotate", "sample", DEMONSTRATION, "--out", tmp_path / "s", "--size", 5_000, "--key-file", key
    )
    assert made.exit_code == 0
    drawn = (tmp_path / "s" / "sample.jsonl").read_text(encoding="utf-8").count("\n")
    assert f"--size 5,000: there are {drawn} notes, and all were taken" in made.stderr


def test_planted_phrases_need_phrases_and_stand_in_the_notes(key, tmp_path):
    base = ("annotate", "sample", DEMONSTRATION, "--out", tmp_path / "s", "--size", 20, "--key-file", key)
    assert run(*base, "--plant", 2).exit_code == 1
    phrases = tmp_path / "phrases.txt"
    phrases.write_text(
        "Aunt [[PATIENT|Wilhelmina Drost]] called from [[PHONE|555-0100]].\n", encoding="utf-8"
    )
    ok(*base, "--plant", 2, "--phrases", phrases)
    planted = [json.loads(line) for line in (tmp_path / "s" / "planted.jsonl").read_text().splitlines()]
    assert {len(one["spans"]) for one in planted} == {4}
    assert (tmp_path / "s" / "notes.jsonl").read_text(encoding="utf-8").count("Wilhelmina Drost") == 40


def test_from_passes_to_gate(sampled, tmp_path):
    """The walk of the README: agree, queue, adjudicate, detect, evaluate, gate."""
    sample, gold, found = sampled / "sample.jsonl", tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    figures = json.loads(ok("annotate", "agree", FIRST, SECOND, "--sample", sample, "--json"))
    assert figures["annotators"] == ["first", "second"]
    assert 0.8 < figures["agreement"]["exact"] < 0.97
    queue = tmp_path / "queue.jsonl"
    work = ("annotate", "adjudicate", FIRST, SECOND, "--sample", sample, "--origin", "synthetic")
    undecided = run(*work, "--queue", queue, "--out", gold)
    assert undecided.exit_code == 1
    assert "undecided" in undecided.stderr
    assert "write them with --queue, decide them, and give --decisions" in undecided.stderr
    assert queue.read_text(encoding="utf-8").count("\n") > 20
    assert not gold.exists()
    ok(*work, "--decisions", DECISIONS, "--queue", queue, "--out", gold)
    assert queue.read_text(encoding="utf-8") == ""
    first = json.loads(gold.read_text(encoding="utf-8").partition("\n")[0])
    assert first["origin"] == "synthetic"
    assert first["provenance"]["annotators"][1]["annotator"] == "second"
    ok("detect", sampled / "notes.jsonl", "--out", found, "--engine", "rules")
    judge = (
        "evaluate",
        "--gold",
        gold,
        "--found",
        found,
        "--sample",
        sample,
        "--passes",
        FIRST,
        "--passes",
        SECOND,
    )
    held = run(*judge, "--report", tmp_path / "report", "--fail-under", "DATE=0.3")
    assert held.exit_code == 0, held.output
    assert "recall" not in held.stdout.lower()
    assert run(*judge, "--fail-under", "NAME=0.9999").exit_code == 3
    assert (tmp_path / "report" / "report.html").stat().st_size > 20_000


def test_the_walk_of_the_readme(tmp_path, monkeypatch):
    """Its commands as they stand, with the quick engine, in a folder that holds the corpora."""
    page = (ROOT / "annotation" / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    commands = [line.split()[1:] for line in page.splitlines() if line.startswith("notedeid ")]
    assert [command[:2] for command in commands[:3]] == [
        ["annotate", "plan"],
        ["annotate", "sample"],
        commands[2][:2],
    ]
    (tmp_path / "corpora").symlink_to(ROOT / "corpora")
    monkeypatch.chdir(tmp_path)
    codes = []
    for command in commands:
        quick = ["--engine", "rules"] if command[0] == "detect" else []
        codes.append(run(*command, *quick).exit_code)
    assert codes == [0, 0, 0, 0, 0, 3]
    assert (tmp_path / "walk" / "report" / "report.html").is_file()


def test_planted_identifiers_are_lifted_and_counted(key, tmp_path):
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("Aunt [[PATIENT|Wilhelmina Drost]] called.\n", encoding="utf-8")
    sample = ("annotate", "sample", DEMONSTRATION, "--out", tmp_path / "s", "--size", 20, "--key-file", key)
    ok(*sample, "--plant", 1, "--phrases", phrases)
    records = [
        json.loads(line) for line in (tmp_path / "s" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    for number, record in enumerate(records):
        start = record["text"].index("Wilhelmina")
        seen = [{"start": start, "end": start + 10, "label": "PATIENT"}] if number else []
        record |= {"annotator": "ann", "spans": [*seen, {"start": 0, "end": 2, "label": "HOSPITAL"}]}
    work = tmp_path / "ann.jsonl"
    work.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    planted, out = tmp_path / "s" / "planted.jsonl", tmp_path / "lifted.jsonl"
    printed = ok("annotate", "lift", work, "--planted", planted, "--out", out)
    assert printed.startswith("ann: 19 of 20 planted seen, 95.0 %, not demonstrated (n=20)")
    lifted = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    original = {
        one["note_id"]: one["text"] for one in map(json.loads, FIRST.read_text(encoding="utf-8").splitlines())
    }
    assert all(one["text"] == original[one["note_id"]] for one in lifted)
    assert all([span["label"] for span in one["spans"]] == ["HOSPITAL"] for one in lifted)


def test_agreement_for_people():
    printed = ok("annotate", "agree", FIRST, SECOND)
    for words in ("Span F1", "Krippendorff", "Missed by both", "lower bound", "(unmarked)"):
        assert words in printed, words


@pytest.mark.parametrize("name", ["brat", "conll", "label_studio", "i2b2_xml", "doccano", "inline"])
def test_passes_go_out_and_come_back(name, tmp_path):
    out, back = tmp_path / "out", tmp_path / "back.jsonl"
    ok("annotate", "export", FIRST, "--out", out, "--format", name)
    ok("annotate", "import", out, "--format", name, "--out", back, "--annotator", "third")
    original = [json.loads(line) for line in FIRST.read_text(encoding="utf-8").splitlines()]
    returned = {one["text"]: one for one in map(json.loads, back.read_text(encoding="utf-8").splitlines())}
    assert len(returned) == len(original)
    for record in original:
        again = returned[record["text"]]
        assert again["annotator"] == "third"
        assert [(s["start"], s["end"], s["label"]) for s in again["spans"]] == [
            (s["start"], s["end"], s["label"]) for s in record["spans"]
        ]


@pytest.mark.parametrize(
    "args",
    [
        ("annotate", "import", FIRST, "--out", "x", "--format", "word"),
        ("annotate", "export", "absent", "--out", "x"),
        ("annotate", "sample", DEMONSTRATION, "--out", "x", "--size", "9", "--by", "mood"),
        ("annotate", "sample", DEMONSTRATION, "--out", "x", "--size", "9", "--by", "hits"),
        ("annotate", "adjudicate", FIRST, SECOND, "--origin", "dream"),
        ("annotate", "agree", "absent.jsonl"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_1(args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("error: ")


def test_every_command_says_what_it_does():
    for command in ("plan", "sample", "lift", "import", "export", "agree", "adjudicate", "serve"):
        assert command in ok("annotate", "--help")
        assert len(ok("annotate", command, "--help")) > 200


def test_agreement_takes_two():
    result = run("annotate", "agree", FIRST)
    assert result.exit_code == 1
    assert "two or more" in result.output
