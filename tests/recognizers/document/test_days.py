import time

import pytest

from annotation import Label, Span
from recognizers.document.days import near
from recognizers.fold import fold


def _found(text: str, known: str) -> list[str]:
    start = text.index(known)
    spans = near(fold(text), [Span(start, start + len(known), Label.DATE, 0.9, "dates")])
    return [text[s.start : s.end] for s in spans if s.start != start]


@pytest.mark.parametrize(
    ("text", "known", "found"),
    [
        ("Seen 4/7/2021. Relook 4/9.", "4/7/2021", ["4/9"]),
        ("4/7\n4/9 off oxygen", "4/7", ["4/9"]),
        ("12/30/2020, labs 1/2", "12/30/2020", ["1/2"]),
    ],
)
def test_days_near_a_sure_date(text: str, known: str, found: list[str]) -> None:
    assert _found(text, known) == found


@pytest.mark.parametrize(
    "text",
    [
        "4/7/2021 grip 4/5, pain 4/10",
        "4/7/2021 labs 9/10",
        "4/7/2021 missed 4/5 doses",
        "4/7/2021 off 4/5 doses",
        "4/7/2021 to 14/40",
    ],
)
def test_scores_and_far_days_are_left(text: str) -> None:
    assert _found(text, "4/7/2021") == []


def test_nothing_without_a_date() -> None:
    assert list(near(fold("labs 4/9"), [])) == []


def test_cost_is_linear() -> None:
    text = "seen 4/7/2021 " + "labs 4/9, " * 20_000
    began = time.process_time()
    assert len(_found(text, "4/7/2021")) == 20_000
    assert time.process_time() - began < 4
