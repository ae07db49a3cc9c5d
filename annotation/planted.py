"""Planted identifiers: known truth that measures the annotators themselves.

Capture-recapture cannot see what no annotator ever notices; an identifier that was put into the
note can. Phrases with marked identifiers are set at line ends, at places chosen by the key, and
taken out again afterwards, with the annotators' marks moved back: the note comes out byte for
byte. Digits of a planted identifier are drawn anew for each note, so none is recognized again.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from annotation.formats import inline
from annotation.gold import Range
from annotation.intervals import Bound, Observations, bound
from annotation.notes import MarkedNote, Note
from annotation.spans import Span


@dataclass(frozen=True, slots=True)
class Planted:
    """A note with planted identifiers.

    Attributes:
        marked: the note as annotators see it, with the planted spans.
        pieces: ranges of that note which were put in, in order.
    """

    marked: MarkedNote
    pieces: tuple[Range, ...]


def plant(note: Note, phrases: Sequence[str], *, count: int, key: bytes) -> Planted:
    """Put ``count`` phrases into a note.

    Args:
        note: the note.
        phrases: text with inline marks, e.g. ``"Niece [[PATIENT|Ottilie]] rang."``.
        count: phrases to put in.
        key: decides places, phrases and digits.
    """
    chosen = sorted(
        (_place(note, key, turn), turn, _phrase(note, phrases, key, turn)) for turn in range(count)
    )
    parts: list[str] = []
    spans: list[Span] = []
    pieces: list[Range] = []
    length = last = 0
    for place, _, phrase in chosen:
        text, marks = inline.parse(f" {phrase}")
        before = note.text[last:place]
        start = length + len(before)
        spans += [replace(mark, start=mark.start + start, end=mark.end + start) for mark in marks]
        pieces.append((start, start + len(text)))
        parts += [before, text]
        length, last = start + len(text), place
    whole = "".join(parts) + note.text[last:]
    return Planted(MarkedNote(replace(note, text=whole), tuple(spans)), tuple(pieces))


def lift(planted: Planted, marks: Iterable[Span]) -> MarkedNote:
    """Take the planted phrases out again and move an annotator's marks back.

    Marks inside a planted phrase go with it; a mark that reaches into one is cut to the rest.
    """
    note = planted.marked.note
    kept = [one for mark in marks for one in _without(mark, planted.pieces)]
    edges = [0, *(edge for piece in planted.pieces for edge in piece), len(note.text)]
    text = "".join(note.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return MarkedNote(replace(note, text=text), tuple(kept))


def annotator_recall(work: Iterable[tuple[Planted, Sequence[Span]]]) -> Bound:
    """Share of planted identifiers that an annotator marked at least in part, with bounds."""
    hits: list[float] = []
    notes: list[str] = []
    for planted, marks in work:
        for span in planted.marked.spans:
            hits.append(float(any(mark.overlaps(span) for mark in marks)))
            notes.append(planted.marked.note.note_id)
    return bound(Observations(np.array(hits), np.array(notes)))


def _number(note: Note, key: bytes, purpose: str) -> int:
    message = f"annotation.planted\0{note.note_id}\0{purpose}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256"), "big")


def _place(note: Note, key: bytes, turn: int) -> int:
    ends = [i for i, character in enumerate(note.text) if character == "\n" and note.text[:i].strip()]
    ends.append(len(note.text))
    return ends[_number(note, key, f"place {turn}") % len(ends)]


def _phrase(note: Note, phrases: Sequence[str], key: bytes, turn: int) -> str:
    number = _number(note, key, f"phrase {turn}")
    phrase = phrases[number % len(phrases)]
    digits = iter(f"{_number(note, key, f'digits {turn}'):0100d}"[::-1])
    return "".join(next(digits) if character.isdigit() else character for character in phrase)


def _without(mark: Span, pieces: Sequence[Range]) -> list[Span]:
    removed = sum(min(end, mark.start) - start for start, end in pieces if start < mark.start)
    inside = sum(max(0, min(end, mark.end) - max(start, mark.start)) for start, end in pieces)
    if inside == len(mark):
        return []
    start = mark.start - removed
    return [replace(mark, start=start, end=start + len(mark) - inside)]
