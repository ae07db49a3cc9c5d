import json

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from annotation.errors import InputError
from notedeid.cli import app
from notedeid.structured.synthetic import Plan, attribute_inference, copies, fit, nearest, trial
from notedeid.structured.synthetic.encoding import points
from notedeid.structured.utility import associations


def table(rows=1500, seed=1):
    random = np.random.default_rng(seed)
    age = random.integers(20, 90, rows)
    stay = np.round(np.exp(random.normal(0.8 + age / 80, 0.5)), 2)
    dx = np.where(age + random.normal(0, 10, rows) > 55, "CHF", "asthma").astype(object)
    dx[:2] = "kuru"
    sex = random.choice(["F", "M"], rows)
    frame = pd.DataFrame({"age": age, "sex": sex, "stay": stay, "dx": dx})
    frame.loc[random.random(rows) < 0.1, "stay"] = np.nan
    return frame


@pytest.mark.parametrize("method", ["copula", "trees"])
def test_synthetic_rows_follow_the_table_and_say_what_they_are(method):
    real = table()
    made = fit(real, method=method).sample(3000, seed=4)
    assert made["synthetic"].all()
    assert list(made.columns) == ["age", "sex", "stay", "dx", "synthetic"]
    assert abs(made["age"].mean() - real["age"].mean()) < 2
    assert abs(made["stay"].isna().mean() - 0.1) < 0.03
    assert set(made["dx"]) == {"CHF", "asthma"}
    assert made["age"].dropna().mod(1).eq(0).all()
    gap = (associations(made[list(real.columns)]) - associations(real)).abs()
    assert gap.to_numpy().max() < (0.2 if method == "copula" else 0.12)
    assert fit(real, method=method).sample(50, seed=4).equals(fit(real, method=method).sample(50, seed=4))


def test_extremes_and_rare_values_are_never_drawn():
    real = table()
    real.loc[7, "stay"] = 9_999.0
    made = fit(real).sample(5000, seed=0)
    assert made["stay"].max() < 2_500
    assert "kuru" not in set(made["dx"])


def test_a_generator_that_learned_by_heart_is_found_out():
    real = table(800)
    training, holdout = real.iloc[:400], real.iloc[400:]
    heart = training.sample(400, replace=True, random_state=1)
    names = list(real.columns)
    told = nearest(heart, training, holdout, names)
    assert told.closer.low > 0.9
    assert told.ratio == 0
    found = copies(heart, training, holdout, names, ["age", "sex", "stay"])
    assert found.exact.value == 1
    assert found.exact_holdout.value < 0.1
    assert found.rare_copied == found.rare_revealed > 100
    attack = attribute_inference(heart, training, holdout, known=["age", "sex", "stay"], secret="dx")
    assert attack.training.value > attack.holdout.value
    assert attack.risk.low > 0


def test_a_fitted_generator_lies_no_closer_to_its_training_rows():
    found = trial(table(3000), Plan(quasi=["age", "sex"], secrets=["dx", "stay"], targets=["dx"], seed=2))
    assert found.nearest.closer.low <= 0.54
    assert found.nearest.closer.value < 0.56
    assert found.nearest.ratio > 0.5
    assert found.copies.exact.value <= found.copies.exact_holdout.high
    for attack in found.inference:
        assert attack.risk.low == 0 or attack.risk.value < 0.05
    assert found.transfer[0].synthetic > found.transfer[0].real - 0.08 > 0.7
    assert found.utility.lost < 0.1


def test_new_rows_of_the_same_kind_are_the_fair_baseline():
    training, holdout, fresh = table(500, 1), table(500, 2), table(500, 3)
    found = nearest(fresh, training, holdout, list(training.columns))
    assert 0.44 < found.closer.value < 0.56


@pytest.mark.parametrize(
    ("frame", "columns", "said"),
    [
        (table(20), None, "need 50 real ones"),
        (table(60), ["ward"], "no column 'ward'"),
        (table(60).assign(synthetic=1), None, "none of them named 'synthetic'"),
    ],
)
def test_what_cannot_be_synthesized_is_said(frame, columns, said):
    with pytest.raises(InputError, match=said):
        fit(frame, columns)


def test_the_command_writes_flagged_rows_and_the_evidence(tmp_path):
    table(400).to_csv(tmp_path / "t.csv", index=False)
    out, evidence = tmp_path / "s.csv", tmp_path / "s.json"
    args = ["--out", out, "--evidence", evidence, "--quasi", "age", "--secret", "dx", "--target", "dx"]
    done = CliRunner().invoke(app, ["structured", "synthesize", str(tmp_path / "t.csv"), *map(str, args)])
    assert done.exit_code == 0, done.output
    assert "280 synthetic rows" in done.stdout
    assert pd.read_csv(out)["synthetic"].all()
    facts = json.loads(evidence.read_text(encoding="utf-8"))
    assert set(facts) >= {"closer_to_training", "copies", "inference", "transfer"}
    assert facts["inference"][0]["risk"]["low"] <= facts["inference"][0]["risk"]["high"]


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%m/%d/%Y", ""])
def test_dates_are_drawn_as_dates_within_their_range(form):
    days = pd.Series(pd.date_range("2020-01-01", periods=400, freq="D"))
    seen = days.dt.strftime(form) if form else days
    frame = pd.DataFrame({"seen": seen, "sick": ["y" if i < 200 else "n" for i in range(400)]})
    made = fit(frame, seed=1).sample(300, seed=2)
    found = pd.to_datetime(made["seen"], format=form or None)
    assert found.between(days.min(), days.max()).all()
    assert found.nunique() > 100
    assert found[made["sick"] == "y"].mean() < found[made["sick"] == "n"].mean()


def test_many_categories_take_few_dimensions_and_stay_one_apart():
    frame = pd.DataFrame({"zip": [f"z{i:04}" for i in range(2_000)]})
    (space,) = points([frame], ["zip"])
    assert space.shape[1] == 64
    gaps = np.linalg.norm(space[:200, None] - space[None, 200:400], axis=2)
    assert abs(gaps.mean() - 1) < 0.02
    assert gaps.min() > 0.6
