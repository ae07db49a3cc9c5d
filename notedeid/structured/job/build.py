"""From the words of a specification to the engine's own objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import pandas as pd

from annotation.errors import InputError
from notedeid.structured import hierarchies, metrics, models
from notedeid.structured.emd import Ground
from notedeid.structured.hierarchies import Builder
from notedeid.structured.job.settings import ReleaseSpec
from notedeid.structured.job.words import ColumnSpec, HierarchySpec, MetricSpec, ModelSpec
from notedeid.structured.job.words import metrics as metric_words
from notedeid.structured.job.words import models as words
from notedeid.structured.spec import Spec

__all__ = ["engine_spec", "hierarchy_of", "known_column"]

OfPeople: TypeAlias = (
    words.KMapModel
    | words.DeltaModel
    | words.AverageRiskModel
    | words.SampleUniquenessModel
    | words.PopulationUniquenessModel
)
BY_NAME: Mapping[str, Callable[[], Builder]] = MappingProxyType(
    {
        "ages": hierarchies.ages,
        "dates": hierarchies.dates,
        "zip": hierarchies.zip_codes,
        "icd10": hierarchies.icd10,
        "identity": hierarchies.identity,
    }
)


def engine_spec(
    spec: ReleaseSpec, frame: pd.DataFrame, *, years: bool = False, population: pd.DataFrame | None = None
) -> Spec:
    """What the search is asked for.

    Args:
        spec: the specification.
        frame: the table after its transforms.
        years: date columns hold years only, as under Safe Harbor.
        population: everyone, for models that need it.

    Raises:
        InputError: a quasi-identifier without a hierarchy, or a model with a wrong parameter.
    """
    quasi = {name: _hierarchy(name, spec.columns[name], years=years) for name in spec.named("quasi")}
    sensitive = spec.named("sensitive")
    return Spec(
        quasi=quasi,
        models=[_model(model, frame) for model in spec.models],
        metric=_metric(spec.metric),
        policies=spec.policies,
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
    if column.hierarchy is None:
        raise InputError(f"quasi-identifier {name!r} needs a hierarchy, as hierarchy = 'identity'")
    if years and column.levels == "dates":
        return hierarchies.intervals(5, 10)
    return hierarchy_of(column.hierarchy, name)


def hierarchy_of(wanted: str | HierarchySpec, name: str) -> Builder:
    """The hierarchy that a specification names or gives.

    Raises:
        InputError: a file that cannot be read, or levels that do not nest.
    """
    if isinstance(wanted, str):
        return BY_NAME[wanted]()
    if wanted.file is not None:
        return hierarchies.read_arx_csv(wanted.file, delimiter=wanted.delimiter)
    if wanted.tree is not None:
        return hierarchies.categories(wanted.tree.model_dump(), name=name)
    if wanted.zip is not None:
        return hierarchies.zip_codes(census=wanted.zip)
    return _numbers(wanted)


def _numbers(wanted: HierarchySpec) -> Builder:
    if wanted.quantiles is not None:
        return hierarchies.Quantiles(wanted.quantiles)
    if wanted.rounding is not None:
        return hierarchies.rounding(*wanted.rounding)
    return hierarchies.intervals(*(wanted.intervals or ()), start=wanted.start)


def _metric(wanted: MetricSpec) -> metrics.Metric:
    match wanted:
        case metric_words.LossMetric(mean=mean, balance=balance):
            return metrics.Loss(mean, balance)
        case metric_words.DiscernibilityMetric(suppression=suppression):
            return metrics.Discernibility(suppression)
        case metric_words.EntropyMetric(suppression=suppression):
            return metrics.Entropy(suppression)
        case metric_words.PrecisionMetric():
            return metrics.Precision()
        case metric_words.HeightMetric():
            return metrics.Height()
    return metrics.AverageClassSize()


def _model(wanted: ModelSpec, frame: pd.DataFrame) -> models.Model:
    match wanted:
        case words.KModel(k=k):
            return models.KAnonymity(k)
        case words.TModel(column=column, t=t):
            return models.TCloseness(column, t, _ground(wanted, frame))
        case words.BetaModel(column=column, beta=beta, enhanced=enhanced):
            return models.BetaLikeness(column, beta, enhanced)
        case words.DistinctModel() | words.EntropyModel() | words.RecursiveModel():
            return _diversity(wanted)
    return _of_people(wanted)


def _diversity(
    wanted: words.DistinctModel | words.EntropyModel | words.RecursiveModel,
) -> models.Model:
    match wanted:
        case words.DistinctModel(column=column, l=least):
            return models.DistinctLDiversity(column, least)
        case words.EntropyModel(column=column, l=floor, estimator=estimator):
            return models.EntropyLDiversity(column, floor, estimator)
    return models.RecursiveLDiversity(wanted.column, wanted.c, wanted.l)


def _of_people(wanted: OfPeople) -> models.Model:
    match wanted:
        case words.KMapModel(k=k):
            return models.KMap(k)
        case words.DeltaModel(low=low, high=high):
            return models.DeltaPresence(low, high)
        case words.AverageRiskModel(risk=risk):
            return models.AverageRisk(risk)
        case words.SampleUniquenessModel(share=share):
            return models.SampleUniqueness(share)
    return models.PopulationUniqueness(wanted.share, wanted.population, wanted.estimator)


def _ground(wanted: words.TModel, frame: pd.DataFrame) -> Ground:
    if wanted.ground == "equal" or wanted.ground == "ordered":  # noqa: PLR1714 - mypy narrows only so
        return wanted.ground
    values = known_column(frame, wanted.column)
    found = hierarchy_of(wanted.ground, wanted.column).fit(values)
    return found.with_missing() if values.isna().any() and "" not in found.leaves else found


def known_column(frame: pd.DataFrame, name: str) -> pd.Series:
    """A column that a model looks at.

    Raises:
        InputError: it is not there.
    """
    if name not in frame.columns:
        raise InputError(f"a model names {name!r}, which is no column of the release: {list(frame.columns)}")
    return frame[name]
