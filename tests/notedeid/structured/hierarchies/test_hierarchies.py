import re
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import InputError
from notedeid.structured.hierarchies import (
    Hierarchy,
    Levels,
    Quantiles,
    ages,
    categories,
    dates,
    icd10,
    identity,
    intervals,
    read_arx_csv,
    rounding,
    write_arx_csv,
    zip_codes,
)
from notedeid.structured.hierarchies.icd10 import block, chapter
from notedeid.structured.hierarchies.zip_code import prefixes, restricted


def path(builder, *values):
    """Labels of the first value, fine to coarse, with the others in the column."""
    hierarchy = builder.fit(pd.Series(values))
    leaf = hierarchy.leaves.index(str(values[0]))
    return [hierarchy.labels[level][code] for level, code in enumerate(hierarchy.codes[:, leaf])]


def test_split_names_the_two_values():
    with pytest.raises(InputError, match="'ann' and 'bob' are together at level 1 but apart at level 2"):
        Hierarchy.from_labels("people", [["ann", "x", "1"], ["bob", "x", "2"], ["cid", "y", "2"]])


def test_a_function_that_splits_is_refused():
    halves = Levels("halves", ("coarse", lambda v: str(int(v) // 10)), ("fine", lambda v: str(int(v) // 5)))
    with pytest.raises(InputError, match="'1' and '7' are together at level 1"):
        halves.fit(pd.Series([1, 7]))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["a", "*"], ["b"]], "same number of levels"),
        ([["a", "*"], ["a", "*"]], "listed twice"),
        ([], "found set"),
    ],
)
def test_broken_tables_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        Hierarchy.from_labels("h", rows)


@pytest.mark.parametrize(
    ("builder", "value", "expected"),
    [
        (dates(), "2021-08-15", ["2021-08-15", "2021-08", "2021-Q3", "2021", "2020-2024", "2020-2029", "*"]),
        (ages(), "47", ["47", "47", "45-49", "40-49", "40-59", "*"]),
        (ages(), "93", ["93", "90+", "90+", "90+", "80+", "*"]),
        (ages(), "10 days", ["10 days", "1 wk", "neonate", "0-9", "0-19", "*"]),
        (ages(), "5 months", ["5 months", "5 mo", "infant", "0-9", "0-19", "*"]),
        (ages(), "3", ["3", "3", "1-4", "0-9", "0-19", "*"]),
        (zip_codes(), "60601", ["60601", "606", "IL", "Midwest", "*"]),
        (zip_codes(), "03601", ["03601", "000", "000", "000", "*"]),
        (zip_codes(census=2010), "00601", ["00601", "000", "000", "000", "*"]),
        (zip_codes(), "00199", ["00199", "000", "000", "000", "*"]),
        (icd10(), "S72.001A", ["S72.001A", "S72", "S70-S79", "S00-T88", "*"]),
        (icd10(), "c7a.8", ["c7a.8", "C7A", "C7A-C7A", "C00-D49", "*"]),
        (icd10(), "M1A0", ["M1A0", "M1A", "M05-M14", "M00-M99", "*"]),
        (icd10(), "O9A.2", ["O9A.2", "O9A", "O94-O9A", "O00-O9A", "*"]),
        (icd10(), "U07.1", ["U07.1", "U07", "U00-U49", "U00-U85", "*"]),
        (icd10(), "QA0.0101", ["QA0.0101", "QA0", "QA0-QA0", "Q00-QA0", "*"]),
        (identity(), "x", ["x", "*"]),
        (intervals(0.5, 2, start=1), "1.7", ["1.7", "[1.5, 2)", "[1, 3)", "*"]),
        (rounding(10, 100), "149", ["149", "150", "200", "*"]),
    ],
)
def test_levels(builder, value, expected):
    assert path(builder, value) == expected


@pytest.mark.parametrize(
    ("builder", "value"),
    [
        (dates(), "yesterday"),
        (ages(), "old"),
        (zip_codes(), "12"),
        (icd10(), "cough"),
        (intervals(5), "five"),
        (rounding(5), "inf"),
    ],
)
def test_unreadable_values_are_named(builder, value):
    with pytest.raises(InputError, match=re.escape(repr(value))):
        builder.fit(pd.Series([value]))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (intervals, "above zero"),
        (lambda: intervals(5, 12), "do not nest"),
        (lambda: rounding(0), "above zero"),
        (lambda: zip_codes(census=1990), "1990"),
        (lambda: Quantiles(3).fit(pd.Series([1, 2])), "power of two"),
        (lambda: Quantiles(2).fit(pd.Series(["a"])), "numbers"),
        (lambda: dates().fit(pd.Series([], dtype=object)), "no values"),
    ],
)
def test_impossible_hierarchies_are_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_quantile_groups_are_even_and_nested():
    hierarchy = Quantiles(4).fit(pd.Series(range(100)))
    assert hierarchy.levels == ("value", "4 groups", "2 groups", "all")
    assert [int((hierarchy.codes[1] == i).sum()) for i in range(4)] == [25] * 4


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
@settings(max_examples=50, deadline=None)
def test_numbers_only_merge(values):
    for builder in (Quantiles(8), intervals(3, 9, 90), rounding(0.5, 7, 100)):
        assert builder.fit(pd.Series(values)).height >= 3


