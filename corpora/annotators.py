"""Two simulated annotators and an adjudicator of the demonstration notes.

    python -m corpora.annotators corpora/demonstration/annotators

No person made these passes. They follow a stated error model, so that the way from sample to gate
can be walked without waiting for people; every record says ``"simulated": true``. The model:

- a miss with a chance of 3 % (first) or 5 % (second), three times that for types that people
  overlook (occupations, organizations, other places), and twice that in one note of six, for
  misses cluster;
- one mark in forty ends a word early or takes the word before it;
- one mark in fifty has another type of the same group;
- one note in four has a mark on a capitalized word that identifies nobody.

The adjudicator knows the truth and decides every conflict by it. What both missed, nobody adds.
"""

import json
import random
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotation.adjudication import Compared, Decision, compare, decision_record
from annotation.formats import jsonl
from annotation.labels import Group, Label
from annotation.notes import MarkedNote
from annotation.passes import Mark, Pass, from_marked, signed
from annotation.spans import Span
from corpora.store import load

_HARD = frozenset({Label.PROFESSION, Label.ORGANIZATION, Label.LOCATION_OTHER, Label.DEPARTMENT})
_CAPITALIZED = re.compile(r"\b[A-Z][a-z]{3,}\b")
AT = "simulated"
"""What stands for the time of a simulated decision."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How an annotator errs: name, and chance to miss an identifier of an easy type."""

    name: str
    misses: float


FIRST, SECOND, ADJUDICATOR = Habits("first", 0.03), Habits("second", 0.05), "adjudicator"


def annotate(marked: MarkedNote, habits: Habits) -> MarkedNote:
    """A simulated pass of one note; the same note and habits give the same pass."""
    dice = random.Random(f"{habits.name} {marked.note.note_id}")
    tired = 2.0 if dice.random() < 1 / 6 else 1.0
    kept: list[Span] = []
    for span in marked.spans:
        chance = habits.misses * tired * (3 if span.label in _HARD else 1)
        if dice.random() >= chance:
            slipped = _slipped(span, marked.note.text, dice)
            kept.append(span if kept and slipped.overlaps(kept[-1]) else slipped)
    kept += _stray(marked, dice)
    note = replace(marked.note, extra={**marked.note.extra, "origin": "synthetic", "simulated": True})
    return signed(MarkedNote(note, tuple(kept)), habits.name)


def decide(truth: MarkedNote, compared: Compared) -> tuple[Decision, ...]:
    """Every conflict decided by the truth."""
    gold = [Mark(span.start, span.end, str(span.label)) for span in truth.spans]
    return tuple(
        Decision(
            conflict.note_id,
            conflict.start,
            conflict.end,
            tuple(mark for mark in gold if mark.start < conflict.end and conflict.start < mark.end),
            ADJUDICATOR,
            AT,
        )
        for conflict in compared.conflicts
    )


def write(folder: Path, notes: Sequence[MarkedNote]) -> None:
    """Write ``first.jsonl``, ``second.jsonl`` and ``decisions.jsonl``."""
    folder.mkdir(parents=True, exist_ok=True)
    passes: list[list[Pass]] = []
    for habits in (FIRST, SECOND):
        made = [annotate(marked, habits) for marked in notes]
        jsonl.write(folder / f"{habits.name}.jsonl", made)
        passes.append([from_marked(one) for one in made])
    with (folder / "decisions.jsonl").open("w", encoding="utf-8", newline="\n") as out:
        for truth, *pair in zip(notes, *passes, strict=True):
            decisions = decide(truth, compare(pair))
            out.writelines(json.dumps(decision_record(one)) + "\n" for one in decisions)


def _slipped(span: Span, text: str, dice: random.Random) -> Span:
    """A span as it is, or with one of the usual slips."""
    luck = dice.random()
    if luck < 1 / 80 and " " in text[span.start : span.end].strip():
        return replace(span, end=span.start + text[span.start : span.end].rstrip().rindex(" "))
    if luck < 1 / 40:
        before = re.search(r"\w+\.? $", text[max(0, span.start - 20) : span.start])
        return replace(span, start=span.start - len(before.group())) if before else span
    if luck < 1 / 40 + 1 / 50:
        others = [label for label in Label if label.group is span.label.group and label is not span.label]
        return replace(span, label=dice.choice(others)) if others else span
    return span


def _stray(marked: MarkedNote, dice: random.Random) -> Iterable[Span]:
    """A mark on a word that identifies nobody, in one note of four."""
    words = [
        match
        for match in _CAPITALIZED.finditer(marked.note.text)
        if not any(span.start < match.end() and match.start() < span.end for span in marked.spans)
    ]
    if words and dice.random() < 1 / 4:
        word = dice.choice(words)
        labels = [label for label in Label if label.group is Group.LOCATION]
        yield Span(word.start(), word.end(), dice.choice(labels))


if __name__ == "__main__":
    write(Path(sys.argv[1]), load("demonstration"))
