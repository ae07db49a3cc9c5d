import pandas as pd
import pytest

from annotation.errors import InputError
from notedeid.structured.risk import reidentification


@pytest.fixture
def sample():
    return pd.DataFrame({"age": ["30s", "30s", "40s"]}, index=["r1", "r2", "r3"])


def test_attackers_without_a_population(sample):
    found = reidentification(sample, ["age"], threshold=0.5)
    assert (found.prosecutor.highest, found.prosecutor.lowest) == (1.0, 0.5)
    assert found.prosecutor.average == pytest.approx(2 / 3)
    assert found.at_risk.tolist() == ["r3"]
    assert found.journalist == found.prosecutor


def test_population_lowers_the_journalists_chance(sample):
    people = pd.DataFrame({"age": ["30s"] * 10 + ["40s"] * 4})
    found = reidentification(sample, ["age"], population=people)
    assert found.journalist.highest == 0.25
    assert found.marketer == pytest.approx((0.1 + 0.1 + 0.25) / 3)
    assert found.prosecutor.highest == 1.0


def test_population_must_hold_the_records(sample):
    with pytest.raises(InputError, match="1 records match nobody"):
        reidentification(sample, ["age"], population=pd.DataFrame({"age": ["30s"]}))
