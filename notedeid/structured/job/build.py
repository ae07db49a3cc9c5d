"""From the words of a specification to the engine's own objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pandas as pd

from annotation.errors import InputError
from notedeid.structured import hierarchies
from notedeid.structured.hierarchies import Builder
from notedeid.structured.job.settings import (
    ColumnSpec,
    HierarchySpec,
    KModel,
    LModel,
    ModelSpec,
    ReleaseSpec,
    TModel,
)
from notedeid.structured.models import (
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    Model,
    RecursiveLDiversity,
    TCloseness,
)
from notedeid.structured.spec import Spec

__all__ = ["engine_spec"]

BY_NAME: Mapping[str, Callable[[], Builder]] = MappingProxyType(
    {
        "ages": hierarchies.ages,
        "dates": hierarchies.dates,
        "zip": hierarchies.zip_codes,
        "icd10": hierarchies.icd10,
        "identity": hierarchies.identity,
    }
)


def engine_spec(spec: ReleaseSpec, *, years: bool = False, population: pd.DataFrame | None = None) -> Spec:
    """What the search is asked for.

    Args:
        spec: the specification.
        years: date columns hold years only, as under Safe Harbor.
        population: for models that need one.

    Raises:
        InputError: a quasi-identifier without a hierarchy, or a model with a wrong parameter.
    """
    quasi = {name: _hierarchy(name, spec.columns[name], years=years) for name in spec.named("quasi")}
    sensitive = spec.named("sensitive")
    return Spec(
        quasi=quasi,
        models=[_model(model) for model in spec.models],
        sensitive=sensitive,
        keep=[name for name in spec.released if name not in quasi and name not in sensitive],
        suppression=spec.suppression,
        method=spec.method,
        suppress=spec.suppress,
        patient=spec.patient,
        population=population,
        time_budget=spec.time_budget,
    )


def _hierarchy(name: str, column: ColumnSpec, *, years: bool) -> Builder:
    wanted = column.hierarchy
    if wanted is None:
        raise InputError(f"quasi-identifier {name!r} needs a hierarchy, as hierarchy = 'identity'")
    if isinstance(wanted, HierarchySpec):
        return _given(name, wanted)
    return hierarchies.intervals(5, 10) if years and wanted == "dates" else BY_NAME[wanted]()


def _given(name: str, wanted: HierarchySpec) -> Builder:
    ways = wanted.model_dump(exclude_none=True)
    if len(ways) != 1:
        raise InputError(f"column {name!r}: give one of intervals, rounding, quantiles, file or tree")
    if wanted.intervals:
        return hierarchies.intervals(*wanted.intervals)
    if wanted.rounding:
        return hierarchies.rounding(*wanted.rounding)
    if wanted.quantiles:
        return hierarchies.Quantiles(wanted.quantiles)
    if wanted.file:
        return hierarchies.read_arx_csv(wanted.file)
    return hierarchies.categories(wanted.tree or {}, name=name)


def _model(model: ModelSpec) -> Model:
    match model:
        case KModel(k=k):
            return KAnonymity(k)
        case TModel(column=column, t=t, ground=ground):
            return TCloseness(column, t, ground)
        case LModel(kind="distinct-l", column=column, l=least):
            return DistinctLDiversity(column, int(least))
        case LModel(kind="entropy-l", column=column, l=least):
            return EntropyLDiversity(column, least)
    assert isinstance(model, LModel)
    if model.c is None:
        raise InputError(f"recursive l-diversity of {model.column!r} needs its c")
    return RecursiveLDiversity(model.column, model.c, int(model.l))
