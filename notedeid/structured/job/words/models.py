"""The privacy models; see `notedeid.structured.models` for their sources."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, Tag

from notedeid.structured.job.words.base import Strict, kind_of, name_or_table, table_tag
from notedeid.structured.job.words.hierarchies import HierarchyName, HierarchySpec

__all__ = [
    "AverageRiskModel",
    "BetaModel",
    "DeltaModel",
    "DistinctModel",
    "EntropyModel",
    "KMapModel",
    "KModel",
    "ModelSpec",
    "PopulationUniquenessModel",
    "RecursiveModel",
    "SampleUniquenessModel",
    "TModel",
    "needs_records",
]


class KModel(Strict):
    """k-anonymity, counted by patient where a patient column is named."""

    kind: Literal["k-anonymity"]
    k: int


class KMapModel(Strict):
    """Every class matches at least k people of the population table."""

    kind: Literal["k-map"]
    k: int


class DeltaModel(Strict):
    """In every class the share of the population that is in the table lies in [low, high]."""

    kind: Literal["delta-presence"]
    low: float = 0.0
    high: float


class DistinctModel(Strict):
    """At least l different values in every class."""

    kind: Literal["distinct-l"]
    column: str
    l: int  # noqa: E741 the parameter's name in the literature


class EntropyModel(Strict):
    """Entropy of at least log(l) in every class, as it stands or corrected for small samples."""

    kind: Literal["entropy-l"]
    column: str
    l: float  # noqa: E741 the parameter's name in the literature
    estimator: Literal["shannon", "grassberger"] = "shannon"


class RecursiveModel(Strict):
    """(c, l): the commonest value is rarer than c times the values from the l-th commonest on."""

    kind: Literal["recursive-l"]
    column: str
    c: float
    l: int  # noqa: E741 the parameter's name in the literature


Ground = Literal["equal", "ordered"]
_NAMES = (*get_args(Ground), *get_args(HierarchyName))


class TModel(Strict):
    """t-closeness; the ground distance is equal, ordered, or the levels of a hierarchy of the values."""

    kind: Literal["t-closeness"]
    column: str
    t: float
    ground: Annotated[
        Annotated[Ground | HierarchyName, Tag("<name>")] | Annotated[HierarchySpec, Tag("<table>")],
        Discriminator(table_tag),
        name_or_table(_NAMES, HierarchySpec),
    ] = "equal"


class BetaModel(Strict):
    """No value is relatively more frequent in a class than in the table by more than beta."""

    kind: Literal["beta-likeness"]
    column: str
    beta: float
    enhanced: bool = False


class AverageRiskModel(Strict):
    """The chance to re-identify a record, on average."""

    kind: Literal["average-risk"]
    risk: float


class SampleUniquenessModel(Strict):
    """The share of the records that are alone in their class."""

    kind: Literal["sample-uniqueness"]
    share: float


class PopulationUniquenessModel(Strict):
    """The estimated share of so many people that is unique."""

    kind: Literal["population-uniqueness"]
    share: float
    population: int
    estimator: Literal["pitman", "zayatz", "snb", "dankar"] = "dankar"


ModelSpec = Annotated[
    KModel
    | KMapModel
    | DeltaModel
    | DistinctModel
    | EntropyModel
    | RecursiveModel
    | TModel
    | BetaModel
    | AverageRiskModel
    | SampleUniquenessModel
    | PopulationUniquenessModel,
    Field(discriminator="kind"),
    kind_of(
        KModel,
        KMapModel,
        DeltaModel,
        DistinctModel,
        EntropyModel,
        RecursiveModel,
        TModel,
        BetaModel,
        AverageRiskModel,
        SampleUniquenessModel,
        PopulationUniquenessModel,
    ),
]


def needs_records(model: Strict) -> bool:
    """Whether a model judges more than a class by itself, so that cells cannot be blanked under it."""
    corrected = isinstance(model, EntropyModel) and model.estimator == "grassberger"
    of_class = KModel, DistinctModel, EntropyModel, RecursiveModel, TModel, BetaModel
    return corrected or not isinstance(model, of_class)
