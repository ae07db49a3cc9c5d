"""Several models that read one text: the mean of what they find likely.

The encoder reads context and no case; the small convolutional model reads case and word lists
and little context. They err in different places, so that their mean errs less than either
(Dietterich 2000, https://doi.org/10.1007/3-540-45014-9_1). All cut a text into the same pieces.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from recognizers.ner.decode import log_softmax
from recognizers.ner.model import Model, Reading


class Reader(Protocol):
    """Whatever scores the pieces of a text."""

    def read(self, text: str) -> Reading:
        """Score a text."""


class Panel:
    """Reads with several models.

    Args:
        members: models of one vocabulary, each with its share; shares sum to 1.
    """

    def __init__(self, members: Sequence[tuple[Reader, float]]) -> None:
        self._members = tuple(members)

    def read(self, text: str) -> Reading:
        """Score a text: shares of chances of tags and leaves, as logarithms."""
        readings = [(member.read(text), np.log(share)) for member, share in self._members]
        tags = np.logaddexp.reduce([reading.tags + share for reading, share in readings])
        leaves = np.logaddexp.reduce([log_softmax(reading.leaves) + share for reading, share in readings])
        return Reading(readings[0][0].pieces, tags.astype(np.float32), leaves.astype(np.float32))


def open_reader(folder: Path) -> Reader:
    """The model of a folder, with the models beside it that its settings name.

    Raises:
        IntegrityError: a model is damaged.
    """
    model = Model(folder)
    beside = model.settings.beside
    if not beside:
        return model
    own = 1 - sum(beside.values())
    return Panel([(model, own), *((Model(folder / name), share) for name, share in beside.items())])
