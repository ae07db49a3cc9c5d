"""How often a missed mention shows: a simulation of what each policy gives away.

The attacker sees all mentions of one person or place in a note, of which some were missed and
show the original, and knows the policy. Under ``consistent`` the value that is not the most
frequent one is real; under ``random`` a value that comes twice is real; under ``markov`` a value
that comes back after another is. Where several values fit equally, the attacker guesses among
them; where none stands out, nothing is exposed. Idea of the comparison: Osborne et al. 2025
(Electronics 14(19):3945); the attacker here is stated so that the figure can be read.

>>> notes = [[6, 2, 1]] * 50
>>> low = exposure(notes, miss_rate=0.02, policy=Consistency.RANDOM)
>>> high = exposure(notes, miss_rate=0.02, policy=Consistency.CONSISTENT)
>>> low.value < high.value
True
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from annotation import InputError, MarkedNote
from annotation.intervals import wilson_lower
from surrogates.policy import Consistency
from surrogates.style import fold

_ORIGINAL = -1
_SIDE = 0.975


class Exposure(NamedTuple):
    """Share of notes in which an original is exposed, with a 95 % interval of the simulation."""

    value: float
    low: float
    high: float


def mentions(marked: MarkedNote) -> list[int]:
    """How often each identifier is mentioned in a note, by label and folded text."""
    text = marked.note.text
    counts = Counter((span.label, fold(text[span.start : span.end])) for span in marked.spans)
    return [counts[one] for one in sorted(counts)]


def exposure(
    notes: Iterable[Sequence[int]],
    *,
    miss_rate: float,
    policy: Consistency,
    markov_stay: float = 0.5,
    rounds: int = 200,
    seed: int = 0,
) -> Exposure:
    """Simulate the share of notes that expose an original.

    Args:
        notes: for each note, how often each identifier is mentioned; see ``mentions``.
        miss_rate: chance that a mention is missed, in [0, 1].
        policy: how surrogates repeat.
        markov_stay: chance that the next mention keeps the surrogate.
        rounds: simulated passes over the notes.
        seed: of the simulation.

    Raises:
        InputError: no notes, or a rate outside [0, 1].
    """
    listed = list(notes)
    if not listed or not 0 <= miss_rate <= 1:
        raise InputError("exposure needs notes and a miss rate between 0 and 1")
    rng = np.random.default_rng(seed)
    stay = {Consistency.CONSISTENT: 1.0, Consistency.RANDOM: 0.0, Consistency.MARKOV: markov_stay}[policy]
    hits = sum(
        rng.random() < _note(rng, note, (miss_rate, stay), policy) for _ in range(rounds) for note in listed
    )
    trials = rounds * len(listed)
    return _interval(hits / trials, trials)


def _note(
    rng: np.random.Generator, counts: Sequence[int], rates: tuple[float, float], policy: Consistency
) -> float:
    miss_rate, stay = rates
    hidden, at = 1.0, 0
    missed = rng.random(sum(counts)) < miss_rate
    for count in counts if missed.any() else ():
        mine = missed[at : at + count].tolist()
        at += count
        if any(mine):
            hidden *= 1 - guess(shown(rng, mine, stay), policy)
    return 1 - hidden


def shown(rng: np.random.Generator, missed: Sequence[bool], stay: float) -> list[int]:
    """The values of one identity in order: -1 the original, others numbered surrogates."""
    renewed = np.cumsum(rng.random(len(missed)) >= stay).tolist()
    return [_ORIGINAL if miss else value for miss, value in zip(missed, renewed, strict=True)]


def guess(values: Sequence[int], policy: Consistency) -> float:
    """Chance that the attacker points at the original."""
    counts = Counter(values)
    if policy is Consistency.CONSISTENT:
        most = max(counts.values())
        odd = [value for value in counts if counts[value] < most]
        suspects = odd or (list(counts) if len(counts) > 1 else [])
    elif policy is Consistency.RANDOM:
        suspects = [value for value, n in counts.items() if n > 1]
    else:
        runs = Counter(value for value, _ in groupby(values))
        suspects = [value for value, n in runs.items() if n > 1]
    return (_ORIGINAL in suspects) / len(suspects) if suspects else 0.0


def _interval(share: float, n: int) -> Exposure:
    """A share with its score interval (Wilson 1927)."""
    low, high = (wilson_lower(part, n, confidence=_SIDE) for part in (share, 1 - share))
    return Exposure(share, low, 1 - high)
