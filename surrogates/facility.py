"""Surrogate facilities, organizations, landmarks and streets: kind kept, proper words replaced.

Each proper word has its own keyed draw, so a short form agrees with the long one ("Cedar
Hollow" with "CEDAR HOLLOW CARE CTR"), and an abbreviation is built from the surrogate's words.
A word never begins as its original does, lest the abbreviation stay.
"""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache

from surrogates.calendar.spoken import suffix
from surrogates.data import rows, words
from surrogates.keys import Draw, Key
from surrogates.number import Numbers
from surrogates.style import fold, like

__all__ = ["Facilities", "generic", "initials"]

_WORD = re.compile(
    r"\d+(?=(?:st|nd|rd|th)\b)|[^\W_]*[^\W\d_][^\W_]*(?:['\u2019.][^\W\d_]+)*|\d+", re.IGNORECASE
)
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)\b", re.IGNORECASE)


_LINKS = frozenset(["of", "and", "for", "the", "at", "in", "on"])
_ENDINGS = frozenset(["th", "st", "nd", "rd"])
_LETTERS = "ABCDEFGHKLMNPRSTW"
_SHORT = 5


@cache
def _kinds() -> frozenset[str]:
    return frozenset(words("kind_words"))


@cache
def _names() -> tuple[str, ...]:
    return tuple(word.capitalize() for word, _ in rows("facility_words"))


@dataclass(slots=True)
class Facilities:
    """Facilities and streets of one world.

    Attributes:
        key: scoped to the data set.
        space: whose facilities: the data set's or one patient's.
        numbers: for numbers in a name.
        forbidden: folded words that no surrogate may be.
        spelled_out: known long names, by their initials.
    """

    key: Key
    space: tuple[str, ...]
    numbers: Numbers
    forbidden: AbstractSet[str]
    spelled_out: dict[str, str] = field(default_factory=dict, repr=False)

    def learn(self, names: Iterable[str]) -> None:
        """Remember long names for their abbreviations; the first in sorted order wins."""
        for name in sorted(names):
            short = initials(name)
            if len(short) > 1:
                self.spelled_out.setdefault(short, name)

    def replace(self, text: str, epoch: str = "") -> str:
        """The surrogate of a facility, organization or landmark."""
        long = self.spelled_out.get(text.replace(".", "").upper(), "")
        if not long or " " in text.strip():
            return self._rewrite(text, "facility", epoch)
        short = initials(self.replace(long, epoch))
        return ".".join(short) + "." if "." in text else short

    def street(self, text: str, epoch: str = "") -> str:
        """The surrogate of a street address, its form kept."""
        return self._rewrite(text, "street", epoch)

    def _rewrite(self, text: str, kind: str, epoch: str) -> str:
        found = list(_WORD.finditer(text))
        proper = [word for word in found if word[0].isdigit() or fold(word[0]).rstrip(".") not in _kinds()]
        parts, last = [], 0
        for word in proper or found:
            parts += [text[last : word.start()], self._word(word[0], text[: word.start()], kind, epoch)]
            last = word.end()
        return _ORDINAL.sub(_right_suffix, "".join(parts) + text[last:])

    def _word(self, word: str, before: str, kind: str, epoch: str) -> str:
        letters = sum(char.isalpha() for char in word)
        if letters <= sum(char.isdigit() for char in word):
            return self.numbers.replace(word, epoch)
        if fold(word) in _ENDINGS and before[-1:].isdigit():
            return word
        draw = self.key.draw(*self.space, kind, fold(word).removesuffix("'s"), epoch)
        if letters == 1 or _short(word, before):
            return "".join(like(char, _other(draw, char)) if char.isalpha() else char for char in word)
        ending = word[-2:] if fold(word).endswith("'s") else ""
        return like(word, self._proper(draw, fold(word), before, kind)) + ending

    def _proper(self, draw: Draw, word: str, before: str, kind: str) -> str:
        saintly = fold(before).rstrip(" .").endswith(("st", "saint"))
        options = words("saints") if saintly else words("street_words") if kind == "street" else _names()
        return draw.free(options, lambda new: new.lower() in self.forbidden or new[:1].lower() == word[:1])


def _other(draw: Draw, letter: str) -> str:
    return draw.free(_LETTERS, lambda new: new == letter.upper())


def _short(word: str, before: str) -> bool:
    """True for letters that abbreviate something: dotted, or capitals among small letters or alone."""
    dotted = all(len(part) == 1 for part in word.split(".")) and "." in word
    return dotted or (word.isupper() and len(word) < _SHORT and (not before.strip() or not before.isupper()))


def generic(text: str) -> bool:
    """True when a name has only words of kind, e.g. "Valley" or "the clinic"."""
    return all(fold(word[0]).rstrip(".") in _kinds() for word in _WORD.finditer(text))


def initials(name: str) -> str:
    """The capitals by which a long name is abbreviated."""
    spoken = [word[0] for word in _WORD.finditer(name) if word[0][0].isalpha()]
    return "".join(word[0].upper() for word in spoken if fold(word) not in _LINKS)


def _right_suffix(match: re.Match[str]) -> str:
    return match[1] + like(match[2], suffix(int(match[1]) % 100))
