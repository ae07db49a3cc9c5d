import random

import pytest

pytest.importorskip("torch")

from recognizers.ner.windows import SIZE
from recognizers.training.batches import WINDOWS, batches_of, windows_of
from recognizers.training.examples import Lesson, example_of


def examples(reader, *lengths: int):
    return [example_of(Lesson("a " * length, ()), reader) for length in lengths]


def test_windows_cover_an_example_once(reader):
    (long,) = examples(reader, 700)
    for seed in range(20):
        cuts = [(start, end) for _, start, end in windows_of(long, random.Random(seed))]
        assert [place for start, end in cuts for place in range(start, end)] == list(range(700))
        assert max(end - start for start, end in cuts) <= SIZE


def test_a_short_example_is_never_cut(reader):
    (short,) = examples(reader, 12)
    assert [(s, e) for _, s, e in windows_of(short, random.Random(1))] == [(0, 12)]


def test_batches_hold_every_piece_once_between_its_ends(reader):
    given = examples(reader, 3, 50, 190, 191, 400, 5)
    batches = list(batches_of(given, reader, random.Random(5)))
    real = sum(batch.size - 2 * len(batch.lengths) for batch in batches)
    assert real == 3 + 50 + 190 + 191 + 400 + 5
    for batch in batches:
        assert (batch.ids[:, 0] == reader.first).all()
        for row, length in enumerate(batch.lengths.tolist()):
            assert batch.ids[row, length - 1] == reader.last
            assert (batch.ids[row, length:] == reader.padding).all()
            assert (batch.tags[row, length - 1 :] == 0).all()


def test_batches_are_bounded_and_of_like_length(reader):
    given = examples(reader, *[190] * 60, *[4] * 200)
    for batch in batches_of(given, reader, random.Random(5)):
        assert len(batch.lengths) <= 3 * WINDOWS
        assert batch.ids.numel() <= WINDOWS * SIZE + 2 * 3 * WINDOWS


def test_the_seed_alone_decides_the_order(reader):
    given = examples(reader, *range(1, 190), *range(1, 190), *range(1, 190))
    first, again, other = (
        [batch.ids.tolist() for batch in batches_of(given, reader, random.Random(seed))] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
