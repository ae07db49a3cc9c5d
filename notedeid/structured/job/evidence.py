"""The rows of a written file in their classes, and what can be counted in them.

Plain dictionaries and exact fractions: nothing here comes from the engine that made the file.
Distances are those of Li et al., ICDE 2007, against the values of the table before suppression, as the search
measured them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

__all__ = ["Evidence", "Paths", "People", "Row"]

Row = Mapping[str, str]
Paths = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class People:
    """Everyone the rows may come from.

    Attributes:
        rows: their quasi-identifiers, not generalized.
        paths: by quasi-identifier, the labels of every value, fine to coarse.
        node: by quasi-identifier, the level below which no cell stands.
    """

    rows: Sequence[Row] = field(repr=False)
    paths: Mapping[str, Paths] = field(repr=False)
    node: Mapping[str, int]

    def level(self, name: str, label: str) -> int:
        """The level of a label, the finest that its column can have; the top where it is none of them."""
        paths = self.paths[name]
        height = len(next(iter(paths.values())))
        low = self.node.get(name, 0)
        held = (i for i in range(low, height) if any(labels[i] == label for labels in paths.values()))
        return next(held, height - 1)

    def at(self, quasi: Sequence[str], levels: Sequence[int]) -> Counter[tuple[str, ...]]:
        """How many people share each combination of labels at these levels."""
        columns = [
            {value: labels[level] for value, labels in self.paths[name].items()}
            for name, level in zip(quasi, levels, strict=True)
        ]
        return Counter(
            tuple(column[row[name]] for name, column in zip(quasi, columns, strict=True)) for row in self.rows
        )


@dataclass(frozen=True)
class Evidence:
    """A file in its classes.

    Attributes:
        rows: its rows.
        groups: by class its quasi-identifiers, the places of its rows.
        quasi: the quasi-identifiers, in the order of the classes.
        sensitive: values of the whole table by sensitive column.
        people: the population, where one is known.
    """

    rows: Sequence[Row] = field(repr=False)
    groups: Mapping[tuple[str, ...], Sequence[int]] = field(repr=False)
    quasi: Sequence[str]
    sensitive: Mapping[str, Counter[str]] = field(repr=False)
    people: People | None = None

    def counts(self, name: str) -> list[Counter[str]]:
        """Values of a column by class."""
        return [Counter(self.rows[i][name] for i in group) for group in self.groups.values()]

    def distance(self, name: str, ground: Literal["equal", "ordered"] | Paths = "equal") -> float:
        """The largest distance of a class: by equal or ordered values, or by the labels of each value."""
        whole = self.sensitive[name]
        values = sorted(whole, key=_size)
        total = sum(whole.values())
        worst = Fraction(0)
        for counts in self.counts(name):
            size = sum(counts.values())
            gaps = {v: Fraction(counts[v], size) - Fraction(whole[v], total) for v in values}
            if ground == "equal":
                worst = max(worst, sum(map(abs, gaps.values()), Fraction(0)) / 2)
            elif ground == "ordered":
                worst = max(worst, _ordered(list(gaps.values())))
            else:
                worst = max(worst, _by_level(gaps, ground))
        return float(worst)

    def gain(self, name: str) -> list[tuple[float, float]]:
        """Relative gain of every value in every class, with the value's share of the table."""
        whole = self.sensitive[name]
        total = sum(whole.values())
        return [
            (float(Fraction(n * total, sum(counts.values()) * whole[value]) - 1), whole[value] / total)
            for counts in self.counts(name)
            for value, n in counts.items()
        ]

    @cached_property
    def matches(self) -> list[int]:
        """People of the population who could be each class; empty where no population is known."""
        if self.people is None:
            return []
        places = {place for labels in self.groups for place in zip(self.quasi, labels, strict=True)}
        level = {place: self.people.level(*place) for place in places}
        levels = {
            labels: tuple(level[place] for place in zip(self.quasi, labels, strict=True))
            for labels in self.groups
        }
        counted = {wanted: self.people.at(self.quasi, wanted) for wanted in set(levels.values())}
        return [counted[wanted][labels] for labels, wanted in levels.items()]


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


def _by_level(gaps: Mapping[str, Fraction], paths: Paths) -> Fraction:
    """What meets at a level of the tree travels that far: moved up one level at a time."""
    height = len(next(iter(paths.values()))) - 1
    extra, cost = dict(gaps), Fraction(0)
    above = {value: value for value in gaps}
    for level in range(1, height + 1):
        joined: dict[str, list[Fraction]] = defaultdict(list)
        parent = {above[value]: f"{level} {paths[value][level]}" for value in gaps}
        for group, rest in extra.items():
            joined[parent[group]].append(rest)
        for rests in joined.values():
            surplus, lack = sum(r for r in rests if r > 0), sum(-r for r in rests if r < 0)
            cost += Fraction(level, height) * min(surplus, lack)
        extra = {group: sum(rests, Fraction(0)) for group, rests in joined.items()}
        above = {value: parent[above[value]] for value in gaps}
    return cost
