"""Filling a new store with notes, people and assignments."""

import json
import sqlite3
from collections.abc import Iterable, Sequence

from annotation.assignment import Assignment
from annotation.errors import InputError
from annotation.notes import MarkedNote
from annotation.store.codec import spans_to_json

_NOTE = "INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?)"
_PERSON = "INSERT INTO person (name, adjudicates) VALUES (?, ?)"
_ASSIGNMENT = "INSERT INTO assignment (annotator, note_id, position, preannotated) VALUES (?, ?, ?, ?)"


def fill(
    connection: sqlite3.Connection,
    notes: Iterable[MarkedNote],
    assignments: Sequence[Assignment],
    adjudicators: Sequence[str],
) -> None:
    """Fill an empty store.

    Raises:
        InputError: a note or assignment comes twice, an assignment names no note, a text cannot be
            stored, or somebody would decide on their own work.
    """
    for marked in notes:
        _add_note(connection, marked)
    annotators = list(dict.fromkeys(given.annotator for given in assignments))
    if both := sorted(set(annotators) & set(adjudicators)):
        raise InputError(f"{both[0]} cannot annotate and adjudicate: the decision would be their own")
    connection.executemany(_PERSON, [(name, 0) for name in annotators])
    connection.executemany(_PERSON, [(name, 1) for name in dict.fromkeys(adjudicators)])
    for position, given in enumerate(assignments):
        _assign(connection, position, given)


def _add_note(connection: sqlite3.Connection, marked: MarkedNote) -> None:
    note = marked.note
    values = (
        note.note_id,
        note.patient_id,
        note.note_type,
        str(note.extra.get("stratum") or ""),
        note.text,
        json.dumps(dict(note.extra)),
        spans_to_json(marked.spans),
    )
    try:
        connection.execute(_NOTE, values)
    except sqlite3.IntegrityError:
        raise InputError(f"note {note.note_id} comes twice; note ids must be unique") from None
    except UnicodeEncodeError:
        raise InputError(f"note {note.note_id} holds half a surrogate pair; mend its encoding") from None


def _assign(connection: sqlite3.Connection, position: int, given: Assignment) -> None:
    try:
        connection.execute(_ASSIGNMENT, (given.annotator, given.note_id, position, given.preannotated))
    except sqlite3.IntegrityError:
        raise InputError(
            f"assignment of note {given.note_id} to {given.annotator}: no such note, or given twice"
        ) from None
