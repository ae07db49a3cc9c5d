"""The examples that patterns carry: each runs through the whole recognizer."""

import pytest

from recognizers.identifiers import RECOGNIZERS
from recognizers.identifiers.age import recognizer as age_recognizer

EXAMPLES = [
    pytest.param(recognizer, example, id=f"{recognizer.name}-{pattern.name}-{number}")
    for recognizer in (*RECOGNIZERS, age_recognizer(every=True))
    for pattern in recognizer.patterns
    if recognizer in RECOGNIZERS or pattern.name.startswith("any-")
    for number, example in enumerate([*pattern.finds, *pattern.leaves])
]


@pytest.mark.parametrize(("recognizer", "example"), EXAMPLES)
def test_example(remark, recognizer, example):
    assert remark(recognizer, example) == example


def test_every_pattern_has_an_example_that_it_finds_and_its_own_name():
    for recognizer in RECOGNIZERS:
        names = [pattern.name for pattern in recognizer.patterns]
        assert len(names) == len(set(names))
        assert all(pattern.finds for pattern in recognizer.patterns)
