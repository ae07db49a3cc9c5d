import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, MarkedNote, Note, Span, SpanError
from annotation.formats import inline


@given(st.text(alphabet=st.characters(exclude_characters="[]|", exclude_categories=["Cs"]), min_size=9))
def test_marks_survive_the_round_trip(text):
    spans = (Span(0, 3, Label.PATIENT), Span(4, 9, Label.DATE))
    parsed, found = inline.parse(inline.render(text, spans))
    assert parsed == text
    assert [(s.start, s.end, s.label) for s in found] == [(0, 3, Label.PATIENT), (4, 9, Label.DATE)]


def test_files_survive_the_round_trip(tmp_path):
    marked = MarkedNote(Note("n-1", "Ms. Odili\n\nseen 3/4\n", "p1", "ed note"), (Span(4, 9, Label.PATIENT),))
    inline.write(tmp_path, [marked])
    assert list(inline.read(tmp_path)) == [marked]


def test_overlapping_spans_cannot_be_written():
    with pytest.raises(SpanError):
        inline.render("abcdef", [Span(0, 4, Label.CITY), Span(2, 5, Label.CITY)])


def test_unknown_label_names_the_place():
    with pytest.raises(SpanError, match="WIZARD"):
        inline.parse("a [[WIZARD|b]]")
