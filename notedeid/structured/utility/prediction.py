"""Model accuracy before and after: what a learner still finds in a release.

A logistic regression on one-hot categories and standardized numbers, five folds from a fixed seed, scored
by balanced accuracy; beside it what guessing the commonest class gives. Both tables are scored by
themselves: the question is what can be learned from each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.utility.columns import is_numeric, numeric

__all__ = ["Accuracy", "accuracy", "features", "model"]

FOLDS = 5
MOST_CATEGORIES = 60


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Balanced accuracy of predicting a column from others, mean of five folds.

    Attributes:
        target: the column.
        before: in the original.
        after: in the release.
        guessing: by the commonest class, 1 / classes.
    """

    target: str
    before: float
    after: float
    guessing: float


def accuracy(before: pd.DataFrame, after: pd.DataFrame, target: str, predictors: Sequence[str]) -> Accuracy:
    """Score a target in both tables.

    Args:
        before: the original.
        after: the release.
        target: the column to predict; classes of fewer than ten records are left out.
        predictors: the columns to predict from.

    Raises:
        InputError: an unknown column, or a target with fewer than two classes of ten records.
    """
    for name in (target, *predictors):
        for frame in (before, after):
            if name not in frame.columns:
                raise InputError(f"both tables need a column {name!r}")
    classes = sorted(set.intersection(*(_frequent(frame[target]) for frame in (before, after))))
    if len(classes) < 2:  # noqa: PLR2004 one class needs no model
        raise InputError(f"column {target!r} has fewer than two classes of ten records in both tables")
    scores = [_score(frame, target, predictors, classes) for frame in (before, after)]
    return Accuracy(target, scores[0], scores[1], 1 / len(classes))


def _frequent(values: pd.Series) -> set[str]:
    counts = values.dropna().map(text_of).value_counts()
    return set(counts.index[counts >= 2 * FOLDS])


def _score(frame: pd.DataFrame, target: str, predictors: Sequence[str], classes: Sequence[str]) -> float:
    from sklearn.model_selection import StratifiedKFold, cross_val_score  # noqa: PLC0415 - half a second

    wanted = frame[target].map(text_of, na_action="ignore")
    rows = wanted.isin(classes)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    found = cross_val_score(
        model(), features(frame[rows], predictors), wanted[rows], cv=folds, scoring="balanced_accuracy"
    )
    return float(np.mean(found))


def features(frame: pd.DataFrame, predictors: Sequence[str]) -> pd.DataFrame:
    """Numbers standardized with gaps at the mean; the commonest sixty categories of others as 0 and 1."""
    columns: dict[str, pd.Series] = {}
    for name in predictors:
        if is_numeric(frame[name]):
            values = numeric(frame[name])
            columns[name] = ((values - values.mean()) / (values.std() or 1.0)).fillna(0.0)
            continue
        texts = frame[name].map(text_of, na_action="ignore")
        for kind in texts.value_counts().sort_index().nlargest(MOST_CATEGORIES).index:
            columns[f"{name}={kind}"] = (texts == kind).astype(float)
    return pd.DataFrame(columns, index=frame.index)


def model() -> Any:  # noqa: ANN401 - scikit-learn ships no types
    """The learner, fixed by its seed."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - half a second

    return LogisticRegression(max_iter=500, class_weight="balanced", random_state=0)
