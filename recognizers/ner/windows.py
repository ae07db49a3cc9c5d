"""Windows over a long row of pieces, and where each piece is read.

An encoder sees one window at a time. Windows overlap, and each piece is read in the window in
which it stands farthest from an edge, so that every piece has context on both sides.

>>> cut(300)
[Window(start=0, end=174, first=0, last=150), Window(start=126, end=300, first=150, last=300)]
"""

import math
from itertools import pairwise
from typing import Final, NamedTuple

SIZE: Final = 190
OVERLAP: Final = 48


class Window(NamedTuple):
    """Pieces ``[start, end)`` are shown to the encoder, of which ``[first, last)`` are read."""

    start: int
    end: int
    first: int
    last: int


def cut(length: int, *, size: int = SIZE, overlap: int = OVERLAP) -> list[Window]:
    """As few windows over ``length`` pieces as will do, of one size and evenly spaced.

    Args:
        length: number of pieces.
        size: most pieces in a window.
        overlap: fewest pieces that two neighbours share; below ``size``.

    Returns:
        Windows whose read ranges are disjoint and cover ``[0, length)`` in order.
    """
    if length <= size:
        return [Window(0, length, 0, length)] if length else []
    count = math.ceil((length - overlap) / (size - overlap))
    width = math.ceil((length + (count - 1) * overlap) / count)
    starts = [index * (length - width) // (count - 1) for index in range(count)]
    borders = [0, *((start + width + after) // 2 for start, after in pairwise(starts)), length]
    rows = zip(starts, pairwise(borders), strict=True)
    return [Window(start, start + width, first, last) for start, (first, last) in rows]
