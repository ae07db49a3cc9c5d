"""Every bad input of a structured command is one clear line and the right exit code."""

import pandas as pd
import pytest
from typer.testing import CliRunner

from notedeid.cli import app

TABLE = pd.DataFrame(
    {
        "pid": [f"p{i // 2}" for i in range(60)],
        "age": [str(30 + i // 8) for i in range(60)],
        "job": ["nurse", "welder", "clerk"] * 20,
        "dx": ["a", "b"] * 30,
    }
)
SPEC = """
table = "table.csv"
patient = "pid"
models = [{kind = "k-anonymity", k = 4}]
[columns]
age = {role = "quasi", hierarchy = {intervals = [5, 10]}}
job = {role = "quasi", hierarchy = "identity"}
dx = {role = "sensitive"}
"""


def command(folder, *args, frame=TABLE, spec=SPEC):
    frame.to_csv(folder / "table.csv", index=False)
    frame.to_csv(folder / "other.csv", index=False)
    (folder / "spec.toml").write_text(spec, encoding="utf-8")
    (folder / "split.csv").write_text("nurse;a;x\nwelder;a;y\nclerk;b;y\n", encoding="utf-8")
    places = {
        "T": folder / "table.csv",
        "U": folder / "other.csv",
        "S": folder / "spec.toml",
        "O": folder / "out",
    }
    return CliRunner().invoke(app, ["structured", *(str(places.get(arg, arg)) for arg in args)])


def refused(done, said, code=1):
    assert done.exit_code == code, done.output
    assert said in done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith("key:")]
    assert len(lines) == 1
    assert "internal" not in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("job =", "ward =", "no column 'ward'; its columns are ['pid', 'age', 'job', 'dx']"),
        (
            '"identity"',
            '{tree = {x = ["nurse"], y = ["welder"]}}',
            "'clerk' and 0 other values are not in the hier",
        ),
        (
            '"identity"',
            '{file = "split.csv"}',
            "'nurse' and 'welder' are together at level 1 but apart at level 2",
        ),
        ('"identity"', '"ages"', "column 'job': 'clerk' cannot be read by the hierarchy 'ages'"),
        ('"identity"', '{file = "none.csv"}', "cannot read the hierarchy file none.csv"),
        ("k = 4", "k = 400", "k = 400 is more than the 30 patients"),
        ("k = 4", "k = 0", "k must be at least 1"),
        (
            '{kind = "k-anonymity", k = 4}',
            '{kind = "distinct-l", column = "dx", l = 9}',
            "no generalization satisfies",
        ),
        ('"table.csv"', '"nothere.csv"', "nothere.csv: no such file"),
        ('patient = "pid"', 'profile = "hipaa"', "unknown profile 'hipaa'; known are"),
        ('"sensitive"', '"sensitive", transform = {kind = "jitter"}', "column 'dx': 60 cells are no numbers"),
        ("[columns]", 'method = "ladder"\npolicies = [{age = 9}]\n[columns]', "leaves the hierarchies"),
        (
            "[columns]",
            'method = "ladder"\npolicies = [{ward = 1}]\n[columns]',
            "which are no quasi-identifiers",
        ),
    ],
)
def test_a_specification_that_does_not_fit_its_table(tmp_path, old, new, said):
    refused(command(tmp_path, "anonymize", "S", "--out", "O", spec=SPEC.replace(old, new)), said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (TABLE.iloc[:0], "no rows"),
        (TABLE.assign(age=[*TABLE["age"][:-1], "unknown"]), "column 'age': 'unknown' cannot be read"),
    ],
)
def test_empty_and_mixed_tables(tmp_path, frame, said):
    refused(command(tmp_path, "anonymize", "S", "--out", "O", frame=frame), said)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["profile", "gone.csv"], "gone.csv: no such file"),
        (["profile", "S"], "a table is a .csv or .parquet file"),
        (["risk", "T", "--quasi", "sex"], "no column 'sex'"),
        (["risk", "T", "--quasi", "age", "--sensitive", "sex"], "no column 'sex'"),
        (["risk", "T", "--quasi", "age", "--patient", "sex"], "no column 'sex'"),
        (["risk", "T", "--quasi", "age", "--population", "5"], "cannot hold the 60 records"),
        (["aggregate", "T", "--by", "sex", "--out", "c.csv"], "no column 'sex'"),
        (["aggregate", "T", "--by", "age", "--by", "age", "--out", "c.csv"], "'age' is named twice"),
        (["aggregate", "T", "--by", "job", "--mean", "dx", "--out", "c.csv"], "60 cells are no numbers"),
        (["aggregate", "T", "--by", "job", "--threshold", "99", "--out", "c.csv"], "fewer than 99 records"),
        (["aggregate", "T", "--by", "job", "--out", "c.txt"], "a table is a .csv or .parquet file"),
        (["aggregate", "T", "--by", "job", "--out", "no/c.csv"], "no: no such folder"),
        (["utility", "T", "U", "--report", "O", "--column", "sex"], "no column 'sex'"),
        (["utility", "T", "U", "--report", "O", "--target", "pid"], "fewer than two classes"),
        (["synthesize", "T", "--out", "c.csv", "--column", "sex"], "no column 'sex'"),
        (["synthesize", "T", "--out", "c.csv", "--column", "age", "--quasi", "job"], "no column 'job'"),
        (["synthesize", "T", "--out", "c.csv", "--method", "gan"], "use trees or copula"),
    ],
)
def test_a_command_that_does_not_fit_its_table(tmp_path, args, said):
    refused(command(tmp_path, *args), said)


@pytest.mark.parametrize(
    "args", [["risk", "T", "--quasi", "age"], ["aggregate", "T", "--by", "age", "--out", "c.csv"]]
)
def test_a_header_that_repeats_a_name(tmp_path, args):
    twice = TABLE.assign(more="x").rename(columns={"more": "age"})
    refused(command(tmp_path, *args, frame=twice), "two columns are named 'age'")


def test_lines_of_different_length(tmp_path):
    (tmp_path / "ragged.csv").write_text("a,b\n1,2\n3,4,5\n", encoding="utf-8")
    refused(command(tmp_path, "profile", tmp_path / "ragged.csv"), "Expected 2 fields in line 3, saw 3")


def test_a_gate_that_fails_ends_with_3(tmp_path):
    done = command(tmp_path, "anonymize", "S", "--out", "O", spec=SPEC + "[gates]\nk = 50\n")
    refused(done, "wanted 50; nothing was released", code=3)
