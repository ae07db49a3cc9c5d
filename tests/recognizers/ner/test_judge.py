import numpy as np
import pytest

from annotation import IntegrityError, Label
from recognizers.ner.candidates import Candidate
from recognizers.ner.judge import BIAS, Judge, chance
from recognizers.ner.scheme import Kind
from recognizers.ner.signs import SIGNS

FLAT = dict.fromkeys((BIAS, *SIGNS), 0.0)


def candidate(odds: float) -> Candidate:
    return Candidate(4, 9, Kind.NAME, Label.PATIENT, (odds,), 0.0, 1.0)


def test_the_chance_is_the_logistic_of_the_weighed_signs():
    judge = Judge(FLAT | {BIAS: 0.5, "odds": 2.0})
    assert judge.chances("saw Abara", [candidate(1.5)]) == pytest.approx(1 / (1 + np.exp(-3.5)))


def test_a_text_without_candidates_has_no_chances():
    assert len(Judge(FLAT).chances("saw Abara", [])) == 0


@pytest.mark.parametrize("weights", [{}, FLAT | {"another sign": 1.0}, {BIAS: 1.0, "odds": 1.0}])
def test_weights_of_other_signs_are_refused(weights):
    with pytest.raises(IntegrityError, match="install again"):
        Judge(weights)


def test_far_odds_stay_between_nothing_and_one():
    assert (chance(np.array([-1e9, 1e9])) >= 0).all()
    assert (chance(np.array([-1e9, 1e9])) <= 1).all()
