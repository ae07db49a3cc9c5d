from hypothesis import given
from hypothesis import strategies as st

from recognizers.ner.windows import OVERLAP, SIZE, cut


def test_nothing_needs_no_window():
    assert cut(0) == []


def test_a_short_row_is_one_window():
    assert cut(SIZE) == [(0, SIZE, 0, SIZE)]


@given(st.integers(1, 5_000))
def test_every_piece_is_read_once_in_order(length):
    windows = cut(length)
    read = [place for window in windows for place in range(window.first, window.last)]
    assert read == list(range(length))


@given(st.integers(SIZE + 1, 5_000))
def test_every_piece_is_read_far_from_an_edge(length):
    for window in cut(length):
        assert window.end - window.start == SIZE
        assert window.first == 0 or window.first - window.start >= OVERLAP // 2
        assert window.last == length or window.end - window.last >= OVERLAP // 2


@given(st.integers(1, 5_000))
def test_cost_is_linear(length):
    assert len(cut(length)) <= length // (SIZE - OVERLAP) + 2
