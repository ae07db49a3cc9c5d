"""Train on synthetic, test on real: how much of what a model learns carries over.

The same learner as in `utility`, trained once on training rows and once on synthetic rows, both tested on
holdout rows that neither saw (Esteban et al., arXiv 1706.02633).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.utility.prediction import features, model

__all__ = ["Transfer", "train_on_synthetic"]

FEWEST = 10


@dataclass(frozen=True, slots=True)
class Transfer:
    """Balanced accuracy on holdout rows.

    Attributes:
        target: the predicted column.
        real: trained on training rows.
        synthetic: trained on synthetic rows.
        guessing: 1 / classes.
    """

    target: str
    real: float
    synthetic: float
    guessing: float


def train_on_synthetic(
    synthetic: pd.DataFrame,
    training: pd.DataFrame,
    holdout: pd.DataFrame,
    *,
    target: str,
    predictors: Sequence[str],
) -> Transfer:
    """Compare the two trainings.

    Raises:
        InputError: fewer than two classes of ten records in the training rows.
    """
    frames = [
        frame[[*predictors, target]].astype(object).reset_index(drop=True)
        for frame in (synthetic, training, holdout)
    ]
    counts = frames[1][target].map(text_of, na_action="ignore").value_counts()
    classes = sorted(counts.index[counts >= FEWEST])
    if len(classes) < 2:  # noqa: PLR2004 one class needs no model
        raise InputError(f"column {target!r} has fewer than two classes of ten training rows")
    whole = pd.concat(frames, ignore_index=True)
    encoded, wanted = features(whole, predictors), whole[target].map(text_of, na_action="ignore")
    ends = np.cumsum([0, *map(len, frames)])
    parts = [slice(a, b) for a, b in pairwise(ends)]
    held = [(encoded.iloc[part], wanted.iloc[part]) for part in parts]
    held = [(rows[truth.isin(classes)], truth[truth.isin(classes)]) for rows, truth in held]
    scores = [_score(held[i], held[2]) for i in (1, 0)]
    return Transfer(target, scores[0], scores[1], 1 / len(classes))


def _score(training: tuple[pd.DataFrame, pd.Series], test: tuple[pd.DataFrame, pd.Series]) -> float:
    from sklearn.metrics import balanced_accuracy_score  # noqa: PLC0415 - half a second

    if training[1].nunique() < 2:  # noqa: PLR2004 a learner needs two classes
        return 1 / test[1].nunique()
    return float(balanced_accuracy_score(test[1], model().fit(*training).predict(test[0])))
