"""Whose note a text file is: said by the folder it lies in, or by a table.

Text files have no field for it. Without either, each note stands for a patient of its own, and
the notes of one patient do not tell of each other.
"""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from annotation import InputError

__all__ = ["FOLDERS", "owners"]

FOLDERS = "folders"
_NOTE, _PATIENT = "note_id", "patient_id"


def owners(choice: str, note_ids: Sequence[str]) -> Mapping[str, str]:
    """The patient of each note.

    Args:
        choice: ``"folders"``: the first folder below the input names the patient; else a CSV file
            with the columns ``note_id`` (the file's path below the input, with or without its
            suffix) and ``patient_id``.
        note_ids: the notes that are there.

    Raises:
        InputError: a note without a folder or a row, or no such table.
    """
    if choice == FOLDERS:
        found = {note_id: note_id.partition("/")[0] for note_id in note_ids if "/" in note_id}
    else:
        found = _table(Path(choice))
    without = sum(note_id not in found for note_id in note_ids)
    if without:
        where = "are in no folder of a patient" if choice == FOLDERS else f"have no row in {choice}"
        raise InputError(f"--patients: {without} of {len(note_ids)} notes {where}")
    return found


def _table(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: cannot read the table of patients ({type(error).__name__})") from None
    if not rows or not {_NOTE, _PATIENT} <= rows[0].keys():
        raise InputError(f"{path}: needs the columns {_NOTE} and {_PATIENT}")
    found: dict[str, str] = {}
    for row in rows:
        note_id = str(row[_NOTE]).removesuffix(".txt")
        if found.setdefault(note_id, str(row[_PATIENT])) != row[_PATIENT]:
            raise InputError(f"{path}: a note has two patients")
    return found
