from pathlib import Path

from annotation import roster
from corpora import datasheet, folder, load

README = (Path(datasheet.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_counts_of_the_datasheet_are_true():
    assert datasheet.part_table() in README
    assert datasheet.label_table() in README


def test_the_composed_notes_cover_many_types():
    types = {marked.note.note_type for marked in load("training") if marked.note.note_id.startswith("n1-")}
    assert len(types) >= 25


def test_the_roster_knows_the_patients_of_the_demonstration():
    known = {record.patient_id for record in roster.read(folder("demonstration") / "patients.jsonl")}
    assert known == {marked.note.patient_id for marked in load("demonstration")}
