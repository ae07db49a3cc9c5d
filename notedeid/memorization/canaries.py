"""Canaries: random strings planted before training, and their exposure in what was trained.

After Carlini et al., "The secret sharer", USENIX Security 2019. A canary fills the blank of a format with
random digits. After training, the model scores the canaries and reference strings of the same format that it
never saw. A canary of rank r among n references has exposure log2(n + 1) - log2(r): 0 to 1 where it is as
likely as any, log2(n + 1) where no reference is likelier. More references measure a higher exposure; the
estimate never exceeds what they can show.

>>> found = exposures({"c": 1.0, "d": 9.0}, [2.0, 3.0, 4.0])
>>> [(one.name, one.rank, round(one.exposure, 2)) for one in found]
[('c', 1, 2.0), ('d', 4, 0.0)]
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from annotation import InputError, Note
from surrogates.keys import Key

__all__ = ["FORMAT", "Canary", "Exposure", "exposures", "make", "plant", "references"]

FORMAT = "The pharmacy override code of this chart is {}."
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Canary:
    """A string that stands nowhere else.

    Attributes:
        name: what reports call it.
        text: the string.
        times: how often it is planted.
    """

    name: str
    text: str = field(repr=False)
    times: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a model shows of a canary.

    Attributes:
        name: the canary.
        rank: its place among the references, 1 the likeliest.
        exposure: log2(references + 1) - log2(rank), in bits.
        highest: the most that so many references can show.
    """

    name: str
    rank: int
    exposure: float
    highest: float


def make(key: Key, times: Sequence[int], *, form: str = FORMAT) -> tuple[Canary, ...]:
    """One canary for each number of repeats.

    Raises:
        InputError: a format without exactly one blank `{}`, or a number of repeats below 1.
    """
    _check(form)
    if not times or min(times) < 1:
        raise InputError("a canary is planted once or more")
    return tuple(
        Canary(f"canary {i + 1}", form.format(_digits(key, "canary", i)), count)
        for i, count in enumerate(times)
    )


def references(key: Key, count: int, *, form: str = FORMAT) -> tuple[str, ...]:
    """Strings of the same format that are planted nowhere."""
    _check(form)
    return tuple(form.format(_digits(key, "reference", i)) for i in range(count))


def plant(notes: Sequence[Note], canaries: Sequence[Canary], key: Key) -> list[Note]:
    """Put canaries at the ends of notes that the key chooses, each note at most one.

    Raises:
        InputError: fewer notes than canaries to plant.
    """
    wanted = [one.text for one in canaries for _ in range(one.times)]
    if len(wanted) > len(notes):
        raise InputError(f"{len(wanted)} canaries need as many notes, not {len(notes)}")
    order = sorted(range(len(notes)), key=lambda i: key.draw("canary note", notes[i].note_id).below(1 << 62))
    planted = list(notes)
    for place, text in zip(order, wanted, strict=False):
        planted[place] = replace(notes[place], text=f"{notes[place].text.rstrip()}\n{text}\n")
    return planted


def exposures(losses: Mapping[str, float], unseen: Sequence[float]) -> list[Exposure]:
    """Exposure of canaries.

    Args:
        losses: by canary, the loss (negative log-likelihood) that the model gives it.
        unseen: losses of the references.

    Raises:
        InputError: no references, or a loss that is no number.
    """
    if not unseen or not all(map(math.isfinite, (*losses.values(), *unseen))):
        raise InputError("exposure needs the losses of references, all of them numbers")
    held, highest = sorted(unseen), math.log2(len(unseen) + 1)
    ranks = {name: bisect_left(held, loss) + 1 for name, loss in losses.items()}
    return [Exposure(name, rank, highest - math.log2(rank), highest) for name, rank in ranks.items()]


def _check(form: str) -> None:
    if form.count("{}") != 1 or form.count("{") != 1:
        raise InputError("the format of a canary has exactly one blank, written {}")


def _digits(key: Key, what: str, number: int) -> str:
    draw = key.draw(what, str(number))
    return "".join(draw.choose("0123456789") for _ in range(DIGITS))
