"""When two written words are one name: nicknames, short forms and slips of the pen.

A word joins a better founded one (on record, or seen more often) of the same role when the
nickname table has it, when it is the beginning of the other and no common name itself, or when
it is one edit away (two for long words, Damerau 1964, doi 10.1145/363958.363994) and not both
are names in their own right. Words that go with different surnames never join.
"""

import re
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from surrogates.mention import Role
from surrogates.pool import given, nicknames, surname

_TYPO_LENGTH, _LONG, _SHORT_FORM = 5, 8, 3
_COMMON, _A_NAME = 20_000, 1_000
_PARTICLES = re.compile(
    r"(?:van|von|vanden|vander|de|dela|delos|de?l|di|du|da|dos|la|le|mc|mac|el|al|o|ter|ten|zu)+"
)
_SOUNDS = (
    ("ph", "f"),
    ("ck", "k"),
    ("ch", "k"),
    ("c", "k"),
    ("z", "s"),
    ("y", "i"),
    ("ie", "i"),
    ("ee", "i"),
)


@dataclass(frozen=True, slots=True)
class Joiner:
    """Finds the word that another stands for.

    Attributes:
        roles: role of each folded word.
        seen: how often each is written.
        recorded: words of the record's names.
        families: for given names, the surnames they go with.
    """

    roles: Mapping[str, Role] = field(repr=False)
    seen: Mapping[str, int] = field(repr=False)
    recorded: AbstractSet[str] = field(repr=False)
    families: Mapping[str, Counter[tuple[str, ...]]] = field(repr=False)

    def root(self, word: str) -> str:
        """The best founded word that this one stands for; empty when none."""
        rank, role = self._rank(word), self.roles[word]
        others = [other for other in sorted(self.roles) if self.roles[other] is role and other != word]
        better = [other for other in others if self._rank(other) > rank or self._formal(word, other, role)]
        near = [other for other in better if self._joins(word, other, role)]
        return max(near, key=self._rank) if near else ""

    def _rank(self, word: str) -> tuple[bool, int, int, str]:
        return word in self.recorded, self.seen.get(word, 0), len(word), word

    def _formal(self, word: str, other: str, role: Role) -> bool:
        """True where a short name or a surname with its particles can only stand for the other."""
        if role is Role.FAMILY:
            return _led(word, other)
        return shortens(word, other) and not shortens(other, word)

    def _joins(self, word: str, other: str, role: Role) -> bool:
        if role is Role.FAMILY and (_bare(word) == _bare(other) or _led(word, other)):
            return True
        if role is Role.FAMILY:
            return _slip(word, other) and not (surname(word) > _A_NAME < surname(other))
        one, two = set(self.families.get(word, ())), set(self.families.get(other, ()))
        if one and two and not one & two:
            return False
        if shortens(word, other) or sound(word) == sound(other):
            return True
        common = given(word).bearers
        if len(word) >= _SHORT_FORM and other.startswith(word) and common < _COMMON:
            return True
        return _slip(word, other) and not (common > _A_NAME < given(other).bearers)


def _bare(word: str) -> str:
    return word.replace("'", "")


def _led(word: str, other: str) -> bool:
    """True for a surname with its particles run together, e.g. ``vanderberg`` for ``berg``."""
    before = word.removesuffix(other)
    return before != word and bool(_PARTICLES.fullmatch(before))


def shortens(word: str, name: str) -> bool:
    """True for a nickname of a given name, however that is spelled."""
    return word in nicknames().get(name, ()) or word in _by_sound().get(sound(name), ())


@cache
def _by_sound() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, short in nicknames().items():
        found[sound(name)] = found.get(sound(name), frozenset()) | short
    return found


@lru_cache(1 << 14)
def sound(name: str) -> str:
    """A given name as it sounds: Elisabeth as Elizabeth, Catherine as Katherine, Sara as Sarah."""
    for spelled, said in _SOUNDS:
        name = name.replace(spelled, said)
    return re.sub(r"(.)\1", r"\1", name).removesuffix("h").removesuffix("e")


def _slip(word: str, other: str) -> bool:
    allowed = 2 if len(word) >= _LONG else 1
    return len(word) >= _TYPO_LENGTH and OSA.distance(word, other, score_cutoff=allowed) <= allowed


def stands_for(word: str, role: Role, name: tuple[list[str], list[str]]) -> tuple[str, Role]:
    """What part of a recorded name a word of its further forms stands for.

    Args:
        word: folded word that is no part of the name.
        role: its role in the further form.
        name: folded given names and surnames.

    Returns:
        The word it stands for (empty when none) and the role it has.
    """
    given_words, family_words = name
    near = min(family_words, key=lambda family: OSA.distance(word, family), default="")
    if near and OSA.distance(word, near) <= max(1, len(word) // 4):
        return near, Role.FAMILY
    if family_words and role is Role.FAMILY:
        return "", Role.FAMILY
    return (given_words[0] if given_words else ""), Role.GIVEN
