import time

import pytest

from recognizers.columns import ColumnRecognizer
from recognizers.fold import fold


def _found(text: str) -> list[str]:
    return [text[s.start : s.end] for s in ColumnRecognizer().find(fold(text))]


@pytest.mark.parametrize(
    "text",
    [
        "time | BP | RN\n0900 | 98/58 | LT\n1000 | 97/60 | LT",
        "date\tdose\tinit\n3/1\t35\tLT\n3/8\t35\tLT",
        "time    BP      init\n0900    98/58   LT\n1000    97/60   LT",
    ],
)
def test_initials_under_their_heading(text: str) -> None:
    assert _found(text) == ["LT", "LT"]


@pytest.mark.parametrize(
    "text",
    [
        "side | site | note\nLT | arm | RT",
        "time | BP | RN\n0900 | LT | call",
        "time | RN\n0900 | LT",
        "time | BP | RN\nseen by RN\n0900 | 98/58 | LT",
        "time | dose | RN\n0900 | 5 mg | MD\n0910 | 5 mg | ok",
    ],
)
def test_other_columns_and_lines_are_left(text: str) -> None:
    assert _found(text) == []


def test_headings_without_end_cost_linear_time() -> None:
    view = fold("by|by|by\n" * 20_000)
    began = time.process_time()
    list(ColumnRecognizer().find(view))
    assert time.process_time() - began < 4
