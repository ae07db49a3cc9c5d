"""The words of a written name: names, initials, letters run together, particles and titles.

A word may be several run together: initials before a surname that has capitals of its own
("FMcD", "TO'B") or around a particle ("AvdB") are split into what they stand for.

>>> [(word.text, word.kind.value, word.key) for word in split("FMcD")]
[('F', 'initial', 'f'), ('McD', 'initial', 'mcd')]
>>> [(word.text, word.kind.value, word.key) for word in split("Dr. Mc Dougal, JP")]
[('Dr', 'kept', 'dr'), ('Mc', 'kept', 'mc'), ('Dougal', 'name', 'mcdougal'), ('JP', 'glued', 'jp')]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from surrogates.data import words
from surrogates.pool import given, surname
from surrogates.style import fold

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]{2,})*['\u2019]?(?<=\w)")
_RUN = re.compile(
    r"(?<![^\W_])(?P<lead>[A-Z]{0,2})(?:(?P<family>(?:Mc|Mac|[OD]['\u2019])[A-Z])|(?P<led>(?:vdr|vd|v|van|von|dl|de|d|la))(?P<last>[A-Z]))"
    r"(?!['\u2019]?[^\W_])"
)
_JOINTS = "-\u2010\u2011\u2013"
_GLUED, _PAIR = 4, 2
_COMMON = 5_000


@cache
def listed(name: str) -> frozenset[str]:
    """A list of small words: particles, suffixes, titles."""
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
        key: the word folded: whole where a part of it stands apart ("Mc Dougal"), without the
            joints of letter by letter spelling.
    """

    start: int
    end: int
    text: str = field(repr=False)
    kind: Kind = Kind.NAME
    role: Role = Role.LONE
    slot: int = 0
    key: str = field(default="", repr=False)


def split(text: str) -> list[Word]:
    """The words of a name with their kinds."""
    found = _slots(text, sorted([*_runs(text), *_plain(text)], key=_place))
    kinds = [word.kind if word.kind is not Kind.NAME else _kind(word, found, text) for word in found]
    only_small_words = all(kind is Kind.KEPT for kind in kinds)
    kinded = [
        replace(word, kind=Kind.NAME if only_small_words else kind)
        for word, kind in zip(found, kinds, strict=True)
    ]
    return [_whole(word, kinded[at - 1] if at else None) for at, word in enumerate(kinded)]


def _place(word: Word) -> int:
    return word.start


def _runs(text: str) -> Iterator[Word]:
    for run in _RUN.finditer(text):
        if not run["lead"] and not run["family"]:
            continue
        at = run.start()
        parts = [*((letter, Kind.INITIAL) for letter in run["lead"]), (run["led"] or "", Kind.KEPT)]
        for part, kind in (*parts, (run["family"] or run["last"], Kind.INITIAL)):
            if part:
                yield Word(at, at + len(part), part, kind, key=fold(part))
            at += len(part)


def _plain(text: str) -> Iterator[Word]:
    taken = [run.span() for run in _RUN.finditer(text) if run["lead"] or run["family"]]
    for match in _WORD.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            yield Word(match.start(), match.end(), match[0], key=fold(match[0]))


def _slots(text: str, found: list[Word]) -> list[Word]:
    slot, slotted = 0, list[Word]()
    for at, word in enumerate(found):
        between = text[found[at - 1].end : word.start] if at else " "
        slot += not (between and between in _JOINTS)
        slotted.append(replace(word, slot=slot))
    return slotted


def _kind(word: Word, among: list[Word], text: str) -> Kind:
    key = word.key
    if len(key) == 1:
        return Kind.KEPT if _led(word, among) else Kind.INITIAL
    if key in listed("suffixes") and len(among) > 1:
        return Kind.KEPT
    first, last = word is among[0], word is among[-1]
    if key in listed("titles") and len(among) > 1 and (first or text[: word.start].rstrip()[-1:] == ","):
        return Kind.KEPT
    leading = (
        not last and text[word.end : word.end + 1] in " -'\u2019." and not (first or word.text.islower())
    )
    if key in listed("particles") and not last and (leading or _starts(word, among, text)):
        return Kind.KEPT
    return Kind.GLUED if _glued(word, among, text) else Kind.NAME


def _led(word: Word, among: list[Word]) -> bool:
    """True for a letter of a particle before a surname: "v.d. Berg", "O Brien"."""
    after = next((other for other in among[among.index(word) + 1 :] if len(other.key) > 1), word)
    irish = word.text == "O" and after.start == word.end + 1 and surname(f"o{after.key}") > surname(after.key)
    return irish or (word.text in "vd" and after.text[:1].isupper())


def _starts(word: Word, among: list[Word], text: str) -> bool:
    """True for a particle at the head of a name: small, capitals like the rest, or leading another."""
    if not text[word.end : word.end + 1].isspace():
        return False
    after = among[among.index(word) + 1].key
    several = after in listed("particles") or word.key == "mc" or (text.find(",") > word.end)
    return several or word.text.islower() or (word.text.isupper() and text.isupper())


def _glued(word: Word, among: list[Word], text: str) -> bool:
    if "/" in text:
        return len(word.text) < _GLUED and word.text.isalpha()
    alone = len(among) == 1
    cased = word.text.isupper() or (alone and word.text.islower() and len(word.text) == _PAIR)
    if not cased or len(word.text) >= _GLUED:
        return False
    bearers = max(surname(word.key), given(word.key).bearers)
    return bearers < _COMMON if alone or not text.isupper() else not bearers


def _whole(word: Word, before: Word | None) -> Word:
    """A surname whose beginning stands apart: "Mc Dougal", "O Brien"."""
    if before is None or before.kind is not Kind.KEPT or word.kind is not Kind.NAME:
        return word
    begins = {"mc": "mc", "o": "o'"}.get(before.key, "")
    return replace(word, key=begins + word.key)
