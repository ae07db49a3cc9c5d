"""De-identify a column of notes in a pandas frame."""

import hashlib
from typing import Unpack

import pandas as pd

from annotation import InputError, Note
from notedeid.pipeline import Deidentifier, Options, Released


def deidentify_column(
    frame: pd.DataFrame, *, text: str, patient: str | None = None, **options: Unpack[Options]
) -> pd.DataFrame:
    """Replace the notes of one column by their de-identified form.

    Args:
        frame: one row a note; it is not changed.
        text: column of note text; missing values stay missing.
        patient: column of patient ids; without it every note stands for a patient of its own.
        options: as for Deidentifier: ``key``, ``profile``, ``roster``, ``dataset``, ``engine``.

    Returns:
        A copy with the column replaced, and a column ``<text>_quarantined`` that holds the
        reason where a note was not released; its text is missing then.

    Raises:
        InputError: a column is not in the frame.
    """
    for column in (text, patient):
        if column is not None and column not in frame.columns:
            raise InputError(f"no column {column!r} (columns: {', '.join(map(str, frame.columns))})")
    notes = _notes(frame, text, patient)
    outcomes = Deidentifier(**options).deidentify_many(list(notes.values()))
    texts = pd.Series([None] * len(frame), frame.index, dtype="object")
    held = texts.copy()
    for row, outcome in zip(notes, outcomes, strict=True):
        if isinstance(outcome, Released):
            texts.iloc[row] = outcome.text
        else:
            held.iloc[row] = outcome.reason
    return frame.assign(**{text: texts, f"{text}_quarantined": held})


def _notes(frame: pd.DataFrame, text: str, patient: str | None) -> dict[int, Note]:
    whose = frame[patient].tolist() if patient else [None] * len(frame)
    return {
        row: Note(_name(value), value, None if pd.isna(whose[row]) else str(whose[row]))
        for row, value in enumerate(frame[text])
        if isinstance(value, str)
    }


def _name(text: str) -> str:
    """A note id that depends on the note alone, so that the order of rows changes nothing."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
