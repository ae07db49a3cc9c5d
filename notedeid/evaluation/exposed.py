"""What the measured misses give away under each policy of consistency, simulated.

A missed mention beside surrogates of the same person may show as the real one; how often it
does depends on how surrogates repeat (``surrogates.exposure``). The mentions are those of the
gold, the miss rate is the one measured on them: that of identifiers of which something stays
visible. The simulated attacker sees one note.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.gold import GoldNote
from annotation.intervals import Bound
from surrogates.exposure import Exposure, exposure
from surrogates.policy import Consistency
from surrogates.style import fold

_SIMULATED, _MOST_ROUNDS = 6_000, 200
_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Exposed:
    """Share of notes that would show an original, by policy.

    Attributes:
        miss_rate: share of mentions missed, as measured.
        at_most: upper bound of the miss rate.
        measured: exposure at the measured rate.
        rates: miss rates of the curves, from 0 to beyond the upper bound.
        curves: exposure at each of these rates.
    """

    miss_rate: float
    at_most: float
    measured: Mapping[Consistency, Exposure]
    rates: tuple[float, ...]
    curves: Mapping[Consistency, tuple[float, ...]]

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        shares = {str(policy): share._asdict() for policy, share in self.measured.items()}
        return {"miss_rate": self.miss_rate, "miss_rate_at_most": self.at_most, "notes_exposed": shares}


def exposed(golds: Iterable[GoldNote], found: Bound) -> Exposed | None:
    """Simulate exposure; None where nothing was marked.

    Args:
        golds: the marked notes.
        found: share of identifiers wholly covered, with bounds.
    """
    mentions = [counts for gold in golds if (counts := _mentions(gold))]
    if not mentions or not found.n:
        return None
    rate, at_most = 1 - found.estimate, 1 - found.lower
    rates = tuple(step * min(1.0, max(1.5 * at_most, 0.02)) for step in _STEPS)
    return Exposed(
        rate,
        at_most,
        {policy: _at(mentions, rate, policy) for policy in Consistency},
        rates,
        {policy: tuple(_at(mentions, one, policy).value for one in rates) for policy in Consistency},
    )


def _mentions(gold: GoldNote) -> list[int]:
    """How often each identifier is mentioned, by type and folded text."""
    text = gold.note.text
    counts = Counter((span.name, fold(text[span.start : span.end])) for span in gold.spans if span.removable)
    return [counts[one] for one in sorted(counts)]


def _at(mentions: Sequence[Sequence[int]], rate: float, policy: Consistency) -> Exposure:
    rounds = min(_MOST_ROUNDS, 1 + _SIMULATED // len(mentions))
    return exposure(mentions, miss_rate=rate, policy=policy, rounds=rounds)
