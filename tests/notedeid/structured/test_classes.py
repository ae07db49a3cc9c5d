import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notedeid.structured.classes import Pairs, group
from notedeid.structured.hierarchies import identity
from notedeid.structured.table import encode, mixed_keys


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60), st.sampled_from([31, 1 << 20, 1 << 61]))
def test_groups_are_those_of_numpy_whatever_the_span(keys, span):
    found = group(np.array(keys), span)
    values, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    assert found.inverse.tolist() == inverse.tolist()
    assert np.array(keys)[found.first].tolist() == values.tolist()
    assert found.total(np.ones(len(keys), dtype=int)).tolist() == counts.tolist()


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=40))
def test_keys_too_wide_for_an_integer_still_tell_rows_apart(rows):
    digits = [np.array(column) for column in zip(*rows, strict=True)]
    keys, span = mixed_keys(digits, [1 << 40] * 3)
    assert keys.max() < span
    assert len(set(keys.tolist())) == len(set(rows))
    assert len(set(zip(keys.tolist(), rows, strict=True))) == len(set(rows))


def test_forty_columns_of_many_values_are_encoded():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({f"c{i}": rng.integers(0, 50, 60) for i in range(40)})
    table = encode(frame, {name: identity() for name in frame.columns}, [])
    assert table.combinations.shape == (40, 60)
    top = table.base().rolled(*table.keys((1,) * 40))
    assert top.count.tolist() == [60]


def test_pairs_merge_when_classes_do():
    pairs = Pairs.of(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 0]), np.array([1, 2, 3, 4]), (3, 2))
    rolled = pairs.rolled(np.array([0, 0, 1]), 2)
    assert rolled.dense().tolist() == [[1, 5], [4, 0]]
    assert rolled.only(np.array([1])).dense().tolist() == [[4, 0]]
    assert rolled.per_class().tolist() == [2, 1]


@pytest.mark.parametrize("node", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_every_record_finds_its_class(node):
    frame = pd.DataFrame({"a": list("xxyyz"), "b": [1, 1, 2, 3, 3]})
    table = encode(frame, {"a": identity(), "b": identity()}, [])
    classes = table.base().rolled(*table.keys(node))
    owners = table.owners(node, classes)
    assert np.bincount(owners, minlength=len(classes)).tolist() == classes.count.tolist()
