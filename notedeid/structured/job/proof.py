"""The proof: what a written file shows, recomputed from its bytes by code of its own.

Nothing here comes from the engine that made the file: rows are read again, grouped in plain dictionaries
and counted with exact fractions. Distances are those of Li et al., ICDE 2007, against the values of the
table before suppression, as the search measured them.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from annotation.errors import IntegrityError
from notedeid.structured.job.settings import KModel, LModel, ModelSpec, TModel

__all__ = ["Proof", "prove"]

CLOSE = 1e-9
_TAIL = re.compile(r"(?<=\d{4}-\d\d-\d\d) 00:00:00$|(?<=\d)\.0+$")
Row = Mapping[str, str]


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
        models: each model of the specification and whether it holds.
    """

    rows: int
    classes: int
    k: int
    l: Mapping[str, int]  # noqa: E741 the parameter's name in the literature
    t: Mapping[str, float]
    risk: float
    average_risk: float
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
    """

    quasi: Sequence[str]
    sensitive: Mapping[str, Counter[str]]
    units: Sequence[str] | None
    models: Sequence[ModelSpec]


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
    groups = list(classes.values())
    sizes = [len({units[i] for i in group}) for group in groups]
    held = _Held(rows, groups, claim.sensitive)
    models = {_name(model): _holds(model, min(sizes), held) for model in claim.models}
    if not all(models.values()):
        broken = ", ".join(name for name, holds in models.items() if not holds)
        raise IntegrityError(f"{path.name}: the written file breaks {broken}; nothing was released")
    return Proof(
        len(rows),
        len(groups),
        min(sizes),
        {name: min(map(len, held.counts(name))) for name in claim.sensitive},
        {name: held.distance(name, ordered=False) for name in claim.sensitive},
        1 / min(sizes),
        len(sizes) / sum(sizes),
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


class _Held:
    def __init__(
        self, rows: Sequence[Row], groups: Sequence[Sequence[int]], sensitive: Mapping[str, Counter[str]]
    ) -> None:
        self._rows, self._groups, self._sensitive = rows, groups, sensitive

    def counts(self, name: str) -> list[Counter[str]]:
        return [Counter(self._rows[i][name] for i in group) for group in self._groups]

    def distance(self, name: str, *, ordered: bool) -> float:
        whole = self._sensitive[name]
        values = sorted(whole, key=_size)
        total = sum(whole.values())
        worst = Fraction(0)
        for counts in self.counts(name):
            size = sum(counts.values())
            gaps = [Fraction(counts[v], size) - Fraction(whole[v], total) for v in values]
            worst = max(worst, _ordered(gaps) if ordered else sum(map(abs, gaps), Fraction(0)) / 2)
        return float(worst)


def _size(value: str) -> tuple[bool, float, str]:
    try:
        return value == "", float(value or 0), value
    except ValueError:
        return value == "", 0.0, value


def _ordered(gaps: Sequence[Fraction]) -> Fraction:
    running, total = Fraction(0), Fraction(0)
    for gap in gaps:
        running += gap
        total += abs(running)
    return total / max(len(gaps) - 1, 1)


def _holds(model: ModelSpec, k: int, held: _Held) -> bool:
    match model:
        case KModel(k=least):
            return k >= least
        case TModel(column=column, t=t, ground=ground):
            return held.distance(column, ordered=ground == "ordered") <= t + CLOSE
        case LModel(kind="distinct-l", column=column, l=least):
            return all(len(counts) >= least for counts in held.counts(column))
        case LModel(kind="entropy-l", column=column, l=least):
            return all(_entropy(counts) >= math.log(least) - CLOSE for counts in held.counts(column))
    assert isinstance(model, LModel)
    return all(_recursive(counts, model.c or 0, int(model.l)) for counts in held.counts(model.column))


def _entropy(counts: Counter[str]) -> float:
    total = sum(counts.values())
    return -sum(n / total * math.log(n / total) for n in counts.values())


def _recursive(counts: Counter[str], c: float, least: int) -> bool:
    ranked = sorted(counts.values(), reverse=True)
    return len(ranked) >= least and ranked[0] < c * sum(ranked[least - 1 :])


def _name(model: ModelSpec) -> str:
    parameters = model.model_dump(exclude={"kind"}, exclude_none=True)
    return f"{model.kind} ({', '.join(f'{name} {value}' for name, value in parameters.items())})"
