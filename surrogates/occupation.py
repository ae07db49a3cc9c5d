"""Surrogate occupations and countries, in the case of the original.

An occupation goes to one that takes the same article, so that "a welder" does not become
"a actuary"; a plural stays a plural.
"""

from collections.abc import Sequence
from functools import cache

from surrogates.data import rows
from surrogates.keys import Key
from surrogates.style import fold

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


def profession(key: Key, patient_id: str, text: str, epoch: str = "") -> str:
    """The surrogate of an occupation."""
    word = fold(text).strip()
    plural = word.endswith("s") and not word.endswith("ss")
    options = _occupations(vowel=word[:1] in _VOWELS)
    new = _other(key, ("occupation", patient_id, word.rstrip("s"), epoch), options, word)
    return _cased(text, f"{new}s" if plural and not new.endswith("s") else new)


def country(key: Key, patient_id: str, text: str, epoch: str = "") -> str:
    """The surrogate of a country; the United States stay."""
    word = fold(text).strip()
    return (
        text
        if word in _OWN
        else _cased(text, _other(key, ("country", patient_id, word, epoch), _countries(), word))
    )


def _other(key: Key, parts: tuple[str, ...], options: Sequence[str], original: str) -> str:
    draw = key.draw(*parts)
    while fold(new := draw.choose(options)) in original:
        pass
    return new


def _cased(model: str, new: str) -> str:
    letters = [char for char in model if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return new.upper()
    if model.istitle() and new.islower():
        return new.title()
    return new[:1].upper() + new[1:] if model[:1].isupper() else new
