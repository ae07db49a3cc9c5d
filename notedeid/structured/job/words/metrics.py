"""The information loss to minimize: a name, or a table with its options."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from notedeid.structured.job.words.base import Strict, kind_of

__all__ = [
    "AverageClassSizeMetric",
    "DiscernibilityMetric",
    "EntropyMetric",
    "HeightMetric",
    "LossMetric",
    "MetricSpec",
    "PrecisionMetric",
]


class LossMetric(Strict):
    """The share of its domain that a cell could be; see `metrics.Loss`."""

    kind: Literal["loss"] = "loss"
    mean: Literal["geometric", "arithmetic"] = "geometric"
    balance: float = 0.5


class PrecisionMetric(Strict):
    """The part of its hierarchy that a cell has climbed."""

    kind: Literal["precision"]


class HeightMetric(Strict):
    """The number of levels climbed."""

    kind: Literal["height"]


class DiscernibilityMetric(Strict):
    """The sum of squared class sizes."""

    kind: Literal["discernibility"]
    suppression: bool = False


class AverageClassSizeMetric(Strict):
    """Records over classes."""

    kind: Literal["average-class-size"]


class EntropyMetric(Strict):
    """Non-uniform entropy."""

    kind: Literal["entropy"]
    suppression: bool = True


def _named(given: Any) -> Any:  # noqa: ANN401 - whatever the file holds
    return {"kind": given} if isinstance(given, str) else given


MetricSpec = Annotated[
    LossMetric
    | PrecisionMetric
    | HeightMetric
    | DiscernibilityMetric
    | AverageClassSizeMetric
    | EntropyMetric,
    Field(discriminator="kind"),
    kind_of(
        LossMetric, PrecisionMetric, HeightMetric, DiscernibilityMetric, AverageClassSizeMetric, EntropyMetric
    ),
    BeforeValidator(_named),
]
