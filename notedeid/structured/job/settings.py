"""The specification of a release as TOML; unknown fields are errors, and errors never show values.

A column that is not named does not leave: the minimum necessary of 45 CFR 164.502(b) is what the file says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from annotation.errors import InputError
from notedeid.structured.job.words import (
    ColumnSpec,
    Gates,
    HierarchySpec,
    MetricSpec,
    ModelSpec,
    Strict,
    explained,
)
from notedeid.structured.job.words.metrics import LossMetric
from notedeid.structured.job.words.models import KModel, needs_records

__all__ = ["Known", "ReleaseSpec", "load"]

Word = TypeVar("Word", bound=Strict)


class Known(Strict):
    """Columns that say what is known of a patient; the notes are searched for it."""

    given: str | None = None
    middle: str | None = None
    family: str | None = None
    dob: str | None = None
    sex: str | None = None
    mrn: str | None = None
    ssn: str | None = None
    phone: str | None = None
    email: str | None = None
    street: str | None = None
    city: str | None = None
    state: str | None = None
    zip: str | None = None


class ReleaseSpec(Strict):
    """A release; see README.md for an example.

    Attributes:
        table: CSV or Parquet, relative to the file.
        columns: every column that may leave, and what it is.
        dataset: scope of the key; the same name as in `notedeid run` gives the same surrogates.
        patient: the column that names the patient.
        profile: profile of the notes and of the calendar.
        roster: JSONL of known identifiers.
        known: columns of the table that add to the roster.
        engine: detector of the notes.
        conditions: names of rare conditions that notes may give away, beside ICD-10-CM codes.
        models: privacy models.
        population: CSV or Parquet of everyone the records may come from, themselves included, with the
            quasi-identifiers as they are after their transforms; for k-map, delta-presence, journalist.
        suppression: largest share of suppressed records.
        suppress: whole records or single cells.
        metric: the information loss to minimize.
        method: how to search.
        policies: for the ladder, levels by column, fine to coarse; the first that fits is taken.
        time_budget: seconds of search.
        shuffle: write the rows in an order drawn from the key; the order of the table can link rows to it.
        demographic: columns to part from the others into a file of their own.
        gates: what the files must show.
    """

    table: Path
    columns: dict[str, ColumnSpec]
    dataset: str = Field(default="notes", min_length=1)
    patient: str | None = None
    profile: str = "expert-determination"
    roster: Path | None = None
    known: Known = Known()
    engine: Literal["accurate", "rules"] = "accurate"
    conditions: tuple[str, ...] = ()
    models: tuple[ModelSpec, ...] = (KModel(kind="k-anonymity", k=5),)
    population: Path | None = None
    suppression: float = Field(default=0.0, ge=0, le=1)
    suppress: Literal["records", "cells"] = "records"
    metric: MetricSpec = LossMetric()
    method: Literal["optimal", "exhaustive", "heuristic", "greedy", "ladder", "mondrian"] = "optimal"
    policies: tuple[dict[str, int], ...] = ()
    time_budget: float | None = Field(default=None, gt=0)
    shuffle: bool = True
    demographic: tuple[str, ...] = ()
    gates: Gates = Gates()

    @model_validator(mode="after")
    def _agrees(self) -> ReleaseSpec:
        fault = next(self._faults(), None)
        if fault:
            raise PydanticCustomError("conflict", "{text}", {"text": fault})
        return self

    def _faults(self) -> Iterator[str]:
        for one in self.models:
            if one.kind in {"k-map", "delta-presence"} and self.population is None:
                yield f"{one.kind} needs population = 'FILE'"
            if needs_records(one) and (self.suppress == "cells" or self.method == "mondrian"):
                yield f"{one.kind} needs suppress = 'records' and a method other than mondrian"
        if bool(self.policies) != (self.method == "ladder"):
            yield "policies and method = 'ladder' go together"
        if self.method == "mondrian" and (self.suppression or self.suppress == "cells" or self.population):
            yield "method = 'mondrian' suppresses nothing and knows no population; leave them out"
        if stays := [name for name in self.demographic if name not in self.released]:
            yield f"demographic names {stays[0]!r}, which must be a column that leaves"
        if self.gates.journalist_risk is not None and self.population is None:
            yield "gates.journalist_risk needs population = 'FILE'"
        for name in [getattr(one, "column", None) for one in self.models]:
            if name is not None and name not in self.named("sensitive"):
                yield f"a model names {name!r}, which must be a column with role = 'sensitive'"

    def named(self, *roles: str) -> list[str]:
        """Columns of the given roles, in the order of the file."""
        return [name for name, column in self.columns.items() if column.role in roles]

    @property
    def released(self) -> list[str]:
        """Columns that leave: all but direct identifiers without a code."""
        return [name for name, one in self.columns.items() if one.role != "direct" or one.transform]


def load(path: Path) -> ReleaseSpec:
    """Read a specification; paths in it are taken from its folder.

    Raises:
        InputError: not TOML, an unknown or missing field, or a value of the wrong kind.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        spec = ReleaseSpec.model_validate(raw)
    except OSError:
        raise InputError(f"{path}: no such file, or not readable") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise InputError(f"{path}: not a TOML file in UTF-8") from None
    except ValidationError as error:
        raise InputError(f"{path}: {explained(error)}") from None
    return _placed(spec, path.parent)


def _placed(spec: ReleaseSpec, folder: Path) -> ReleaseSpec:
    bounds = [
        one.model_copy(update={"evaluation": folder / one.evaluation}) for one in spec.gates.note_recall
    ]
    columns = {name: _column(one, folder) for name, one in spec.columns.items()}
    return spec.model_copy(
        update={
            "table": folder / spec.table,
            "population": None if spec.population is None else folder / spec.population,
            "models": [_model(one, folder) for one in spec.models],
            "roster": None if spec.roster is None else folder / spec.roster,
            "columns": columns,
            "gates": spec.gates.model_copy(update={"note_recall": bounds}),
        }
    )


def _column(column: ColumnSpec, folder: Path) -> ColumnSpec:
    tree = column.hierarchy
    return column if not isinstance(tree, HierarchySpec) else _with(column, "hierarchy", _file(tree, folder))


def _model(model: ModelSpec, folder: Path) -> ModelSpec:
    ground = getattr(model, "ground", None)
    return model if not isinstance(ground, HierarchySpec) else _with(model, "ground", _file(ground, folder))


def _file(tree: HierarchySpec, folder: Path) -> HierarchySpec:
    return tree if tree.file is None else _with(tree, "file", folder / tree.file)


def _with(one: Word, name: str, value: object) -> Word:
    return one.model_copy(update={name: value})
