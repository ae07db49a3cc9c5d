"""Marks text as a recognizer or an engine would, to compare with text marked by hand."""

from collections.abc import Iterable

import pytest

from annotation import Label, Span
from annotation.formats.inline import parse, render
from recognizers.fold import fold

THRESHOLD = 0.5


def surest(spans: Iterable[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (-span.score, span.start, -span.end)):
        if span.score >= THRESHOLD and not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return kept


@pytest.fixture(scope="session")
def remark():
    """Mark anew: all types, or only those that the text is marked with."""

    def with_marks(finder, marked: str) -> str:
        text, gold = parse(marked)
        labels = {span.label for span in gold} or set(Label)
        return render(text, surest(span for span in finder.find(fold(text)) if span.label in labels))

    return with_marks
