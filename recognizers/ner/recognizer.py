"""The tagger as a recognizer: folded views in, spans of the original notes out."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from annotation import Label, Span
from recognizers.fold import View
from recognizers.ner.candidates import candidates
from recognizers.ner.judge import Judge
from recognizers.ner.model import SHIPPED, Sensitivity, read_settings
from recognizers.ner.panel import open_reader
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
        settings = read_settings(folder)
        self._reader = open_reader(folder)
        self._judge = Judge(settings.weights)
        self._least = settings.thresholds[sensitivity]
        self._threads = threads

    def find(self, view: View) -> list[Span]:
        """Spans of one note, sorted."""
        return list(self._spans(view))

    def find_many(self, views: Sequence[View]) -> list[list[Span]]:
        """Spans of each note: the same as of each alone."""
        if self._threads == 1:
            return [self.find(view) for view in views]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self.find, views))

    def _spans(self, view: View) -> Iterator[Span]:
        for first, last in cut_at_blanks(view.text, SECTION):
            text = view.text[first:last]
            found = candidates(text, self._reader.read(text))
            for one, chance in zip(found, self._judge.chances(text, found), strict=True):
                if chance >= self._least:
                    score = against(chance, self._least)
                    yield view.span(first + one.start, first + one.end, one.label, score, self.name)


def against(chance: float, least: float) -> float:
    """A chance as a score of at least one half: its odds as a multiple of those that are asked for.

    >>> against(0.3, 0.3), against(0.9, 0.5)
    (0.5, 0.9)
    """
    odds = chance * (1 - least)
    return round(float(odds / (odds + (1 - chance) * least)), 6)


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
