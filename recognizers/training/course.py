"""What is learned in each round: every marked note once, drawn anew, and a share of the carriers.

Some of the project's own notes are kept apart, by a hash of their id or as whole parts: the judge
and its thresholds are taught on them, and no weight of a model ever sees them.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from annotation import MarkedNote
from recognizers.ner.pieces import PieceReader
from recognizers.training.carriers import SETS
from recognizers.training.examples import Example, Lesson, example_of, lesson_of

Multiply = Callable[[MarkedNote, random.Random], MarkedNote]
APART: Final = 0.06
PARTS_APART: Final = frozenset({"f1", "f2", "f3", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"})
"""Parts that were written for the judge alone."""


def kept_apart(note_id: str) -> bool:
    """True for the notes that only the judge learns from: whole parts, and six in a hundred others."""
    if note_id.partition("-")[0] in PARTS_APART:
        return True
    digest = hashlib.sha256(note_id.encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32 < APART


def deal(carriers: Mapping[str, Sequence[Lesson]], rounds: int, seed: int) -> list[list[Lesson]]:
    """Share each set's part of the carriers out over the rounds, each lesson at most once."""
    hands: list[list[Lesson]] = [[] for _ in range(rounds)]
    for name, lessons in sorted(carriers.items()):
        rng = random.Random(f"{seed}-{name}")
        drawn = rng.sample(lessons, round(len(lessons) * SETS[name]))
        for place, lesson in enumerate(drawn):
            hands[place % rounds].append(lesson)
    return hands


@dataclass(frozen=True, slots=True)
class Course:
    """The examples of each round; call it with a round's number.

    Attributes:
        notes: the marked notes, without those kept apart.
        hands: the carriers of each round, see deal.
        reader: cuts texts into pieces.
        multiply: draws a note's identifiers and form anew.
        seed: with a round's number decides every draw.
    """

    notes: Sequence[MarkedNote] = field(repr=False)
    hands: Sequence[Sequence[Lesson]] = field(repr=False)
    reader: PieceReader = field(repr=False)
    multiply: Multiply
    seed: int

    def __call__(self, number: int) -> list[Example]:
        """The examples of round ``number``; the first one shows the notes as they are."""
        rng = random.Random(f"{self.seed}-notes-{number}")
        drawn: Iterable[MarkedNote] = (
            self.notes if not number else (self.multiply(n, rng) for n in self.notes)
        )
        lessons = [*map(lesson_of, drawn), *self.hands[number]]
        return [example_of(lesson, self.reader) for lesson in lessons]
