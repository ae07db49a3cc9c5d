"""What a column is: direct identifier, quasi-identifier, sensitive, or neither.

Judged by its name, its content and how unique its values are, with the reasons written down. A word of the
user overrides everything. The identifiers are those of 45 CFR 164.514(b)(2)(i); quasi-identifiers are what
others may know of a person (demographics, places, dates, occupation, visible events).

>>> import pandas as pd
>>> frame = pd.DataFrame({"mrn": [101, 102], "birth_date": ["1950-01-02", None], "dx": ["I10", "E11"]})
>>> [(c.name, c.role.value) for c in classify(frame)]
[('mrn', 'direct'), ('birth_date', 'quasi'), ('dx', 'sensitive')]
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import text_of

__all__ = ["Column", "Role", "classify"]

SAMPLE = 2_000
MOST = 0.8
UNIQUE = 0.95
FREE_TEXT_WORDS = 6


class Role(StrEnum):
    """What a column is to an attacker."""

    DIRECT = "direct"
    QUASI = "quasi"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"


@dataclass(frozen=True, slots=True)
class Column:
    """A column and what it was judged to be.

    Attributes:
        name: the column.
        role: its role.
        reasons: why, strongest first; "named by the user" where the user said so.
        distinct: number of distinct values.
        missing: share of empty cells.
        unique: share of the filled cells whose value occurs once.
    """

    name: str
    role: Role
    reasons: tuple[str, ...]
    distinct: int
    missing: float
    unique: float


def classify(frame: pd.DataFrame, *, roles: Mapping[str, Role | str] | None = None) -> list[Column]:
    """Judge every column of a frame.

    Args:
        frame: the table.
        roles: what the user says of columns; it stands.

    Raises:
        InputError: an empty frame, a role for an unknown column, or an unknown role.
    """
    if not len(frame):
        raise InputError("the table has no rows to judge its columns by")
    said = dict(roles or {})
    unknown = [name for name in said if name not in frame.columns]
    if unknown:
        raise InputError(f"a role is given for {unknown[0]!r}, which is no column of the table")
    wrong = [role for role in said.values() if role not in list(Role)]
    if wrong:
        raise InputError(f"{wrong[0]!r} is no role; use {', '.join(Role)}")
    return [_column(frame.iloc[:, i], said.get(str(name))) for i, name in enumerate(frame.columns)]


def _column(column: pd.Series, said: Role | str | None) -> Column:
    filled = column.dropna()
    counts = filled.map(text_of).value_counts()
    unique = float((counts == 1).sum() / max(len(filled), 1))
    content = _by_content(filled)
    evidence = [*_by_name(str(column.name), filled), *content, *_by_uniqueness(filled, unique, content)]
    role, reasons = _verdict(evidence)
    if said is not None:
        role, reasons = Role(said), ("named by the user", *reasons)
    return Column(str(column.name), role, reasons, len(counts), float(column.isna().mean()), unique)


@cache
def _patterns(by: str) -> list[tuple[Role, str, re.Pattern[str]]]:
    text = resources.files("notedeid.structured").joinpath("data/columns.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter=";", quoting=csv.QUOTE_NONE)
    return [(Role(row["role"]), row["what"], re.compile(row["pattern"])) for row in rows if row["by"] == by]


def _verdict(evidence: Sequence[tuple[Role, str]]) -> tuple[Role, tuple[str, ...]]:
    if not evidence:
        return Role.INSENSITIVE, ("nothing speaks for a person",)
    order = list(Role)
    role = min((role for role, _ in evidence), key=order.index)
    return role, tuple(reason for _, reason in sorted(evidence, key=lambda e: order.index(e[0])))


def _by_name(name: str, filled: pd.Series) -> list[tuple[Role, str]]:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[\W_]+", " ", name).strip().lower()
    found = [(role, what) for role, what, pattern in _patterns("name") if pattern.fullmatch(words)]
    return [(role, f"name: {what}") for role, what in found if what != "date" or _has_digits(filled)]


def _has_digits(filled: pd.Series) -> bool:
    """Whether cells can be dates at all: "service" may also name a ward."""
    texts = filled.iloc[:SAMPLE].map(text_of).astype(str)
    return not len(texts) or float(texts.str.contains(r"\d").mean()) >= 1 / 2


def _by_content(filled: pd.Series) -> list[tuple[Role, str]]:
    if pd.api.types.is_datetime64_any_dtype(filled):
        return [(Role.QUASI, "content: dates")]
    texts = [text_of(value).strip() for value in filled.iloc[:SAMPLE]]
    if not texts:
        return []
    found = [
        (role, f"content: {what}")
        for role, what, pattern in _patterns("content")
        if sum(bool(pattern.fullmatch(text)) for text in texts) >= MOST * len(texts)
    ]
    if sum(len(text.split()) for text in texts) / len(texts) >= FREE_TEXT_WORDS:
        found.append((Role.DIRECT, "content: free text, which names people; treat it as a note field"))
    return found


def _by_uniqueness(
    filled: pd.Series, unique: float, content: Sequence[tuple[Role, str]]
) -> list[tuple[Role, str]]:
    if len(filled) < 20 or unique < UNIQUE or _measured(filled):  # noqa: PLR2004 too few rows tell nothing
        return []
    if any(reason == "content: dates" for _, reason in content):
        return [(Role.QUASI, "values: nearly all different dates")]
    return [(Role.DIRECT, "values: nearly all different, as identifiers are")]


def _measured(filled: pd.Series) -> bool:
    """Whether values are numbers with decimals, which differ without naming anybody."""
    if pd.api.types.is_float_dtype(filled):
        return True
    numbers = pd.to_numeric(filled.iloc[:SAMPLE].map(text_of), errors="coerce")
    return bool(numbers.notna().all() and (numbers % 1 != 0).any())
