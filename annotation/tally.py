"""Counts over outcomes, and the shares that follow from them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from annotation.scoring import NoteScore, Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over gold spans; a share of nothing is None.

    Attributes:
        spans: gold spans.
        characters: their letters and digits.
        leaked: letters and digits left visible.
        raw_characters: their code points.
        raw_leaked: code points left visible.
        covered: spans with no letter or digit visible.
        overlap: spans touched by a found span.
        exact: spans found with the same offsets.
        strict: spans found with the same offsets and an accepted label.
        right_label: touched spans with an accepted label.
        right_group: touched spans with a label of an accepted group.
    """

    spans: int = 0
    characters: int = 0
    leaked: int = 0
    raw_characters: int = 0
    raw_leaked: int = 0
    covered: int = 0
    overlap: int = 0
    exact: int = 0
    strict: int = 0
    right_label: int = 0
    right_group: int = 0

    @property
    def shares(self) -> dict[str, float | None]:
        """Shares by name: of characters hidden, of spans found, of touched spans labelled right."""
        hidden = self.characters - self.leaked
        return {
            "characters": _share(hidden, self.characters),
            "raw_characters": _share(self.raw_characters - self.raw_leaked, self.raw_characters),
            "covered": _share(self.covered, self.spans),
            "overlap": _share(self.overlap, self.spans),
            "exact": _share(self.exact, self.spans),
            "strict": _share(self.strict, self.spans),
            "right_label": _share(self.right_label, self.overlap),
            "right_group": _share(self.right_group, self.overlap),
        }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def tally(outcomes: Iterable[Outcome]) -> Tally:
    """Count outcomes."""
    rows = [
        (
            1,
            o.characters,
            o.leaked,
            o.raw_characters,
            o.raw_leaked,
            o.covered,
            o.overlap,
            o.exact,
            o.strict,
            o.right_label,
            o.right_group,
        )
        for o in outcomes
    ]
    return Tally(*(sum(column) for column in zip(*rows, strict=True)))


def tally_by(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, Tally]:
    """Count outcomes by a key, in order of the key."""
    parts: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        parts[key(outcome)].append(outcome)
    return {name: tally(parts[name]) for name in sorted(parts)}


def outcomes_of(scores: Iterable[NoteScore]) -> list[Outcome]:
    """Every outcome of every note, in order."""
    return [outcome for score in scores for outcome in score.outcomes]
