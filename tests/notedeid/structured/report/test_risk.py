"""The risk report: the figures of the parts, by person, in one page that shows no value."""

import json
import re
import stat

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from annotation.errors import InputError
from notedeid.cli import app
from notedeid.structured.joint import joint
from notedeid.structured.report.exposure import Question, assess, sorted_chances
from notedeid.structured.report.risk import write_risk
from notedeid.structured.risk import Context

RANDOM = np.random.default_rng(8)
FRAME = pd.DataFrame(
    {
        "who": [f"person{i // 2:03}" for i in range(400)],
        "age": np.repeat(RANDOM.integers(2, 9, 200) * 10, 2),
        "town": np.repeat(RANDOM.choice(["Oakdale", "Elmhurst", "Birchton"], 200), 2),
        "dx": RANDOM.choice(["asthma", "gout", "lupus"], 400),
    }
)


def test_chances_are_those_of_people_and_not_of_rows():
    by_row, by_person = (
        assess(FRAME, Question(quasi=["age", "town"], patient=patient)) for patient in (None, "who")
    )
    people = FRAME.groupby(["age", "town"])["who"].nunique()
    assert by_person.measures.units == 200
    assert by_person.prosecutor.highest == 1 / people.min()
    assert by_person.prosecutor.average == pytest.approx(len(people) / 200)
    assert by_person.prosecutor.at_risk == pytest.approx(people[people < 5].sum() / 200)
    assert by_row.prosecutor.highest == by_person.prosecutor.highest / 2
    assert sorted_chances(by_person.measures).sum() == pytest.approx(len(people))


def test_every_question_has_its_figures():
    sample = FRAME.drop_duplicates("who")
    question = Question(
        quasi=["age", "town"],
        sensitive=["dx"],
        population=5_000,
        everyone=pd.concat([sample, sample]),
        outside=sample.head(40),
        earlier=sample.assign(town="*"),
        identity="who",
        context=Context(deliberate=0.3, prevalence=0.0, breach=0.1),
    )
    found = assess(sample, question)
    facts = found.facts()
    assert facts["journalist, highest"] == facts["highest risk"] / 2
    assert facts["overall risk"] == pytest.approx(0.3 * facts["highest risk"])
    assert facts["in the earlier release"] == 200
    assert facts["candidates left, fewest"] == found.measures.k
    assert facts["matched outside"] >= 40
    assert 0 <= facts["unique, 95 % interval from"] <= facts["unique in the population"]


def test_what_classes_give_away_by_hand():
    frame = pd.DataFrame({"q": list("aaaabbbbcc"), "s": list("xxxxxyyzxy")})
    found = assess(frame, Question(quasi=["q"], sensitive=["s"]))
    assert found.homogeneous == {"s": 0.4}
    assert found.skewed == {"s": 0.0}


def test_the_page_shows_figures_and_no_value(tmp_path):
    question = Question(quasi=["age", "town"], sensitive=["dx"], patient="who", population=9_000)
    notes = joint(FRAME, ["age", "town"], pd.DataFrame({"age": ["41", *[None] * 399]}), k=5)
    page = write_risk(tmp_path / "r", assess(FRAME, question), question, notes)
    html = page.read_text(encoding="utf-8")
    whole = html + (tmp_path / "r" / "risk.json").read_text()
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert html.count("<svg") == 6
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", html)
    assert not [word for word in ("person0", "Oakdale", "asthma", "gout") if word in whole]
    assert json.loads((tmp_path / "r" / "risk.json").read_text())["joint"]["k"] == 5


def test_the_command_writes_it_and_refuses_half_a_question(tmp_path):
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    args = ["structured", "risk", str(tmp_path / "t.csv"), "--quasi", "age", "--quasi", "town"]
    done = CliRunner().invoke(app, [*args, "--deliberate", "0.2", "--report", str(tmp_path / "r")])
    assert done.exit_code == 0, done.output
    assert "overall risk" in done.stdout
    assert (tmp_path / "r" / "risk.html").exists()
    half = CliRunner().invoke(app, [*args, "--earlier", str(tmp_path / "t.csv")])
    assert half.exit_code == 1
    assert "--earlier and --identity go together" in half.stderr


def test_an_unknown_column_is_said():
    with pytest.raises(InputError, match="no column 'sex'"):
        assess(FRAME, Question(quasi=["age"], sensitive=["sex"]))
