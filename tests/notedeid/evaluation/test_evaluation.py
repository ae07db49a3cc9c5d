import json

import pytest

from annotation import GateError, InputError, sample_file
from annotation.sampling import Design, Drawn, Sample, SampledUnit
from notedeid.evaluation import Gate, Origin, Sources, check, enforce, estimate, evaluate, record
from notedeid.evaluation.gate import parse_demands

TEXT = "Amsel lives in Iowa since 4 May"
SPANS = [
    {"start": 0, "end": 5, "label": "PATIENT"},
    {"start": 15, "end": 19, "label": "STATE", "orig_label": "STATE_NONPHI"},
    {"start": 26, "end": 31, "label": "DATE"},
]


@pytest.fixture
def sources(tmp_path):
    def write(gold, found, **fields):
        paths = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
        for path, records in zip(paths, (gold, found), strict=True):
            path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        return Sources(*paths, **fields)

    return write


def note(note_id="n1", **fields):
    return {"note_id": note_id, "text": TEXT, "spans": SPANS, **fields}


def found(note_id="n1", *spans):
    return {"note_id": note_id, "spans": [{"start": s, "end": e, "label": label} for s, e, label in spans]}


NAME, DATE = (0, 5, "DOCTOR"), (26, 31, "DATE")


def many(number, miss=()):
    """Notes of patients, four a patient; names of the notes in ``miss`` are not found."""
    gold = [
        note(f"n{i}", patient_id=f"p{i // 4}", note_type="letter" if i % 2 else "ed note")
        for i in range(number)
    ]
    return gold, [found(f"n{i}", *([DATE] if i in miss else [NAME, DATE])) for i in range(number)]


def test_figures_stand_with_and_without_what_may_stay(sources):
    facts = record(result := evaluate(sources([note()], [found("n1", NAME, DATE)])), estimate(result))
    assert facts["all"]["marked"]["share"]["covered"] == pytest.approx(2 / 3)
    assert facts["all"]["must go"]["share"]["covered"] == 1.0
    assert facts["group"]["LOCATION"]["spans"] == 1
    assert "LOCATION" not in facts["removable"]
    assert facts["leaks"]["note"]["leaking"] == 0


def test_notes_without_a_record_are_missed_and_told(sources):
    result = evaluate(sources([note(), note("n2")], [found("n1", NAME, DATE)]))
    assert result.unlisted == ("n2",)
    assert estimate(result).safe["note"].misses == 1


def test_false_spans_are_counted_per_1000_tokens(sources):
    result = evaluate(sources([note()], [found("n1", (6, 11, "AGE"))]))
    assert result.false_rate() == pytest.approx(1000 / 7)
    assert result.false_spans() == {"AGE": 1}


def test_strangers_and_repeats_are_refused(sources):
    with pytest.raises(InputError, match="no note_id"):
        evaluate(sources([note()], [found("x")]))
    with pytest.raises(InputError, match="twice"):
        evaluate(sources([note()], [found(), found()]))


def test_the_origin_is_what_the_gold_says_or_the_user(sources):
    stated = sources([note(origin="synthetic")], [found()])
    assert evaluate(stated).origin is Origin.SYNTHETIC
    assert evaluate(stated, origin=Origin.REAL).origin is Origin.REAL
    assert evaluate(sources([note()], [found()])).origin is Origin.UNSTATED
    with pytest.raises(InputError, match="unknown origin"):
        evaluate(sources([note(origin="dreamt")], [found()]))


@pytest.mark.parametrize("origin", list(Origin))
def test_only_real_and_surrogate_text_may_say_recall(origin):
    assert ("recall" in origin.heading) == (origin in {Origin.REAL, Origin.SURROGATE})


def test_leaks_count_notes_and_patients(sources):
    figures = estimate(evaluate(sources(*many(80, miss={0, 1, 4}))))
    assert (figures.safe["note"].misses, figures.safe["note"].n) == (3, 80)
    assert (figures.safe["patient"].misses, figures.safe["patient"].n) == (2, 20)
    assert figures.safe["patient direct"].misses == 2
    assert figures.safe["note"].lower < 77 / 80


