"""Make a new word look like the one whose place it takes: case, accents, scanner damage."""

import re
import unicodedata
from random import Random

CONFUSIONS = {"0": "o", "1": "l", "|": "l", "5": "s", "8": "b", "6": "b", "9": "g", "2": "z"}
DAMAGE = {
    "o": "0", "O": "0", "l": "1", "I": "l", "i": "1", "m": "rn", "S": "5", "s": "5", "B": "8", "w": "vv",
    "0": "O", "1": "l", "5": "S", "8": "B", "g": "q", "e": "c", "h": "b", "d": "cl", "Z": "2",
}  # fmt: skip


_MOSTLY = 0.7


def plain(word: str) -> str:
    """The word without accents and marks.

    >>> plain("Núñez-Kovač")
    'Nunez-Kovac'
    """
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def key(word: str) -> str:
    """What two spellings of one word have in common: case, accents and scanner damage folded.

    >>> key("Stanis1aw") == key("STANISLAW")
    True
    """
    folded = plain(word).casefold()
    mended = "".join(CONFUSIONS.get(c, c) for c in folded)
    return re.sub(r"[\W_]", "", mended).replace("rn", "m").replace("vv", "w")


def titled(name: str) -> str:
    """A name of an all-caps table in its usual case.

    >>> titled("MCDONALD"), titled("NGUYEN"), titled("ST JOHN")
    ('McDonald', 'Nguyen', 'St John')
    """
    word = name.title()
    if re.match(r"Mc\w{3}", word):
        return "Mc" + word[2:].capitalize()
    return word


def like(model: str, word: str) -> str:
    """The word in the case of the model; a few small letters among capitals are scanner damage.

    >>> like("LEE", "Okafor"), like("lee", "Okafor"), like("Lee", "Okafor")
    ('OKAFOR', 'okafor', 'Okafor')
    """
    letters = [c for c in model if c.isalpha()]
    if len(letters) > 1 and sum(c.isupper() for c in letters) > _MOSTLY * len(letters):
        return word.upper()
    if letters and all(c.islower() for c in letters):
        return word.lower()
    return word


def is_damaged(word: str) -> bool:
    """True when a scanner has put a digit or a bar among the letters.

    >>> is_damaged("Wo1f"), is_damaged("Wolf"), is_damaged("1988")
    (True, False, False)
    """
    return bool(re.search(r"[^\W\d_]", word) and re.search(r"[\d|]", word))


def damage(word: str, rng: Random, rate: float = 0.3) -> str:
    """The word as a scanner may read it.

    Args:
        word: any text.
        rng: where chance comes from.
        rate: how likely each character that can be misread is.
    """
    return "".join(DAMAGE[c] if c in DAMAGE and rng.random() < rate else c for c in word)
