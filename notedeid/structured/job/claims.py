"""What a written file is said to be, made ready for its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from notedeid.structured.hierarchies import Builder, Hierarchy
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.job.evidence import Paths, People
from notedeid.structured.job.proof import Claim
from notedeid.structured.job.settings import ReleaseSpec
from notedeid.structured.models import TCloseness
from notedeid.structured.release import Release
from notedeid.structured.spec import Spec

__all__ = ["Made", "claim_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A release with what it was made from.

    Attributes:
        frame: the table as it was read.
        treated: after its transforms.
        asked: what the search was asked for.
        release: what it found.
    """

    frame: pd.DataFrame = field(repr=False)
    treated: pd.DataFrame = field(repr=False)
    asked: Spec = field(repr=False)
    release: Release = field(repr=False)


def claim_of(spec: ReleaseSpec, made: Made) -> Claim:
    """The claim of a release."""
    kept = made.release.frame.index
    units = [text_of(value) for value in made.frame.loc[kept, spec.patient]] if spec.patient else None
    sensitive = {
        name: Counter(text_of(value) for value in made.treated[name].fillna(""))
        for name in spec.named("sensitive")
    }
    grounds = {
        model.column: _paths(model.ground)
        for model in made.asked.models
        if isinstance(model, TCloseness) and isinstance(model.ground, Hierarchy)
    }
    return Claim(
        quasi=spec.named("quasi"),
        sensitive=sensitive,
        units=units,
        models=spec.models,
        people=_people(made),
        grounds=grounds,
    )


def _people(made: Made) -> People | None:
    everyone, quasi = made.asked.population, made.asked.quasi
    if everyone is None:
        return None
    cells = everyone[list(quasi)].map(text_of, na_action="ignore").fillna("")
    rows = [{str(name): str(value) for name, value in row.items()} for row in cells.to_dict("records")]
    paths = {name: _fitted(builder, made, name) for name, builder in quasi.items()}
    return People(rows, paths, made.release.node or {})


def _fitted(builder: Builder, made: Made, name: str) -> Paths:
    assert made.asked.population is not None
    values = pd.concat([made.treated[name], made.asked.population[name]], ignore_index=True)
    found = builder.fit(values)
    return _paths(found.with_missing() if values.isna().any() and "" not in found.leaves else found)


def _paths(tree: Hierarchy) -> Mapping[str, tuple[str, ...]]:
    return {
        leaf: tuple(labels[code] for labels, code in zip(tree.labels, column, strict=True))
        for leaf, column in zip(tree.leaves, tree.codes.T, strict=True)
    }
