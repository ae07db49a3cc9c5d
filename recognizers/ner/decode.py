"""From scores of pieces to spans of pieces: the best path that BIO allows.

An inside tag follows only the opening or inside tag of its own kind; the best such path is
found by Viterbi's algorithm (Viterbi 1967), run only over stretches where some piece may be
part of an identifier. Taking a constant from the outside tag trades false spans for recall.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from recognizers.ner.scheme import KINDS, OUTSIDE, TAGS, Kind, leaves_of

Floats = NDArray[np.float32]
SURE: Final = -0.02
_FORBIDDEN: Final = -1e4
_INSIDES: Final = frozenset(tag for tag, name in enumerate(TAGS) if name.startswith("I-"))
_BARS: Final = tuple(_FORBIDDEN * name.startswith("I-") for name in TAGS)
_LEAST: Final = 1e-9


class Found(NamedTuple):
    """Pieces ``[first, last)`` are one identifier of this kind."""

    first: int
    last: int
    kind: Kind


def log_softmax(logits: Floats) -> Floats:
    """Log-probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)


def spans_of(tags: Floats, *, discount: float = 0.0) -> list[Found]:
    """Decode one text.

    Args:
        tags: log-probabilities ``[pieces, len(TAGS)]``.
        discount: taken from the outside tag's log-probability; more finds more.
    """
    scores = tags.copy()
    scores[:, OUTSIDE] -= discount
    found: list[Found] = []
    likeliest = scores.argmax(axis=1).tolist()
    for first, last in _stretches(log_softmax(scores)[:, OUTSIDE] < SURE):
        path = likeliest[first:last]
        if any(path):
            found += _read(path if _is_allowed(path) else _best_path(scores[first:last]), first)
    return found


def _is_allowed(path: list[int]) -> bool:
    """Whether each inside tag follows one of its own kind; likeliest tags that do so are the best path."""
    return all(tag not in _INSIDES or before in (tag - 1, tag) for before, tag in pairwise((OUTSIDE, *path)))


def _stretches(flags: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _best_path(scores: Floats) -> list[int]:
    first, *rest = scores.tolist()
    best = [score + bar for score, bar in zip(first, _BARS, strict=True)]
    back: list[list[int]] = []
    for row in rest:
        top = max(best)
        came = [best.index(top)] * len(TAGS)
        ways = [top] * len(TAGS)
        for tag in _INSIDES:
            came[tag] = own = tag - 1 if best[tag - 1] >= best[tag] else tag
            ways[tag] = best[own]
        best = [way + score for way, score in zip(ways, row, strict=True)]
        back.append(came)
    path = [best.index(max(best))]
    for came in reversed(back):
        path.append(came[path[-1]])
    return path[::-1]


def _read(path: list[int], offset: int) -> Iterator[Found]:
    opened: int | None = None
    for place, tag in enumerate([*path, OUTSIDE]):
        inside = tag != OUTSIDE and tag % 2 == 0
        if opened is not None and not inside:
            yield Found(offset + opened, offset + place, KINDS[(path[opened] - 1) // 2])
            opened = None
        if tag != OUTSIDE and not inside:
            opened = place


_LEAVES_OF: Final = {kind: leaves_of(kind) for kind in KINDS}


def leaf_of(found: Found, leaves: Floats) -> int:
    """Index in LEAVES of the likeliest label of a span, among those of its kind.

    Args:
        found: a span of pieces.
        leaves: logits ``[pieces, len(LEAVES)]`` of the whole text.
    """
    options = _LEAVES_OF[found.kind]
    return options[int(leaves[found.first : found.last, options].sum(axis=0).argmax())]


def log_odds(tags: Floats) -> Floats:
    """Log-odds of each piece, ``[pieces]``, against standing outside; tags as in spans_of."""
    outside = tags[:, OUTSIDE].astype(np.float64)
    return np.asarray(np.log(np.maximum(-np.expm1(outside), _LEAST)) - outside)
