import pytest

from annotation import Label, MarkedNote, Note, Span

pytest.importorskip("torch")

from recognizers.ner.scheme import LEAVES, TAGS
from recognizers.training.examples import ANY_TAG, Claim, Lesson, example_of, lesson_of


def named(mask: int) -> set[str]:
    return {tag for place, tag in enumerate(TAGS) if mask >> place & 1}


def test_a_marked_note_says_one_tag_for_each_piece(reader):
    text = "dr ode saw"
    marked = MarkedNote(Note("n", text), (Span(3, 6, Label.DOCTOR),))
    example = example_of(lesson_of(marked), reader)
    assert [named(mask) for mask in example.tags] == [{"O"}, {"B-NAME"}, {"I-NAME"}, {"O"}]
    assert example.leaves.tolist() == [0, *[1 << LEAVES.index(Label.DOCTOR)] * 2, 0]


def test_a_coarse_claim_leaves_its_kinds_open(reader):
    lesson = Lesson("dr ode", (Claim(3, 6, frozenset({Label.CITY, Label.HOSPITAL})),))
    example = example_of(lesson, reader)
    assert named(example.tags[1]) == {"B-PLACE", "B-FACILITY"}
    assert named(example.tags[2]) == {"I-PLACE", "I-FACILITY"}


def test_an_unsure_range_teaches_nothing_but_marks_win(reader):
    lesson = Lesson("dr ode saw", (Claim(3, 6, frozenset({Label.PATIENT})), Claim(0, 10)))
    example = example_of(lesson, reader)
    assert example.tags[0] == ANY_TAG
    assert named(example.tags[1]) == {"B-NAME"}
    assert example.leaves[3] == 0


def test_claims_follow_the_folded_text(reader):
    text = "dr\u200b\u200b \uff4fde saw"
    lesson = Lesson(text, (Claim(5, 8, frozenset({Label.PATIENT})),))
    assert [named(mask) for mask in example_of(lesson, reader).tags][1] == {"B-NAME"}
