import json

import pytest

from annotation import InputError
from notedeid.evaluation import Origin, evaluate


@pytest.fixture
def files(tmp_path):
    def write(gold, found):
        paths = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
        for path, records in zip(paths, (gold, found), strict=True):
            path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        return paths

    return write


def note(note_id="n1", **fields):
    spans = [
        {"start": 0, "end": 5, "label": "NAME"},
        {"start": 14, "end": 18, "label": "LOCATION", "orig_label": "STATE_NONPHI"},
    ]
    return {"note_id": note_id, "text": "Amsel lives in Iowa", "spans": spans, **fields}


def found(note_id="n1", *spans):
    return {"note_id": note_id, "spans": [{"start": s, "end": e, "label": label} for s, e, label in spans]}


def test_figures_stand_with_and_without_what_may_stay(files):
    facts = evaluate(*files([note()], [found("n1", (0, 5, "DOCTOR"))])).as_dict()
    assert facts["all"]["marked"]["share"]["covered"] == 0.5
    assert facts["all"]["removable"]["share"]["covered"] == 1.0
    assert facts["notes_leaking"] == 0


def test_notes_without_a_record_are_missed_and_told(files):
    result = evaluate(*files([note(), note("n2")], [found("n1", (0, 5, "DOCTOR"))]))
    assert result.unlisted == ("n2",)
    assert result.as_dict()["notes_leaking"] == 1


def test_false_spans_are_counted_per_1000_tokens(files):
    result = evaluate(*files([note()], [found("n1", (6, 11, "DATE"))]))
    assert result.false_rate() == pytest.approx(250)
    assert result.false_spans() == {"DATE": 1}


def test_strangers_and_repeats_are_refused(files):
    with pytest.raises(InputError, match="no note_id"):
        evaluate(*files([note()], [found("x")]))
    with pytest.raises(InputError, match="twice"):
        evaluate(*files([note()], [found(), found()]))


def test_the_origin_is_what_the_gold_says_or_the_user(files):
    paths = files([note(origin="synthetic")], [found()])
    assert evaluate(*paths).origin is Origin.SYNTHETIC
    assert evaluate(*paths, origin=Origin.REAL).origin is Origin.REAL
    assert evaluate(*files([note()], [found()])).origin is Origin.UNSTATED
    with pytest.raises(InputError, match="unknown origin"):
        evaluate(*files([note(origin="dreamt")], [found()]))


@pytest.mark.parametrize("origin", [Origin.SYNTHETIC, Origin.UNSTATED])
def test_only_real_and_surrogate_text_may_say_recall(origin):
    assert "recall" not in origin.heading
    assert "recall" in Origin.REAL.heading
