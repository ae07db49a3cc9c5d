"""The tagger as a recognizer: folded views in, spans of the original notes out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from annotation import Label, Span
from recognizers.fold import View
from recognizers.ner.borders import fit
from recognizers.ner.decode import leaf_of, score_of, spans_of
from recognizers.ner.model import SHIPPED, Dial, Model, Reading, Sensitivity
from recognizers.ner.scheme import LEAVES

SECTION: Final = 50_000
TOGETHER: Final = 250_000


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a view's text that is read at once.

    Attributes:
        note: which of the notes it is from.
        view: that note's view.
        start: where the stretch begins in ``view.text``.
        text: the stretch.
    """

    note: int
    view: View
    start: int
    text: str = field(repr=False)


class NerRecognizer:
    """Finds names, places, facilities, professions and whatever else stands in context.

    Cost is linear in the length of a note and memory is bounded: a note is read in sections of
    at most SECTION characters, cut at a blank, and about TOGETHER characters at a time.

    Args:
        sensitivity: ``"high"`` finds more, at the price of more false spans.
        threads: threads within one batch of windows.
        folder: where the model is; the shipped one by default.

    Raises:
        IntegrityError: the model is damaged.
    """

    name = "ner"
    labels: frozenset[Label] = frozenset(LEAVES)

    def __init__(
        self, *, sensitivity: Sensitivity = "balanced", threads: int = 1, folder: Path = SHIPPED
    ) -> None:
        self._model = Model(folder, threads=threads)
        self._dial = self._model.settings.dials[sensitivity]

    def find(self, view: View) -> list[Span]:
        """Spans of one note, sorted."""
        return self.find_many([view])[0]

    def find_many(self, views: Sequence[View]) -> list[list[Span]]:
        """Spans of each note, sorted; notes are read together, which is faster than one by one."""
        found: list[list[Span]] = [[] for _ in views]
        for load in loads(views):
            readings = self._model.read([section.text for section in load])
            for section, reading in zip(load, readings, strict=True):
                found[section.note] += spans_in(section, reading, self._dial)
        return [sorted(spans) for spans in found]


def spans_in(section: Section, reading: Reading, dial: Dial) -> Iterator[Span]:
    """Decode a section's scores into spans of the original note."""
    pieces, text = reading.pieces, section.text
    for found in spans_of(reading.tags, discount=dial.discount):
        label = LEAVES[leaf_of(found, reading.leaves)]
        score = score_of(found, reading.tags)
        start, end = fit(text, int(pieces.starts[found.first]), int(pieces.ends[found.last - 1]), found.kind)
        if start < end and score >= dial.thresholds.get(label, 0):
            yield section.view.span(
                section.start + start, section.start + end, label, score, NerRecognizer.name
            )


def loads(views: Sequence[View]) -> Iterator[list[Section]]:
    """Sections of all notes in order, in lists of about TOGETHER characters."""
    load: list[Section] = []
    size = 0
    for note, view in enumerate(views):
        for start, end in cut_at_blanks(view.text, SECTION):
            load.append(Section(note, view, start, view.text[start:end]))
            size += end - start
            if size >= TOGETHER:
                yield load
                load, size = [], 0
    if load:
        yield load


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
