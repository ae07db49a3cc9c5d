"""Dates: day, month, quarter, year, 5 years, 10 years.

Under Safe Harbor only the year may stay (45 CFR 164.514(b)(2)(i)(C)); the levels below it serve expert
determination and limited data sets.

>>> import pandas as pd
>>> dates().fit(pd.Series(["2021-03-04", "2021-05-06"])).labels[2:4]
(('2021-Q1', '2021-Q2'), ('2021',))
"""

from __future__ import annotations

import pandas as pd

from notedeid.structured.hierarchies.hierarchy import Levels

__all__ = ["dates"]


def dates() -> Levels:
    """The hierarchy of a date column (datetimes, dates or ISO text)."""
    return Levels(
        "dates",
        ("month", _month),
        ("quarter", _quarter),
        ("year", _year),
        ("5 years", _span_5),
        ("10 years", _span_10),
    )


def _stamp(value: object) -> pd.Timestamp:
    stamp = pd.Timestamp(str(value))
    if pd.isna(stamp):
        raise ValueError
    return stamp


def _month(value: object) -> str:
    return f"{_stamp(value):%Y-%m}"


def _quarter(value: object) -> str:
    stamp = _stamp(value)
    return f"{stamp.year}-Q{stamp.quarter}"


def _year(value: object) -> str:
    return str(_stamp(value).year)


def _span_5(value: object) -> str:
    return _span(value, 5)


def _span_10(value: object) -> str:
    return _span(value, 10)


def _span(value: object, width: int) -> str:
    start = _stamp(value).year // width * width
    return f"{start}-{start + width - 1}"
