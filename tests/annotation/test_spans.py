import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, MarkedNote, Note, Span, SpanError
from annotation.spans import covered, union_length

ranges = st.tuples(st.integers(0, 60), st.integers(1, 20)).map(
    lambda pair: Span(pair[0], pair[0] + pair[1], Label.CITY)
)


@given(st.lists(ranges))
def test_union_length_counts_each_code_point_once(spans):
    assert union_length(spans) == len({i for span in spans for i in range(span.start, span.end)})


@given(ranges, st.lists(ranges))
def test_covered_counts_the_targets_code_points(target, spans):
    inside = {i for span in spans for i in range(span.start, span.end)}
    assert covered(target, spans) == len(inside & set(range(target.start, target.end)))


@pytest.mark.parametrize(("start", "end"), [(3, 3), (4, 2), (-1, 2)])
def test_empty_or_negative_range_is_refused(start, end):
    with pytest.raises(SpanError):
        Span(start, end, Label.DATE)


def test_a_span_past_the_end_is_refused_without_showing_text():
    with pytest.raises(SpanError, match="note n1") as error:
        MarkedNote(Note("n1", "Quillfeather"), (Span(0, 99, Label.PATIENT),))
    assert "Quillfeather" not in str(error.value)


def test_repr_of_a_note_hides_its_text():
    assert "Quillfeather" not in repr(MarkedNote(Note("n1", "Quillfeather", extra={"a": "Quillfeather"})))
