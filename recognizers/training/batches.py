"""Batches: windows of like length together, in an order that the seed alone decides."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import torch
from torch import Tensor

from recognizers.ner.pieces import PieceReader
from recognizers.ner.windows import SIZE
from recognizers.training.examples import Example

WINDOWS: Final = 12
POOL: Final = 32


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows padded to one length; ``lengths`` count real pieces with both ends."""

    ids: Tensor
    shapes: Tensor
    lengths: Tensor
    tags: Tensor
    leaves: Tensor

    @property
    def size(self) -> int:
        """Real pieces in the batch."""
        return int(self.lengths.sum())


def windows_of(example: Example, rng: random.Random) -> Iterator[tuple[Example, int, int]]:
    """Cut an example into windows from a random offset, so that no border stays the same."""
    length = len(example.pieces)
    first = rng.randrange(1, SIZE + 1) if length > SIZE else length
    borders = [0, *range(first, length, SIZE), length]
    for start, end in pairwise(borders):
        if start < end:
            yield example, start, end


def batches_of(examples: Sequence[Example], reader: PieceReader, rng: random.Random) -> Iterator[Batch]:
    """All windows of the examples once: shuffled, then sorted by length pool by pool."""
    windows = [window for example in examples for window in windows_of(example, rng)]
    rng.shuffle(windows)
    groups: list[list[tuple[Example, int, int]]] = []
    for start in range(0, len(windows), WINDOWS * POOL):
        pool = sorted(windows[start : start + WINDOWS * POOL], key=lambda window: window[2] - window[1])
        groups += _groups(pool)
    rng.shuffle(groups)
    return (_collate(group, reader) for group in groups)


def _groups(pool: list[tuple[Example, int, int]]) -> Iterator[list[tuple[Example, int, int]]]:
    group: list[tuple[Example, int, int]] = []
    for window in pool:
        width = window[2] - window[1]
        if group and ((len(group) + 1) * width > WINDOWS * SIZE or len(group) == 3 * WINDOWS):
            yield group
            group = []
        group.append(window)
    if group:
        yield group


def _collate(group: list[tuple[Example, int, int]], reader: PieceReader) -> Batch:
    width = max(end - start for _, start, end in group) + 2
    ids = np.full((len(group), width), reader.padding, dtype=np.int64)
    shapes, tags, leaves = (np.zeros((len(group), width), dtype=np.int64) for _ in range(3))
    for row, (example, start, end) in enumerate(group):
        inner = slice(1, end - start + 1)
        ids[row, 0], ids[row, end - start + 1] = reader.first, reader.last
        ids[row, inner] = example.pieces.ids[start:end]
        shapes[row, inner] = example.pieces.shapes[start:end]
        tags[row, inner] = example.tags[start:end]
        leaves[row, inner] = example.leaves[start:end]
    lengths = np.array([end - start + 2 for _, start, end in group])
    return Batch(*map(torch.from_numpy, (ids, shapes, lengths, tags, leaves)))
