"""Surrogate occupations and countries, in the case of the original.

An occupation goes to one that takes the same article, so that "a welder" does not become
"a actuary"; a plural stays a plural.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from surrogates.data import rows
from surrogates.keys import Key
from surrogates.style import fold, words_of

_OWN = frozenset(
    {
        "us",
        "usa",
        "u.s.",
        "u.s.a.",
        "united states",
        "united states of america",
        "america",
        "the united states",
    }
)
_VOWELS = "aeiou"


@cache
def _occupations(*, vowel: bool) -> tuple[str, ...]:
    names = (row[0] for row in rows("professions"))
    return tuple(name for name in names if name.islower() and (name[0] in _VOWELS) is vowel)


@cache
def _countries() -> tuple[str, ...]:
    return tuple(row[0] for row in rows("countries") if row[0].replace(" ", "").isalpha())


@dataclass(frozen=True, slots=True)
class Occupations:
    """Occupations and countries of one patient.

    Attributes:
        key: scoped to the data set.
        patient_id: whose they are.
        forbidden: folded words that no surrogate may hold.
    """

    key: Key
    patient_id: str
    forbidden: AbstractSet[str]

    def profession(self, text: str, epoch: str = "") -> str:
        """The surrogate of an occupation."""
        word = fold(text).strip()
        plural = word.endswith("s") and not word.endswith("ss")
        new = self._other("occupation", _occupations(vowel=word[:1] in _VOWELS), word.rstrip("s"), epoch)
        return _cased(text, f"{new}s" if plural and not new.endswith("s") else new)

    def country(self, text: str, epoch: str = "") -> str:
        """The surrogate of a country; the United States stay."""
        word = fold(text).strip()
        return text if word in _OWN else _cased(text, self._other("country", _countries(), word, epoch))

    def _other(self, kind: str, options: Sequence[str], original: str, epoch: str) -> str:
        draw = self.key.draw(kind, self.patient_id, original, epoch)
        return draw.free(options, lambda new: not self.forbidden.isdisjoint(words_of(new)))


def _cased(model: str, new: str) -> str:
    letters = [char for char in model if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return new.upper()
    if model.istitle() and new.islower():
        return new.title()
    return new[:1].upper() + new[1:] if model[:1].isupper() else new
