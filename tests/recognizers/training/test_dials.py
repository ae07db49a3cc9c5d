import math

import pytest

pytest.importorskip("torch")

from annotation import Label
from recognizers.training.dials import FIRM, Finding, Price, Trial, dial_of

PRICE = Price(discount=2.0, false_span=0.005)


def trial(*findings: Finding) -> Trial:
    return Trial(findings, characters=1_000, tokens=1_000)


def right(count: int, score: float, label: Label = Label.DATE) -> list[Finding]:
    return [Finding(label, score, 10)] * count


def false(count: int, score: float, label: Label = Label.DATE) -> list[Finding]:
    return [Finding(label, score, 0)] * count


def odds(score: float) -> float:
    return math.log(score / (1 - score))


def test_false_spans_below_the_right_ones_are_cut_off():
    best = trial(*right(50, 0.97), *false(5, 0.8)).best([Label.DATE], PRICE)
    assert odds(0.8) < best <= odds(0.97)


def test_a_right_span_is_worth_as_many_false_ones_as_the_price_says():
    assert trial(*right(50, 0.97), *right(1, 0.8), *false(1, 0.8)).best([Label.DATE], PRICE) <= odds(0.8)
    assert trial(*right(50, 0.97), *right(1, 0.8), *false(3, 0.8)).best([Label.DATE], PRICE) > odds(0.8)


def test_a_lower_price_keeps_more():
    findings = [*right(50, 0.97), *right(1, 0.8), *false(3, 0.8)]
    assert trial(*findings).best([Label.DATE], Price(2.0, 0.001)) <= odds(0.8)


def test_without_false_spans_everything_decoded_is_kept():
    assert trial(*right(50, 0.97)).best([Label.DATE], PRICE) == 0


def test_a_labels_own_choice_counts_as_its_right_spans_are_many():
    noise = [*right(200, 0.97, Label.CITY), *false(50, 0.8, Label.CITY)]
    few, many = (
        dial_of(trial(*noise, *right(count, 0.97, Label.MRN)), PRICE).thresholds
        for count in (FIRM // 10, FIRM * 9)
    )
    assert set(few) == set(Label)
    assert few[Label.CITY] == few[Label.SSN] > few[Label.MRN]
    assert many[Label.MRN] < few[Label.MRN]
    assert many[Label.MRN] < 0.6
