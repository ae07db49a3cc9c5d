import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import InputError, Label, MarkedNote, Note, Span, SpanError, passes
from annotation.agreement import alpha, by_stratum, by_type, confusion, kappa, pairs, span_agreement
from annotation.passes import Mark, Pass

TEXT = "Ida Olsen saw Dr. Bo Lund on 4 May in Ribe."


def by(annotator, *marks, note_id="n1", note_type=None):
    return Pass(
        annotator, Note(note_id, TEXT, note_type=note_type), tuple(sorted(Mark(*mark) for mark in marks))
    )


ANN = by("ann", (0, 9, "PATIENT"), (18, 25, "DOCTOR"), (29, 34, "DATE"))
BEN = by("ben", (0, 9, "PATIENT"), (14, 25, "DOCTOR"), (29, 34, "AGE"), (38, 42, "CITY"))

marks = st.lists(
    st.builds(
        lambda start, length, name: Mark(start, min(len(TEXT), start + length), name),
        st.integers(0, 40),
        st.integers(1, 9),
        st.sampled_from(["PATIENT", "DATE"]),
    ),
    max_size=6,
).map(lambda found: tuple(sorted(set(found))))


def test_the_ways_of_agreeing_differ_as_they_say():
    result = span_agreement(pairs([ANN, BEN]))
    assert result.marks == 7
    assert result.exact == pytest.approx(2 / 7)
    assert result.overlap == pytest.approx(4 / 7)
    assert result.exact_untyped == pytest.approx(4 / 7)
    assert result.overlap_untyped == pytest.approx(6 / 7)


@given(marks, marks)
def test_the_order_of_annotators_does_not_matter(first, second):
    one, two = Pass("a", Note("n", TEXT), first), Pass("b", Note("n", TEXT), second)
    swapped = [Pass("b", one.note, first), Pass("a", two.note, second)]
    assert span_agreement(pairs([one, two])) == span_agreement(pairs(swapped))
    assert kappa(pairs([one, two])) == pytest.approx(kappa(pairs(swapped)))
    assert alpha([one, two]) == pytest.approx(alpha(swapped))


@given(marks.filter(bool))
def test_identical_annotators_agree_wholly(found):
    both = [Pass(name, Note("n", TEXT), found) for name in "ab"]
    result = span_agreement(pairs(both))
    assert (result.exact, result.overlap, result.exact_untyped, result.overlap_untyped) == (1, 1, 1, 1)
    assert kappa(pairs(both)) == pytest.approx(1)
    assert alpha(both) == pytest.approx(1)


def test_nothing_marked_is_no_agreement_figure():
    empty = [by("a"), by("b")]
    assert span_agreement(pairs(empty)).exact is None
    assert kappa(pairs(empty)) is None
    assert alpha(empty) is None


def test_kappa_and_alpha_have_their_closed_forms():
    text = "x" * 10
    one = Pass("a", Note("n", text), (Mark(0, 5, "DATE"),))
    two = Pass("b", Note("n", text), (Mark(0, 4, "DATE"),))
    expected = 0.5 * 0.4 + 0.5 * 0.6
    assert kappa(pairs([one, two])) == pytest.approx((0.9 - expected) / (1 - expected))
    disagreement = 2 * 1 / 20
    chance = 2 * 9 * 11 / (20 * 19)
    assert alpha([one, two]) == pytest.approx(1 - disagreement / chance)


def test_alpha_takes_more_than_two_and_leaves_out_lone_notes():
    three = [by(name, (0, 9, "PATIENT")) for name in "abc"]
    assert alpha([*three, by("a", note_id="alone")]) == pytest.approx(1)
    assert alpha([*three[:2], by("c")]) < 1


def test_types_strata_and_confusion():
    other = [
        by("ann", (0, 9, "PATIENT"), note_id="n2", note_type="letter"),
        by("ben", note_id="n2", note_type="letter"),
    ]
    found = pairs([ANN, BEN, *other])
    assert by_type(found)["PATIENT"].exact == pytest.approx(2 / 3)
    assert by_type(found)["CITY"].overlap == 0
    strata = by_stratum(found, {"n1": "no hit"})
    assert list(strata) == ["letter", "no hit"]
    assert strata["letter"].exact == 0
    assert confusion(found) == {
        ("", "CITY"): 1,
        ("", "PATIENT"): 1,
        ("AGE", "DATE"): 1,
        ("DOCTOR", "DOCTOR"): 1,
        ("PATIENT", "PATIENT"): 1,
    }


def test_two_judges_of_tweets(shared):
    found = pairs(passes.read([shared / "text" / "btc_a_two_judges.jsonl"]))
    types = by_type(found)
    assert [round(types[name].exact, 2) for name in ("NAME", "LOCATION", "HOSPITAL/ORG")] == [
        0.79,
        0.73,
        0.60,
    ]


def written(tmp_path, name, *records):
    path = tmp_path / f"{name}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def test_the_annotator_is_named_by_field_then_source_then_file(tmp_path):
    spans = [{"start": 0, "end": 9, "label": "PATIENT", "source": "eva"}]
    path = written(
        tmp_path,
        "zoe",
        {"note_id": "1", "text": TEXT, "annotator": "ann", "preannotated": True, "spans": spans},
        {"note_id": "2", "text": TEXT, "spans": spans},
        {"note_id": "3", "text": TEXT, "spans": []},
    )
    read = passes.read([path])
    assert [one.annotator for one in read] == ["ann", "eva", "zoe"]
    assert [one.preannotated for one in read] == [True, False, False]


def test_a_marked_note_of_the_desk_is_a_pass():
    note = Note("n", TEXT, extra={"annotator": "ann", "preannotated": True})
    one = passes.from_marked(MarkedNote(note, (Span(0, 9, Label.PATIENT, source="ann"),)))
    assert (one.annotator, one.preannotated, one.marks) == ("ann", True, (Mark(0, 9, "PATIENT"),))


def test_work_that_does_not_fit_together_is_refused(tmp_path):
    record = {"note_id": "1", "text": TEXT, "spans": []}
    with pytest.raises(InputError, match="twice"):
        passes.read([written(tmp_path, "ann", record, record)])
    with pytest.raises(SpanError, match="note 1"):
        passes.read(
            [written(tmp_path, "ben", {**record, "spans": [{"start": 3, "end": 99, "label": "DATE"}]})]
        )
    with pytest.raises(InputError, match="different texts"):
        pairs([by("a"), Pass("b", Note("n1", "other"), ())])
