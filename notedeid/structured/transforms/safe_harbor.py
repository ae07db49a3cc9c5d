"""A table by the list of 45 CFR 164.514(b)(2)(i), without any search.

Direct identifiers go, dates keep their year (and lose it where it shows an age of 90 or more), ages of 90
and over are one, ZIP codes keep three digits where those hold more than 20,000 people, other places smaller
than a state go. What is left may still be unique: measure it.

>>> visits = pd.DataFrame(
...     {"mrn": [7, 8], "birth_date": ["1950-02-01", "1920-02-01"], "zip": ["98418", "82101"],
...      "admitted": ["2021-04-01", "2021-04-02"], "sex": ["F", "M"]})
>>> safe_harbor(visits).values.tolist()
[['1950', '984', '2021', 'F'], [None, '000', '2021', 'M']]
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pandas as pd

from notedeid.structured.columns import Column, Role, classify
from notedeid.structured.hierarchies import zip_codes
from notedeid.structured.hierarchies.ages import age_label
from notedeid.structured.hierarchies.hierarchy import text_of

__all__ = ["as_listed", "is_small_place", "kind_of", "safe_harbor"]

OLDEST = 90
SMALL_PLACE = re.compile(
    r"city|town|county|birth ?place|hospital|facility|ward|department|precinct", re.IGNORECASE
)
PLACE_CODE = re.compile(r"zip|postal|post ?code", re.IGNORECASE)


def safe_harbor(
    frame: pd.DataFrame, *, roles: Mapping[str, Role | str] | None = None, census: int = 2020
) -> pd.DataFrame:
    """Apply the list to every column, judged by `classify`.

    Args:
        frame: the records.
        roles: what the user says of columns; it stands.
        census: year of the ZIP populations.

    Raises:
        InputError: as `classify`, or a cell that is no age, date or ZIP code in a column of them.
    """
    judged = [column for column in classify(frame, roles=roles) if column.role is not Role.DIRECT]
    newest = max((years for c in judged if (years := _newest(frame, c))), default=None)
    listed = [column for column in judged if not is_small_place(column)]
    return pd.DataFrame({c.name: _column(frame[c.name], c, newest, census) for c in listed})


def is_small_place(column: Column) -> bool:
    """Whether a column holds places smaller than a state, ZIP codes apart."""
    words = re.sub(r"[\W_]+", " ", column.name)
    return column.role is Role.QUASI and bool(SMALL_PLACE.search(words))


def _newest(frame: pd.DataFrame, column: Column) -> int | None:
    if not _says(column, "date"):
        return None
    years = _years(frame[column.name]).dropna()
    return int(years.max()) if len(years) else None


def _column(values: pd.Series, column: Column, newest: int | None, census: int) -> pd.Series:
    return as_listed(values, kind_of(column), newest, census=census)


def kind_of(column: Column) -> str:
    """Which item of the list a column is: "zip", "dates", "ages", or "" for none of them."""
    if column.role is not Role.QUASI:
        return ""
    if PLACE_CODE.search(column.name):
        return "zip"
    return "dates" if _says(column, "date") else "ages" if _says(column, "age") else ""


def as_listed(values: pd.Series, kind: str, newest: int | None, *, census: int = 2020) -> pd.Series:
    """One column by the list.

    Args:
        values: the column.
        kind: "zip", "dates" or "ages"; any other is left as it is.
        newest: the latest year of the table, against which a year shows an age of 90 or more.
        census: year of the ZIP populations.
    """
    match kind:
        case "zip":
            return _prefixes(values, census)
        case "dates":
            years = _years(values)
            shown = years.where(years > (newest or 0) - OLDEST)
            return shown.map(text_of, na_action="ignore").astype(object).where(shown.notna(), None)
        case "ages":
            return values.map(age_label, na_action="ignore")
    return values


def _says(column: Column, what: str) -> bool:
    return any(re.search(rf": {what}s?\b", reason) for reason in column.reasons)


def _years(values: pd.Series) -> pd.Series:
    return pd.to_datetime(values.map(str, na_action="ignore"), errors="coerce", format="mixed").dt.year


def _prefixes(values: pd.Series, census: int) -> pd.Series:
    hierarchy = zip_codes(census=census).fit(values)
    place = {leaf: hierarchy.labels[1][hierarchy.codes[1][i]] for i, leaf in enumerate(hierarchy.leaves)}
    return values.map(lambda value: place[text_of(value)], na_action="ignore")
