"""The random codebook of a run, for profiles whose codes may not be derived from a person.

Under 45 CFR 164.514(c) a code may stand for a person only when it is not derived from or
related to information about the individual. So such a run draws everything, note ids and patient
ids too, with a key that no one has seen before and no one keeps: it stands in the work folder
while the run lasts, so that an interrupted run can go on, and is gone with it. The crosswalk
beside the output is the only way back from new ids to old ones.
"""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from notedeid.files import write_whole
from notedeid.readers import Ref
from surrogates.keys import Key

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH = 12


def open_codebook(work: Path) -> Key:
    """The codebook of the run in a work folder, drawn when there is none yet."""
    path = work / "codebook"
    if not path.exists():
        write_whole(path, Key.generate().secret.hex().encode(), mode=0o600)
    return Key.read(path)


def coded(ref: Ref, codebook: Key) -> Ref:
    """The reference under random ids."""
    patient = None if ref.patient_id is None else _code(codebook, "patient", ref.patient_id)
    return Ref(ref.position, _code(codebook, "note", ref.note_id), patient)


def _code(codebook: Key, kind: str, value: str) -> str:
    draw = codebook.draw("id", kind, value)
    return "".join(draw.choose(_ALPHABET) for _ in range(_LENGTH))


def write_crosswalk(path: Path, pairs: Iterable[tuple[Ref, Ref]]) -> None:
    """Write old and new ids, for the owner's eyes only."""
    rows = io.StringIO()
    out = csv.writer(rows, lineterminator="\n")
    out.writerow(("note_id", "patient_id", "released_note_id", "released_patient_id"))
    for old, new in pairs:
        out.writerow((old.note_id, old.patient_id or "", new.note_id, new.patient_id or ""))
    write_whole(path, rows.getvalue().encode(), mode=0o600)
