r"""What a detector left visible, note by note.

A score is about exposure, so its unit is the character that a reader could still see: letters
and digits. Spaces and punctuation inside a span count only in the raw figures: a comma left
between two masked words tells nobody anything, nine masked digits of ten tell one digit (R-12).
McMurry et al. 2013 (PMC3907029) found that more than half of the missed tokens of one system
were the word "of"; leaked characters weigh such a miss as what it is.

Per gold span: ``covered`` (no letter or digit visible), ``overlap`` (touched at all), ``exact``
(same offsets), ``strict`` (same offsets and an accepted label, as in the 2014 i2b2 task).
Per note: false spans (found spans that touch no gold span and no neutral range) over tokens,
where a token is a maximal run of non-space characters (``\S+``); decoys removed; and whether
any identifier is visible at all (Scaiano et al. 2016, doi 10.1016/j.jbi.2016.07.015).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.gold import GoldNote, GoldSpan, Range
from annotation.notes import MarkedNote
from annotation.spans import Span, check_fit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one gold span.

    Attributes:
        gold: the span.
        characters: its letters and digits (all its code points when it has none).
        leaked: how many of ``characters`` stayed visible.
        raw_characters: its code points.
        raw_leaked: how many of them stayed visible.
        exact: a found span has the same offsets.
        strict: a found span has the same offsets and an accepted label.
        right_label: a found span that touches it has an accepted label.
        right_group: a found span that touches it has a label of an accepted group.
        entity: what it is a mention of: the corpus's own identity, else its folded letters.
    """

    gold: GoldSpan
    characters: int
    leaked: int
    raw_characters: int
    raw_leaked: int
    exact: bool
    strict: bool
    right_label: bool
    right_group: bool
    entity: str = field(repr=False, default="")

    @property
    def covered(self) -> bool:
        """True when no letter or digit stayed visible."""
        return self.leaked == 0

    @property
    def overlap(self) -> bool:
        """True when at least one code point was found."""
        return self.raw_leaked < self.raw_characters


@dataclass(frozen=True, slots=True)
class NoteScore:
    """What became of one note.

    Attributes:
        note_id: the note.
        patient_id: whose note it is; None when not known.
        note_type: its kind, the stratum where no sampling plan gives one.
        outcomes: one a gold span, in order.
        false_spans: found spans that touch nothing marked.
        tokens: maximal runs of non-space characters.
        decoys: look-alikes in the note.
        decoys_removed: how many of them were touched by a found span.
    """

    note_id: str
    patient_id: str | None
    note_type: str | None
    outcomes: tuple[Outcome, ...]
    false_spans: tuple[Span, ...]
    tokens: int
    decoys: int
    decoys_removed: int

    def leaks(self, *, direct_only: bool = False) -> bool:
        """True when any removable identifier, or any direct one, is not wholly covered."""
        return any(
            not o.covered and o.gold.removable and (o.gold.direct or not direct_only) for o in self.outcomes
        )


def score_note(gold: GoldNote, found: Sequence[Span]) -> NoteScore:
    """Compare one note's gold with what was found in it.

    Raises:
        SpanError: a found span ends past the note.
    """
    text = gold.note.text
    check_fit(found, text, gold.note.note_id)
    hidden = bytearray(len(text))
    for span in found:
        hidden[span.start : span.end] = b"\x01" * len(span)
    known = [(s.start, s.end) for s in gold.spans] + list(gold.neutral)
    return NoteScore(
        gold.note.note_id,
        gold.note.patient_id,
        gold.note.note_type,
        tuple(_outcome(span, text, hidden, found) for span in gold.spans),
        tuple(span for span in sorted(found) if not _touches(span, known)),
        len(text.split()),
        len(gold.decoys),
        sum(any(hidden[start:end]) for start, end in gold.decoys),
    )


def score(golds: Iterable[GoldNote], found: Mapping[str, Sequence[Span]]) -> tuple[NoteScore, ...]:
    """Score every gold note; a note without an entry in ``found`` counts as wholly missed."""
    return tuple(score_note(gold, found.get(gold.note.note_id, ())) for gold in golds)


def by_note(marked: Iterable[MarkedNote]) -> dict[str, tuple[Span, ...]]:
    """Spans of marked notes by note id, the form ``score`` takes."""
    return {one.note.note_id: one.spans for one in marked}


def _touches(span: Span, ranges: Iterable[Range]) -> bool:
    return any(span.start < end and start < span.end for start, end in ranges)


def _outcome(gold: GoldSpan, text: str, hidden: bytearray, found: Sequence[Span]) -> Outcome:
    places = range(gold.start, gold.end)
    telling = [i for i in places if text[i].isalnum()] or list(places)
    near = [span for span in found if span.start < gold.end and gold.start < span.end]
    same = [span for span in near if (span.start, span.end) == (gold.start, gold.end)]
    groups = {label.group for label in gold.labels}
    return Outcome(
        gold,
        characters=len(telling),
        leaked=sum(not hidden[i] for i in telling),
        raw_characters=len(places),
        raw_leaked=sum(not hidden[i] for i in places),
        exact=bool(same),
        strict=any(span.label in gold.labels for span in same),
        right_label=any(span.label in gold.labels for span in near),
        right_group=any(span.label.group in groups for span in near),
        entity=gold.entity or "".join(text[i] for i in telling).casefold(),
    )
