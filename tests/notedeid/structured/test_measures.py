import json
import math
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import InputError
from notedeid.structured import measure

FOLDER = Path(__file__).parents[3] / ".." / "shared" / "data" / "structured"
FIELDS = {
    "k_anonymity": lambda found, _: found.k,
    "l_diversity": lambda _, column: column.distinct_l,
    "entropy_l_diversity": lambda _, column: math.floor(column.entropy_l + 1e-9),
    "alpha_k_anonymity": lambda found, column: [column.alpha, found.k],
    "t_closeness": lambda _, column: column.t,
    "basic_beta_likeness": lambda _, column: column.beta,
    "delta_disclosure": lambda _, column: column.delta,
}


def agreed():
    path = FOLDER / "expected" / "pycanon_expected.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    return [row for row in rows if row.get("agrees") and len(row["sa"]) == 1]


@pytest.mark.parametrize("row", agreed(), ids=lambda row: f"{row['property']} {Path(row['file']).stem}")
def test_equal_to_independently_confirmed_values(row):
    frame = pd.read_csv(FOLDER / row["file"])
    name = row["sa"][0]
    found = measure(frame, row["qi"], [name])
    value = FIELDS[row["property"]](found, found.attributes[name])
    assert value == pytest.approx(row["expected"], rel=1e-9)


@pytest.fixture
def visits():
    return pd.DataFrame(
        {
            "age": ["30s"] * 4 + ["40s"] * 4,
            "sex": list("FFMMFFMM"),
            "dx": ["flu", "cold", "flu", "asthma", "cold", "cold", "flu", "cold"],
        }
    )


def values(found):
    return found.k, found.attributes, sorted(found.sizes.tolist())


def test_order_index_and_filter_do_not_matter(visits):
    plain = measure(visits, ["age", "sex"], ["dx"])
    shuffled = visits.sample(frac=1, random_state=3)
    assert values(measure(shuffled, ["age", "sex"], ["dx"])) == values(plain)
    doubled = visits.set_axis([7] * len(visits))
    assert values(measure(doubled, ["age", "sex"], ["dx"])) == values(plain)
    part = visits[visits["age"] == "30s"]
    assert values(measure(part, ["sex"], ["dx"])) == values(
        measure(part.reset_index(drop=True), ["sex"], ["dx"])
    )


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_column_types_do_not_matter(visits, kind):
    assert values(measure(visits.astype(kind), ["age", "sex"], ["dx"])) == values(
        measure(visits, ["age", "sex"], ["dx"])
    )


def test_unused_categories_are_no_values(visits):
    frame = visits.astype("category")
    frame["dx"] = frame["dx"].cat.add_categories(["gout"])
    found = measure(frame[frame["age"] == "40s"], ["age"], ["dx"])
    assert (found.k, found.attributes["dx"].distinct_l) == (4, 2)


def test_missing_cells_form_a_class_and_a_value():
    frame = pd.DataFrame({"age": [1.0, 1.0, np.nan, np.nan], "dx": ["a", None, "a", "b"]})
    found = measure(frame, ["age"], ["dx"])
    assert found.k == 2
    assert found.attributes["dx"].distinct_l == 2
    nullable = frame.astype({"age": "Float64", "dx": "string"})
    assert values(measure(nullable, ["age"], ["dx"])) == values(found)


def test_entropy_of_an_even_class_is_not_rounded_down():
    frame = pd.DataFrame({"age": ["x"] * 5, "dx": list("abcde")})
    assert measure(frame, ["age"], ["dx"]).attributes["dx"].entropy_l == pytest.approx(5, abs=1e-12)


def test_several_rows_of_a_patient_count_once(visits):
    frame = visits.assign(patient=[1, 1, 2, 2, 3, 4, 5, 5])
    found = measure(frame, ["age", "sex"], ["dx"], patient="patient")
    assert found.k == 1
    assert found.units == 5
    assert found.report(2).below == 3
    twice = measure(pd.concat([frame, frame]), ["age", "sex"], ["dx"], patient="patient")
    assert values(twice) == values(found)


def test_recursive_diversity_names_its_c():
    frame = pd.DataFrame({"age": ["x"] * 6, "dx": list("aaabbc")})
    assert measure(frame, ["age"], ["dx"]).attributes["dx"].recursive == (3.0, 3)
    alone = pd.DataFrame({"age": ["x"] * 2, "dx": list("aa")})
    assert measure(alone, ["age"], ["dx"]).attributes["dx"].recursive == (math.inf, 1)


def test_class_table_lists_every_class(visits):
    table = measure(visits, ["age"], ["dx"]).table
    assert table.to_dict("list") == {"age": ["30s", "40s"], "size": [4, 4], "distinct dx": [3, 2]}


def test_report_counts_uniques_and_small_classes():
    found = measure(pd.DataFrame({"age": list("aabccc")}), ["age"])
    report = found.report(3)
    assert (report.records, report.unique, report.below, report.smallest) == (6, 1, 3, 1)
    assert report.share_below == 0.5


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from("abcd")), min_size=1, max_size=40
    )
)
@settings(max_examples=60, deadline=None)
def test_against_pandas(rows):
    frame = pd.DataFrame(rows, columns=["p", "q", "s"])
    found = measure(frame, ["p", "q"], ["s"])
    groups = frame.groupby(["p", "q"])["s"]
    share = groups.value_counts(normalize=True)
    whole = frame["s"].value_counts(normalize=True)
    closeness = [
        (g.value_counts(normalize=True).reindex(whole.index, fill_value=0) - whole).abs().sum() / 2
        for _, g in groups
    ]
    column = found.attributes["s"]
    assert found.k == groups.size().min()
    assert column.distinct_l == groups.nunique().min()
    assert column.alpha == pytest.approx(share.max())
    assert column.t == pytest.approx(max(closeness))


@pytest.mark.parametrize(
    ("frame", "quasi", "message"),
    [
        (pd.DataFrame({"a": []}), ["a"], "no rows"),
        (pd.DataFrame({"a": [1]}), [], "at least one"),
        (pd.DataFrame({"a": [1]}), ["b"], "'b'"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "exactly one"),
    ],
)
def test_bad_tables_are_refused(frame, quasi, message):
    with pytest.raises(InputError, match=message):
        measure(frame, quasi)


def test_all_measures_of_adult_are_fast(shared):
    frame = pd.read_csv(shared / "structured" / "arx" / "adult.csv", sep=";")
    quasi = [name for name in frame.columns if name != "occupation"]
    spent = []
    for _ in range(3):
        start = time.process_time()
        measure(frame, quasi, ["occupation"])
        spent.append(time.process_time() - start)
    assert min(spent) < 0.25
