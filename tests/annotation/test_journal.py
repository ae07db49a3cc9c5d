from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from annotation.journal import Change, apply, replay, same
from annotation.labels import Label
from annotation.spans import Span

RANGES = st.tuples(st.integers(0, 30), st.integers(1, 6)).map(lambda drawn: (drawn[0], drawn[0] + drawn[1]))
SPANS = st.builds(lambda place, label: Span(*place, label), RANGES, st.sampled_from(Label))
CHANGES = st.builds(Change, st.tuples(SPANS) | st.tuples(SPANS, SPANS), st.tuples() | st.tuples(RANGES))


@given(st.lists(SPANS), st.lists(CHANGES))
def test_what_stands_is_sorted_and_never_overlaps(base, changes):
    standing = replay(base, changes)
    assert list(standing) == sorted(standing)
    assert all(left.end <= right.start for left, right in pairwise(standing))


@given(st.lists(CHANGES), CHANGES)
def test_repeating_a_change_changes_nothing(changes, change):
    once = apply(replay((), changes), change)
    assert apply(once, change) == once


def test_a_change_drops_only_the_exact_range():
    standing = (Span(0, 4, Label.CITY), Span(6, 9, Label.DATE))
    assert apply(standing, Change(drop=((0, 4), (6, 8)))) == (Span(6, 9, Label.DATE),)


def test_same_takes_whole_words_in_any_case_across_a_wrap_and_leaves_marks_alone():
    text = "Ada Quill; ADA\nQUILL, Ada Quillon, (ada  quill) Ada Quill"
    marked = Span(49, 58, Label.DOCTOR)
    found = same(text, [marked], start=0, end=9, label=Label.PATIENT)
    assert [text[span.start : span.end] for span in found] == ["ADA\nQUILL", "ada  quill"]
    assert {span.label for span in found} == {Label.PATIENT}


def test_same_of_white_space_marks_nothing():
    assert same("a  b  c", (), start=1, end=3, label=Label.DATE) == ()
