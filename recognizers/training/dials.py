"""Thresholds: how much evidence a span needs, chosen on the notes kept apart.

A sensitivity is a price: how much of all identifier characters one false span per 1,000 tokens
may cost. Spans are decoded generously (the outside tag is discounted), then each label gets the
threshold at which what its spans hide, less the price of its false spans, is highest; at one
price for all labels no other choice hides more at as many false spans. A label's own choice
counts as far as its right spans are many; the rest is the choice of all labels together.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from annotation import Label, MarkedNote
from annotation.spans import covered
from recognizers.fold import fold
from recognizers.ner.model import Dial, Model
from recognizers.ner.recognizer import spans_in

FIRM: Final = 100
"""Right spans at which a label's own choice counts half."""
_STEPS: Final = tuple(step / 4 for step in range(-12, 17))


@dataclass(frozen=True, slots=True)
class Price:
    """A sensitivity.

    Attributes:
        discount: taken from the outside tag's log-probability.
        false_span: share of all identifier characters worth one false span per 1,000 tokens.
    """

    discount: float
    false_span: float


PRICES: Final[Mapping[str, Price]] = {"balanced": Price(2.0, 0.004), "high": Price(3.0, 0.001)}


@dataclass(frozen=True, slots=True)
class Finding:
    """A found span: its label and score, and the marked characters that it covers; 0 when false."""

    label: Label
    score: float
    hides: int


@dataclass(frozen=True, slots=True)
class Trial:
    """All findings under a discount, in notes of so many marked characters and tokens."""

    findings: Sequence[Finding]
    characters: int
    tokens: int

    def best(self, labels: Iterable[Label], price: Price) -> float:
        """The log-odds at which spans of these labels are worth most."""
        wanted = frozenset(labels)
        findings = [finding for finding in self.findings if finding.label in wanted]
        grid = [step + price.discount for step in _STEPS if step + price.discount >= 0]
        return max(grid, key=lambda odds: (self._worth(findings, odds, price), -odds))

    def _worth(self, findings: Iterable[Finding], odds: float, price: Price) -> float:
        kept = [finding for finding in findings if finding.score >= _chance(odds)]
        hidden = sum(finding.hides for finding in kept) / max(1, self.characters)
        false = 1000 * sum(not finding.hides for finding in kept) / max(1, self.tokens)
        return hidden - price.false_span * false

    def right(self, label: Label) -> int:
        """Findings of a label that touch something marked."""
        return sum(finding.hides > 0 for finding in self.findings if finding.label is label)


def choose(
    folder: Path, notes: Sequence[MarkedNote], prices: Mapping[str, Price] = PRICES
) -> dict[str, Dial]:
    """Dials by name of sensitivity.

    Args:
        folder: a model whose settings may hold any dials.
        notes: marked notes that no weight has seen.
        prices: of each sensitivity.
    """
    model = Model(folder)
    trials = {name: _try(model, notes, price.discount) for name, price in prices.items()}
    return {name: dial_of(trials[name], price) for name, price in prices.items()}


def dial_of(trial: Trial, price: Price) -> Dial:
    """A threshold for every label, drawn to that of all labels where its findings are few."""
    common = trial.best(Label, price)
    thresholds = {}
    for label in Label:
        trust = trial.right(label) / (trial.right(label) + FIRM)
        thresholds[label] = _chance(trust * trial.best([label], price) + (1 - trust) * common)
    return Dial(price.discount, thresholds)


def _chance(odds: float) -> float:
    return round(1 / (1 + math.exp(-odds)), 4)


def _try(model: Model, notes: Sequence[MarkedNote], discount: float) -> Trial:
    findings = list(_findings(model, notes, Dial(discount, {})))
    characters = sum(len(span) for marked in notes for span in marked.spans)
    return Trial(findings, characters, sum(len(marked.note.text.split()) for marked in notes))


def _findings(model: Model, notes: Sequence[MarkedNote], dial: Dial) -> Iterator[Finding]:
    for marked in notes:
        for span in spans_in(fold(marked.note.text), model, dial):
            hides = sum(covered(mark, [span]) for mark in marked.spans)
            yield Finding(span.label, span.score, hides)
