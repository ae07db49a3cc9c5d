"""What a release must satisfy and how it is searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import Builder
from notedeid.structured.metrics import Loss, Metric
from notedeid.structured.models import DistinctLDiversity, KAnonymity, Model, Scope

__all__ = ["Method", "Spec"]

Method: TypeAlias = Literal["optimal", "exhaustive", "heuristic", "greedy", "ladder", "mondrian"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A request for a release.

    Attributes:
        quasi: quasi-identifiers with their hierarchies (or builders of them).
        models: privacy models; all must hold in every released class.
        sensitive: sensitive columns, released unchanged and measured.
        keep: further columns to release unchanged. Columns named nowhere are dropped.
        suppression: largest share of the records (or patients' rows) that may be suppressed, 0 to 1.
        metric: the information loss to minimize.
        method: optimal (over the whole lattice, heuristic where it cannot be enumerated), exhaustive,
            heuristic, greedy, ladder (the first of `policies` that fits) or mondrian (local recoding).
        policies: for the ladder, levels by column, fine to coarse; columns left out stay as they are.
        suppress: what is blanked in records that do not fit: the whole record, or as few cells as needed.
        patient: column that names the patient; classes are then counted by patient. Different values of a
            sensitive column are the same either way; entropy, recursion and distance look at rows.
        population: a table of the same quasi-identifiers that the records were drawn from, itself
            included; needed by k-map and delta-presence.
        time_budget: seconds after which the best node so far is taken, marked as not proven.
    """

    quasi: Mapping[str, Builder]
    models: Sequence[Model] = (KAnonymity(5),)
    sensitive: Sequence[str] = ()
    keep: Sequence[str] = ()
    suppression: float = 0.0
    metric: Metric = field(default_factory=Loss)
    method: Method = "optimal"
    policies: Sequence[Mapping[str, int]] = ()
    suppress: Literal["records", "cells"] = "records"
    patient: str | None = None
    population: pd.DataFrame | None = None
    time_budget: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.suppression <= 1:
            raise InputError(f"suppression is a share between 0 and 1, not {self.suppression}")
        if not self.models:
            raise InputError("name at least one privacy model, as KAnonymity(5)")
        twice = {name for name in self.released if self.released.count(name) > 1}
        if twice:
            raise InputError(f"columns {sorted(twice)} have two roles; a column has one")
        if self.population is None and any(m.scope is Scope.POPULATION for m in self.models):
            raise InputError("k-map and delta-presence need a population table")
        if self.method == "mondrian" or self.suppress == "cells":
            self._check_local()
        if self.method == "mondrian" and not isinstance(self.metric, Loss):
            raise InputError("local recoding has ranges instead of levels; its metric is Loss")
        if self.patient is not None and any(m.scope is Scope.TABLE for m in self.models):
            raise InputError(
                "average risk and uniqueness count records; leave `patient` out, or use k-anonymity"
            )

    def _check_local(self) -> None:
        unfit = [m for m in self.models if m.scope is not Scope.CLASS or not m.mergeable]
        if unfit:
            raise InputError(
                f"{type(unfit[0]).__name__} works with global recoding and record suppression only; "
                "choose another method"
            )

    @property
    def released(self) -> list[str]:
        """Columns of the release."""
        return [*self.quasi, *self.sensitive, *self.keep]

    @property
    def working_models(self) -> list[Model]:
        """The models with k counted by patient where a patient column is named."""
        if self.patient is None:
            return list(self.models)
        return [
            DistinctLDiversity(self.patient, m.k) if isinstance(m, KAnonymity) else m for m in self.models
        ]

    @property
    def attributes(self) -> list[str]:
        """Columns that models look at."""
        return list(dict.fromkeys(m.column for m in self.working_models if m.column))
