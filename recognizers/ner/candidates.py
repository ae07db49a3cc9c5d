"""Candidates: what the tagger finds when it is read strictly, then ever more generously.

A path read with the outside tag discounted finds more, but draws neighbours into a span that a
strict reading cuts right. So the strictest reading goes first, and a more generous one adds only
what touches nothing found before. Hints, the doubtful evidence of rules, speak for what they touch.
Of 600 of them that no reading finds the judge believed six, so that they are no candidates themselves.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from annotation import Label, Span
from recognizers.ner.borders import fit
from recognizers.ner.decode import Floats, Found, leaf_of, log_odds, spans_of
from recognizers.ner.model import Reading
from recognizers.ner.pieces import Pieces
from recognizers.ner.scheme import LEAVES, Kind, begin
from recognizers.words import is_given

_FIRST: Final = re.compile(r"(?<![^\W_])([A-Z][a-z]+)[ ]$")
_NUMBER: Final = re.compile(r"\s+\d+\s+")
DISCOUNTS: Final = (1.0, 3.0, 5.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that may be an identifier.

    Attributes:
        start: first code point in the text that was read.
        end: one past the last.
        kind: what it would be.
        label: its likeliest label.
        odds: log-odds of each piece against standing outside.
        purity: log of the mean probability that its pieces are of this kind.
        discount: the strictest of DISCOUNTS that finds it.
        hinted: score of the strongest hint that touches it; 0 without one.
        slow: mean of the odds by the slow model alone.
        quick: the lowest by the quick model alone.
    """

    start: int
    end: int
    kind: Kind
    label: Label
    odds: tuple[float, ...] = field(repr=False)
    purity: float
    discount: float
    hinted: float = 0.0
    slow: float = 0.0
    quick: float = 0.0

    @property
    def mean(self) -> float:
        """Mean of its odds."""
        return sum(self.odds) / len(self.odds)


def candidates(text: str, reading: Reading, hints: Sequence[Span] = ()) -> list[Candidate]:
    """Candidates of a scored text, in order, no two overlapping.

    Args:
        text: what was read.
        reading: its scores.
        hints: doubtful evidence, in offsets of the text.
    """
    taken = bytearray(len(text))
    odds = tuple(map(log_odds, (reading.tags, *(reading.alone or (reading.tags, reading.tags)))))
    chosen: list[Candidate] = []
    seen: set[Found] = set()
    for discount in DISCOUNTS:
        fresh = [found for found in spans_of(reading.tags, discount=discount) if found not in seen]
        seen.update(fresh)
        for found in fresh:
            parts = [part for part in _ranges(text, reading.pieces, found) if taken.find(1, *part) < 0]
            for start, end in parts:
                taken[start:end] = b"\1" * (end - start)
            chosen += _candidates(parts, found, reading, odds, discount)
    ordered = sorted(chosen, key=lambda candidate: candidate.start)
    return _hinted(ordered, hints, len(text)) if hints else ordered


def _hinted(found: list[Candidate], hints: Sequence[Span], size: int) -> list[Candidate]:
    told = np.zeros(size)
    for hint in hints:
        told[hint.start : hint.end] = np.maximum(told[hint.start : hint.end], hint.score)
    scores = [float(told[one.start : one.end].max()) for one in found]
    return [replace(one, hinted=score) if score else one for one, score in zip(found, scores, strict=True)]


def _candidates(
    parts: list[tuple[int, int]], found: Found, reading: Reading, odds: Sequence[Floats], discount: float
) -> Iterator[Candidate]:
    if parts:
        label = LEAVES[leaf_of(found, reading.leaves)]
        own, slow, quick = (each[found.first : found.last] for each in odds)
        first = Candidate(
            *parts[0], found.kind, label, tuple(own.tolist()), _purity(found, reading.tags), discount,
            slow=float(slow.mean()), quick=float(quick.min()),
        )  # fmt: skip
        yield from (replace(first, start=start, end=end) for start, end in parts)


def _ranges(text: str, pieces: Pieces, found: Found) -> Iterator[tuple[int, int]]:
    first, last = int(pieces.starts[found.first]), int(pieces.ends[found.last - 1])
    start, end = fit(text, first, last, found.kind)
    before = _FIRST.search(text, max(0, start - 20), start) if found.kind is Kind.NAME else None
    if before and text[start : start + 1].isupper() and is_given(before[1]):
        start = before.start(1)
    return _parts(text, start, end, found.kind)


def _parts(text: str, start: int, end: int, kind: Kind) -> Iterator[tuple[int, int]]:
    for number in _NUMBER.finditer(text, start, end) if kind is Kind.NAME else ():
        yield start, number.start()
        start = number.end()
    if start < end:
        yield start, end


def _purity(found: Found, tags: Floats) -> float:
    opening = begin(found.kind)
    chances = np.exp(tags[found.first : found.last, opening : opening + 2]).sum()
    return math.log(float(chances) / (found.last - found.first) + 1e-9)
