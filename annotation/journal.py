"""Marks as an append-only journal: what an annotator did, and what therefore stands.

An entry puts spans, drops spans, or both; undoing takes back one whole entry. A new span takes
the place of the spans that it overlaps, so relabelling, stretching and shrinking are all one
put, and what stands never overlaps.

    >>> from annotation.labels import Label
    >>> drawn = Change(put=(Span(0, 5, Label.PATIENT),))
    >>> stretched = Change(put=(Span(0, 11, Label.PATIENT),))
    >>> replay((), [drawn, stretched])
    (Span(start=0, end=11, label=<Label.PATIENT: 'PATIENT'>, score=1.0, source=''),)
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from annotation.labels import Label
from annotation.spans import Span

DOUBTFUL = 0.5
"""Score of a span that its annotator flagged as doubtful; all others have 1.0."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the journal.

    Attributes:
        put: spans that now stand, in place of all that they overlap.
        drop: ``(start, end)`` of spans that no longer stand.
    """

    put: tuple[Span, ...] = ()
    drop: tuple[tuple[int, int], ...] = ()


def apply(spans: Iterable[Span], change: Change) -> tuple[Span, ...]:
    """Spans that stand after one change, sorted and free of overlap."""
    gone = set(change.drop)
    standing = sorted(span for span in spans if (span.start, span.end) not in gone)
    for new in change.put:
        standing[_touched(standing, new)] = [new]
    return tuple(standing)


def replay(base: Iterable[Span], changes: Iterable[Change]) -> tuple[Span, ...]:
    """Spans that stand after all changes, from the ``base`` that the annotator started with."""
    standing = apply((), Change(put=tuple(sorted(base))))
    for change in changes:
        standing = apply(standing, change)
    return standing


def same(text: str, spans: Iterable[Span], *, start: int, end: int, label: Label) -> tuple[Span, ...]:
    """Spans for all other whole-word occurrences of ``text[start:end]`` that no span touches yet.

    Case does not matter, runs of white space equal each other (a name may wrap).

        >>> same("Ann Lee saw LEE, not Leeds.", (), start=4, end=7, label=Label.PATIENT)
        (Span(start=12, end=15, label=<Label.PATIENT: 'PATIENT'>, score=1.0, source=''),)
    """
    words = text[start:end].split()
    if not words:
        return ()
    phrase = r"\s+".join(map(re.escape, words))
    taken = apply(spans, Change((Span(start, end, label),)))
    found = (
        Span(hit.start(), hit.end(), label)
        for hit in re.finditer(rf"(?<!\w){phrase}(?!\w)", text, re.IGNORECASE)
    )
    return tuple(span for span in found if not taken[_touched(taken, span)])


def _touched(standing: Sequence[Span], span: Span) -> slice:
    """Where sorted spans free of overlap overlap another one."""
    first = bisect_right(standing, span.start, key=attrgetter("end"))
    return slice(first, bisect_left(standing, span.end, lo=first, key=attrgetter("start")))
