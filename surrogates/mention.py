"""A written name in parts: which words are given names, surnames, initials, particles, suffixes.

Reading order follows the comma ("LAST, FIRST M"), the HL7 caret ("LAST^FIRST^M", HL7 v2.x
2.A.89), and else the last word is the surname. What stands between the words is layout.

>>> [(word.text, word.kind.value, word.role.value) for word in read("van der BERG, Ola J. Jr").words]
[('van', 'kept', 'family'), ('der', 'kept', 'family'), ('BERG', 'name', 'family'), ('Ola', 'name', 'given'), \
('J', 'initial', 'given'), ('Jr', 'kept', 'given')]
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from surrogates.pool import given, surname
from surrogates.style import fold
from surrogates.wording import Kind, Role, Word, listed, split

__all__ = ["Kind", "Mention", "Role", "Word", "read"]

_SPELLED = re.compile(r"(?:O['\u2019])?[^\W\d_]([-. ])[^\W\d_](?:\1[^\W\d_]){2,}")
_CACHED, _GLUED = 1 << 15, 4
_LETTERS = (Kind.INITIAL, Kind.GLUED)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as written.

    Attributes:
        text: as written.
        words: its words in order.
        given: folded given names, full ones only.
        family: folded surnames, full ones only.
        lone: the folded full name when it is alone and may be either.
        initials: every word but particles is a single letter.
    """

    text: str = field(repr=False)
    words: tuple[Word, ...] = field(repr=False)
    given: tuple[str, ...] = field(repr=False)
    family: tuple[str, ...] = field(repr=False)
    lone: tuple[str, ...] = field(repr=False)
    initials: bool = False

    @property
    def telling(self) -> tuple[str, ...]:
        """The words that tell best whose name it is."""
        return self.family or self.lone or self.given


def _mention(text: str, words: Iterable[Word]) -> Mention:
    parts = tuple(words)
    spoken = [word for word in parts if word.kind in (Kind.NAME, Kind.SPELLED)]
    given_words, family, lone = (
        tuple(word.key for word in spoken if word.role is role)
        for role in (Role.GIVEN, Role.FAMILY, Role.LONE)
    )
    letters = [word for word in parts if word.kind is not Kind.KEPT]
    initials = len(letters) > 1 and all(word.kind is Kind.INITIAL and len(word.key) == 1 for word in letters)
    return Mention(text, parts, given_words, family, lone, initials)


@lru_cache(_CACHED)
def read(text: str) -> Mention:
    """Split a name into words with kind and role."""
    if _SPELLED.fullmatch(text):
        return _mention(text, [Word(0, len(text), text, Kind.SPELLED, key=re.sub(r"[-. ]", "", fold(text)))])
    found = split(text)
    return _mention(text, _with_roles(found, _divide(text, found)))


def _divide(text: str, words: list[Word]) -> int:
    for mark in ",^":
        at = text.find(mark)
        after = [w for w in words if w.start > at and w.kind is not Kind.KEPT]
        if at > 0 and after and words[0].start < at:
            return at
    return -1


def _with_roles(words: list[Word], comma: int) -> tuple[Word, ...]:
    if comma > 0:
        return tuple(replace(w, role=Role.FAMILY if w.start < comma else Role.GIVEN) for w in words)
    counted = [word for word in words if word.kind is not Kind.KEPT]
    slots = sorted({word.slot for word in counted})
    if len(slots) > 1:
        leading = _leading(counted, slots)
        words = [replace(word, role=_role(word, words, slots, leading)) for word in words]
    return tuple(
        replace(w, role=Role.FAMILY) if w.kind is Kind.INITIAL and len(w.key) > 1 else w for w in words
    )


def _leading(words: list[Word], slots: list[int]) -> int:
    """The last slot of a surname that stands first; -1 where given names do."""
    letters = len(words)
    while letters and words[letters - 1].kind in _LETTERS and len(words[letters - 1].key) < _GLUED:
        letters -= 1
    names, after = words[:letters], words[letters:]
    if names and after and all(word.kind is Kind.NAME and _surname(word) for word in names):
        return names[-1].slot
    first = [w.text for w in words if w.slot == slots[0]]
    rest = [w.text for w in words if w.slot != slots[0] and len(w.text) > 1]
    capitals = (
        all(len(t) > 1 and t.isupper() for t in first) and bool(rest) and not any(t.isupper() for t in rest)
    )
    return slots[0] if capitals else -1


def _surname(word: Word) -> bool:
    return surname(word.key) >= given(word.key).bearers


def _role(word: Word, words: list[Word], slots: list[int], leading: int) -> Role:
    if leading >= 0:
        return Role.FAMILY if word.slot <= leading else Role.GIVEN
    if word.slot >= slots[-1]:
        return Role.FAMILY
    if word.slot <= slots[0]:
        return Role.GIVEN
    after_particle = any(
        w.kind is Kind.KEPT and w.slot < word.slot and fold(w.text) in listed("particles") for w in words
    )
    likely = word.kind is Kind.NAME and surname(word.key) > 4 * given(word.key).bearers
    return Role.FAMILY if after_particle or likely else Role.GIVEN
