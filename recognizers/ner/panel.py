"""Two models that read one text: a quick one everywhere, the encoder where something may stand.

The encoder reads context and no case; the small convolutional scout reads case and word lists
and little context. They err in different places, so that the mean of their chances errs less
than either (Dietterich 2000, https://doi.org/10.1007/3-540-45014-9_1). A window in which the
scout finds no piece even a little likely holds nothing, and the encoder is spared it.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np

from recognizers.ner.crew import Crew
from recognizers.ner.decode import Floats, log_softmax
from recognizers.ner.model import Model, Reading, Scout
from recognizers.ner.pieces import SHAPES, Pieces
from recognizers.ner.scheme import OUTSIDE


class Reader(Protocol):
    """Whatever scores the pieces of a text."""

    def read(self, text: str) -> Reading:
        """Score a text."""

    def begin(self, text: str) -> Callable[[], Reading]:
        """Begin to score a text; what is given back waits for the scores."""


class Panel:
    """Reads with an encoder and a scout of one vocabulary.

    Args:
        encoder: reads well.
        scout: reads fast.
        terms: what the scout's reading counts.
    """

    def __init__(self, encoder: Model, scout: Model, terms: Scout) -> None:
        self._encoder, self._scout, self._terms = encoder, scout, terms

    def read(self, text: str) -> Reading:
        """Score a text: mean chances of tags and leaves as logarithms, or the scout's alone."""
        return self.begin(text)()

    def begin(self, text: str) -> Callable[[], Reading]:
        """Begin to score a text, the scout first; what is given back waits for the scores."""
        quick = self._scout.read(text)
        hopeful = np.exp(quick.tags[:, OUTSIDE]) <= 1 - self._terms.least
        drawn = quick.pieces
        pieces = Pieces(drawn.ids, drawn.shapes % SHAPES, drawn.starts, drawn.ends)
        return partial(self._both, quick, self._encoder.begin_pieces(pieces, hopeful=hopeful))

    def _both(self, quick: Reading, encoded: Callable[[], Reading]) -> Reading:
        full = encoded()
        slow = np.where(np.isnan(full.tags), quick.tags, full.tags)
        tags = self._mean(full.tags, quick.tags)
        leaves = self._mean(log_softmax(full.leaves), log_softmax(quick.leaves))
        return Reading(full.pieces, tags, leaves, (slow, quick.tags))

    def _mean(self, full: Floats, quick: Floats) -> Floats:
        mean, both = quick.copy(), ~np.isnan(full[:, 0])
        share = self._terms.share
        mean[both] = np.logaddexp(full[both] + np.log(1 - share), quick[both] + np.log(share))
        return mean


def open_reader(folder: Path, *, threads: int = 1) -> Reader:
    """The model of a folder, with the scout that its settings name.

    Args:
        folder: where the model is.
        threads: how many windows of it are read at a time.

    Raises:
        IntegrityError: a model is damaged.
    """
    model = Model(folder, crew=Crew(threads))
    scout = model.settings.scout
    return Panel(model, Model(folder / scout.folder), scout) if scout else model
