"""A drawn sample as JSONL: one note a line, with the weight that scoring needs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.sampling import Drawn, Sample, SampledUnit


@dataclass(frozen=True, slots=True)
class Weights:
    """The sample as scoring uses it.

    Attributes:
        unit: what was drawn; leak rates of patients are weighted only where patients were.
        drawn: drawn notes by id.
    """

    unit: SampledUnit
    drawn: Mapping[str, Drawn]


def write(path: Path, sample: Sample) -> None:
    """Write a sample."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for one in sample.drawn:
            record = {
                "note_id": one.note_id,
                "cluster": one.cluster,
                "stratum": one.stratum,
                "weight": one.weight,
                "fraction": one.fraction,
                "unit": str(sample.design.unit),
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


def read(path: Path) -> Weights:
    """Read a sample.

    Raises:
        InputError: not a sample file; names the record.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    drawn: dict[str, Drawn] = {}
    units: set[SampledUnit] = set()
    for number, record in enumerate(jsonl.records(path), start=1):
        try:
            names = str(record["note_id"]), str(record["cluster"]), str(record["stratum"])
            drawn[names[0]] = Drawn(*names, float(record["weight"]), float(record["fraction"]))
            units.add(SampledUnit(record["unit"]))
        except (KeyError, TypeError, ValueError):
            raise InputError(f"{path}, record {number}: not a line of 'annotate sample'") from None
    if len(units) != 1:
        raise InputError(f"{path}: not a sample of one kind of unit")
    return Weights(units.pop(), drawn)
