from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, MarkedNote, Note, Span
from corpora.generator.splice import Edit, allowed, splice

TEXT = "Ms. Odunsi of Tarn Ridge called 3/4 about her refill, code 77-B."
SPANS = (Span(4, 10, Label.PATIENT), Span(14, 24, Label.CITY), Span(32, 35, Label.DATE))
MARKED = MarkedNote(Note("n-1", TEXT), SPANS)

edits = st.builds(
    lambda start, length, text: Edit(start, min(start + length, len(TEXT)), text),
    st.integers(0, len(TEXT)),
    st.integers(0, 9),
    st.text("abXY 1", max_size=4),
)


def apart(chosen):
    kept = []
    for edit in sorted(set(chosen)):
        if (not kept or edit.start >= kept[-1].end) and allowed(edit, SPANS):
            kept.append(edit)
    return kept


def by_hand(start, end, chosen):
    inside = [e for e in chosen if start <= e.start and e.end <= end and (start < e.end or e.start < end)]
    text, last = "", start
    for edit in inside:
        text += TEXT[last : edit.start] + edit.text
        last = edit.end
    return text + TEXT[last:end]


@given(st.lists(edits, max_size=8))
def test_a_span_covers_its_old_text_with_the_edits_inside_it(chosen):
    kept = apart(chosen)
    done = splice(MARKED, chosen)
    assert done.note.text == by_hand(0, len(TEXT), kept)
    texts = [
        by_hand(
            s.start, s.end, [e for e in kept if s.start <= e.start and e.end <= s.end and e.start < s.end]
        )
        for s in SPANS
    ]
    found = [done.note.text[s.start : s.end] for s in done.spans]
    assert found == [text for text in texts if text]


def test_an_edit_over_a_border_is_left_out():
    assert splice(MARKED, [Edit(8, 13, "x"), Edit(0, 6, "y")]) == MARKED


def test_insertions_at_a_border_are_left_out():
    assert splice(MARKED, [Edit(4, 4, "x"), Edit(10, 10, "y")]) == MARKED


def test_no_edit_empties_a_span():
    assert splice(MARKED, [Edit(4, 10, "")]) == MARKED
