"""What the frozen word lists say of a word, as one number: a further input of the fast tagger.

Each list is one bit: first names, surnames, names that many people bear, clinical words, words
of the dictionary, towns and counties, states and countries.

>>> listed_as("edema") == listed_as("Edema"), listed_as("edema") == listed_as("Lindquist")
(True, False)
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from recognizers.words import is_clinical, is_ordinary, lines, regions, words

LISTINGS: Final = 1 << 7
LONGEST: Final = 32
"""No list holds a longer word."""


@cache
def _towns() -> frozenset[str]:
    names = [*lines("cities"), *lines("counties"), *(entry.rpartition("|")[0] for entry in lines("places"))]
    return frozenset(part for name in names for part in name.lower().split())


@cache
def _regions() -> frozenset[str]:
    return frozenset(part for name in regions() for part in name.split())


_TESTS: Final[tuple[Callable[[str], bool], ...]] = (
    lambda word: word.lower() in words("given"),
    lambda word: word.lower() in words("surnames"),
    lambda word: word.lower() in words("frequent"),
    is_clinical,
    is_ordinary,
    lambda word: word.lower() in _towns(),
    lambda word: word.lower() in _regions(),
)


def listed_as(word: str) -> int:
    """Which lists hold a word: a number below LISTINGS."""
    return _listed(word) if len(word) <= LONGEST else 0


@lru_cache(maxsize=65_536)
def _listed(word: str) -> int:
    return sum(test(word) << bit for bit, test in enumerate(_TESTS))
