"""The release proved again from its own cells, before anyone sees it.

Classes are formed anew from the text of the released quasi-identifiers, not from the integers that the
search worked on, and every model is put to every class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from annotation.errors import IntegrityError
from notedeid.structured.classes import Classes, Ints, Pairs
from notedeid.structured.measures import Classed
from notedeid.structured.models import Model, Scope
from notedeid.structured.table import Attribute

__all__ = ["prove"]


def prove(
    classed: Classed,
    rows: Ints,
    models: Sequence[Model],
    attributes: Mapping[str, Attribute],
) -> None:
    """Put all models to the classes of a release.

    Args:
        classed: the release with the classes that its cells form.
        rows: per released record, its row in the original table.
        models: what must hold. those that need the population table are left out.
        attributes: the attributes of the original table that models look at.

    Raises:
        IntegrityError: a class breaks a model; the release must not leave.
    """
    grouped = classed.grouped
    count = np.bincount(grouped.inverse)
    ones = np.ones_like(rows)
    pairs = {
        name: Pairs.of(grouped.inverse, attribute.codes[rows], ones, (len(count), len(attribute.values)))
        for name, attribute in attributes.items()
    }
    classes = Classes(grouped.first, count, count, pairs)
    for model in models:
        if model.scope is not Scope.POPULATION and model.fails(classes, attributes).any():
            raise IntegrityError(
                f"{int(model.fails(classes, attributes).sum())} released classes break {model}; "
                "do not release, and report this as a defect"
            )
