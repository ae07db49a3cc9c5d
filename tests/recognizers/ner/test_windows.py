from itertools import pairwise

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
        assert window.first == 0 or window.first - window.start >= OVERLAP // 2
        assert window.last == length or window.end - window.last >= OVERLAP // 2


@given(st.integers(SIZE + 1, 5_000))
def test_windows_are_of_one_size_and_no_more_than_needed(length):
    windows = cut(length)
    widths = {window.end - window.start for window in windows}
    assert len(widths) == 1
    assert max(widths) <= SIZE
    assert (len(windows) - 1) * (SIZE - OVERLAP) + OVERLAP < length


@given(st.integers(1, 5_000))
def test_cost_is_linear(length):
    shown = sum(window.end - window.start for window in cut(length))
    assert shown <= length * SIZE / (SIZE - OVERLAP) + SIZE


def test_another_size_and_overlap_are_kept():
    windows = cut(1_000, size=100, overlap=20)
    assert max(window.end - window.start for window in windows) <= 100
    assert all(a.end - b.start >= 20 for a, b in pairwise(windows))
