"""The specification of a release as TOML; unknown fields are errors, and errors never show values.

A column that is not named does not leave: the minimum necessary of 45 CFR 164.502(b) is what the file says.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotation.errors import InputError

__all__ = ["ColumnSpec", "Gates", "Known", "ReleaseSpec", "load"]


class Strict(BaseModel):
    """A table of the file; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Pseudonym(Strict):
    """A keyed code; columns of one context share their codes."""

    kind: Literal["pseudonym"]
    context: str = "patient"


class Codebook(Strict):
    """A random code; the crosswalk is written beside the release."""

    kind: Literal["codebook"]


class ShiftDates(Strict):
    """The shift of the patient's notes."""

    kind: Literal["shift"]
    day_first: bool = False


class DaysSince(Strict):
    """Days since the date in another column of the row."""

    kind: Literal["days-since"]
    index: str


class AgeAt(Strict):
    """From a date of birth to the age at the date in another column."""

    kind: Literal["age-at"]
    event: str


class Round(Strict):
    """To the nearest multiple of a base."""

    kind: Literal["round"]
    base: float


class Bins(Strict):
    """Half-open intervals."""

    kind: Literal["bins"]
    edges: list[float]


class BoundValues(Strict):
    """Top and bottom coding."""

    kind: Literal["bound"]
    bottom: float | None = None
    top: float | None = None


class Jitter(Strict):
    """Bounded noise, in interquartile ranges."""

    kind: Literal["jitter"]
    width: float = 0.1


class Microaggregate(Strict):
    """Means of groups of alike records."""

    kind: Literal["microaggregate"]
    size: int


class GroupRare(Strict):
    """Rare categories in one group."""

    kind: Literal["group-rare"]
    minimum: int
    label: str = "other"


class Swap(Strict):
    """Values exchanged between records of a group."""

    kind: Literal["swap"]
    share: float = 0.1
    within: list[str] = []


Transform = Annotated[
    Pseudonym
    | Codebook
    | ShiftDates
    | DaysSince
    | AgeAt
    | Round
    | Bins
    | BoundValues
    | Jitter
    | Microaggregate
    | GroupRare
    | Swap,
    Field(discriminator="kind"),
]


class HierarchySpec(Strict):
    """Exactly one way to generalize."""

    intervals: list[float] | None = None
    rounding: list[float] | None = None
    quantiles: int | None = None
    file: Path | None = None
    tree: dict[str, list[str] | dict[str, list[str]]] | None = None


HierarchyName = Literal["ages", "dates", "zip", "icd10", "identity"]


class ColumnSpec(Strict):
    """What a column is and what happens to it.

    Attributes:
        role: direct (removed, or coded by a transform), quasi, sensitive, keep, or note.
        transform: applied before the search.
        hierarchy: of a quasi-identifier.
    """

    role: Literal["direct", "quasi", "sensitive", "keep", "note"]
    transform: Transform | None = None
    hierarchy: HierarchyName | HierarchySpec | None = None


class KModel(Strict):
    """k-anonymity, counted by patient where a patient column is named."""

    kind: Literal["k-anonymity"]
    k: int


class LModel(Strict):
    """l-diversity: distinct, entropy, or recursive with its c."""

    kind: Literal["distinct-l", "entropy-l", "recursive-l"]
    column: str
    l: float  # noqa: E741 the parameter's name in the literature
    c: float | None = None


class TModel(Strict):
    """t-closeness with equal or ordered ground distance."""

    kind: Literal["t-closeness"]
    column: str
    t: float
    ground: Literal["equal", "ordered"] = "equal"


ModelSpec = Annotated[KModel | LModel | TModel, Field(discriminator="kind")]


class NoteRecall(Strict):
    """A lower bound of recall that a measured evaluation must reach.

    Attributes:
        evaluation: `evaluation.json` of `notedeid evaluate --report`.
        name: a type, group or kind in it.
        least: the least lower bound.
    """

    evaluation: Path
    name: str
    least: float


class Gates(Strict):
    """What the written files must show; the release is refused otherwise.

    Attributes:
        k: least class size.
        l: least distinct values of each sensitive column in every class.
        t: largest distance of each sensitive column.
        risk: largest prosecutor risk of a record.
        average_risk: largest mean risk.
        suppressed: largest share of suppressed records.
        quarantined: largest share of quarantined notes.
        joint_below_k: largest share of records with fewer candidates than the models' k once notes are read.
        note_recall: bounds of measured recall.
    """

    k: int | None = None
    l: int | None = None  # noqa: E741 the parameter's name in the literature
    t: float | None = None
    risk: float | None = None
    average_risk: float | None = None
    suppressed: float | None = None
    quarantined: float | None = None
    joint_below_k: float | None = None
    note_recall: list[NoteRecall] = []


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
        suppression: largest share of suppressed records.
        suppress: whole records or single cells.
        method: how to search.
        time_budget: seconds of search.
        demographic: columns to part from the others into a file of their own.
        gates: what the files must show.
    """

    table: Path
    columns: dict[str, ColumnSpec]
    dataset: str = "notes"
    patient: str | None = None
    profile: str = "expert-determination"
    roster: Path | None = None
    known: Known = Known()
    engine: Literal["accurate", "rules"] = "accurate"
    conditions: list[str] = []
    models: list[ModelSpec] = [KModel(kind="k-anonymity", k=5)]
    suppression: float = Field(default=0.0, ge=0, le=1)
    suppress: Literal["records", "cells"] = "records"
    method: Literal["optimal", "exhaustive", "heuristic", "greedy", "mondrian"] = "optimal"
    time_budget: float | None = None
    demographic: list[str] = []
    gates: Gates = Gates()

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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise InputError(f"{path}: not a TOML file in UTF-8") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise InputError(f"{path}: {where}: {first['msg']}{more}") from None
    return _placed(spec, path.parent)


def _placed(spec: ReleaseSpec, folder: Path) -> ReleaseSpec:
    bounds = [
        one.model_copy(update={"evaluation": folder / one.evaluation}) for one in spec.gates.note_recall
    ]
    columns = {name: _column(one, folder) for name, one in spec.columns.items()}
    return spec.model_copy(
        update={
            "table": folder / spec.table,
            "roster": None if spec.roster is None else folder / spec.roster,
            "columns": columns,
            "gates": spec.gates.model_copy(update={"note_recall": bounds}),
        }
    )


def _column(column: ColumnSpec, folder: Path) -> ColumnSpec:
    tree = column.hierarchy
    if not isinstance(tree, HierarchySpec) or tree.file is None:
        return column
    return column.model_copy(update={"hierarchy": tree.model_copy(update={"file": folder / tree.file})})
