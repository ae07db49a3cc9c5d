"""Columns that measure something: numbers, and dates as days.

>>> amounts(pd.Series(["1970-01-03", None])).tolist()
[2.0, nan]
>>> amounts(pd.Series(["a", "b"])) is None
True
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.utility.alike import are_dates
from notedeid.structured.utility.columns import is_numeric, numeric

__all__ = ["amounts", "date_form", "written"]

EPOCH = pd.Timestamp("1970-01-01")
STAMP = "stamp"


def amounts(values: pd.Series) -> pd.Series | None:
    """A column as floats, dates as days since 1970; None for a column of categories."""
    if date_form(values):
        return _days(values)
    return numeric(values) if is_numeric(values) else None


def date_form(values: pd.Series) -> str:
    """How the dates of a column are written: "stamp", a `strftime` form, or "" where it holds none."""
    if pd.api.types.is_datetime64_any_dtype(values):
        return STAMP
    if not are_dates(values):
        return ""
    return "%m/%d/%Y" if "/" in text_of(values.dropna().iloc[0]) else "%Y-%m-%d"


def written(days: pd.Series, form: str) -> pd.Series:
    """Days since 1970 as the dates of a column."""
    stamps = EPOCH + pd.to_timedelta(days.round(), unit="D")
    return stamps if form == STAMP else stamps.dt.strftime(form).astype(object).where(days.notna(), None)


def _days(values: pd.Series) -> pd.Series:
    stamps = pd.to_datetime(values, errors="coerce", format=None if date_form(values) == STAMP else "mixed")
    days: pd.Series = (stamps - EPOCH).dt.days
    return days.astype(np.float64)
