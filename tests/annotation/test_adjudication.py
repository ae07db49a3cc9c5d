import json

import pytest

from annotation import InputError, Label, Note, SpanError
from annotation.adjudication import (
    Decision,
    Kind,
    compare,
    conflict_record,
    decision_record,
    read_decisions,
    settle,
)
from annotation.passes import Mark, Pass

TEXT = "Ida Olsen saw Dr. Bo Lund on 4 May in Ribe."
NOTE = Note("n1", TEXT, "p1", extra={"ward": "7", "annotator": "ann", "preannotated": False})


def by(annotator, *marks, preannotated=False):
    return Pass(annotator, NOTE, tuple(sorted(Mark(*mark) for mark in marks)), preannotated)


def decide(start, end, *marks):
    return Decision(
        "n1", start, end, tuple(Mark(*mark) for mark in marks), "eva", "2031-05-04T10:00:00+00:00"
    )


@pytest.fixture
def compared():
    ann = by("ann", (0, 9, "PATIENT"), (18, 25, "DOCTOR"), (29, 34, "DATE"))
    ben = by(
        "ben", (0, 9, "PATIENT"), (14, 25, "DOCTOR"), (29, 34, "AGE"), (38, 42, "CITY"), preannotated=True
    )
    return compare([ann, ben])


def test_what_all_marked_alike_passes(compared):
    assert compared.agreed == (Mark(0, 9, "PATIENT"),)


def test_the_rest_is_queued_with_all_versions(compared):
    assert [(c.start, c.end, c.kind) for c in compared.conflicts] == [
        (14, 25, Kind.BOUNDS),
        (29, 34, Kind.TYPE),
        (38, 42, Kind.MISSED),
    ]
    assert compared.conflicts[2].versions == {"ann": (), "ben": (Mark(38, 42, "CITY"),)}


def test_an_overlap_inside_one_pass_is_a_conflict():
    both = [by(name, (0, 9, "PATIENT"), (4, 9, "DOCTOR")) for name in ("ann", "ben")]
    result = compare(both)
    assert result.agreed == ()
    assert len(result.conflicts) == 1


def test_splitting_differently_is_mixed():
    assert (
        compare([by("a", (0, 9, "PATIENT")), by("b", (0, 3, "PATIENT"), (4, 9, "PATIENT"))]).conflicts[0].kind
        is Kind.MIXED
    )


def test_gold_keeps_originals_decisions_and_who_and_when(compared):
    decisions = [decide(14, 25, (18, 25, "DOCTOR")), decide(29, 34, (29, 34, "DATE")), decide(38, 42)]
    gold = settle(compared, decisions, origin="surrogate")
    assert [(s.start, s.end, s.label) for s in gold.spans] == [
        (0, 9, Label.PATIENT),
        (18, 25, Label.DOCTOR),
        (29, 34, Label.DATE),
    ]
    assert gold.note.extra["origin"] == "surrogate"
    assert gold.note.extra["ward"] == "7"
    assert "annotator" not in gold.note.extra
    trail = json.loads(json.dumps(gold.note.extra["provenance"]))
    assert [(one["annotator"], one["preannotated"], len(one["spans"])) for one in trail["annotators"]] == [
        ("ann", False, 3),
        ("ben", True, 4),
    ]
    assert [(one["adjudicator"], one["at"][:10]) for one in trail["decisions"]] == [("eva", "2031-05-04")] * 3


def test_nothing_is_gold_before_all_is_decided(compared):
    with pytest.raises(InputError, match="n1: 2 undecided, the first at \\[14, 25\\)"):
        settle(compared, [decide(38, 42)], origin="real")


def test_a_stray_decision_is_refused(compared):
    with pytest.raises(InputError, match="meets no conflict"):
        settle(compared, [decide(0, 9)], origin="real")


def test_decisions_on_other_notes_are_passed_over():
    other = Decision("n2", 0, 9, (), "eva")
    assert settle(compare([by("a"), by("b")]), [other], origin="real").spans == ()


def test_a_coarse_name_cannot_become_gold():
    with pytest.raises(SpanError, match="NAME"):
        settle(compare([by("a", (0, 9, "NAME")), by("b", (0, 9, "NAME"))]), [], origin="real")


def test_decisions_survive_the_round_trip(tmp_path, compared):
    decisions = (decide(14, 25, (18, 25, "DOCTOR")), decide(38, 42))
    path = tmp_path / "decisions.jsonl"
    path.write_text("".join(json.dumps(decision_record(one)) + "\n" for one in decisions), encoding="utf-8")
    assert read_decisions(path) == decisions
    record = conflict_record(compared.conflicts[0])
    assert record["versions"]["ann"] == [{"start": 18, "end": 25, "label": "DOCTOR"}]
    assert "Lund" not in json.dumps(record)


def test_half_a_decision_is_refused(tmp_path):
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"note_id": "n1", "start": 3, "end": 9, "spans": []}\n', encoding="utf-8")
    with pytest.raises(InputError, match="record 1: not a decision"):
        read_decisions(path)
