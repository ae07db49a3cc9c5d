"""What changed between two runs over the same gold, span by span.

The same identifiers are looked at twice, so the comparison is paired: McNemar's exact test (1947)
asks whether the spans that only one run covered lean to one side more than a fair coin would.
It takes spans as independent, which makes it a hint, not a proof, where misses cluster.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scipy.stats import binomtest

from annotation.errors import InputError
from notedeid.evaluation.result import Evaluation


@dataclass(frozen=True, slots=True)
class Change:
    """One identifier type in two runs.

    Attributes:
        name: the type.
        spans: gold spans.
        before: covered before.
        after: covered after.
        gained: covered only after.
        lost: covered only before.
        p: two-sided exact probability of so uneven a split by chance.
    """

    name: str
    spans: int
    before: int
    after: int
    gained: int
    lost: int
    p: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "name": self.name,
            "spans": self.spans,
            "covered_before": self.before,
            "covered_after": self.after,
            "gained": self.gained,
            "lost": self.lost,
            "p": self.p,
        }


def compare(before: Evaluation, after: Evaluation) -> tuple[Change, ...]:
    """Compare two runs by type, all types together last.

    Raises:
        InputError: the two were not scored against the same gold.
    """
    pairs: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for old, new in zip(before.scores, after.scores, strict=True):
        if old.note_id != new.note_id or len(old.outcomes) != len(new.outcomes):
            raise InputError("the two runs were not scored against the same gold")
        for first, second in zip(old.outcomes, new.outcomes, strict=True):
            pairs[first.gold.name].append((first.covered, second.covered))
    every = [pair for name in sorted(pairs) for pair in pairs[name]]
    return (*(_change(name, pairs[name]) for name in sorted(pairs)), _change("all", every))


def _change(name: str, pairs: Iterable[tuple[bool, bool]]) -> Change:
    found = list(pairs)
    gained = sum(new and not old for old, new in found)
    lost = sum(old and not new for old, new in found)
    p = float(binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0
    return Change(name, len(found), sum(o for o, _ in found), sum(n for _, n in found), gained, lost, p)
