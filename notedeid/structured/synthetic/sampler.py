"""A generator of rows: the marginals, tied together by a Gaussian copula or by conditional trees.

Copula: correlation of the normal scores (Sklar; Nelsen, "An introduction to copulas", 2006). Trees: each
column is drawn from the leaf of a decision tree on the columns before it (Reiter, "Using CART to generate
partially synthetic, public use microdata", J. Official Statistics 21(3), 2005); leaves hold many records,
and numbers are drawn between those of the leaf. Neither is differentially private: run the checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import norm

from annotation.errors import InputError
from notedeid.structured.named import need
from notedeid.structured.synthetic.marginals import Marginal

__all__ = ["FLAG", "Synthesizer", "fit"]

FLAG = "synthetic"
LEAF = 25
FEWEST = 50
ROUNDS = 8
TRIAL_ROWS = 5_000
Floats = npt.NDArray[np.float64]
Method = Literal["copula", "trees"]


class Joint(Protocol):
    """How the columns hang together."""

    def draw(self, rows: int, random: np.random.Generator) -> Floats:
        """Places on the unit interval, (rows, columns)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Synthesizer:
    """A fitted generator.

    Attributes:
        marginals: the columns.
        joint: what ties them together.
        method: copula or trees.
    """

    marginals: tuple[Marginal, ...]
    joint: Joint
    method: Method

    def sample(self, rows: int, *, seed: int) -> pd.DataFrame:
        """Draw rows; the last column, `synthetic`, flags every one of them.

        Raises:
            InputError: no rows wanted.
        """
        if rows < 1:
            raise InputError(f"{rows} synthetic rows are none; ask for one or more")
        places = self.joint.draw(rows, np.random.default_rng(seed))
        columns = [one.values(places[:, i]) for i, one in enumerate(self.marginals)]
        return pd.concat(columns, axis=1).assign(**{FLAG: True})


def fit(
    frame: pd.DataFrame,
    columns: Sequence[str] | None = None,
    *,
    method: Method = "trees",
    rare: int = 5,
    seed: int = 0,
) -> Synthesizer:
    """Fit a generator.

    Args:
        frame: the records; leave codes, names and notes out.
        columns: what to synthesize; all where None.
        method: copula or trees.
        rare: categories of fewer records are never drawn.
        seed: ties within categories are broken by it.

    Raises:
        InputError: an unknown column, or fewer than 50 records.
    """
    names = [str(name) for name in frame.columns] if columns is None else list(columns)
    need(frame, *names)
    if len(frame) < FEWEST:
        raise InputError(f"synthetic rows need {FEWEST} real ones to be fitted to, not {len(frame)}")
    if FLAG in names or not names:
        raise InputError(f"synthetic rows need columns, none of them named {FLAG!r}, which flags them")
    random = np.random.default_rng(seed)
    marginals = tuple(Marginal.of(frame[name], rare=rare) for name in names)
    scores = np.column_stack([one.scores(frame[one.name], random) for one in marginals])
    joint: Joint = _Copula.of(scores, marginals, random) if method == "copula" else _Trees.of(scores)
    return Synthesizer(marginals, joint, method)


@dataclass(frozen=True, slots=True, eq=False)
class _Copula:
    """A root of the correlation matrix.

    Scores within a category are random, which weakens correlations; the matrix is strengthened until the
    rows that it draws have the correlations of the table.
    """

    root: Floats

    @classmethod
    def of(cls, scores: Floats, marginals: Sequence[Marginal], random: np.random.Generator) -> _Copula:
        wanted = _correlation(scores)
        matrix, copula = wanted, cls(_root(wanted))
        for _ in range(ROUNDS):
            drawn = copula.draw(TRIAL_ROWS, random)
            again = [one.scores(one.values(drawn[:, i]), random) for i, one in enumerate(marginals)]
            matrix = np.clip(matrix + wanted - _correlation(np.column_stack(again)), -0.99, 0.99)
            copula = cls(_root(matrix))
        return copula

    def draw(self, rows: int, random: np.random.Generator) -> Floats:
        return np.asarray(norm.cdf(random.standard_normal((rows, len(self.root))) @ self.root.T))


def _correlation(scores: Floats) -> Floats:
    normal = norm.ppf(np.clip(scores, 1e-4, 1 - 1e-4))
    spread = np.atleast_2d(np.cov(normal.T)) + 1e-9 * np.eye(scores.shape[1])
    size = np.sqrt(np.diag(spread))
    return np.asarray(spread / np.outer(size, size))


def _root(matrix: Floats) -> Floats:
    """The root of the nearest matrix that is a correlation matrix."""
    value, vector = np.linalg.eigh(matrix - np.diag(np.diag(matrix) - 1))
    root = vector * np.sqrt(np.maximum(value, 1e-9))
    return np.asarray(root / np.linalg.norm(root, axis=1, keepdims=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Trees:
    """One tree a column on the columns before it, and the sorted places in each of its leaves."""

    trees: tuple[Any, ...]
    leaves: tuple[dict[int, Floats], ...]

    @classmethod
    def of(cls, scores: Floats) -> _Trees:
        from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415 - half a second

        trees, leaves = [], [{0: np.sort(scores[:, 0])}]
        for i in range(1, scores.shape[1]):
            tree = DecisionTreeRegressor(min_samples_leaf=LEAF, random_state=0)
            where = tree.fit(scores[:, :i], scores[:, i]).apply(scores[:, :i])
            order = np.lexsort((scores[:, i], where))
            ends = np.flatnonzero(np.diff(where[order])) + 1
            parts = np.split(scores[order, i], ends)
            leaves.append(dict(zip(np.unique(where).tolist(), parts, strict=True)))
            trees.append(tree)
        return cls(tuple(trees), tuple(leaves))

    def draw(self, rows: int, random: np.random.Generator) -> Floats:
        places = np.empty((rows, len(self.leaves)))
        for i, held in enumerate(self.leaves):
            where = self.trees[i - 1].apply(places[:, :i]) if i else np.zeros(rows, dtype=np.int64)
            for leaf in np.unique(where):
                mine = np.flatnonzero(where == leaf)
                places[mine, i] = _between(held[int(leaf)], random.random(len(mine)))
        return places


def _between(held: Floats, draws: Floats) -> Floats:
    """Places between the neighbours of a leaf, by linear interpolation."""
    return np.asarray(np.interp(draws * (len(held) - 1), np.arange(len(held)), held))
