"""Public figures to draw from: Census names, places, counties, hospitals (``data/freeze.py``)."""

import csv
import gzip
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

from corpora.generator.casing import key

DATA = Path(__file__).parent / "data"
GROUPS = ("pctwhite", "pctblack", "pctapi", "pcthispanic")


@dataclass(frozen=True, slots=True)
class Pool:
    """Words with weights.

    Attributes:
        words: what may be drawn.
        reached: running sum of the weights, as long as ``words``.
    """

    words: Sequence[str]
    reached: Sequence[float]

    def draw(self, rng: Random) -> str:
        """One word, with probability in proportion to its weight."""
        return self.words[min(bisect(self.reached, rng.random() * self.reached[-1]), len(self.words) - 1)]


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """Rows of a frozen table, e.g. ``"surnames"``."""
    with gzip.open(DATA / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


@cache
def column(name: str, field: str = "name") -> tuple[str, ...]:
    """One column of a frozen table."""
    return tuple(row[field] for row in table(name))


def _share(cell: str) -> float:
    return float(cell) if cell.replace(".", "", 1).isdigit() else 0.0


@cache
def surnames(group: str) -> Pool:
    """Surnames, weighted by the square root of how many people of a group bear them.

    The root flattens the counts, so that rare names are drawn often enough to be learned.
    """
    rows = table("surnames")
    weights = ((float(row["count"]) * _share(row[group]) / 100) ** 0.5 for row in rows)
    return Pool([row["name"] for row in rows], list(accumulate(weights)))


@cache
def given_names(group: str, *, female: bool) -> Pool:
    """Given names of one sex, weighted as surnames are."""
    rows = table("given")
    shares = ((_share(row["pctmale"]), row) for row in rows)
    sexed = ((100 - male if female else male, row) for male, row in shares)
    weights = ((float(row["count"]) * sex * _share(row[group])) ** 0.5 for sex, row in sexed)
    return Pool([row["name"] for row in rows], list(accumulate(weights)))


@cache
def given_share_of_men() -> dict[str, float]:
    """Share of men among the bearers of a given name, by its folded form."""
    return {key(row["name"]): _share(row["pctmale"]) / 100 for row in table("given")}


@cache
def bearers(kind: str) -> dict[str, int]:
    """How many people bear a name as ``"surnames"`` or ``"given"``, by its folded form."""
    return {key(row["name"]): int(float(row["count"])) for row in table(kind)}


@cache
def origins() -> dict[tuple[str, str], tuple[str, ...]]:
    """Names by origin and kind, e.g. ``("korean", "surname")``; kinds are surname, female, male."""
    with (DATA / "origins.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return {(row["origin"], row["kind"]): tuple(row["names"].split()) for row in rows}


@cache
def by_state(name: str, field: str) -> dict[str, tuple[str, ...]]:
    """A column of a table, grouped by its ``state``."""
    found: dict[str, list[str]] = {}
    for row in table(name):
        found.setdefault(row["state"], []).append(row[field])
    return {state: tuple(words) for state, words in found.items()}


@cache
def words(name: str) -> tuple[str, ...]:
    """A frozen list of words, e.g. ``"professions"``: one a line, or parted by spaces."""
    lines = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines for word in ([line] if name in _OF_PHRASES else line.split()))


_OF_PHRASES = frozenset({"professions", "holidays"})
