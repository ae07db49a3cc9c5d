import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, Note, Span, SpanError
from annotation.gold import GoldNote, GoldSpan
from annotation.scoring import score, score_note
from annotation.tally import outcomes_of, tally, tally_by

TEXT = "Ida B. Olsen, 0123456789, Foley"


def gold(*spans, **fields):
    return GoldNote(Note("n1", TEXT, "p1", "letter"), tuple(spans), **fields)


def person(start, end, **fields):
    return GoldSpan(start, end, "PATIENT", frozenset({Label.PATIENT}), direct=True, **fields)


def number(**fields):
    return GoldSpan(14, 24, "PHONE", frozenset({Label.PHONE}), direct=True, **fields)


def only(note, *found):
    return score_note(note, found).outcomes[0]


def test_nine_masked_digits_of_ten_leak_one():
    outcome = only(gold(number()), Span(14, 23, Label.PHONE))
    assert (outcome.leaked, outcome.characters) == (1, 10)
    assert tally([outcome]).shares["characters"] == pytest.approx(0.9)
    assert outcome.overlap
    assert not outcome.covered


def test_spaces_and_stops_between_masked_words_leak_nothing():
    outcome = only(
        gold(person(0, 12)), Span(0, 3, Label.PATIENT), Span(4, 5, Label.PATIENT), Span(7, 12, Label.PATIENT)
    )
    assert outcome.covered
    assert (outcome.leaked, outcome.raw_leaked) == (0, 3)


def test_strict_needs_offsets_and_type():
    assert only(gold(number()), Span(14, 24, Label.PHONE)).strict
    wrong_type = only(gold(number()), Span(14, 24, Label.FAX))
    assert (wrong_type.exact, wrong_type.strict, wrong_type.right_label, wrong_type.right_group) == (
        1,
        0,
        0,
        1,
    )
    wider = only(gold(number()), Span(13, 25, Label.PHONE))
    assert (wider.exact, wider.covered, wider.right_label) == (False, True, True)


def test_a_span_without_letters_counts_its_code_points():
    outcome = only(gold(person(5, 6)))
    assert (outcome.characters, outcome.leaked) == (1, 1)


def test_false_spans_touch_nothing_marked_and_no_neutral_range():
    note = gold(number(), neutral=((0, 3),), decoys=((26, 31),))
    result = score_note(
        note, [Span(0, 5, Label.PATIENT), Span(14, 16, Label.PHONE), Span(26, 31, Label.DOCTOR)]
    )
    assert [span.start for span in result.false_spans] == [26]
    assert (result.decoys, result.decoys_removed, result.tokens) == (1, 1, 5)


def test_a_note_leaks_when_any_removable_identifier_shows():
    kept = number(removable=False)
    assert not score_note(gold(kept), ()).leaks()
    assert score_note(gold(person(0, 12), kept), ()).leaks(direct_only=True)
    quasi = GoldSpan(0, 3, "CITY", frozenset({Label.CITY}))
    assert score_note(gold(quasi), ()).leaks()
    assert not score_note(gold(quasi), ()).leaks(direct_only=True)


def test_a_note_without_record_counts_as_missed():
    (result,) = score([gold(number())], {})
    assert result.outcomes[0].leaked == 10


def test_a_found_span_past_the_end_is_refused():
    with pytest.raises(SpanError, match="n1"):
        score_note(gold(), [Span(30, 99, Label.DATE)])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8), st.sampled_from(list(Label)))))
def test_more_found_never_scores_less(raw):
    found = [Span(start, min(start + length, len(TEXT)), label) for start, length, label in raw]
    note = gold(person(0, 12), number())
    few, many = score_note(note, found[::2]), score_note(note, found)
    assert sum(o.leaked for o in many.outcomes) <= sum(o.leaked for o in few.outcomes)
    for outcome in many.outcomes:
        assert 0 <= outcome.leaked <= outcome.characters
        assert outcome.overlap or not outcome.covered
        assert outcome.exact or not outcome.strict


def test_tallies_add_up():
    scores = score([gold(person(0, 12), number())], {"n1": [Span(14, 24, Label.PHONE)]})
    parts = tally_by(outcomes_of(scores), lambda outcome: outcome.gold.name)
    assert list(parts) == ["PATIENT", "PHONE"]
    assert tally(outcomes_of(scores)).characters == sum(part.characters for part in parts.values())


def test_a_share_of_nothing_is_none():
    assert set(tally([]).shares.values()) == {None}
