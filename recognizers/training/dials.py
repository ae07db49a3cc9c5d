"""Thresholds: how much evidence a span needs, chosen on the notes kept apart.

For each discount of the outside tag, each label's threshold is the highest that loses no more
than a hundredth of the right spans' characters; of the dials that keep false spans under the aim the one
that hides most is taken. Labels with few right spans take the threshold of all labels.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from annotation import Label, MarkedNote, Span
from annotation.gold import GoldNote, from_marked
from annotation.scoring import score
from annotation.tally import outcomes_of, tally
from recognizers.fold import fold
from recognizers.ner.model import Dial, Model, Reading
from recognizers.ner.recognizer import Section, loads, spans_in

AIMS: Final[Mapping[str, float]] = {"balanced": 3.0, "high": 10.0}
"""False spans per 1,000 tokens that each sensitivity may cost."""
DISCOUNTS: Final = tuple(step / 4 for step in range(17))
LOST: Final = 0.01
FEW: Final = 20
HIGHEST: Final = 0.6

Read = Sequence[tuple[Section, Reading]]


@dataclass(frozen=True, slots=True)
class Trial:
    """A dial and what it brings: share of characters hidden, false spans per 1,000 tokens."""

    dial: Dial
    hidden: float
    false: float


def choose(folder: Path, notes: Sequence[MarkedNote]) -> dict[str, Dial]:
    """Dials by name of sensitivity.

    Args:
        folder: a model whose settings may hold any dials.
        notes: marked notes that no weight has seen.
    """
    gold = [from_marked(marked) for marked in notes]
    model = Model(folder)
    views = [fold(one.note.text) for one in gold]
    read = [
        pair for load in loads(views) for pair in zip(load, model.read([s.text for s in load]), strict=True)
    ]
    trials = [try_discount(discount, read, gold) for discount in DISCOUNTS]
    return {name: best(trials, aim).dial for name, aim in AIMS.items()}


def best(trials: Sequence[Trial], aim: float) -> Trial:
    """The trial that hides most under the aim, or the one with the fewest false spans."""
    allowed = [trial for trial in trials if trial.false <= aim]
    if not allowed:
        return min(trials, key=lambda trial: trial.false)
    return max(allowed, key=lambda trial: (trial.hidden, -trial.false))


def try_discount(discount: float, read: Read, gold: Sequence[GoldNote]) -> Trial:
    """Choose thresholds for one discount and measure what comes of them."""
    open_dial = Dial(discount, {})
    thresholds = thresholds_of(found_by(open_dial, read, gold), gold)
    dial = Dial(discount, thresholds)
    scores = score(gold, found_by(dial, read, gold))
    share = tally(outcomes_of(scores)).shares["characters"] or 0.0
    tokens = sum(one.tokens for one in scores)
    return Trial(dial, share, 1000 * sum(len(one.false_spans) for one in scores) / max(1, tokens))


def found_by(dial: Dial, read: Read, gold: Sequence[GoldNote]) -> dict[str, list[Span]]:
    """Spans of each note under a dial."""
    found: dict[str, list[Span]] = {one.note.note_id: [] for one in gold}
    for section, reading in read:
        found[gold[section.note].note.note_id] += spans_in(section, reading, dial)
    return found


def thresholds_of(found: Mapping[str, Iterable[Span]], gold: Sequence[GoldNote]) -> dict[Label, float]:
    """The threshold of each label, from the scores of found spans that touch a marked one."""
    right: defaultdict[Label, list[float]] = defaultdict(list)
    for one in gold:
        for span in found[one.note.note_id]:
            if any(span.start < mark.end and mark.start < span.end for mark in one.spans):
                right[span.label].append(span.score)
    everything = _lowest([score for scores in right.values() for score in scores])
    return {label: _lowest(right[label]) if len(right[label]) >= FEW else everything for label in Label}


def _lowest(scores: Sequence[float]) -> float:
    return min(HIGHEST, round(float(np.quantile(scores, LOST)), 3)) if scores else 0.0
