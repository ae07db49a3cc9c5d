"""The proof: what a written file shows, recomputed from its bytes by code of its own.

Nothing here comes from the engine that made the file: rows are read again, grouped in plain dictionaries
(`evidence`) and held against the definitions of the models (`demands`).
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from annotation.errors import IntegrityError
from notedeid.structured.job.demands import holds, named
from notedeid.structured.job.evidence import Evidence, Paths, People, Row
from notedeid.structured.job.words import ModelSpec

__all__ = ["Claim", "Proof", "prove"]

_TAIL = re.compile(r"(?<=\d{4}-\d\d-\d\d) 00:00:00$|(?<=\d)\.0+$")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the file shows.

    Attributes:
        rows: rows of the file.
        classes: rows that are alike in all quasi-identifiers, counted once.
        k: fewest patients (or rows, where no patient is known) of a class.
        l: fewest distinct values by sensitive column.
        t: largest distance by sensitive column.
        risk: largest prosecutor risk, 1 / k.
        average_risk: mean of the risks over the patients of the classes.
        journalist_risk: largest risk against the population table; None without one.
        models: each model of the specification and whether it holds.
    """

    rows: int
    classes: int
    k: int
    l: Mapping[str, int]  # noqa: E741 the parameter's name in the literature
    t: Mapping[str, float]
    risk: float
    average_risk: float
    journalist_risk: float | None
    models: Mapping[str, bool]

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the file is said to be.

    Attributes:
        quasi: its quasi-identifiers.
        sensitive: its sensitive columns, each with the values of the table before suppression.
        units: whose each row is, in the order of the file; the row itself where None.
        models: what must hold.
        people: the population table, where there is one.
        grounds: by column, the labels of its values where t-closeness measures along a hierarchy.
    """

    quasi: Sequence[str]
    sensitive: Mapping[str, Counter[str]]
    units: Sequence[str] | None
    models: Sequence[ModelSpec]
    people: People | None = None
    grounds: Mapping[str, Paths] = field(default_factory=dict)


def prove(path: Path, claim: Claim) -> Proof:
    """Read a file and measure it.

    Raises:
        IntegrityError: the file has no rows, not as many as it should, or breaks a model.
    """
    rows = _read(path)
    units = claim.units if claim.units is not None else [str(i) for i in range(len(rows))]
    if not rows or len(rows) != len(units):
        raise IntegrityError(f"{path.name}: {len(rows)} rows were read back where {len(units)} were released")
    classes: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        classes[tuple(row[name] for name in claim.quasi)].append(i)
    sizes = [len({units[i] for i in group}) for group in classes.values()]
    held = Evidence(rows, classes, claim.quasi, claim.sensitive, claim.people)
    models = {named(model): holds(model, min(sizes), held, claim.grounds) for model in claim.models}
    if not all(models.values()):
        broken = ", ".join(name for name, held_up in models.items() if not held_up)
        raise IntegrityError(f"{path.name}: the written file breaks {broken}; nothing was released")
    return Proof(
        len(rows),
        len(classes),
        min(sizes),
        {name: min(map(len, held.counts(name))) for name in claim.sensitive},
        {name: held.distance(name) for name in claim.sensitive},
        1 / min(sizes),
        len(sizes) / sum(sizes),
        1 / max(min(held.matches), 1) if held.matches else None,
        models,
    )


def _read(path: Path) -> list[Row]:
    if path.suffix == ".parquet":
        import pyarrow.parquet  # noqa: PLC0415 - only where the file asks for it

        raw = pyarrow.parquet.read_table(path).to_pylist()
        return [{name: _text(value) for name, value in row.items()} for row in raw]
    with path.open(encoding="utf-8", newline="") as lines:
        return [{name: _text(value) for name, value in row.items()} for row in csv.DictReader(lines)]


def _text(cell: object) -> str:
    """The text of a cell: 39.0 is 39, a day at midnight is the day, a gap is empty."""
    text = "" if cell is None else str(cell)
    return _TAIL.sub("", "" if text == "nan" and isinstance(cell, float) else text)
