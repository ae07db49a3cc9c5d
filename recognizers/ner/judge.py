"""The judge: signs of a candidate, weighed into the chance that it is an identifier.

A logistic regression, because its weights can be read, kept in ``config.json`` and judged by a
person. They are learned on marked notes that the tagger has not seen (recognizers.training.jury).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation import IntegrityError
from recognizers.ner.candidates import Candidate
from recognizers.ner.signs import SIGNS, signs_of

BIAS: Final = "bias"


@dataclass(frozen=True, slots=True)
class Judge:
    """Weights of all SIGNS.

    Attributes:
        weights: by name of sign, and of BIAS.

    Raises:
        IntegrityError: the weights are of other signs than this version reads.
    """

    weights: Mapping[str, float] = field(repr=False)

    def __post_init__(self) -> None:
        if set(self.weights) != {BIAS, *SIGNS}:
            raise IntegrityError("the model was made for another version of its signs; install again")

    def chances(self, text: str, candidates: Sequence[Candidate]) -> NDArray[np.float64]:
        """Chance of each candidate of a text to be an identifier, ``[candidates]``."""
        weights = np.array([self.weights[name] for name in SIGNS])
        return chance(signs_of(text, candidates) @ weights + self.weights[BIAS])


def chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic of log-odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))
