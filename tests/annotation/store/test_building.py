import json

import pytest

from annotation.errors import InputError
from annotation.store.building import Material, Staffing, build

NOTES = [{"note_id": f"n{number}", "text": f"Seen by Idris, visit {number}."} for number in range(6)]
SAMPLE = [
    {
        "note_id": f"n{number}",
        "cluster": "c",
        "stratum": "no hit",
        "weight": 2.0,
        "fraction": 0.5,
        "unit": "note",
    }
    for number in (1, 4)
]
FOUND = [{"note_id": "n1", "spans": [{"start": 8, "end": 13, "label": "DOCTOR"}]}]


@pytest.fixture
def write(tmp_path):
    def written(name, records):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return written


def test_sampled_notes_come_with_stratum_and_found_spans(write, tmp_path):
    notes = [{**note, "spans": [{"start": 0, "end": 4, "label": "DATE"}]} for note in NOTES]
    material = Material(write("notes", notes), write("sample", SAMPLE), write("found", FOUND))
    with build(tmp_path / "s", material, Staffing(["anna", "ben"])) as store:
        assert {note_id for note_id, _ in store.queue("anna")} == {"n1", "n4"}
        assert [one.stratum for one in store.progress()] == ["no hit", "no hit"]
        assert [len(store.found(note_id).spans) for note_id in ("n1", "n4")] == [1, 0]
        assert store.task("anna", "n1").spans == ()


def test_one_annotator_of_each_note_stays_blind(write, tmp_path):
    material = Material(write("notes", NOTES), None, write("found", FOUND))
    with build(tmp_path / "s", material, Staffing(["anna", "ben"], assisted=True)) as store:
        for note in NOTES:
            tasks = [store.task(who, note["note_id"]) for who in ("anna", "ben")]
            assert sorted(task.assignment.preannotated for task in tasks) == [False, True]


def test_what_cannot_be_built_is_refused(write, tmp_path):
    notes = Material(write("notes", NOTES[:3]))
    with pytest.raises(InputError, match="--found"):
        build(tmp_path / "s", notes, Staffing(["anna", "ben"], assisted=True))
    with pytest.raises(InputError, match="1 sampled notes are not in"):
        build(tmp_path / "s", Material(notes.notes, write("sample", SAMPLE)), Staffing(["anna", "ben"]))
    assert not (tmp_path / "s").exists()
