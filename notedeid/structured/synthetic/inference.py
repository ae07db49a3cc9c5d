"""Attribute inference: what an attacker learns of a person in the training rows from synthetic ones.

The attacker knows some columns of a person, takes the synthetic row nearest in these, and reads the secret
off it. What holds for everybody can be read off as well for people whom the generator never saw; only what
is better for training rows is a leak. So the risk is (training - holdout) / (1 - holdout), as in Giomi et
al., "A unified framework for quantifying privacy risk in synthetic data", PoPETs 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.risk.estimate import Estimate
from notedeid.structured.synthetic.encoding import points
from notedeid.structured.synthetic.nearest import share
from notedeid.structured.utility.columns import is_numeric, numeric

__all__ = ["Inference", "attribute_inference"]

NEAR = 0.05


@dataclass(frozen=True, slots=True)
class Inference:
    """The attack on one column.

    Attributes:
        secret: the column.
        training: share of training rows guessed right.
        holdout: share of holdout rows guessed right.
        guessing: share of holdout rows with the commonest value of the training rows.
    """

    secret: str
    training: Estimate
    holdout: Estimate
    guessing: float

    @property
    def risk(self) -> Estimate:
        """What the training rows lose beyond what everybody loses; the interval takes both as independent."""
        base = min(self.holdout.value, 1 - 1e-9)
        value = (self.training.value - base) / (1 - base)
        far = self.training.high - self.training.value, self.holdout.value - self.holdout.low
        spread = float(np.hypot(*far)) / (1 - base)
        low, found, high = (min(max(value + move, 0.0), 1.0) for move in (-spread, 0.0, spread))
        return Estimate(found, low, high, "attack against holdout")


def attribute_inference(
    synthetic: pd.DataFrame,
    training: pd.DataFrame,
    holdout: pd.DataFrame,
    *,
    known: Sequence[str],
    secret: str,
) -> Inference:
    """Attack a column; a number counts as guessed within a twentieth of its range.

    Raises:
        InputError: a column that a table does not have.
    """
    made, seen, unseen = points([synthetic, training, holdout], known)
    truths = [frame[secret] for frame in (training, holdout)]
    guesses = [synthetic[secret].iloc[_places(rows, made)] for rows in (seen, unseen)]
    commonest = training[secret].mode().iloc[:1]
    usual = pd.Series(commonest.repeat(len(holdout)).to_numpy(), name=secret)
    hits = [_right(guess, truth, training[secret]) for guess, truth in zip(guesses, truths, strict=True)]
    found = [share(hit, len(truth)) for hit, truth in zip(hits, truths, strict=True)]
    blind = _right(usual, holdout[secret], training[secret]) / len(holdout) if len(commonest) else 0.0
    return Inference(secret, found[0], found[1], blind)


def _places(rows: npt.NDArray[np.float64], made: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    from sklearn.metrics import pairwise_distances_argmin  # noqa: PLC0415 - half a second

    return np.asarray(pairwise_distances_argmin(rows, made), dtype=np.int64)


def _right(guess: pd.Series, truth: pd.Series, whole: pd.Series) -> int:
    if is_numeric(whole):
        numbers = numeric(whole)
        near = NEAR * float(numbers.quantile(0.99) - numbers.quantile(0.01))
        gap = np.abs(numeric(guess).to_numpy() - numeric(truth).to_numpy())
        return int((gap <= near).sum())
    texts = [values.map(text_of, na_action="ignore").astype(object).fillna("") for values in (guess, truth)]
    return int((texts[0].to_numpy() == texts[1].to_numpy()).sum())
