"""Marked text as the tagger learns it: what each piece may be called.

A corpus that marks only some identifiers still teaches: every piece carries the set of tags
that its corpus leaves open, and the loss is that of the whole set (learning from partial
annotation: Tsuboi et al. 2008, C08-1113). Sets are bit masks; an empty leaf set teaches nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation import Label, MarkedNote
from recognizers.fold import View, fold
from recognizers.ner.pieces import PieceReader, Pieces
from recognizers.ner.scheme import KIND_OF, LEAVES, OUTSIDE, TAGS, begin

ANY_TAG: Final = (1 << len(TAGS)) - 1
Masks = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Claim:
    """A range of a text and the labels it may have; no label means that nothing is known of it."""

    start: int
    end: int
    labels: frozenset[Label] = frozenset()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text and what is claimed of it; whatever no claim covers holds no identifier."""

    text: str = field(repr=False)
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A lesson in pieces: for each piece the tags and the leaves that it may have."""

    pieces: Pieces
    tags: Masks = field(repr=False)
    leaves: Masks = field(repr=False)


def lesson_of(marked: MarkedNote) -> Lesson:
    """A fully marked note as a lesson."""
    claims = (Claim(span.start, span.end, frozenset({span.label})) for span in marked.spans)
    return Lesson(marked.note.text, tuple(claims))


def example_of(lesson: Lesson, reader: PieceReader) -> Example:
    """Fold a lesson's text, cut it into pieces and lay its claims on them."""
    view = fold(lesson.text)
    pieces = reader.read(view.text)
    tags = np.full(len(pieces), 1 << OUTSIDE, dtype=np.int64)
    leaves = np.zeros(len(pieces), dtype=np.int64)
    for claim in sorted(lesson.claims, key=lambda claim: bool(claim.labels)):
        first, last = _pieces_under(claim, view, pieces)
        if first < last:
            opening, inside = _tag_sets(claim.labels)
            tags[first], tags[first + 1 : last] = opening, inside
            leaves[first:last] = sum(1 << LEAVES.index(label) for label in claim.labels)
    return Example(pieces, tags, leaves)


def _pieces_under(claim: Claim, view: View, pieces: Pieces) -> tuple[int, int]:
    start, end = view.range_of(claim.start, claim.end)
    first = int(np.searchsorted(pieces.ends, start, side="right"))
    return first, int(np.searchsorted(pieces.starts, end, side="left"))


def _tag_sets(labels: Iterable[Label]) -> tuple[int, int]:
    openings = {begin(KIND_OF[label]) for label in labels}
    if not openings:
        return ANY_TAG, ANY_TAG
    return sum(1 << tag for tag in openings), sum(1 << (tag + 1) for tag in openings)
