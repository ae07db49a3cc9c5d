"""Surrogates over the shared sets: public fault reports and rosters with their further forms."""

import re
from collections import defaultdict

import pytest

from annotation import Label, MarkedNote, Note, Span
from annotation.formats import jsonl
from annotation.labels import COARSE
from annotation.roster import read as read_roster
from surrogates import Key, Policy, World
from surrogates.mention import Kind
from surrogates.mention import read as read_name
from surrogates.style import fold

KEY = Key(bytes(range(32)))
FIRST = {"NAME": Label.PATIENT, "ID": Label.IDNUM, "LOCATION": Label.CITY}


def cases(shared):
    for case in jsonl.records(shared / "cases" / "public_reports.jsonl"):
        if case["kind"] in ("surrogate", "policy", "offset"):
            yield case


def marked(case):
    text, spans, at = case["input"], [], defaultdict(int)
    for expected in case["expect"]:
        wanted = expected["text"]
        start = text.index(wanted, at[wanted])
        at[wanted] = start + len(wanted)
        label = FIRST.get(expected["type"]) or min(COARSE[expected["type"]])
        spans.append(Span(start, at[wanted], label))
    return MarkedNote(Note(case["id"], text), tuple(spans))


def test_every_public_fault_report_on_surrogates(shared):
    seen = 0
    for case in cases(shared):
        one = marked(case)
        world = World(KEY, case["id"], Policy())
        new = world.replace(one)
        for span, edit in zip(one.spans, new.edits, strict=True):
            old, put = one.note.text[span.start : span.end], new.text[edit.new_start : edit.new_end]
            assert old != put, case["id"]
            assert len(old.split()) == len(put.split()) or span.label is Label.AGE, case["id"]
            if span.label in (Label.MRN, Label.SSN, Label.IDNUM):
                assert put[-4:] != old[-4:], case["id"]
        for kept in case["must_not"]:
            assert kept in new.text, case["id"]
        outside = re.split("|".join(re.escape(e["text"]) for e in case["expect"]), case["input"])
        assert all(part in new.text for part in outside), case["id"]
        seen += 1
    assert seen >= 15


def right(new_name, new_form):
    """Whether a further form shows the parts, or the initials of the parts, of the new name only."""
    parts = {word.key.replace("'", "") for word in read_name(new_name).words}
    initials = {part[0] for part in parts}
    return all(
        word.key.replace("'", "") in parts
        or word.kind is Kind.KEPT
        or (word.kind is not Kind.NAME and set(word.key) <= initials)
        or ("/" in new_form and word.text.islower())
        for word in read_name(new_form).words
    )


@pytest.mark.parametrize("name", ["composed_cohort", "clinical_notes_dev"])
def test_every_further_form_of_a_recorded_person_leads_to_its_surrogate(shared, name):
    notes = defaultdict(list)
    for record in jsonl.records(shared / "text" / f"{name}.jsonl"):
        note = jsonl.note_from_record(record, name)
        spans = tuple(
            Span(s["start"], s["end"], Label(s["label"]))
            for s in record["spans"]
            if s["label"] in Label.__members__
        )
        notes[note.patient_id].append(MarkedNote(note, spans))
    outcomes = []
    for record in read_roster(shared / "text" / f"{name}_patients.jsonl"):
        world = World(KEY, record.patient_id, Policy(), record)
        world.study(notes[record.patient_id])
        people = [(record.name.full, record.aliases, Label.PATIENT)]
        people += [(one.name, one.aliases, Label.PATIENT) for one in record.relatives]
        people += [(one.name, one.aliases, Label.DOCTOR) for one in record.providers]
        for full, aliases, label in people:
            new = world.value(full, label)
            outcomes += [right(fold(new), world.value(alias, label)) for alias in aliases]
    assert len(outcomes) > 60
    assert sum(outcomes) / len(outcomes) >= 0.98
