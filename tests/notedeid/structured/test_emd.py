"""The three distances against the transport problem that defines them, solved as a linear program."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from annotation.errors import InputError
from notedeid.structured.classes import Pairs
from notedeid.structured.emd import distances
from notedeid.structured.hierarchies import categories
from notedeid.structured.table import Attribute

TREE = categories({"heart": {"acute": ["1", "2"], "chronic": ["3"]}, "lung": {"any": ["4", "5", "6"]}})
ROWS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from("123456")), min_size=2, max_size=25)


def transport(p, q, cost):
    """The cheapest way to turn p into q."""
    size = len(p)
    leaving = np.kron(np.eye(size), np.ones(size))
    arriving = np.kron(np.ones(size), np.eye(size))
    solved = linprog(cost.ravel(), A_eq=np.vstack([leaving, arriving]), b_eq=np.concatenate([p, q]))
    return solved.fun


def costs(ground, values):
    size = len(values)
    if ground == "equal":
        return 1 - np.eye(size)
    if ground == "ordered":
        place = np.arange(size)
        return np.abs(place[:, None] - place) / max(size - 1, 1)
    codes = TREE.codes[:, [TREE.leaves.index(value) for value in values]]
    apart = (codes[:, :, None] != codes[:, None, :]).sum(axis=0)
    return apart / (TREE.height - 1)


@pytest.mark.parametrize("ground", ["equal", "ordered", TREE], ids=["equal", "ordered", "tree"])
@given(rows=ROWS)
@settings(max_examples=25, deadline=None)
def test_distance_is_the_cheapest_transport(ground, rows):
    frame = pd.DataFrame(rows, columns=["class", "value"])
    attribute = Attribute.of(frame["value"])
    owner, kinds = pd.factorize(frame["class"])
    pairs = Pairs.of(owner, attribute.codes, np.ones_like(owner), (len(kinds), len(attribute.values)))
    cost = costs(ground, attribute.values)
    counts = pairs.dense()
    expected = [transport(row / row.sum(), attribute.shares, cost) for row in counts]
    assert distances(pairs, attribute, ground) == pytest.approx(expected, abs=1e-9)


def test_values_outside_the_tree_are_named():
    attribute = Attribute.of(pd.Series(["1", "7"], name="dx"))
    pairs = Pairs.of(np.zeros(2, dtype=int), attribute.codes, np.ones(2, dtype=int), (1, 2))
    with pytest.raises(InputError, match="'dx': '7'"):
        distances(pairs, attribute, TREE)
