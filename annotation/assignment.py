"""Who annotates what: all notes twice, or a share of them twice.

Pairs of annotators take turns, so everyone works with everyone. At least the first annotator of
each note is blind: pre-annotation shifts what people find (South et al. 2014, PMC5627768).
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from annotation.errors import InputError


@dataclass(frozen=True, slots=True)
class Assignment:
    """One note on one annotator's desk; the order of a list of them is the order of work.

    Attributes:
        annotator: id of the annotator; becomes the ``source`` of the spans.
        note_id: the note.
        preannotated: True when the annotator starts from the machine's spans; False is blind.
    """

    annotator: str
    note_id: str
    preannotated: bool = False


def assign(
    note_ids: Iterable[str],
    annotators: Sequence[str],
    *,
    key: bytes,
    doubly: float = 1.0,
    assisted: bool = False,
) -> tuple[Assignment, ...]:
    """Share notes among annotators.

    Args:
        note_ids: the sample.
        annotators: two or more names.
        key: decides the order of work.
        doubly: share of the notes that two annotators get, the rest goes to one.
        assisted: True lets the second annotator of a note start from the machine's spans.

    Raises:
        InputError: fewer than two different annotators, or a share outside [0, 1].
    """
    people = sorted(set(annotators))
    if len(people) < 2:  # noqa: PLR2004 - two people, two pairs of eyes
        raise InputError("name at least two different annotators")
    if not 0 <= doubly <= 1:
        raise InputError(f"the doubly annotated share is {doubly}, it must lie between 0 and 1")
    order = sorted(note_ids, key=partial(_rank, key))
    twice = round(doubly * len(order))
    couples = list(combinations(people, 2))
    work = []
    for place, note_id in enumerate(order):
        first, second = couples[place % len(couples)][:: -1 if place // len(couples) % 2 else 1]
        work.append(Assignment(first if place < twice else people[place % len(people)], note_id))
        if place < twice:
            work.append(Assignment(second, note_id, preannotated=assisted))
    return tuple(work)


def _rank(key: bytes, note_id: str) -> bytes:
    return hmac.digest(key, f"annotation.assignment\0{note_id}".encode(), "sha256")
