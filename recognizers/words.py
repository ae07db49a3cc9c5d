"""The frozen word lists of ``recognizers/data``, and what they say about one word.

Names are those of the US Census; the clinical vocabulary is what dictated notes and the project's own
write in lower case, drugs, brands and abbreviations. A word on both sides is taken for a name only when
many people bear it.

>>> is_name("Lindquist"), is_name("Hope"), is_name("Edema")
(True, True, False)
>>> is_ordinary("edema"), is_ordinary("lindquist")
(True, False)
"""

import hashlib
import json
import lzma
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from annotation import IntegrityError

_DATA = files("recognizers.data")
_MISREAD = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("1", "l"), ("1", "i"), ("l", "i"), ("0", "o"), ("5", "s"))
REMEMBERED: Final = 32_768
"""Words whose answers are kept."""
_ENDINGS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"),
    ("ly", ""), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ness", ""),
)  # fmt: skip


@cache
def _manifest() -> dict[str, dict[str, str]]:
    lists: dict[str, dict[str, str]] = json.loads(_DATA.joinpath("MANIFEST.json").read_text("utf-8"))["lists"]
    return lists


@cache
def lines(name: str) -> tuple[str, ...]:
    """Entries of one list, sorted.

    Raises:
        IntegrityError: the file is not the one its manifest names.
    """
    packed = _DATA.joinpath(f"{name}.txt.xz").read_bytes()
    if hashlib.sha256(packed).hexdigest() != _manifest()[name]["sha256"]:
        raise IntegrityError(f"word list {name} is not the one in its manifest; install the package again")
    return tuple(lzma.decompress(packed).decode().splitlines())


@cache
def listed(name: str) -> tuple[str, ...]:
    """Lines of a hand-kept list ``NAME.txt``, in order; in some each line is a regular expression."""
    return tuple(_DATA.joinpath(f"{name}.txt").read_text("utf-8").splitlines())


def alternatives(name: str) -> str:
    """The lines of a hand-kept list as one alternation."""
    return "|".join(listed(name))


@cache
def eponyms() -> frozenset[str]:
    """Words that name a disease, sign, score, device or maker after a person or place, lower case."""
    return frozenset(entry.lower() for entry in listed("eponyms"))


@cache
def regions() -> frozenset[str]:
    """Names and postal codes of states, names of countries and their common short forms, lower case."""
    states = (part for entry in lines("states") for part in entry.lower().split("|"))
    return frozenset((*states, "us", "usa", "uk", "u.s", "u.k")) | words("countries")


@cache
def words(*names: str) -> frozenset[str]:
    """Entries of some lists together, lower case."""
    return frozenset(entry.lower() for name in names for entry in lines(name))


@lru_cache(maxsize=REMEMBERED)
def plain(word: str) -> str:
    """A word as the lists write it: lower case, without possessive or final stop."""
    return word.lower().removesuffix(".").removesuffix("'s")


def lowered(text: str) -> str:
    """A text in lower case, of equal length."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def is_given(word: str) -> bool:
    """True when people bear the word as a first name."""
    return plain(word) in words("given")


@lru_cache(maxsize=REMEMBERED)
def is_name(word: str) -> bool:
    """True when the word, or each part of a hyphenated one, is more likely a name than not."""
    low = plain(word)
    if "-" in low:
        return all(is_name(part) for part in low.split("-") if part)
    if low not in words("surnames", "given"):
        return False
    return low in words("frequent") or low not in words("clinical")


@lru_cache(maxsize=REMEMBERED)
def is_clinical(word: str) -> bool:
    """True when the word is of the clinical vocabulary: written in lower case, a drug, a brand.

    Abbreviations count in capitals: "ANA" is a test, "Ana" may be a name; those that are none count
    in small letters too ("copd").
    """
    low = plain(word)
    short = low in abbreviations() and (word.isupper() or (word.islower() and low in _nameless()))
    return short or low in _clinical()


@cache
def abbreviations() -> frozenset[str]:
    """Clinical words that are written in capitals, folded."""
    return _nameless() | {entry.lower() for entry in lines("capitalised") if entry.isupper()}


@cache
def _nameless() -> frozenset[str]:
    return frozenset(entry.lower() for entry in listed("abbreviations"))


@cache
def drugs() -> frozenset[str]:
    """Generic names of drugs, lower case."""
    return words("drugs") | frozenset(listed("generics"))


@cache
def _clinical() -> frozenset[str]:
    kept = {entry.lower() for name in ("brand_drugs", "shorthand", "note_words") for entry in listed(name)}
    titled = {entry.lower() for entry in lines("capitalised") if not entry.isupper()}
    return words("clinical") | drugs() | kept | titled


@lru_cache(maxsize=REMEMBERED)
def is_ordinary(word: str) -> bool:
    """True when the word, also as a scanner may have misread it, is clinical or of the dictionary."""
    low = plain(word)
    return is_clinical(word) or _is_english(low) or any(map(_is_english, _reread(low)))


def is_misread(word: str) -> bool:
    """True when the word is ordinary only as a scanner may have misread it."""
    low = plain(word)
    return is_ordinary(word) and not (is_clinical(word) or _is_english(low))


def _is_english(low: str) -> bool:
    return any(stem in words("english") for stem in _stems(low))


def _reread(low: str) -> Iterator[str]:
    """What a word that no name list holds was before optical recognition: "farnily", "cornplains"."""
    if low not in words("surnames", "given"):
        yield from (low.replace(seen, meant) for seen, meant in _MISREAD if seen in low)


def _stems(word: str) -> tuple[str, ...]:
    stems = [word]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            stems.append(stem + instead)
            if stem[-1] == stem[-2]:
                stems.append(stem[:-1])
    return tuple(stems)
