"""Recall on written dates and ages, and false spans on look-alikes, as rates.

Goals: recall of dates at least 0.99 over at least 60 forms, false spans on at most 1 % of the
look-alikes; every age of 90 and over found in at least 30 forms and none in at least 50 others.
"""

from pathlib import Path

import pytest

from annotation.formats.inline import parse
from recognizers.expressions.patterns import PatternEngine
from recognizers.fold import fold
from recognizers.identifiers import RECOGNIZERS, age, dates

FORMS = Path(__file__).with_name("forms")


def lines(name: str) -> list[tuple[str, int]]:
    found = (FORMS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [(text, len(spans)) for text, spans in map(parse, filter(None, found))]


def hits(finder, text: str) -> int:
    return sum(span.score >= 0.5 for span in finder.find(fold(text)))


@pytest.mark.parametrize(
    ("name", "finder", "least"), [("dates", dates.RECOGNIZER, 60), ("ages", age.RECOGNIZER, 30)]
)
def test_recall_of_written_forms(name, finder, least):
    forms = [(text, size) for text, size in lines(name) if size]
    found = sum(min(hits(finder, text), size) for text, size in forms)
    assert len(forms) >= least
    assert found / sum(size for _, size in forms) >= 0.99


@pytest.mark.parametrize(
    ("name", "finder", "least"), [("lookalikes", dates.RECOGNIZER, 50), ("ages", age.RECOGNIZER, 50)]
)
def test_false_spans_on_lookalikes(name, finder, least):
    others = [text for text, size in lines(name) if not size]
    assert len(others) >= least
    assert sum(hits(finder, text) > 0 for text in others) / len(others) <= 0.01


def test_every_age_is_an_option():
    text = "A 45-year-old woman and her 91-year-old mother."
    assert hits(age.recognizer(), text) == 1
    assert hits(age.recognizer(every=True), text) == 2


@pytest.mark.parametrize(
    "written",
    [
        "SSN 219\u201309\u20139999",
        "SSN 219\u201109\u20119999",
        "SSN\u00a0219-09-9999",
        "SSN \uff12\uff11\uff19-09-9999",
        "SSN 219\u200b-09-9999",
        "SSN 2\u00ad19-09-9999",
        "SSN 219-09-\\.br\\9999",
        "call 212\u2013555\u20130142",
        "call 212-555-\\.br\\0142",
        "call (212)\u00a0555\u20110142",
        "MRN:\u00a0447\u201188\u20112",
        "MRN\\.br\\4471882",
        "seen 03\u201114\u20112019",
        "seen March\u00a014,\u00a02019",
        "seen March\\.br\\14, 2019",
        "OBX|1|TX|N||SSN 219-09-\rOBX|2|TX|N||9999",
    ],
)
def test_typography_and_line_breaks_hide_nothing(written):
    assert hits(PatternEngine(RECOGNIZERS), written) >= 1
