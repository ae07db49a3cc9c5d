"""The examples of the structured README run, in order and in one namespace; its specification loads."""

import re
from pathlib import Path

from notedeid.structured.job import load

README = (Path(__file__).parents[3] / "notedeid" / "structured" / "README.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_python_examples_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks("python"):
        exec(compile(block, "README", "exec"), names)
    assert names["release"].measures.k >= 3
    assert str(names["ledger"].statement().left) == "0.3"
    assert [path.name for path in tmp_path.iterdir()] == ["visits.budget"]


def test_the_specification_loads(tmp_path):
    (tmp_path / "spec.toml").write_text(blocks("toml")[0], encoding="utf-8")
    spec = load(tmp_path / "spec.toml")
    assert spec.named("quasi") == ["dob", "zip"]
