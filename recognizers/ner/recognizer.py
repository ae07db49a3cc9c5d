"""The tagger as a recognizer: folded views in, spans of the original notes out.

It also weighs what the rules are in doubt about: a fraction that may be a day, a bare year, a
word that no list knows. Such evidence goes before the judge with the tagger's odds, and stands
or falls with its candidate; whatever a rule is sure of stays as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np

from annotation import Label, Span
from recognizers.fold import View
from recognizers.ner.candidates import Candidate, candidates
from recognizers.ner.crew import cores
from recognizers.ner.judge import Judge
from recognizers.ner.model import SHIPPED, Reading, Sensitivity, read_settings
from recognizers.ner.panel import open_reader
from recognizers.ner.scheme import KIND_OF, KINDS, LEAVES

SECTION: Final = 50_000
FIRM: Final = 0.6
"""Score from which on the evidence of a rule is beyond doubt."""
LEAST: Final = 0.5
"""Score of what was doubted and stands: below whatever is beyond doubt."""
NOTHING: Final = -1


class NerRecognizer:
    """Finds names, places, facilities, professions and whatever else stands in context.

    Cost is linear in the length of a note and memory is bounded: a note is read in sections of
    at most SECTION characters, cut at a line end or blank.

    Args:
        sensitivity: ``"high"`` finds more, at the price of more false spans.
        threads: how many windows of a note are read at a time; by default one on each core.
        folder: where the model is; the shipped one by default.

    Raises:
        IntegrityError: the model is damaged.
    """

    name = "ner"
    labels: frozenset[Label] = frozenset(LEAVES)

    def __init__(
        self, *, sensitivity: Sensitivity = "balanced", threads: int | None = None, folder: Path = SHIPPED
    ) -> None:
        settings = read_settings(folder)
        self._reader = open_reader(folder, threads=threads or cores())
        self._judge = Judge(settings.weights)
        self._least = settings.thresholds[sensitivity]

    def find(self, view: View) -> list[Span]:
        """Spans of one note, sorted."""
        return sorted(self.weigh(view, ()))

    def find_many(self, views: Sequence[View]) -> list[list[Span]]:
        """Spans of each note: the same as of each alone."""
        for view in views:
            self.prepare(view)
        return [self.find(view) for view in views]

    def prepare(self, view: View) -> None:
        """Begin to read a note, while others look at it."""
        view.once(self._begin)

    def _begin(self, view: View) -> Callable[[str], Reading]:
        """What reads the sections of a note; its only one has been begun with."""
        if len(view.text) > SECTION:
            return self._reader.read
        begun = self._reader.begin(view.text)
        return lambda _section: begun()

    def weigh(self, view: View, evidence: Sequence[Span]) -> Iterator[Span]:
        """What stands of the evidence, and what the tagger finds beside it, in any order."""
        yield from (span for span in evidence if span.score >= FIRM)
        read, doubts = cache(partial(self._read, view.once(self._begin))), hints_of(view, evidence)
        for first, last in cut_at_blanks(view.text, SECTION):
            hints = list(_within(doubts, first, last))
            chosen = read(view.text[first:last], tuple(hint for hint, _ in hints))
            kinds = np.full(last - first, NOTHING)
            for one, score in chosen:
                kinds[one.start : one.end] = KINDS.index(one.kind)
                yield view.span(first + one.start, first + one.end, one.label, score, self.name)
            for hint, doubted in hints:
                if (kinds[hint.start : hint.end] == KINDS.index(KIND_OF[hint.label])).any():
                    yield replace(doubted, score=max(doubted.score, LEAST))

    def _read(
        self, reader: Callable[[str], Reading], text: str, hints: tuple[Span, ...]
    ) -> list[tuple[Candidate, float]]:
        """What stands in a section, with its score; a note whose sections are alike is read once."""
        found = candidates(text, reader(text), hints)
        chances = self._judge.chances(text, found)
        asked = [self._least.of(one.kind) for one in found]
        weighed = zip(found, chances, asked, strict=True)
        return [(one, against(chance, least)) for one, chance, least in weighed if chance >= least]


def hints_of(view: View, evidence: Iterable[Span]) -> list[tuple[Span, Span]]:
    """The doubtful evidence, each in the view's offsets and as it was given."""
    hints: list[tuple[Span, Span]] = []
    for span in (span for span in evidence if span.score < FIRM):
        start, end = view.range_of(span.start, span.end)
        if start < end:
            hints.append((Span(start, end, span.label, span.score), span))
    return hints


def _within(hints: Iterable[tuple[Span, Span]], first: int, last: int) -> Iterator[tuple[Span, Span]]:
    """Hints that touch a section, in its offsets."""
    for hint, doubted in hints:
        if hint.start < last and first < hint.end:
            start, end = max(hint.start, first) - first, min(hint.end, last) - first
            yield Span(start, end, hint.label, hint.score), doubted


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
