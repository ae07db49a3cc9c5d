"""Ages: days, weeks and months for small children, years, bands of 5, 10 and 20 years, 90 and over.

Every age of 90 or more is one group from the first level on (45 CFR 164.514(b)(2)(i)(C)).

>>> [age_label(v) for v in (0.01, "5 weeks", "18 mo", 34, 97)]
['3 d', '1 mo', '18 mo', '34', '90+']
"""

from __future__ import annotations

import math
import re

from notedeid.structured.hierarchies.hierarchy import Levels

__all__ = ["age_band", "age_label", "ages"]

DAYS_A_YEAR = 365.25
OLDEST = 90
NEONATE_DAYS = 28
UNITS = {"d": 1.0, "w": 7.0, "m": DAYS_A_YEAR / 12, "y": DAYS_A_YEAR}
WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s*([dwmy]?)[a-z.]*", re.IGNORECASE)


def ages() -> Levels:
    """The hierarchy of an age column: years as numbers, or text with a unit ("3 days", "18 mo", "40 y")."""
    return Levels(
        "ages", ("age, 90+", age_label), ("5 years", _band_5), ("10 years", _band_10), ("20 years", _band_20)
    )


def age_label(value: object) -> str:
    """The age in its natural unit: days below a week, weeks below a month, months below 2 years, 90+."""
    days = _days(value)
    years = days / DAYS_A_YEAR
    if years >= OLDEST:
        return "90+"
    if years >= 2:  # noqa: PLR2004 paediatrics counts months below two years
        return str(math.floor(years + 1e-9))
    if days >= UNITS["m"]:
        return f"{math.floor(days / UNITS['m'] + 1e-9)} mo"
    return f"{math.floor(days / 7)} wk" if days >= UNITS["w"] else f"{math.floor(days)} d"


def age_band(value: object, width: int) -> str:
    """The band of `width` years, 90 and over its own up to 10 years; children under 1 apart at 5 years."""
    days = _days(value)
    years = math.floor(days / DAYS_A_YEAR + 1e-9)
    top = OLDEST // width * width
    if years >= top:
        return f"{top}+"
    start = years // width * width
    if width == 5 and years == 0:  # noqa: PLR2004 the finest band keeps neonates and infants apart
        return "neonate" if days < NEONATE_DAYS else "infant"
    return f"{1 if width == 5 and start == 0 else start}-{start + width - 1}"  # noqa: PLR2004 as above


def _days(value: object) -> float:
    if isinstance(value, int | float) and 0 <= value < math.inf:
        return float(value) * DAYS_A_YEAR
    match = WRITTEN.fullmatch(str(value).strip().removesuffix("+"))
    if not match:
        raise ValueError
    return float(match[1]) * UNITS[match[2].lower() or "y"]


def _band_5(value: object) -> str:
    return age_band(value, 5)


def _band_10(value: object) -> str:
    return age_band(value, 10)


def _band_20(value: object) -> str:
    return age_band(value, 20)
