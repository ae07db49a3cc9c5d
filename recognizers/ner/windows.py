"""Windows over a long row of pieces, and where each piece is read.

An encoder sees one window at a time. Windows overlap, and each piece is read in the window in
which it stands farthest from an edge, so that every piece has context on both sides.

>>> cut(300)
[Window(start=0, end=190, first=0, last=150), Window(start=110, end=300, first=150, last=300)]
"""

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
    """Windows over ``length`` pieces; the last one is moved back to be full.

    Args:
        length: number of pieces.
        size: most pieces in a window.
        overlap: fewest pieces that two neighbours share; below ``size``.

    Returns:
        Windows whose read ranges are disjoint and cover ``[0, length)`` in order.
    """
    starts = [*range(0, max(length - size, 0), size - overlap), max(length - size, 0)]
    ends = [min(start + size, length) for start in starts]
    borders = [0, *((ends[i] + starts[i + 1]) // 2 for i in range(len(starts) - 1)), length]
    rows = zip(starts, ends, borders, borders[1:], strict=False)
    return [Window(*row) for row in rows if length]
