"""Two tables made comparable: dates as decimal years, codes as categories, numbers as they are.

What a column is, the original decides. A generalized date stands for its middle: "2023" for 2023.5.

>>> alike(pd.DataFrame({"seen": ["2023-07-02"]}), pd.DataFrame({"seen": ["2023-Q3"]}))[1]["seen"].tolist()
[2023.625]
"""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from notedeid.structured.hierarchies.hierarchy import text_of

__all__ = ["alike", "are_dates"]

MOST = 0.9
SHORTEST_CODE = 5
DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[ T].*)?|\d{1,2}/\d{1,2}/\d{2,4}(?: .*)?")
COARSE = re.compile(r"(\d{4})(?:-(\d\d)|-Q([1-4])|-(\d{4}))?")
YEAR_DAYS = 365.25


def alike(before: pd.DataFrame, after: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The two frames with date columns as decimal years and code columns as categories."""
    old, new = before.copy(), after.copy()
    for name in before.columns:
        if are_dates(before[name]):
            old[name], new[name] = _years(before[name]), _years(after[name])
        elif _are_codes(before[name]):
            old[name], new[name] = before[name].astype("category"), after[name].astype("category")
    return old, new


def are_dates(values: pd.Series) -> bool:
    """Whether a column holds dates, as datetimes or as text."""
    if pd.api.types.is_datetime64_any_dtype(values):
        return True
    filled = values.dropna().map(text_of)
    return len(filled) > 0 and float(filled.str.fullmatch(DATE.pattern).mean()) >= MOST


def _are_codes(values: pd.Series) -> bool:
    """Texts of digits that are no quantities: of one length, or with a leading zero."""
    if not (pd.api.types.is_object_dtype(values) or pd.api.types.is_string_dtype(values)):
        return False
    filled = values.dropna().map(text_of)
    if not len(filled) or not filled.str.fullmatch(r"\d+(?:-\d+)?").all():
        return False
    lengths = set(filled.str.len())
    return bool((filled.str.len() > 1).any() and filled.str.match(r"0\d").any()) or (
        len(lengths) == 1 and min(lengths) >= SHORTEST_CODE
    )


def _years(values: pd.Series) -> pd.Series:
    place = {text: _year(text) for text in {text_of(value) for value in values.dropna().unique()}}
    known = values.map(lambda value: place[text_of(value)], na_action="ignore").astype(np.float64)
    return values.astype(object) if known.notna().sum() == 0 else known


def _year(text: str) -> float:
    if match := COARSE.fullmatch(text):
        year, month, quarter, last = (int(part) if part else 0 for part in match.groups())
        if last:
            return (year + last + 1) / 2
        return year + ((month - 0.5) / 12 if month else (quarter - 0.5) / 4 if quarter else 0.5)
    if not DATE.fullmatch(text):
        return float("nan")
    day = pd.to_datetime(text, errors="coerce")
    return float("nan") if pd.isna(day) else day.year + (day.dayofyear - 1) / YEAR_DAYS
