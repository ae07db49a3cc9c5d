"""New numbers and codes of the same shape: a digit for a digit, a letter for a letter.

>>> from random import Random
>>> len(reshape("MR-0042 17B", Random(1)))
11
"""

import re
from random import Random
from typing import Final

from corpora.generator.casing import damage, like

DIGIT_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TEENS: Final = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
    "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_SCANNED: Final = re.compile(r"\d ?[OlI|](?!\w{3})|(?<!\w)[OlI|] ?\d|^[OlI| ]{2,}$")
_KEEP_PREFIX: Final = 0.6
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def _letter(old: str, rng: Random) -> str:
    new = rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ")
    return new if old.isupper() else new.lower()


def _word(old: str, rng: Random) -> str:
    for words in (DIGIT_WORDS, _TENS, _TEENS):
        if old.lower() in words:
            new = rng.choice(words)
            return new.upper() if old.isupper() else new.title() if old.istitle() else new
    return old if len(old) > 2 else _letter_run(old, rng)  # noqa: PLR2004 - longer runs are words: oh, dash, dot


def _letter_run(old: str, rng: Random) -> str:
    return old if old.lower() in {"oh", "nr", "no", "x", "xx"} else "".join(_letter(c, rng) for c in old)


def _digits(old: str, rng: Random) -> str:
    first = rng.choice("123456789") if old[0] not in "0O" else old[0]
    return first + "".join(rng.choice("0123456789") for _ in old[1:])


def reshape(text: str, rng: Random) -> str:
    """A number or code with the marks of the old one and other digits and letters.

    Words for digits give words for digits; a letter prefix often stays, as the prefixes of a
    house's numbers do; a number that a scanner damaged is damaged again.
    """
    if _SCANNED.search(text):
        mended = text.translate(str.maketrans("OlI|", "0111"))
        return damage(reshape(mended, rng), rng, 0.5)
    prefix = re.match(r"[^\W\d_]{1,4}(?=[\W\d])", text)
    kept = prefix[0] if prefix and rng.random() < _KEEP_PREFIX else ""
    return kept + re.sub(
        r"\d+|[^\W\d_]+",
        lambda found: (_digits if found[0].isdigit() else _word)(found[0], rng),
        text[len(kept) :],
    )


def ordinal(number: int) -> str:
    """The number with its English ending.

    >>> [ordinal(n) for n in (1, 12, 22, 113)]
    ['1st', '12th', '22nd', '113th']
    """
    teen = number % 100 in range(11, 14)
    return f"{number}{'th' if teen else _ENDINGS.get(number % 10, 'th')}"


def redrawn_age(text: str, rng: Random) -> str:
    """An age of 90 or more in the form of the old one; forms without a number stay."""
    if re.fullmatch(r"[\dOlI|]{2,3}", text):
        age = str(rng.choice((*range(90, 100), *range(90, 98), 100, 101, 102, 103, 104)))
        return damage(age, rng, 0.6) if re.search(r"[OlI|]", text) else age
    ones = rf"(?<=ninety[- ])({'|'.join(DIGIT_WORDS[1:])})"
    return re.sub(ones, lambda found: like(found[0], rng.choice(DIGIT_WORDS[1:])), text, flags=re.IGNORECASE)
