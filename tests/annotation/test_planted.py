import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, Note, Span
from annotation.planted import annotator_recall, lift, plant

PHRASES = (
    "Niece [[PATIENT|Ottilie Brandvold]] rang.",
    "Old chart [[MRN|00-4471]] seen.",
    "Back on [[DATE|14/02/2031]].",
)
KEY = b"k" * 32


@given(st.text(max_size=120), st.integers(1, 5), st.binary(min_size=16, max_size=16))
def test_lifting_gives_the_note_back(text, count, key):
    note = Note("n1", text)
    planted = plant(note, PHRASES, count=count, key=key)
    assert len(planted.marked.spans) == count
    assert lift(planted, planted.marked.spans).note.text == text
    assert lift(planted, planted.marked.spans).spans == ()


def test_marks_move_back_to_their_places():
    note = Note("n1", "Seen by Bo Lund.\nLives in Ribe.\n")
    planted = plant(note, PHRASES, count=3, key=KEY)
    text = planted.marked.note.text
    marks = [Span(text.index(name), text.index(name) + 4, Label.CITY) for name in ("Lund", "Ribe")]
    lifted = lift(planted, [*marks, *planted.marked.spans])
    assert [note.text[s.start : s.end] for s in lifted.spans] == ["Lund", "Ribe"]


def test_a_mark_that_reaches_into_a_phrase_is_cut():
    planted = plant(Note("n1", "Seen by Lund"), PHRASES, count=1, key=KEY)
    start, end = planted.pieces[0]
    (kept,) = lift(planted, [Span(8, start + 5, Label.DOCTOR)]).spans
    assert (kept.start, kept.end) == (8, 12)
    assert end == len(planted.marked.note.text)


def test_digits_are_drawn_anew_for_each_note():
    texts = {plant(Note(f"n{i}", ""), [PHRASES[1]], count=1, key=KEY).marked.note.text for i in range(20)}
    assert len(texts) == 20
    assert plant(Note("n1", ""), PHRASES, count=2, key=KEY) == plant(
        Note("n1", ""), PHRASES, count=2, key=KEY
    )


def test_an_annotators_recall_on_what_was_planted():
    work = []
    for number in range(30):
        planted = plant(Note(f"n{number}", "a\nb\nc"), PHRASES, count=2, key=KEY)
        work.append((planted, planted.marked.spans if number else planted.marked.spans[:1]))
    result = annotator_recall(work)
    assert result.estimate == pytest.approx(59 / 60)
    assert result.lower < 0.95 < result.estimate
