import pytest

pytest.importorskip("torch")

from annotation import Label, MarkedNote, Note, Span
from recognizers.training.course import Course, deal, kept_apart
from recognizers.training.examples import Lesson


def test_about_six_in_a_hundred_notes_are_kept_apart_for_good():
    apart = [number for number in range(5_000) if kept_apart(f"note-{number}")]
    assert 0.05 < len(apart) / 5_000 < 0.07
    assert apart == [number for number in range(5_000) if kept_apart(f"note-{number}")]


def test_carriers_are_dealt_out_once_each():
    lessons = [Lesson(str(number), ()) for number in range(40)]
    hands = deal({"primock57_notes_raw": lessons, "mtsamples_raw_dev": lessons}, 4, 1)
    texts = [lesson.text for hand in hands for lesson in hand]
    assert len(texts) == 60
    assert max(texts.count(text) for text in texts) == 2
    assert {len(hand) for hand in hands} == {15}


def test_the_first_round_shows_notes_as_they_are_and_later_ones_draw_them_anew(reader):
    note = MarkedNote(Note("n", "dr ode"), (Span(3, 6, Label.DOCTOR),))
    seen = []

    def multiply(marked, rng):
        seen.append((marked.note.note_id, rng.random()))
        return MarkedNote(Note("n", "saw dr ode"), (Span(7, 10, Label.DOCTOR),))

    course = Course([note], [[], [Lesson("a a", ())]], reader, multiply, 7)
    assert [len(example.pieces) for example in course(0)] == [3]
    assert [len(example.pieces) for example in course(1)] == [4, 2]
    course(1)
    assert seen[0] == seen[1]
