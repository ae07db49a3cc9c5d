import json

from annotation import passes
from annotation.adjudication import compare, read_decisions, settle
from annotation.agreement import pairs, span_agreement
from annotation.formats import jsonl
from corpora.annotators import FIRST, SECOND, annotate, decide, write
from corpora.store import folder, load

HERE = folder("demonstration") / "annotators"


def test_a_pass_depends_on_nothing_but_note_and_habits():
    notes = load("demonstration")[:6]
    assert [annotate(one, FIRST) for one in notes] == [annotate(one, FIRST) for one in notes[::-1]][::-1]
    assert [annotate(one, FIRST).spans for one in notes] != [annotate(one, SECOND).spans for one in notes]


def test_the_shipped_passes_are_those_of_the_model(tmp_path):
    write(tmp_path, load("demonstration"))
    for name in ("first.jsonl", "second.jsonl", "decisions.jsonl"):
        assert (tmp_path / name).read_bytes() == (HERE / name).read_bytes(), (
            "the marks have changed: python -m corpora.annotators corpora/demonstration/annotators"
        )


def test_every_record_says_that_it_is_simulated():
    records = [record for name in ("first", "second") for record in jsonl.records(HERE / f"{name}.jsonl")]
    assert len(records) == 2 * len(load("demonstration"))
    assert all(record["simulated"] is True and record["origin"] == "synthetic" for record in records)


def test_the_adjudicated_gold_is_the_truth_less_what_both_missed():
    truth = {one.note.note_id: one for one in load("demonstration")}
    groups = passes.by_note(passes.read([HERE / "first.jsonl", HERE / "second.jsonl"]))
    decisions = read_decisions(HERE / "decisions.jsonl")
    wrong = missed = total = 0
    for note_id, group in groups.items():
        gold = settle(compare(group), decisions, origin="synthetic")
        real = {(s.start, s.end, s.label) for s in truth[note_id].spans}
        found = {(s.start, s.end, s.label) for s in gold.spans}
        total += len(real)
        missed += len(real - found)
        wrong += len(found - real)
    assert wrong <= 2
    assert 0 < missed / total < 0.02


def test_agreement_is_that_of_people():
    made = span_agreement(pairs(passes.read([HERE / "first.jsonl", HERE / "second.jsonl"])))
    assert 0.82 < made.exact < 0.95


def test_a_decision_stands_for_every_conflict():
    note = load("demonstration")[0]
    compared = compare([passes.from_marked(annotate(note, habits)) for habits in (FIRST, SECOND)])
    assert len(decide(note, compared)) == len(compared.conflicts)
    assert json.loads(json.dumps([one.adjudicator for one in decide(note, compared)])) == [
        "adjudicator"
    ] * len(compared.conflicts)
