"""What a class gives away of a sensitive column although nobody in it is singled out.

Homogeneity: all records of a class share one value (Machanavajjhala et al., ACM TKDD 1(1), 2007).
Skewness: a value is far more likely in a class than in the table (Li et al., ICDE 2007).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.classes import Ints, Pairs
from notedeid.structured.distributions import gains, sizes
from notedeid.structured.measures import class_groups
from notedeid.structured.table import Attribute

__all__ = ["homogeneous", "skewed"]


def homogeneous(frame: pd.DataFrame, quasi: Sequence[str], sensitive: str) -> pd.DataFrame:
    """Classes whose records all share one value of a sensitive column.

    Returns:
        One row a class: its quasi-identifiers, `records` and the shared `value`.
    """
    pairs, attribute, first = _pairs(frame, quasi, sensitive)
    alone = np.flatnonzero(pairs.per_class() == 1)
    place = np.flatnonzero(np.isin(pairs.owner, alone))
    found = frame[list(quasi)].iloc[first[pairs.owner[place]]].reset_index(drop=True)
    return found.assign(records=pairs.count[place], value=_labels(pairs, attribute, place))


def skewed(frame: pd.DataFrame, quasi: Sequence[str], sensitive: str, *, times: float = 5.0) -> pd.DataFrame:
    """Classes in which a value is at least `times` as frequent as in the table.

    Returns:
        One row a class and value: quasi-identifiers, `records`, `value`, its share `within` the class and
        in the whole `table`, most extreme first.

    Raises:
        InputError: a factor of 1 or less.
    """
    if not times > 1:
        raise InputError(f"a factor of {times} would show every value; use one above 1")
    pairs, attribute, first = _pairs(frame, quasi, sensitive)
    ratio = gains(pairs, attribute.shares) + 1
    place = np.flatnonzero(ratio >= times)
    place = place[np.lexsort((place, -ratio[place]))]
    found = frame[list(quasi)].iloc[first[pairs.owner[place]]].reset_index(drop=True)
    size = sizes(pairs)[pairs.owner[place]]
    return found.assign(
        records=size.astype(np.int64),
        value=_labels(pairs, attribute, place),
        within=pairs.count[place] / size,
        table=attribute.shares[pairs.value[place]],
    )


def _labels(pairs: Pairs, attribute: Attribute, place: Ints) -> npt.NDArray[np.object_]:
    return np.array(attribute.values, dtype=object)[pairs.value[place]]


def _pairs(frame: pd.DataFrame, quasi: Sequence[str], sensitive: str) -> tuple[Pairs, Attribute, np.ndarray]:
    if sensitive not in frame.columns:
        raise InputError(f"the table has no column {sensitive!r}")
    grouped = class_groups(frame, quasi)
    attribute = Attribute.of(frame[sensitive])
    shape = (len(grouped.first), len(attribute.values))
    ones = np.ones(len(frame), dtype=np.int64)
    return Pairs.of(grouped.inverse, attribute.codes, ones, shape), attribute, grouped.first
