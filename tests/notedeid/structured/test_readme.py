"""The examples of the structured README run, in order and in one place; its specifications load."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from notedeid.cli import app
from notedeid.structured.job import load

ROOT = Path(__file__).parents[3]
README = (ROOT / "notedeid" / "structured" / "README.md").read_text(encoding="utf-8")
CORPUS = ROOT / "corpora" / "structured"


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """The namespace after all python blocks."""
    pytest.importorskip("opendp")
    folder = tmp_path_factory.mktemp("readme")
    held = {"FOLDER": folder}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for block in blocks("python"):
            exec(compile(block, "README", "exec"), held)
        held["LEFT"] = str(held["ledger"].statement().left)
    return held


def test_python_examples_run(names):
    assert names["release"].measures.k >= 3
    assert names["LEFT"] == "0.3"
    assert [path.name for path in names["FOLDER"].iterdir()] == ["visits.budget"]
    assert names["after"].report(3).below == 0
    assert names["made"].rows["synthetic"].all()


def test_the_specifications_load(tmp_path):
    first, second = blocks("toml")
    (tmp_path / "spec.toml").write_text(first, encoding="utf-8")
    assert load(tmp_path / "spec.toml").named("quasi") == ["dob", "zip"]
    (tmp_path / "spec.toml").write_text(second, encoding="utf-8")
    assert load(tmp_path / "spec.toml").named("quasi") == ["age", "unit"]


def test_the_commands_run_and_print_what_is_shown(names, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("admissions.csv", "clinic.csv", "clinic.toml"):
        (tmp_path / name).write_bytes((CORPUS / name).read_bytes())
    (tmp_path / "visits.budget").write_bytes((names["FOLDER"] / "visits.budget").read_bytes())
    (tmp_path / "spec.toml").write_text('engine = "rules"\n' + blocks("toml")[0], encoding="utf-8")
    seen = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            done = CliRunner().invoke(app, shlex.split(line)[1:])
            assert done.exit_code == (3 if shown.startswith("gate:") else 0), (line, done.output)
            assert shown.strip() in done.output
            seen.append(shlex.split(line)[1:3])
    kinds = {words[1] for words in seen if words[0] == "structured"}
    assert kinds >= {"profile", "risk", "anonymize", "aggregate", "utility", "synthesize", "budget"}


SEEDS = (
    *("date of birth", "ZIP code", "age bands", "ICD-10 levels", "a policy", "smallest policy on a ladder"),
    *("classes", "enforce k", "enforce l-diversity", "k report", "information loss", "keyed pseudonym"),
    *("Laplace and geometric counts", "prevalence", "prosecutor, journalist, context, overall", "rounding"),
    *(
        "jitter",
        "correlation matrix",
        "class counts before and after",
        "synthetic generator",
        "Safe Harbor row",
    ),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_task_is_found_by_name(seed):
    table = README[README.index("# By name") :]
    assert any(seed in line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
