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
from enum import StrEnum
from functools import cache, lru_cache

from surrogates.data import words
from surrogates.pool import given, surname
from surrogates.style import fold

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]{2,})*['\u2019]?(?<=\w)")
_SPELLED = re.compile(r"(?:O['\u2019])?[^\W\d_]([-. ])[^\W\d_](?:\1[^\W\d_]){2,}")
_GLUED, _PAIR = 4, 2
_CACHED = 1 << 15
_COMMON = 5_000


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(words(name))


class Kind(StrEnum):
    """What a word of a name is."""

    NAME = "name"
    INITIAL = "initial"
    GLUED = "glued"
    SPELLED = "spelled"
    KEPT = "kept"


class Role(StrEnum):
    """What a word of a name stands for; ``lone`` when the mention alone cannot tell."""

    GIVEN = "given"
    FAMILY = "family"
    LONE = "lone"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a mention.

    Attributes:
        start: first code point in the mention.
        end: one past the last.
        text: as written.
        kind: what it is.
        role: what it stands for.
        slot: number of the group that hyphens join.
        key: the word folded, without the joints of letter by letter spelling.
    """

    start: int
    end: int
    text: str = field(repr=False)
    kind: Kind = Kind.NAME
    role: Role = Role.LONE
    slot: int = 0
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as written.

    Attributes:
        text: as written.
        words: its words in order.
        given: folded given names, full ones only.
        family: folded surnames, full ones only.
        lone: the folded full name when it is alone and may be either.
        initials: every word is a single letter.
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
    listed = tuple(words)
    spoken = [word for word in listed if word.kind in (Kind.NAME, Kind.SPELLED)]
    given_words, family, lone = (
        tuple(word.key for word in spoken if word.role is role)
        for role in (Role.GIVEN, Role.FAMILY, Role.LONE)
    )
    initials = len(listed) > 1 and all(word.kind is Kind.INITIAL for word in listed)
    return Mention(text, listed, given_words, family, lone, initials)


@lru_cache(_CACHED)
def read(text: str) -> Mention:
    """Split a name into words with kind and role."""
    if _SPELLED.fullmatch(text):
        return _mention(text, [Word(0, len(text), text, Kind.SPELLED, key=re.sub(r"[-. ]", "", fold(text)))])
    found = _words(text)
    return _mention(text, _with_roles(found, _divide(text, found)))


def _words(text: str) -> list[Word]:
    found: list[Word] = []
    slot = 0
    for match in _WORD.finditer(text):
        joined = (
            found
            and text[found[-1].end : match.start()] in "-\u2010\u2011\u2013"
            and found[-1].end < match.start()
        )
        slot += not joined
        found.append(Word(match.start(), match.end(), match[0], slot=slot, key=fold(match[0])))
    kinds = [_kind(word, found, text) for word in found]
    only_small_words = all(kind is Kind.KEPT for kind in kinds)
    return [
        replace(word, kind=Kind.NAME if only_small_words else kind)
        for word, kind in zip(found, kinds, strict=True)
    ]


def _kind(word: Word, among: list[Word], text: str) -> Kind:
    key = word.key
    if len(key) == 1:
        return Kind.INITIAL
    if key in _listed("suffixes") and len(among) > 1:
        return Kind.KEPT
    first, last = word is among[0], word is among[-1]
    if key in _listed("titles") and len(among) > 1 and (first or text[: word.start].rstrip()[-1:] == ","):
        return Kind.KEPT
    leading = not last and text[word.end : word.end + 1] in " -'\u2019" and not first | word.text.islower()
    if key in _listed("particles") and not last and (leading or _starts(word, text)):
        return Kind.KEPT
    return Kind.GLUED if _glued(word, among, text) else Kind.NAME


def _starts(word: Word, text: str) -> bool:
    """True for a particle at the head of a name, in small letters or in capitals like the rest."""
    return text[word.end : word.end + 1].isspace() and (
        word.text.islower() or (word.text.isupper() and text.isupper())
    )


def _glued(word: Word, among: list[Word], text: str) -> bool:
    if "/" in text:
        return len(word.text) < _GLUED and word.text.isalpha()
    cased = word.text.isupper() or (word.text.islower() and len(word.text) == _PAIR)
    if len(among) > 1 or not cased or len(word.text) >= _GLUED:
        return False
    key = fold(word.text)
    return surname(key) < _COMMON and given(key).bearers < _COMMON


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
    if len(slots) == 1 or not slots:
        return tuple(words)
    first_is_family = _capitals_first(counted, slots)
    return tuple(replace(word, role=_role(word, words, slots, first_is_family)) for word in words)


def _capitals_first(words: list[Word], slots: list[int]) -> bool:
    first = [w.text for w in words if w.slot == slots[0]]
    rest = [w.text for w in words if w.slot != slots[0] and len(w.text) > 1]
    return (
        all(len(t) > 1 and t.isupper() for t in first) and bool(rest) and not any(t.isupper() for t in rest)
    )


def _role(word: Word, words: list[Word], slots: list[int], first_is_family: bool) -> Role:  # noqa: FBT001 - private
    if first_is_family:
        return Role.FAMILY if word.slot == slots[0] else Role.GIVEN
    if word.slot >= slots[-1]:
        return Role.FAMILY
    if word.slot <= slots[0]:
        return Role.GIVEN
    after_particle = any(
        w.kind is Kind.KEPT and w.slot < word.slot and fold(w.text) in _listed("particles") for w in words
    )
    likely = word.kind is Kind.NAME and surname(word.key) > 4 * given(word.key).bearers
    return Role.FAMILY if after_particle or likely else Role.GIVEN
