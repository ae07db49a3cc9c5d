"""Draw a person's names: from Census figures by group and sex, or by origin."""

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from corpora.generator import figures
from corpora.generator.casing import titled

CENSUS: Final = "census"
_CENSUS_SHARE: Final = 0.45
_WORDS_SHARE: Final = 0.10
_APOSTROPHE_SHARE: Final = 0.6
_DOUBLED: Final = 1 / 12
_IRISH: Final = re.compile(r"O(?:br|co|do|ha|ke|ma|me|ne|re|ro|su)\w{2}")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a family's names come from: a Census group, or one of the lists by origin."""

    name: str
    group: str = ""


def draw_origin(rng: Random) -> Origin:
    """A Census group, names that are also words, or one of the other origins."""
    chance = rng.random()
    if chance < _CENSUS_SHARE:
        return Origin(CENSUS, rng.choice(figures.GROUPS))
    if chance < _CENSUS_SHARE + _WORDS_SHARE:
        return Origin("words")
    return Origin(rng.choice(sorted({name for name, _ in figures.origins()} - {"words"})))


def draw_surname(origin: Origin, rng: Random) -> str:
    """A surname; one in twelve is doubled with a hyphen."""
    name, other = _surname(origin, rng), _surname(origin, rng)
    return f"{name}-{other}" if "-" not in name + other and rng.random() < _DOUBLED else name


def _surname(origin: Origin, rng: Random) -> str:
    if origin.name != CENSUS:
        return rng.choice(figures.origins()[origin.name, "surname"])
    name = titled(figures.surnames(origin.group).draw(rng))
    if _IRISH.match(name) and rng.random() < _APOSTROPHE_SHARE:
        return f"O'{name[1:].capitalize()}"
    return name


def draw_given(origin: Origin, rng: Random, *, female: bool) -> str:
    """A given name of one sex."""
    if origin.name != CENSUS:
        return rng.choice(figures.origins()[origin.name, "female" if female else "male"])
    return titled(figures.given_names(origin.group, female=female).draw(rng))
