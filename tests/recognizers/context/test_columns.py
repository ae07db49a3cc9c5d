import time

import pytest

from recognizers.context.columns import ColumnRecognizer
from recognizers.fold import fold


def _found(text: str) -> list[str]:
    return [written for _, written in _labelled(text)]


def _labelled(text: str) -> list[tuple[str, str]]:
    return [(str(s.label), text[s.start : s.end]) for s in ColumnRecognizer().find(fold(text))]


@pytest.mark.parametrize(
    "text",
    [
        "time | BP | RN\n0900 | 98/58 | LT\n1000 | 97/60 | LT",
        "day\tdose\tinit\n1\t35\tLT\n8\t35\tLT",
        "time    BP      init\n0900    98/58   LT\n1000    97/60   LT",
    ],
)
def test_initials_under_their_heading(text: str) -> None:
    assert _found(text) == ["LT", "LT"]


def test_cells_that_look_like_what_their_heading_says() -> None:
    board = (
        "bed | pt | MRN | adm | nurse | plan\n"
        "04 | Okonjo, T 61F | 55102938 | 3/4 | Bettina | echo\n"
        "5B | EMPTY | - | - | - | clean\n"
        "12 | Quillfeather | 55-10-41 | 3/5/24 | RN pool | home"
    )
    assert _labelled(board) == [
        ("ROOM", "04"), ("PATIENT", "Okonjo, T"), ("MRN", "55102938"), ("DATE", "3/4"), ("DOCTOR", "Bettina"),
        ("ROOM", "5B"),
        ("ROOM", "12"), ("PATIENT", "Quillfeather"), ("MRN", "55-10-41"), ("DATE", "3/5/24"),
    ]  # fmt: skip


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
