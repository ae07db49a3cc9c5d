import numpy as np
import pytest

pytest.importorskip("torch")

from annotation import Label
from recognizers.ner.model import Reading
from recognizers.ner.pieces import SHAPES, PieceReader
from recognizers.ner.scheme import LEAVES, OUTSIDE, TAGS, Kind, begin
from recognizers.training.examples import ANY_TAG, Claim, Lesson, example_of
from recognizers.training.fast.silver import silvered


class Teacher:
    """Reads every piece as half a name and half nothing."""

    def __init__(self) -> None:
        self.seen = []

    def begin_pieces(self, pieces):
        self.seen.append(pieces)
        chances = np.full((len(pieces), len(TAGS)), 1e-4, dtype=np.float32)
        chances[:, [OUTSIDE, begin(Kind.NAME)]] = 0.5
        leaves = np.zeros((len(pieces), len(LEAVES)), dtype=np.float32)
        return lambda: Reading(pieces, np.log(chances), leaves)


@pytest.fixture(scope="module")
def listing(vocabulary) -> PieceReader:
    return PieceReader(vocabulary, lists=True)


def test_open_pieces_may_be_what_the_teacher_finds_likely_and_marks_stay(listing):
    claims = (Claim(0, 2), Claim(7, 10, frozenset({Label.DOCTOR})))
    example = example_of(Lesson("a saw a ode", (claims[0], Claim(8, 11, claims[1].labels))), listing)
    assert example.tags[0] == ANY_TAG
    taught = silvered(example, Teacher())
    assert taught.tags[0] == (1 << OUTSIDE) | (1 << begin(Kind.NAME))
    assert taught.tags[1:].tolist() == example.tags[1:].tolist()


def test_a_text_without_open_pieces_is_not_read(listing):
    teacher = Teacher()
    example = example_of(Lesson("a saw a", ()), listing)
    assert silvered(example, teacher) is example
    assert not teacher.seen


def test_the_teacher_is_shown_shapes_without_lists(listing):
    teacher = Teacher()
    silvered(example_of(Lesson("a saw", (Claim(0, 1),)), listing), teacher)
    assert teacher.seen[0].shapes.max() < SHAPES
