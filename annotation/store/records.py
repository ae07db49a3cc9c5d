"""What the store gives out and takes in."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from annotation.assignment import Assignment
from annotation.notes import Note
from annotation.spans import Span


class Status(StrEnum):
    """How far an annotator is with a note."""

    OPEN = "open"
    DONE = "done"
    NO_IDENTIFIERS = "no identifiers"


@dataclass(frozen=True, slots=True)
class Task:
    """A note as one annotator has it now.

    Attributes:
        note: the note.
        spans: the annotator's spans that stand.
        assignment: to whom and how the note was given.
        position: place in the annotator's queue, from 0.
        status: open, done or without identifiers.
        doubtful: the annotator wants the note looked at again.
    """

    note: Note
    spans: tuple[Span, ...]
    assignment: Assignment
    position: int
    status: Status
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who did something, when, and a name for the deed that makes repeating it harmless.

    Attributes:
        entry: unique name of the deed; a second deed of the same name is ignored.
        at: aware time, read at the edge.
    """

    entry: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one annotator is in one stratum.

    Attributes:
        annotator: id of the annotator.
        stratum: stratum of the sample; empty when it has none.
        done: notes finished.
        total: notes assigned.
    """

    annotator: str
    stratum: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Docketed:
    """A note that two or more annotators have finished.

    Attributes:
        note_id: the note.
        conflicts: places that they marked differently.
        undecided: conflicts without a decision.
    """

    note_id: str
    conflicts: int
    undecided: int
