from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from annotation.errors import InputError
from notedeid.cli import app
from notedeid.structured.aggregates import Grid, aggregate, audit, merge_areas, suppress


def records(counts):
    """A frame with the given counts by row and column."""
    cells = [(str(i), str(j)) for i, row in enumerate(counts) for j, n in enumerate(row) for _ in range(n)]
    return pd.DataFrame(cells, columns=["row", "column"])


def test_margins_are_sums():
    grid = Grid.of(records([[3, 0], [4, 5]]), ["row", "column"])
    assert grid.counts.tolist() == [[3, 0, 3], [4, 5, 9], [7, 5, 12]]
    assert grid.names((0, 2)) == ("0", "all")


def test_one_small_cell_alone_would_come_back_from_its_line():
    grid = Grid.of(records([[3, 40], [50, 60]]), ["row", "column"])
    assert audit(grid, [(0, 0)])[0, 0].width == 0
    hidden = suppress(grid, threshold=5)
    assert (0, 0) in hidden
    assert hidden[0, 0].width >= 5


def test_a_pattern_of_pairs_can_still_tell_too_much_and_is_widened():
    """Two suppressed cells in each line, but all of them small: their intervals are narrow."""
    grid = Grid.of(records([[3, 2, 90], [2, 4, 80], [70, 60, 50]]), ["row", "column"])
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert audit(grid, square)[0, 0].width < 15
    hidden = suppress(grid, threshold=15)
    assert len(hidden) > 4
    assert min(hidden[cell].width for cell in square) >= 15


def feasible(counts, hidden):
    """All values a cell can take, by trying every table with the published figures (2 x 3, brute force)."""
    counts = np.array(counts)
    inner = [cell for cell in hidden if cell[0] < 2 and cell[1] < 3]
    ends = {cell: set() for cell in inner}
    for values in product(range(int(counts.sum()) + 1), repeat=len(inner)):
        trial = counts.copy()
        for cell, value in zip(inner, values, strict=True):
            trial[cell] = value
        known = all(
            trial.sum(axis=1)[i] == counts.sum(axis=1)[i] for i in range(2) if (i, 3) not in hidden
        ) and all(trial.sum(axis=0)[j] == counts.sum(axis=0)[j] for j in range(3) if (2, j) not in hidden)
        if known and trial.sum() == counts.sum():
            for cell, value in zip(inner, values, strict=True):
                ends[cell].add(value)
    return ends


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=2, max_size=2), st.data())
def test_the_audit_finds_what_trying_every_table_finds(counts, data):
    if (
        not sum(map(sum, counts))
        or min(map(sum, zip(*counts, strict=True))) == 0
        or min(map(sum, counts)) == 0
    ):
        return
    cells = list(product(range(2), range(3)))
    hidden = data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=4, unique=True))
    found = audit(Grid.of(records(counts), ["row", "column"]), hidden)
    for cell, values in feasible(counts, hidden).items():
        assert (found[cell].low, found[cell].high) == (min(values), max(values))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.integers(0, 60), min_size=3, max_size=4), min_size=2, max_size=4))
def test_no_small_cell_is_told_within_less_than_the_threshold(counts):
    width = min(map(len, counts))
    frame = records([row[:width] for row in counts])
    if len(frame) < 10:
        return
    try:
        made = aggregate(frame, ["row", "column"], threshold=10)
    except InputError:
        return
    shown = made.table["count"].dropna()
    assert not ((shown > 0) & (shown < 10)).any()
    assert made.narrowest is None or made.narrowest >= 10
    assert len(made.intervals) == made.small + made.complementary == made.table["count"].isna().sum()


def test_three_axes_means_and_rounding():
    random = np.random.default_rng(4)
    frame = pd.DataFrame({name: random.choice(list("abc"), 700) for name in ("x", "y", "z")})
    frame["days"] = random.integers(1, 30, 700).astype(float)
    frame.loc[:9, "days"] = np.nan
    made = aggregate(frame, ["x", "y", "z"], mean="days", threshold=25, base=5)
    assert (made.table["count"].dropna() % 5 == 0).all()
    total = made.table.query("x == 'all' and y == 'all' and z == 'all'")
    assert total["count"].item() == 690
    assert total["mean"].item() == pytest.approx(frame["days"].mean())
    assert made.table["mean"].isna().equals(made.table["count"].isna())
    assert made.small > 0


@pytest.mark.parametrize(
    ("frame", "by", "said"),
    [
        (records([[3, 4]]), ["row"], "fewer than 15 records"),
        (records([[30]]), ["ward"], "no column 'ward'"),
        (records([[30]]).iloc[:0], ["row"], "needs records"),
    ],
)
def test_what_cannot_be_published_is_said(frame, by, said):
    with pytest.raises(InputError, match=said):
        aggregate(frame, by)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.text("0123456789", min_size=5, max_size=5), st.integers(0, 40), min_size=1, max_size=12
    )
)
def test_merged_areas_reach_the_threshold(counts):
    if sum(counts.values()) < 15:
        with pytest.raises(InputError, match="all areas together"):
            merge_areas(counts)
        return
    labels = merge_areas(counts)
    totals = pd.Series(counts).groupby(labels).sum()
    assert totals.min() >= 15
    assert set(labels) == set(counts)


def test_areas_merge_within_their_parent_first():
    labels = merge_areas(
        {"a": 5, "b": 6, "c": 7, "d": 100},
        {"a": "north", "b": "south", "c": "north", "d": "south"},
        threshold=10,
    )
    assert labels == {"a": "a+c", "c": "a+c", "b": "b+d", "d": "b+d"}


def test_the_command_writes_the_counts(tmp_path):
    records([[3, 40], [50, 60]]).to_csv(tmp_path / "t.csv", index=False)
    args = ["--by", "row", "--by", "column", "--threshold", "5", "--out", str(tmp_path / "counts.csv")]
    done = CliRunner().invoke(app, ["structured", "aggregate", str(tmp_path / "t.csv"), *args])
    assert done.exit_code == 0, done.output
    assert "1 small and 3 more suppressed" in done.stdout
    assert pd.read_csv(tmp_path / "counts.csv")["count"].isna().sum() == 4


def test_the_command_merges_zip_codes_first(tmp_path):
    zips = ["60601"] * 4 + ["60602"] * 12 + ["60603"] * 30 + ["90210"] * 20
    pd.DataFrame({"zip": zips}).to_csv(tmp_path / "t.csv", index=False)
    args = ["--by", "zip", "--merge", "zip", "--out", str(tmp_path / "counts.csv")]
    done = CliRunner().invoke(app, ["structured", "aggregate", str(tmp_path / "t.csv"), *args])
    assert done.exit_code == 0, done.output
    counts = pd.read_csv(tmp_path / "counts.csv", dtype={"zip": str}).set_index("zip")["count"].to_dict()
    assert counts == {"60601+60602": 16, "60603": 30, "90210": 20, "all": 66}
