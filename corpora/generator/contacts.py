"""New phone numbers, e-mail and web addresses, user names, IP addresses, in their old form."""

import re
from random import Random
from typing import Final

from corpora.generator import figures
from corpora.generator.casing import key, like, plain
from corpora.generator.numbers import DIGIT_WORDS, reshape
from corpora.generator.people import People

_KEPT: Final = frozenset(figures.words("address_words"))
_LONG: Final = 3
_IP_HEAD: Final = 3
_FICTIONAL: Final = "555"


def redrawn_words(text: str, people: People, rng: Random) -> str:
    """An address or handle with names, words and digits drawn anew.

    The name of someone in the note becomes that person's new name; short runs of letters
    become other letters.
    """
    named = {old: new for (old, _), new in people.new.items() if len(old) > _LONG}

    def word(found: re.Match[str]) -> str:
        old = found[0]
        if old.casefold() in _KEPT:
            return old
        if old[0].isdigit():
            return reshape(old, rng)
        for name in sorted(named, key=len, reverse=True):
            if name in old.casefold():
                return like(old, old.casefold().replace(name, key(named[name])))
        return like(old, _handle(old, rng))

    return re.sub(r"\d+|[^\W\d_]+", word, text)


def _handle(old: str, rng: Random) -> str:
    if len(old) <= _LONG:
        return "".join(rng.choice("abcdefghijklmnoprstuvwxyz") for _ in old)
    first, last = rng.choice(figures.column("given")), rng.choice(figures.column("surnames"))
    word = rng.choice(figures.words("proper_words"))
    return plain(rng.choice((first, last, first[0] + last, last + first[0], word))).lower()


def redrawn_ip(text: str, rng: Random) -> str:
    """An address of other numbers, the first two kept so that it stays of its kind."""
    parts = re.split(r"([^\w]+)", text)
    kept = 1 if parts[0] == "10" else _IP_HEAD
    drawn = (str(rng.randrange(256)) if part.isdigit() else reshape(part, rng) for part in parts[kept:])
    return "".join(parts[:kept]) + "".join(drawn)


def redrawn_phone(text: str, rng: Random) -> str:
    """A number of the same form; half of the area codes and fictional exchanges stay."""
    keep = rng.random() < 1 / 2

    def run(found: re.Match[str]) -> str:
        old = found[0]
        if not old[0].isdigit():
            return like(old, rng.choice(DIGIT_WORDS)) if old.lower() in DIGIT_WORDS else old
        if keep and (old == _FICTIONAL or (len(old) == len(_FICTIONAL) and found.start() <= 1)):
            return old
        new = reshape(old, rng)
        return str(rng.randint(2, 9)) + new[1:] if len(old) == len(_FICTIONAL) and old[0] != "0" else new

    return re.sub(r"[\dOlI|]*\d[\dOlI|]*|[^\W\d_]+", run, text)
