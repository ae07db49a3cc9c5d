"""The main job on real dictated reports and on C-CDA narratives with what is known of their patients.

CI takes every 40th report and every 6th narrative; ``pytest -m slow`` takes all.
"""

import json

import pytest

from annotation.formats import jsonl
from notedeid import Key, batch
from notedeid import profile as profiles
from recognizers.words import is_clinical

KEY = Key(bytes(range(32)))


def roster_of(records):
    """Turn ``meta.known`` of C-CDA narratives into a roster."""
    for record in {r["patient_id"]: r for r in records}.values():
        known = record["meta"]["known"]
        contacts = [value.split(":", 1)[-1] for value in known.get("telecom", ())]
        first = {name: (known.get(name) or [""])[0] for name in ("given", "family", "street", "city", "zip")}
        birth = (known.get("birth") or [""])[0]
        yield {
            "patient_id": record["patient_id"],
            "name": {"given": first["given"], "family": first["family"]},
            "aliases": [*known.get("given", ())[1:], *known.get("family", ())[1:]],
            "dob": f"{birth[:4]}-{birth[4:6]}-{birth[6:8]}" if len(birth) >= 8 else "",
            "phones": [contact for contact in contacts if "@" not in contact],
            "email": next((contact for contact in contacts if "@" in contact), ""),
            "address": {name: first[name] for name in ("street", "city", "zip")},
            "mrn": (known.get("ids") or [""])[0],
            "providers": [{"name": name} for name in known.get("providers", ())],
        }


def run(tmp_path, records, roster=None):
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records))
    if roster:
        (tmp_path / "roster.jsonl").write_text("".join(json.dumps(r) + "\n" for r in roster))
    settings = batch.Settings(profiles.get(), KEY, roster=tmp_path / "roster.jsonl" if roster else None)
    summary = batch.run(batch.Job(tmp_path / "in.jsonl", tmp_path / "out", settings))
    released = {
        r["note_id" if "note_id" in r else "doc_id"]: r for r in jsonl.records(tmp_path / "out/notes.jsonl")
    }
    return summary, released


def every(step, path):
    return list(jsonl.records(path))[::step]


STEPS = [pytest.param(True, marks=pytest.mark.slow), False]


@pytest.mark.parametrize("whole", STEPS)
def test_every_dictated_report_comes_out(whole, shared, tmp_path):
    records = every(1 if whole else 40, shared / "text" / "mtsamples_raw_dev.jsonl")
    summary, released = run(tmp_path, records)
    assert summary.quarantined == ()
    assert list(released) == [record["doc_id"] for record in records]


@pytest.mark.parametrize("whole", STEPS)
def test_every_narrative_comes_out_without_what_is_known_of_its_patient(whole, shared, tmp_path):
    records = every(1 if whole else 6, shared / "text" / "ccda_narrative_raw.jsonl")
    summary, released = run(tmp_path, records, list(roster_of(records)))
    assert summary.quarantined == ()
    assert len(released) == len(records)
    for record in records:
        known = record["meta"]["known"]
        text = released[record["doc_id"]]["text"].lower()
        telling = [*known.get("family", ()), *known.get("ids", ())]
        for value in (value for value in telling if len(value) > 5 and not is_clinical(value)):
            assert f" {value.lower()} " not in f" {text} ".replace("\n", " "), record["doc_id"]
