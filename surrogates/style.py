"""Fold a word to what tells it apart, and write another in its style.

>>> fold("O\u2019Hal\u00f6ran"), like("SMITH", "Jensen"), like("McKay", "jensen"), like("lee", "Jensen")
("o'haloran", 'JENSEN', 'Jensen', 'jensen')
"""

import unicodedata
from functools import lru_cache

_PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u02bc\u00b4`\u2032", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u00a0\u2007\u202f\u2009\u3000\u200a\u2002\u2003", " ")
)
_CACHED = 1 << 16


@lru_cache(_CACHED)
def fold(word: str) -> str:
    """Case, accents and typographic variants taken away."""
    apart = unicodedata.normalize("NFKD", word.translate(_PLAIN))
    return "".join(char for char in apart if not unicodedata.combining(char)).casefold()


def plain(text: str) -> str:
    """Compatibility forms, dashes, quotes and spaces folded one for one: offsets stay."""
    if text.isascii():
        return text
    return "".join(_one(char) for char in text.translate(_PLAIN))


def _one(char: str) -> str:
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


def like(model: str, word: str) -> str:
    """``word`` in capitals, small letters or capitalized as ``model`` is."""
    if model.islower():
        return word.lower()
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:].lower()


@lru_cache(_CACHED)
def words_of(text: str) -> frozenset[str]:
    """The folded words of any text, for lists of what a surrogate must not be."""
    return frozenset(word for word in fold(text).replace("-", " ").split() if word.isalpha())
