import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizers.context import facilities, lexicon
from recognizers.expressions import linear, screen
from recognizers.fold import fold

PIECES = (
    *("Tova", "Okafor", "OKAFOR", "Zoë", "Q.", "V", "Yarrow", "St. ", "Quill Falls", "OH", "Ohio", "Oregon"),
    *(
        "Medical Center",
        "School",
        "Inc",
        "of the",
        "and",
        ", ",
        " ",
        "\n",
        "-",
        "'s",
        "(",
        "7",
        "\u00b0",
        "x",
    ),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
SCREENED = [
    *(lexicon._PAIR, lexicon._INVERTED, lexicon._SHORT, lexicon._INITIALED),
    *(lexicon._CITY_STATE, lexicon._STANDALONE, facilities._RUN),
]


@given(TEXTS)
def test_no_match_is_lost(text: str) -> None:
    view = fold(text)
    for expression in SCREENED:
        found = [match.span() for match in screen.finditer(expression, view)]
        assert found == [match.span() for match in expression.finditer(view.text)]


def test_what_cannot_match_is_not_tried() -> None:
    never = re.compile(r"(?<=q)Z{3}")
    screen.enrol(never)
    assert never.pattern in screen._impossible(fold("no such letters"))
    assert never.pattern not in screen._impossible(fold("pZZZ"))


def test_an_expression_that_is_not_enrolled_or_was_enrolled_late_is_tried() -> None:
    view = fold("unit 4711")
    assert [found.span() for found in screen.matches(r"47\d1", view)] == [(5, 9)]
    screen.enrol(r"u\wit 47")
    assert [found.span() for found in screen.matches(r"u\wit 47", view)] == [(0, 7)]


def test_matches_are_those_of_the_expression_alone() -> None:
    source = r"\bbed (\d)"
    screen.enrol(source)
    view = fold("bed 4, bed 5")
    assert [m.span(1) for m in screen.matches(source, view)] == [
        m.span(1) for m in linear.matches(source, view)
    ]


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (r"a(?=(?:b|c)d)e", "ae"),
        (r"(a(?<!x.)b)", "(ab)"),
        (r"[(?=]\(b(?!c[)]|d)", r"[(?=]\(b"),
        (r"(?:(?<=S)te?|(?<=[MF])t)\.", r"(?:te?|t)\."),
    ],
)
def test_assertions_are_taken_out(source: str, left: str) -> None:
    assert screen.without_assertions(source) == left
