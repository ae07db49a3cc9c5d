"""All privacy measures of a table in one pass over its rows.

Rows with equal quasi-identifiers form a class; a missing cell equals another missing cell. Order, index,
filters and column types do not matter. With a patient column, a class counts patients instead of rows, and
a value counts once for a patient in a class.

Sources of the measures: see `models`; alpha-k: Wong et al., KDD 2006; delta-disclosure: Brickell and
Shmatikov, KDD 2008.

>>> import pandas as pd
>>> frame = pd.DataFrame({"age": ["3x", "3x", "4x", "4x"], "dx": ["flu", "cold", "flu", "flu"]})
>>> found = measure(frame, ["age"], ["dx"])
>>> found.k, found.attributes["dx"].distinct_l, found.attributes["dx"].alpha
(2, 1, 1.0)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annotation.errors import InputError
from notedeid.structured.classes import Grouping, Ints, Pairs, group
from notedeid.structured.distributions import entropies, gains, heads, sizes
from notedeid.structured.emd import Ground, distances
from notedeid.structured.table import Attribute, mixed_keys

__all__ = ["AttributeMeasures", "Classed", "KReport", "Measures", "class_groups", "measure"]


@dataclass(frozen=True, slots=True)
class AttributeMeasures:
    """What the classes tell about one sensitive column: the worst class of each measure.

    Attributes:
        distinct_l: fewest distinct values.
        entropy_l: exponential of the lowest entropy, a float from 1.
        recursive: (c, l): smallest c for which the table is recursively (c, l)-diverse at l = distinct_l;
            c is infinite where l is 1.
        alpha: largest share of one value.
        t: largest earth mover's distance from the whole table, 0 to 1.
        ground: its ground distance, "ordered" for numbers and "equal" otherwise unless given.
        beta: largest relative gain of a value.
        delta: largest absolute log ratio of a value's share to its share in the whole table.
    """

    distinct_l: int
    entropy_l: float
    recursive: tuple[float, int]
    alpha: float
    t: float
    ground: str
    beta: float
    delta: float


@dataclass(frozen=True, slots=True)
class KReport:
    """How a table stands against a k.

    Attributes:
        k: the threshold.
        records: all records (patients, where they are counted).
        unique: records alone in their class.
        below: records in classes below k.
        share_below: their share of all.
        smallest: size of the smallest class.
    """

    k: int
    records: int
    unique: int
    below: int
    share_below: float
    smallest: int


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """The measures of a table.

    Attributes:
        rows: number of rows.
        units: patients if a patient column was given, else rows.
        k: size of the smallest class, in units.
        sizes: size of every class, in units.
        attributes: measures of each sensitive column.
        table: one row a class: its quasi-identifiers, `size`, and the distinct values of each sensitive
            column as `distinct NAME`.
    """

    rows: int
    units: int
    k: int
    sizes: Ints
    attributes: dict[str, AttributeMeasures]
    table: pd.DataFrame

    def report(self, k: int) -> KReport:
        """Records, uniques and records in classes below k."""
        total, below = int(self.sizes.sum()), int(self.sizes[self.sizes < k].sum())
        return KReport(k, total, int((self.sizes == 1).sum()), below, below / total, self.k)


def measure(
    frame: pd.DataFrame,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    *,
    patient: pd.Series | str | None = None,
    grounds: Mapping[str, Ground] | None = None,
) -> Measures:
    """Measure a table.

    Args:
        frame: the records.
        quasi: its quasi-identifiers.
        sensitive: its sensitive columns.
        patient: the patient column, by name or as a series of the same length.
        grounds: ground distance of t-closeness by column.

    Raises:
        InputError: an empty table, no quasi-identifier, or an unknown column.
    """
    return Classed.of(frame, quasi).measure(sensitive, patient=patient, grounds=grounds)


@dataclass(frozen=True, slots=True, eq=False)
class Classed:
    """A table with its classes.

    Attributes:
        frame: the records.
        quasi: its quasi-identifiers.
        grouped: the class of each record.
    """

    frame: pd.DataFrame
    quasi: Sequence[str]
    grouped: Grouping

    @classmethod
    def of(cls, frame: pd.DataFrame, quasi: Sequence[str]) -> Classed:
        """Form the classes from the cells."""
        return cls(frame, quasi, class_groups(frame, quasi))

    def measure(
        self,
        sensitive: Sequence[str],
        *,
        patient: pd.Series | str | None = None,
        grounds: Mapping[str, Ground] | None = None,
    ) -> Measures:
        """The measures, see `measure`."""
        frame, grouped, count = self.frame, self.grouped, len(self.grouped.first)
        people = frame[patient] if isinstance(patient, str) else patient
        units = None if people is None else pd.factorize(people, use_na_sentinel=False)[0]
        size = np.bincount(grouped.inverse, minlength=count)
        if units is not None:
            size = _people(grouped, units)
        columns = {name: Attribute.of(frame[name]) for name in sensitive}
        pairs = {name: _pairs(grouped, attribute, units) for name, attribute in columns.items()}
        chosen = {
            name: (grounds or {}).get(name) or _ground(attribute) for name, attribute in columns.items()
        }
        found = {name: _attribute(pairs[name], columns[name], chosen[name]) for name in columns}
        table = frame[list(self.quasi)].iloc[grouped.first].reset_index(drop=True).assign(size=size)
        for name, pair in pairs.items():
            table[f"distinct {name}"] = pair.per_class().astype(np.int64)
        total = len(frame) if units is None else int(units.max()) + 1
        return Measures(len(frame), total, int(size.min()), size, found, table)


def class_groups(frame: pd.DataFrame, quasi: Sequence[str]) -> Grouping:
    """The class of each row: equal cells, missing ones included.

    Raises:
        InputError: as `measure`.
    """
    if not len(frame):
        raise InputError("the table has no rows to measure")
    if not len(quasi):
        raise InputError("name at least one quasi-identifier")
    for name in quasi:
        if int((frame.columns == name).sum()) != 1:
            raise InputError(
                f"the table needs exactly one column {name!r}; its columns are {list(frame.columns)}"
            )
    coded = [pd.factorize(frame[name], use_na_sentinel=False) for name in quasi]
    return group(*mixed_keys([codes for codes, _ in coded], [max(len(kinds), 1) for _, kinds in coded]))


def _people(grouped: Grouping, units: Ints) -> Ints:
    span = int(units.max()) + 1
    both = group(grouped.inverse * span + units, span * len(grouped.first))
    return np.bincount(grouped.inverse[both.first], minlength=len(grouped.first))


def _pairs(grouped: Grouping, attribute: Attribute, units: Ints | None) -> Pairs:
    owner, codes = grouped.inverse, attribute.codes
    shape = (len(grouped.first), len(attribute.values))
    if units is not None:
        keys, span = mixed_keys([owner, codes, units], [*shape, int(units.max()) + 1])
        once = group(keys, span).first
        owner, codes = owner[once], codes[once]
    return Pairs.of(owner, codes, np.ones_like(codes), shape)


def _ground(attribute: Attribute) -> Ground:
    return "ordered" if attribute.numeric else "equal"


def _attribute(pairs: Pairs, attribute: Attribute, ground: Ground) -> AttributeMeasures:
    distinct = int(pairs.per_class().min())
    top, tail = heads(pairs, distinct)
    ratio = float((top / tail).max()) if distinct > 1 else math.inf
    shares = np.bincount(pairs.value, pairs.count, pairs.values) / pairs.count.sum()
    gained = gains(pairs, shares)
    return AttributeMeasures(
        distinct,
        float(np.exp(entropies(pairs).min())),
        (ratio, distinct),
        float((pairs.count / sizes(pairs)[pairs.owner]).max()),
        float(distances(pairs, attribute, ground).max()),
        ground if isinstance(ground, str) else ground.name,
        float(gained.max()),
        float(np.abs(np.log1p(gained)).max()),
    )
