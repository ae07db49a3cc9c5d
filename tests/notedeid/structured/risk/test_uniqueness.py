import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from annotation.errors import InputError
from notedeid.structured.risk import population_uniqueness, reidentification

FOLDER = Path(__file__).parents[4] / ".." / "shared" / "data" / "structured"


def rows():
    path = FOLDER / "expected" / "arx_risk_expected.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []


@pytest.fixture(scope="module")
def adult():
    return pd.read_csv(FOLDER / "arx" / "adult.csv", sep=";")


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['qis']} {row['population']}")
def test_estimates_of_arx(row, adult):
    quasi = row["qis"].split(",")
    found = population_uniqueness(adult, quasi, population=row["population"])
    assert found.pitman.value == pytest.approx(row["pu_pitman"], abs=1e-6)
    assert found.zayatz.value == pytest.approx(row["pu_zayatz"], abs=1e-6)
    if found.sampling <= 0.1:
        assert found.dankar.value == pytest.approx(row["pu_dankar"], abs=1e-6)
    else:
        assert found.dankar.value <= row["pu_dankar"] + 1e-6
    risk = reidentification(adult, quasi)
    assert risk.sample_unique == pytest.approx(row["sample_unique_fraction"], abs=1e-6)
    assert risk.prosecutor.highest == pytest.approx(row["prosecutor_highest"], abs=1e-6)
    assert risk.prosecutor.lowest == pytest.approx(row["lowest"], abs=1e-6)
    assert risk.prosecutor.average == pytest.approx(row["avg_risk"], abs=1e-6)
    assert risk.prosecutor.at_risk == pytest.approx(row["prosecutor_at_risk_gt_0.2"], abs=1e-6)
    assert risk.journalist.at_risk == pytest.approx(row["journalist_at_risk"], abs=1e-6)
    assert risk.marketer == pytest.approx(row["marketer_success"], abs=1e-6)


def population(rng, shape, keep):
    sizes = 1 + rng.negative_binomial(shape, keep, size=4_000)
    return pd.DataFrame({"q": np.repeat(np.arange(len(sizes)), sizes)})


def test_slide_negative_binomial_recovers_the_truth_where_it_holds():
    rng = np.random.default_rng(5)
    people = population(rng, 0.8, 0.3)
    truth = float((people["q"].value_counts() == 1).sum() / len(people))
    sample = people.sample(frac=0.4, random_state=1)
    found = population_uniqueness(sample, ["q"], population=len(people))
    assert found.snb.value == pytest.approx(truth, rel=0.15)
    assert found.snb.low <= found.snb.value <= found.snb.high


def test_no_sample_unique_means_no_estimated_unique():
    frame = pd.DataFrame({"q": [1, 1, 2, 2]})
    found = population_uniqueness(frame, ["q"], population=100)
    assert (found.zayatz.value, found.dankar.value) == (0.0, 0.0)


def test_equal_inputs_give_equal_intervals():
    frame = pd.DataFrame({"q": [1, 2, 3, 3, 4, 4, 5]})
    first, second = (population_uniqueness(frame, ["q"], population=50) for _ in range(2))
    assert first == second
    assert first.zayatz.low <= first.zayatz.value <= first.zayatz.high


def test_population_must_hold_the_sample():
    with pytest.raises(InputError, match="cannot hold"):
        population_uniqueness(pd.DataFrame({"q": [1, 2]}), ["q"], population=1)
