"""Every shipped pattern takes at most 50 ms of processor time for 100 kB of hostile text."""

import time

import pytest

from recognizers.expressions.patterns import PatternEngine
from recognizers.fold import View, fold
from recognizers.identifiers import RECOGNIZERS
from recognizers.identifiers.age import recognizer as age_recognizer

SIZE = 100_000
BUDGET = 0.050
FAMILIES = {
    "one digit": "1",
    "spaced digits": "1 ",
    "hyphens": "1-",
    "dots": "a.",
    "slashes": "1/2/",
    "letters": "a",
    "capitals": "A B ",
    "blanks": " ",
    "line feeds": "\n",
    "at signs": "a@a.",
    "labels without numbers": "MRN: Acct # SSN no. is ",
    "almost a date": "the 31st of Ma ",
    "leader dots": "DOB.......... ",
    "spoken digits": "call one two three oh ",
    "wrapped": "555-\n55-\n",
    "accents": "\u00e9\u00e8 \u00ad",
}


def hostile(unit: str) -> str:
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


VIEWS = {name: fold(hostile(unit)) for name, unit in FAMILIES.items()}
PATTERNS = [
    pytest.param(pattern, id=f"{recognizer.name}-{pattern.name}")
    for recognizer in (*RECOGNIZERS, age_recognizer(every=True))
    for pattern in recognizer.patterns
    if recognizer in RECOGNIZERS or pattern.name.startswith("any-")
]


def seconds(pattern, view) -> float:
    begin = time.process_time()
    for _ in pattern.candidates(view):
        pass
    return time.process_time() - begin


def over_budget(pattern, view) -> bool:
    return all(seconds(pattern, view) > BUDGET for _ in range(40))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_pattern_is_fast_on_hostile_text(pattern):
    assert [name for name, view in VIEWS.items() if over_budget(pattern, view)] == []


@pytest.mark.parametrize("name", FAMILIES)
def test_cost_of_all_patterns_grows_with_the_length(name):
    engine = PatternEngine(RECOGNIZERS)

    def spent(size: int) -> float:
        view = fold(hostile(FAMILIES[name])[:size])
        return min(timed(view) for _ in range(4))

    def timed(view: View) -> float:
        begin = time.process_time()
        engine.find(view)
        return time.process_time() - begin

    assert spent(80_000) < 16 * spent(20_000) + 0.05