@given(st.lists(st.one_of(st.floats(0, 120), st.integers(0, 120)), min_size=1, max_size=60))
@settings(max_examples=50, deadline=None)
def test_ages_only_merge(values):
    assert ages().fit(pd.Series(values)).labels[-1] == ("*",)


def test_every_prefix_and_block_merges():
    zip_codes().fit(pd.Series([f"{i:05}" for i in range(100, 99_999, 50)]))
    codes = [f"{a}{b}{c}" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in range(10) for c in "0123456789AB"]
    codes += [name for name, _, _ in published()]
    icd10().fit(pd.Series(codes))


SMALL = "036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893"
REGIONS = {
    "Northeast": "CT ME MA NH RI VT NJ NY PA",
    "Midwest": "IL IN MI OH WI IA KS MN MO NE ND SD",
    "South": "DE DC FL GA MD NC SC VA WV AL KY MS TN AR LA OK TX",
    "West": "AZ CO ID MT NV NM UT WY AK CA HI OR WA",
    "Puerto Rico": "PR",
}


def test_the_eighteen_prefixes_of_20000_people_or_fewer_at_both_censuses():
    small = SMALL.split()
    assert [prefix for prefix in sorted(prefixes()) if restricted(prefix)] == small
    small_2010 = {prefix for prefix in prefixes() if restricted(prefix, census=2010)}
    assert small_2010 - set(small) == {p for p, known in prefixes().items() if known.region == "Puerto Rico"}
    assert sum(restricted(f"{i:03}") for i in range(1000)) == 18 + 106
    assert sum(known.states > 1 for known in prefixes().values()) == 19


def test_every_state_lies_in_its_census_region():
    found = {(known.region, known.state) for known in prefixes().values()}
    assert found == {(region, state) for region, states in REGIONS.items() for state in states.split()}


def test_people_by_prefix_are_the_sums_of_the_census_areas(shared):
    for census in (2010, 2020):
        areas = pd.read_csv(
            shared / "structured" / "zcta" / f"zcta_population_{census}.csv", dtype={"zcta": str}
        )
        sums = areas.groupby(areas["zcta"].str[:3])["population"].sum()
        assert {p: known.people[census] for p, known in prefixes().items()} == {
            p: int(sums.get(p, 0)) for p in prefixes()
        }


def published():
    """Every category of the tabular list of April 2026 with its block and its chapter."""
    text = Path(__file__).with_name("icd10cm_2026_categories.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        place, names = line.split(": ")
        for name in names.split():
            yield name, *reversed(place.split())


def test_every_published_category_is_in_its_block_and_chapter():
    found = {name: (block(name), chapter(name)) for name, _, _ in published()}
    wanted = {name: (area, whole) for name, area, whole in published()}
    assert len(found) == 1918
    assert found == wanted


def test_blocks_part_the_chapters_and_overlap_only_by_three_neuroendocrine_categories():
    spans = sorted({(area[:3], area[4:], whole) for _, area, whole in published()})
    assert len(spans) == 285
    spans = [span for span in spans if span[0] not in {"C7A", "C7B", "D3A"}]
    assert all(last < first for (_, last, _), (first, _, _) in pairwise(spans))
    assert all(whole[:3] <= first <= last <= whole[4:] for first, last, whole in spans)


def test_uneven_trees_repeat_the_short_branches():
    tree = categories({"cardiac": {"acute": ["MI"], "chronic": ["HF"]}, "renal": ["CKD"]})
    assert [labels[code] for labels, code in zip(tree.labels, tree.codes[:, 2], strict=True)] == [
        "CKD",
        "CKD",
        "renal",
        "*",
    ]


def test_missing_cells_join_only_the_top():
    hierarchy = categories({"a": ["x"], "b": ["y"]}).with_missing()
    assert [labels[code] for labels, code in zip(hierarchy.labels, hierarchy.codes[:, 2], strict=True)] == [
        "",
        "",
        "*",
    ]


def test_arx_files_round_trip(tmp_path):
    tree = categories({"cardiac": ["MI", "HF"], "renal": ["CKD"]})
    file = tmp_path / "diseases.csv"
    write_arx_csv(tree, file)
    assert file.read_text(encoding="utf-8").splitlines()[0] == "MI;cardiac;*"
    again = read_arx_csv(file)
    assert (again.name, again.leaves, again.labels) == ("diseases", tree.leaves, tree.labels)


@pytest.mark.parametrize(
    ("content", "message"), [(None, "cannot read"), ("", "is empty"), ("a;x\na;x\n", "twice")]
)
def test_bad_arx_files_are_refused(tmp_path, content, message):
    file = tmp_path / "h.csv"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_arx_csv(file)