def test_an_entity_is_found_when_all_its_mentions_are(sources):
    figures = estimate(evaluate(sources(*many(8, miss={0}))))
    assert (figures.entities["direct"].n, figures.entities["direct"].misses) == (2, 1)
    assert figures.entities["quasi"].misses == 0


def test_strata_are_note_types_without_a_sample(sources):
    cells = {(c.stratum, c.group): c for c in estimate(evaluate(sources(*many(8, miss={1})))).strata}
    assert cells["letter", "NAME"].covered == 0.75
    assert cells["ed note", "NAME"].covered == 1.0
    assert cells["letter", "NAME"].spans == 4


def test_weights_of_a_sample_make_figures_of_the_population(sources, tmp_path):
    drawn = [
        Drawn(f"n{i}", f"patient p{i // 4}", "many" if i < 4 else "few", 30.0 if i < 4 else 2.0, 0.1)
        for i in range(8)
    ]
    path = tmp_path / "sample.jsonl"
    sample_file.write(path, Sample(Design(8, unit=SampledUnit.NOTE), tuple(drawn), {}))
    gold, spans = many(8, miss={0})
    row = estimate(evaluate(sources(gold, spans, sample=path))).row("PATIENT")
    assert row.found.estimate == pytest.approx(1 - 30 / 128)
    with pytest.raises(InputError, match="n8 of the gold was not drawn"):
        evaluate(sources(*many(9), sample=path))


@pytest.mark.parametrize(
    "line",
    [
        '{"note_id": "n1"}',
        '{"note_id": "n1", "cluster": "c", "stratum": "s", "weight": 1, "fraction": 1, "unit": "word"}',
    ],
)
def test_a_file_that_is_no_sample_is_refused(sources, tmp_path, line):
    path = tmp_path / "sample.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match="annotate sample"):
        evaluate(sources([note()], [found()], sample=path))


def test_the_gate_holds_bounds_not_estimates(sources):
    figures = estimate(evaluate(sources(*many(400, miss={0}))))
    row = figures.row("PATIENT")
    assert row.found.estimate > 0.99 > row.found.lower
    (held,) = check(figures, Gate({"PATIENT": row.found.lower - 0.001}))
    (broken,) = check(figures, Gate({"NAME": 0.997}))
    assert held.passed
    assert not broken.passed
    enforce([held])
    with pytest.raises(GateError, match="NAME: lower bound"):
        enforce([held, broken])


def test_leak_gates_use_upper_bounds(sources):
    figures = estimate(evaluate(sources(*many(80, miss={0}))))
    checks = check(figures, Gate(max_note_leak=0.02, max_patient_leak=0.3))
    assert [(one.name, one.passed) for one in checks] == [
        ("leaking notes", False),
        ("leaking patients", True),
    ]


@pytest.mark.parametrize("name", ["PATIENT", "SSN"])
def test_too_few_identifiers_fail_the_gate(sources, name):
    (one,) = check(estimate(evaluate(sources(*many(40)))), Gate({name: 0.5}))
    assert not one.passed
    assert one.reason.startswith("not demonstrated (n=")


def test_demands_are_read_one_by_one_or_parted_by_commas():
    assert parse_demands(["NAME=0.98", "DATE=0.95, direct=0.99"]) == {
        "NAME": 0.98,
        "DATE": 0.95,
        "direct": 0.99,
    }


@pytest.mark.parametrize("demand", ["NAME", "NAME=98", "NAME=x", "WAND=0.9", "=0.9"])
def test_demands_that_cannot_be_meant_are_refused(demand):
    with pytest.raises(InputError, match="--fail-under"):
        parse_demands([demand])


def test_the_record_holds_no_note_text(sources):
    result = evaluate(sources(*many(8, miss={1})))
    figures = estimate(result)
    content = json.dumps(record(result, figures, check(figures, Gate({"NAME": 0.9}))))
    assert "Amsel" not in content
    assert "Amsel" not in repr(result)
    assert "amsel" not in repr(result)
    assert json.loads(content)["gate"]["passed"] is False
