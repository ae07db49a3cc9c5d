import os

import pytest

from annotation import InputError
from notedeid.batch.workers import spread


def make_adder(amount):
    return lambda batch: [item + amount for item in batch]


def make_dier(_settings):
    return lambda _batch: os._exit(9)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_batch_is_worked_on_once(workers):
    batches = [(number, [number, number * 10]) for number in range(7)]
    found = dict(spread(batches, make_adder, 1, workers=workers))
    assert found == {number: [number + 1, number * 10 + 1] for number in range(7)}


def test_batches_are_loaded_only_as_workers_become_free():
    loaded = []

    def batches():
        for number in range(50):
            loaded.append(number)
            yield number, [0]

    stream = spread(batches(), make_adder, 1, workers=2)
    next(stream)
    assert len(loaded) < 12
    stream.close()


def test_a_dead_worker_is_reported_with_what_to_do():
    with pytest.raises(InputError, match="fewer --workers"):
        list(spread([(0, [1])], make_dier, None, workers=2))
