"""The tagger as a recognizer: folded views in, spans of the original notes out."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from annotation import Label, Span
from recognizers.fold import View
from recognizers.ner.borders import fit
from recognizers.ner.decode import leaf_of, score_of, spans_of
from recognizers.ner.model import SHIPPED, Dial, Model, Reading, Sensitivity
from recognizers.ner.scheme import LEAVES

SECTION: Final = 50_000


class NerRecognizer:
    """Finds names, places, facilities, professions and whatever else stands in context.

    Cost is linear in the length of a note and memory is bounded: a note is read in sections of
    at most SECTION characters, cut at a line end or blank.

    Args:
        sensitivity: ``"high"`` finds more, at the price of more false spans.
        threads: how many notes find_many reads at a time.
        folder: where the model is; the shipped one by default.

    Raises:
        IntegrityError: the model is damaged.
    """

    name = "ner"
    labels: frozenset[Label] = frozenset(LEAVES)

    def __init__(
        self, *, sensitivity: Sensitivity = "balanced", threads: int = 1, folder: Path = SHIPPED
    ) -> None:
        self._model = Model(folder)
        self._dial = self._model.settings.dials[sensitivity]
        self._threads = threads

    def find(self, view: View) -> list[Span]:
        """Spans of one note, sorted."""
        return list(spans_in(view, self._model, self._dial))

    def find_many(self, views: Sequence[View]) -> list[list[Span]]:
        """Spans of each note: the same as of each alone."""
        if self._threads == 1:
            return [self.find(view) for view in views]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self.find, views))


def spans_in(view: View, model: Model, dial: Dial) -> Iterator[Span]:
    """Read a view section by section and decode its scores, in order."""
    for first, last in cut_at_blanks(view.text, SECTION):
        text = view.text[first:last]
        for start, end, label, score in decoded(text, model.read(text), dial):
            yield view.span(first + start, first + end, label, score, NerRecognizer.name)


def decoded(text: str, reading: Reading, dial: Dial) -> Iterator[tuple[int, int, Label, float]]:
    """Start, end, label and score of what a dial finds in a scored text, in order."""
    for found in spans_of(reading.tags, discount=dial.discount):
        label = LEAVES[leaf_of(found, reading.leaves)]
        score = score_of(found, reading.tags, discount=dial.discount)
        first, last = int(reading.pieces.starts[found.first]), int(reading.pieces.ends[found.last - 1])
        start, end = fit(text, first, last, found.kind)
        if start < end and score >= dial.thresholds.get(label, 0):
            yield start, end, label, score


def cut_at_blanks(text: str, size: int) -> Iterator[tuple[int, int]]:
    """Ranges of at most ``size`` code points that cover a text, cut after a line or a blank.

    >>> list(cut_at_blanks("one two three", 9))
    [(0, 8), (8, 13)]
    """
    start = 0
    while start < len(text):
        end = min(start + size, len(text))
        if end < len(text):
            blank = text.rfind("\n", start + size // 2, end)
            blank = blank if blank > 0 else text.rfind(" ", start, end)
            end = blank + 1 if blank > start else end
        yield start, end
        start = end
