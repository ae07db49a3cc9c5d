"""Edit a marked note so that its spans follow exactly.

An edit replaces a half-open range of the old text. Edits never cross a span's border: one lies
wholly inside a span, covers it exactly, or touches none. So a span's new text is its old text
with the edits inside it applied.

>>> from annotation import Label, MarkedNote, Note, Span
>>> old = MarkedNote(Note("n", "Dr. Ode, 3/4"), (Span(4, 7, Label.DOCTOR), Span(9, 12, Label.DATE)))
>>> new = splice(old, [Edit(4, 7, "Quayle"), Edit(7, 8, "")])
>>> new.note.text, [(span.start, span.end) for span in new.spans]
('Dr. Quayle 3/4', [(4, 10), (11, 14)])
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from annotation import MarkedNote, Span


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``text`` where the old text had ``[start, end)``; an empty range inserts."""

    start: int
    end: int
    text: str


def allowed(edit: Edit, spans: Sequence[Span]) -> bool:
    """True when the edit keeps to one side of every span border, and empties no span.

    An insertion right at a border is refused: it could belong to either side.

    Args:
        edit: the edit to judge.
        spans: sorted, without overlap.
    """
    if edit.start == edit.end:
        place = bisect_left(spans, edit.start, key=lambda span: span.end)
        return (
            place == len(spans)
            or not spans[place].start <= edit.start <= spans[place].end
            or (spans[place].start < edit.start < spans[place].end)
        )
    place = bisect_right(spans, edit.start, key=lambda span: span.end)
    if place == len(spans) or edit.end <= spans[place].start:
        return True
    span = spans[place]
    return (
        span.start <= edit.start
        and edit.end <= span.end
        and bool(edit.text or edit.end - edit.start < len(span))
    )


def _disjoint(edits: Iterable[Edit], spans: Sequence[Span]) -> list[Edit]:
    kept: list[Edit] = []
    for edit in sorted(set(edits)):
        if (not kept or edit.start >= kept[-1].end) and allowed(edit, spans):
            kept.append(edit)
    return kept


def splice(marked: MarkedNote, edits: Iterable[Edit]) -> MarkedNote:
    """Apply edits; the ones that overlap an earlier one or cross a border are left out.

    Returns:
        The note with its new text and the same spans in the same order. A span that edits
        would have emptied together is dropped.
    """
    text, kept = marked.note.text, _disjoint(edits, marked.spans)
    parts, last = [], 0
    for edit in kept:
        parts += [text[last : edit.start], edit.text]
        last = edit.end
    growth = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in kept)]
    ends = [edit.end for edit in kept]

    def moved(place: int) -> int:
        return place + growth[bisect_right(ends, place)]

    spans = [(moved(span.start), moved(span.end), span) for span in marked.spans]
    return MarkedNote(
        replace(marked.note, text="".join(parts) + text[last:]),
        tuple(replace(span, start=start, end=end) for start, end, span in spans if start < end),
    )
