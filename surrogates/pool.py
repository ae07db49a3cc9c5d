"""Names to draw from, weighted by the 2020 Census, and what the Census knows of a name.

Weights are counts to the power 3/4: common names stay common, while two patients of a cohort of
some hundreds seldom come to share given name and surname.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from math import isqrt
from typing import NamedTuple

from surrogates.data import rows
from surrogates.keys import Draw

__all__ = ["Pool", "given", "given_pool", "nicknames", "pooled", "surname", "surname_pool"]

FEMALE, MALE = "F", "M"
_ONE_SEX = 80
_LED = re.compile(r"(?:van|von|vander|vanden|dela|del|de|di|du|da|la|le)(?=[a-z]{3})")


class _Weighted(NamedTuple):
    values: tuple[str, ...]
    sums: tuple[int, ...]

    def draw(self, draw: Draw) -> str:
        return self.values[bisect_right(self.sums, draw.below(self.sums[-1]))]


class Pool:
    """Names with counts, drawn as often as they are borne, at will with a given first letter."""

    def __init__(self, counted: Iterable[tuple[str, int]]) -> None:
        """Take ``(name, count)`` pairs."""
        named = list(counted)
        by_letter: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, count in named:
            by_letter[name[0].lower()].append((name, count))
        self._letters = {letter: _weighted(pairs) for letter, pairs in sorted(by_letter.items())}
        self._all = _weighted(named)
        self._initials = _weighted([(letter, pool.sums[-1]) for letter, pool in self._letters.items()])
        self.names = frozenset(name.lower() for name, _ in named)

    def letter(self, draw: Draw) -> str:
        """A first letter, as often as names begin with it."""
        return self._initials.draw(draw)

    def name(self, draw: Draw, letter: str = "") -> str:
        """A capitalized name; one that begins with ``letter`` where the pool has any."""
        return self._letters.get(letter, self._all).draw(draw).capitalize()


def _weighted(pairs: Iterable[tuple[str, int]]) -> _Weighted:
    listed = list(pairs)
    return _Weighted(tuple(value for value, _ in listed), tuple(accumulate(n for _, n in listed)))


class Given(NamedTuple):
    """What the Census knows of a given name."""

    bearers: int
    female: int

    @property
    def sex(self) -> str:
        """``F`` or ``M`` where four in five bearers agree, else empty."""
        return FEMALE if self.female >= _ONE_SEX else MALE if self.female <= 100 - _ONE_SEX else ""


def _tempered(count: str) -> int:
    return isqrt(isqrt(int(count) ** 3))


@cache
def surname_pool() -> Pool:
    """The 25,000 surnames fit to be drawn."""
    return Pool((name, _tempered(count)) for name, count, fit in rows("surnames") if fit == "1")


@cache
def given_pool(sex: str) -> Pool:
    """6,000 given names of one sex, or both sexes' for the empty string."""
    wanted = {FEMALE: range(50, 101), MALE: range(50)}.get(sex, range(101))
    return Pool(
        (name, _tempered(count))
        for name, count, female, fit in rows("givens")
        if fit == "1" and int(female) in wanted
    )


@cache
def _surnames() -> Mapping[str, int]:
    return {name.lower(): int(count) for name, count, _ in rows("surnames")}


@cache
def _givens() -> Mapping[str, Given]:
    return {name.lower(): Given(int(count), int(female)) for name, count, female, _ in rows("givens")}


def surname(word: str) -> int:
    """How many people bear a folded word as surname."""
    return _surnames().get(word.replace("'", ""), 0)


def given(word: str) -> Given:
    """What the Census knows of a folded word as given name."""
    return _givens().get(word.replace("'", ""), Given(0, 50))


@cache
def nicknames() -> Mapping[str, frozenset[str]]:
    """For each given name, its nicknames, all folded."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, nickname in rows("nicknames"):
        found[name].add(nickname)
    return {name: frozenset(short) for name, short in found.items()}


def pooled(word: str) -> bool:
    """True when a surrogate could be this word, whole or with its particle run together or apart."""
    low = word.lower().replace("'", "")
    led = _LED.match(low)
    forms = (low, f"mc{low}", f"o{low}", low[led.end() :] if led else low)
    return any(form in surname_pool().names or form in given_pool("").names for form in forms)


@cache
def apostrophe_surnames(letter: str) -> tuple[str, ...]:
    """Pool surnames that are written with an apostrophe after their first letter, e.g. OLEARY."""
    names = surname_pool().names
    return tuple(sorted(n for n in names if n[0] == letter and n[1:] in _surnames() and n[1] not in "aeiou"))
