"""The release proved again from its own cells, before anyone sees it.

Classes are formed anew from the text of the released quasi-identifiers, not from the integers that the
search worked on, and every model is put to every class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from annotation.errors import IntegrityError
from notedeid.structured.classes import Classes, Ints, Pairs
from notedeid.structured.measures import class_groups
from notedeid.structured.models import DeltaPresence, KMap, Model
from notedeid.structured.table import Attribute

__all__ = ["prove"]


def prove(
    cells: pd.DataFrame,
    rows: Ints,
    models: Sequence[Model],
    attributes: Mapping[str, Attribute],
) -> None:
    """Put all models to the classes of a release.

    Args:
        cells: the released quasi-identifiers.
        rows: per released record, its row in the original table.
        models: what must hold. k-map and delta-presence need the population table and are left out.
        attributes: the attributes of the original table that models look at.

    Raises:
        IntegrityError: a class breaks a model; the release must not leave.
    """
    grouped = class_groups(cells, list(cells.columns))
    count = np.bincount(grouped.inverse)
    ones = np.ones_like(rows)
    pairs = {
        name: Pairs.of(grouped.inverse, attribute.codes[rows], ones, (len(count), len(attribute.values)))
        for name, attribute in attributes.items()
    }
    classes = Classes(grouped.first, count, count, pairs)
    for model in models:
        if not isinstance(model, KMap | DeltaPresence) and model.fails(classes, attributes).any():
            raise IntegrityError(
                f"{int(model.fails(classes, attributes).sum())} released classes break {model}; "
                "do not release, and report this as a defect"
            )
