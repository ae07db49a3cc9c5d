"""The note fields of a table, de-identified with the key and the known identifiers of its patients."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pandas as pd

from annotation import Label, Note, PatientRecord
from annotation import roster as rosters
from annotation.errors import InputError
from annotation.roster import Address, PersonName
from notedeid.pipeline import Deidentifier, Released
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.job.settings import Known, ReleaseSpec
from notedeid.structured.joint import Kept
from surrogates.policy import Places

__all__ = ["Noted", "known_patients", "treat_notes"]


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """Note fields after de-identification.

    Attributes:
        fields: the columns; a quarantined note is missing.
        notes: number of notes.
        quarantined: row (its place in the input), column and reason.
        spans: identifiers found, by label.
        released: by place in the release, its released notes, each with the identifiers that the
            profile kept in it.
    """

    fields: pd.DataFrame
    notes: int
    quarantined: tuple[tuple[int, str, str], ...] = field(repr=False)
    spans: Mapping[str, int]
    released: Mapping[int, list[tuple[str, list[Kept]]]] = field(repr=False)


def known_patients(frame: pd.DataFrame, spec: ReleaseSpec) -> list[PatientRecord]:
    """The roster: the file's records, and for patients without one what the known columns say.

    Raises:
        InputError: known columns without a patient column.
    """
    records = {one.patient_id: one for one in rosters.read(spec.roster)} if spec.roster else {}
    columns = {name: column for name, column in spec.known.model_dump().items() if column}
    if columns and spec.patient is None:
        raise InputError("known columns need patient = 'COLUMN' in the specification")
    if columns:
        rows = frame.drop_duplicates(spec.patient)
        said = {name: _texts(rows[column]) for name, column in columns.items()}
        table = pd.DataFrame({**dict.fromkeys(Known.model_fields, ""), **said}, index=rows.index)
        for patient, cells in zip(rows[spec.patient].map(text_of), table.to_dict("records"), strict=True):
            records.setdefault(patient, _record(patient, {str(k): str(v) for k, v in cells.items()}))
    return list(records.values())


def _record(patient: str, cells: Mapping[str, str]) -> PatientRecord:
    return PatientRecord(
        patient_id=patient,
        name=PersonName(cells["given"], cells["middle"], cells["family"]),
        phones=(cells["phone"],) if cells["phone"] else (),
        address=Address(cells["street"], cells["city"], cells["state"], cells["zip"]),
        dob=cells["dob"],
        sex=cells["sex"],
        mrn=cells["mrn"],
        ssn=cells["ssn"],
        email=cells["email"],
    )


def _texts(values: pd.Series) -> pd.Series:
    return values.map(text_of, na_action="ignore").fillna("")


def treat_notes(
    frame: pd.DataFrame,
    spec: ReleaseSpec,
    deidentifier: Deidentifier,
    kept: pd.Index,
) -> Noted:
    """De-identify the note fields of a table, all notes of a patient together.

    Args:
        frame: the whole table with its original notes: notes of suppressed rows are read too, for what they
            tell of the patient, and stay in.
        spec: names the note fields and the patient; every note stands for itself without a patient.
        deidentifier: with key, profile and roster.
        kept: index of the rows to release.
    """
    columns = spec.named("note")
    patients = frame[spec.patient] if spec.patient else None
    places = [(i, name) for name in columns for i, text in enumerate(frame[name]) if isinstance(text, str)]
    outcomes = deidentifier.deidentify_many(_notes(frame, places, patients))
    texts: dict[str, list[str | None]] = {name: [None] * len(kept) for name in columns}
    held: list[tuple[int, str, str]] = []
    spans: Counter[str] = Counter()
    released: dict[int, list[tuple[str, list[Kept]]]] = defaultdict(list)
    stays = _kept(deidentifier)
    rank = {row: i for i, row in enumerate(kept)}
    found = [
        (rank[frame.index[i]], i, n, o)
        for (i, n), o in zip(places, outcomes, strict=True)
        if frame.index[i] in rank
    ]
    for row, i, name, outcome in found:
        if isinstance(outcome, Released):
            texts[name][row] = outcome.text
            spans.update(str(span.label) for span in outcome.spans)
            original = str(frame[name].iloc[i])
            stayed = [(s.label, original[s.start : s.end]) for s in outcome.spans if s.label in stays]
            released[row].append((outcome.text, stayed))
        else:
            held.append((i, name, outcome.reason))
    fields = pd.DataFrame(texts, index=kept, dtype=object)
    return Noted(fields, len(found), tuple(held), spans, released)


def _kept(deidentifier: Deidentifier) -> frozenset[Label]:
    treatments = deidentifier.profile.policy.treatments()
    return frozenset(label for label, what in treatments.items() if what is Places.KEEP)


def _notes(frame: pd.DataFrame, places: Iterable[tuple[int, str]], patients: pd.Series | None) -> list[Note]:
    whose = None if patients is None else [None if pd.isna(p) else text_of(p) for p in patients]
    return [
        Note(f"{name} of row {frame.index[i]}", str(frame[name].iloc[i]), whose[i] if whose else None)
        for i, name in places
    ]
