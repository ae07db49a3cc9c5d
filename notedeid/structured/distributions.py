"""How the values of an attribute are spread in each class: sizes, entropy, commonest values, gains."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import special

from notedeid.structured.classes import Pairs

__all__ = ["Floats", "cappable", "entropies", "gains", "grassberger", "heads", "sizes"]

Floats: TypeAlias = npt.NDArray[np.float64]

CAPPINGS = 4


def sizes(pairs: Pairs) -> Floats:
    """Records of each class."""
    return pairs.per_class(pairs.count)


def entropies(pairs: Pairs) -> Floats:
    """Shannon entropy (nats) of the attribute in each class; 0 for a class without records."""
    size = np.maximum(sizes(pairs), 1)
    weighted = pairs.per_class(pairs.count * np.log(pairs.count))
    return np.asarray(np.log(size) - weighted / size)


def grassberger(pairs: Pairs) -> Floats:
    """Entropy (nats) of the attribute in each class, corrected for the bias of a small sample.

    Grassberger, "Entropy estimates from insufficient samplings", arXiv physics/0307138, 2003.
    """
    size, count = np.maximum(sizes(pairs), 1), pairs.count
    alternating = np.where(count % 2, -0.5, 0.5)
    term = alternating * (special.digamma((count + 1) / 2) - special.digamma(count / 2))
    return np.asarray(np.log(size) - pairs.per_class(count * (special.digamma(count) + term)) / size)


def heads(pairs: Pairs, place: int) -> tuple[Floats, Floats]:
    """Per class the records of the commonest value, and of the values from the `place`-th commonest on."""
    order = np.lexsort((-pairs.count, pairs.owner))
    owner, count = pairs.owner[order], pairs.count[order]
    start = np.searchsorted(owner, np.arange(pairs.classes))
    rank = np.arange(len(owner)) - start[owner]
    top = np.bincount(owner[rank == 0], count[rank == 0], pairs.classes)
    late = rank >= place - 1
    return top.astype(np.float64), np.bincount(owner[late], count[late], pairs.classes).astype(np.float64)


def gains(pairs: Pairs, shares: Floats) -> Floats:
    """Per (class, value) pair, how much more frequent the value is there: (q - p) / p."""
    within = pairs.count / sizes(pairs)[pairs.owner]
    return np.asarray(within / shares[pairs.value] - 1)


def cappable(pairs: Pairs, largest: Floats) -> Floats:
    """Per class, no fewer records than can be kept so that no value exceeds its largest share of them.

    Of `R` records at most the sum of `min(count, share * R)` are kept; that is concave in `R`, and putting
    the sum in for `R` approaches the fixed point from above.
    """
    kept, cap = sizes(pairs), largest[pairs.value]
    for _ in range(CAPPINGS):
        kept = pairs.per_class(np.minimum(pairs.count, cap * kept[pairs.owner]))
    return kept
