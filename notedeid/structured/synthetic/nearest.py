"""How close synthetic rows come to real ones, and how many are copies.

What counts is the comparison with real rows that the generator never saw. If synthetic rows lie closer to
its training rows than to such holdout rows, it has learned people by heart (Platzer and Reutterer, "Holdout-
based empirical assessment of mixed-type synthetic data", Front. Big Data 4, 2021).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from annotation.intervals import binomial_lower, binomial_upper
from notedeid.structured.risk.estimate import Estimate
from notedeid.structured.synthetic.encoding import points, texts

__all__ = ["Copies", "Nearest", "copies", "nearest", "share"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """Distances to the nearest training row.

    Attributes:
        synthetic: of each synthetic row.
        holdout: of each holdout row, the baseline.
        closer: share of the synthetic rows that lie closer to training than to holdout rows, ties by halves;
            near 0.5 where nothing was learned by heart. Taken with equally many rows of both; the interval
            holds the draw of the synthetic rows, not that of the two parts of the table.
    """

    synthetic: Floats
    holdout: Floats
    closer: Estimate

    @property
    def ratio(self) -> float:
        """The fifth hundredth of the synthetic distances by that of the holdout; below 1 is too close."""
        low, base = np.quantile(self.synthetic, 0.05), np.quantile(self.holdout, 0.05)
        return float(low / base) if base else float("inf" if low else 1)


@dataclass(frozen=True, slots=True)
class Copies:
    """Synthetic rows that are real ones.

    Attributes:
        exact: share of the synthetic rows that equal a training row in all columns.
        exact_holdout: the same share of the holdout rows; what chance alone gives.
        rare_profiles: training rows unique in the quasi-identifiers.
        rare_copied: those whose quasi-identifiers a synthetic row bears.
        rare_revealed: those that a synthetic row equals in all columns.
    """

    exact: Estimate
    exact_holdout: Estimate
    rare_profiles: int
    rare_copied: int
    rare_revealed: int


def nearest(
    synthetic: pd.DataFrame, training: pd.DataFrame, holdout: pd.DataFrame, columns: Sequence[str]
) -> Nearest:
    """Measure distances over some columns.

    Raises:
        InputError: an empty table, or a column that one lacks.
    """
    _filled(synthetic, training, holdout)
    made, seen, unseen = points([synthetic, training, holdout], columns)
    size = min(len(seen), len(unseen))
    random = np.random.default_rng(0)
    to_seen, to_unseen = (
        _distances(made, rows[random.permutation(len(rows))[:size]]).round(12) for rows in (seen, unseen)
    )
    wins = float((to_seen < to_unseen).sum() + (to_seen == to_unseen).sum() / 2)
    return Nearest(_distances(made, seen), _distances(unseen, seen), share(round(wins), len(made)))


def copies(
    synthetic: pd.DataFrame,
    training: pd.DataFrame,
    holdout: pd.DataFrame,
    columns: Sequence[str],
    quasi: Sequence[str],
) -> Copies:
    """Count rows that are real ones; equal cells, a gap equal to a gap.

    Raises:
        InputError: as `nearest`.
    """
    _filled(synthetic, training, holdout)
    made, seen, unseen = (texts(frame, columns) for frame in (synthetic, training, holdout))
    known = set(seen)
    profiles = texts(training, quasi) if quasi else []
    alone = {profile for profile, count in Counter(profiles).items() if count == 1}
    borne, whole = set(texts(synthetic, quasi)) if quasi else set(), set(made)
    revealed = sum(row in whole for row, profile in zip(seen, profiles, strict=False) if profile in alone)
    return Copies(
        share(sum(row in known for row in made), len(made)),
        share(sum(row in known for row in unseen), len(unseen)),
        len(alone),
        len(alone & borne),
        revealed,
    )


def share(hits: int, n: int) -> Estimate:
    """A share with its exact 95 % interval (Clopper and Pearson, Biometrika 26, 1934)."""
    low, high = (bound(hits, n, confidence=0.975) for bound in (binomial_lower, binomial_upper))
    return Estimate(hits / n, low, high, "Clopper-Pearson")


def _filled(*frames: pd.DataFrame) -> None:
    if not all(map(len, frames)):
        raise InputError("the checks need synthetic, training and holdout rows")


def _distances(rows: Floats, others: Floats) -> Floats:
    from sklearn.metrics import pairwise_distances_argmin_min  # noqa: PLC0415 - half a second

    return np.asarray(pairwise_distances_argmin_min(rows, others)[1])
