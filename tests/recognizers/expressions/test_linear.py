import time

import pytest

from recognizers import catalogue
from recognizers.context.safe_words import SafeWordRecognizer
from recognizers.document import carry
from recognizers.expressions.linear import ending, matches
from recognizers.fold import fold
from recognizers.settle.guard import Guard
from recognizers.settle.resolve import resolve

SIZE = 100_000
FAMILIES = {
    "one letter": "A",
    "short words": "Aa ",
    "names": "Tova Okafor ",
    "commas": "Aa, ",
    "hyphens": "Aa-",
    "stops": "A.",
    "titles": "Dr. ",
    "labels": "Name: ",
    "line feeds": "\n",
    "blanks": " ",
    "quotes": "'",
    "brackets": "(A",
    "digits": "1",
    "carets": "Aa^Aa",
    "spelled": "A-",
    "kinds": "Of The Hospital and ",
    "relations": "son daughter ",
    "credentials": "Aa, MD ",
}
OURS = [*catalogue.rules()[1:], SafeWordRecognizer()]


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_notes_cost_linear_time(family: str) -> None:
    unit = FAMILIES[family]
    view = fold(unit * (SIZE // len(unit)))
    began = time.process_time()
    found = [span for recognizer in OURS for span in recognizer.find(view)]
    sure = Guard(view.original).clear(found)
    resolve(view.original, [*sure, *carry(view, sure)])
    assert time.process_time() - began < 4


def test_offsets_are_those_of_the_text() -> None:
    view = fold("Ren\u00e9e \u2013 Dr. R")
    (match,) = matches(r"Dr\.", view)
    assert view.text[match.start() : match.end()] == "Dr."


def test_an_ending_stands_at_the_end_whatever_its_case() -> None:
    cued = ending(r"\b(?:for|x)[ ]*|->")
    assert [cued(text) for text in ("seen For ", "a ->", "", "for x9", "fox")] == [
        True,
        True,
        False,
        False,
        False,
    ]
