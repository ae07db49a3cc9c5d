r"""Written forms, one a line: what the module's recognizer marks in a line is what stands marked.

``forms/<module>.txt`` holds marked lines and, unmarked, look-alikes of that type;
``forms/lookalikes.txt`` holds lines in which no recognizer finds anything. ``\n`` in a line
stands for a line feed. Values are invented.
"""

from collections import Counter
from pathlib import Path

import pytest

from annotation.formats.inline import parse
from recognizers.expressions.patterns import PatternEngine
from recognizers.identifiers import RECOGNIZERS

FORMS = Path(__file__).with_name("forms")
FILES = {"ages": "age", "states": "address"}
BY_NAME = {recognizer.name: recognizer for recognizer in RECOGNIZERS}
ENGINE = PatternEngine(RECOGNIZERS)


def lines(name: str) -> list[str]:
    text = (FORMS / f"{name}.txt").read_text(encoding="utf-8")
    return [line.replace("\\n", "\n") for line in text.splitlines() if line]


NAMES = sorted(path.stem for path in FORMS.glob("*.txt") if path.stem != "lookalikes")
LOOKALIKES = lines("lookalikes")


@pytest.mark.parametrize(
    ("name", "line"), [pytest.param(n, line, id=f"{n}-{i}") for n in NAMES for i, line in enumerate(lines(n))]
)
def test_form(remark, name, line):
    assert remark(BY_NAME[FILES.get(name, name)], line) == line


@pytest.mark.parametrize("line", LOOKALIKES, ids=range(len(LOOKALIKES)))
def test_lookalike_stays(remark, line):
    assert remark(ENGINE, line) == line


def test_every_type_has_thirty_examples_and_thirty_lookalikes():
    found: Counter[str] = Counter()
    for name in NAMES:
        found.update(span.label for line in lines(name) for span in parse(line)[1])
    for recognizer in RECOGNIZERS:
        for pattern in recognizer.patterns:
            found.update(span.label for example in pattern.finds for span in parse(example)[1])
    labels = {label for recognizer in RECOGNIZERS for label in recognizer.labels}
    assert {str(label) for label in labels if found[label] < 30} == set()
    assert len(LOOKALIKES) >= 100
