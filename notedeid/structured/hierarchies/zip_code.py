"""ZIP codes: 5 digits, 3 digits by the 20,000 rule, state, region.

The first three digits may stay only where all ZIP codes that share them hold more than 20,000 people;
all others become 000 (45 CFR 164.514(b)(2)(i)(B)). Which ones depends on the census: pass its year. The
table is the one that surrogates are drawn by: US Census Bureau counts by ZCTA, summed over the prefix, and
the 2010 ZCTA-to-tract relationship file. 2010 has no counts for Puerto Rico; a prefix without residents
(post-office and single-building ZIP codes) is restricted. Of the 19 prefixes that touch two or more states
each is given the state with most of its census tracts; a 000 prefix stays 000 at every level, for it could
not be told apart again without splitting a group.

>>> import pandas as pd
>>> zip_codes().fit(pd.Series(["10001", "10002-1234", "82101"])).labels[1:3]
(('100', '000'), ('NY', '000'))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import Levels
from surrogates.data import rows

__all__ = ["Prefix", "prefixes", "restricted", "zip_codes"]

FEW = 20_000
RESTRICTED = "000"
CENSUSES = (2010, 2020)
WRITTEN = re.compile(r"(\d{3})(?:\d{2}(?:-?\d{4})?|\*\*|XX)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prefix:
    """What is known of a 3-digit ZIP prefix: people at each census, state, census region, states touched."""

    people: dict[int, int]
    state: str
    region: str
    states: int


@cache
def prefixes() -> dict[str, Prefix]:
    """All 3-digit prefixes of the frozen table."""
    return {
        prefix: Prefix({2010: int(in_2010), 2020: int(in_2020)}, state, region, int(states))
        for prefix, in_2020, state, in_2010, states, region in rows("zip3")
    }


def restricted(prefix: str, *, census: int = 2020) -> bool:
    """Whether a 3-digit prefix must become 000: 20,000 people or fewer, or not a known prefix."""
    known = prefixes().get(prefix)
    return known is None or known.people[census] <= FEW


def zip_codes(*, census: int = 2020) -> Levels:
    """The hierarchy of a ZIP column (5 digits, ZIP+4, or 3 digits already).

    Raises:
        InputError: a census year without counts.
    """
    if census not in CENSUSES:
        raise InputError(f"no ZIP populations for {census}; use one of {', '.join(map(str, CENSUSES))}")

    def prefix(value: object) -> str:
        match = WRITTEN.fullmatch(_padded(value))
        if not match:
            raise ValueError
        return RESTRICTED if restricted(match[1], census=census) else match[1]

    def state(value: object) -> str:
        found = prefixes().get(prefix(value))
        return found.state if found else RESTRICTED

    def region(value: object) -> str:
        found = prefixes().get(prefix(value))
        return found.region if found else RESTRICTED

    return Levels("zip codes", ("3 digits", prefix), ("state", state), ("region", region))


def _padded(value: object) -> str:
    text = str(value).strip().removesuffix(".0")
    return text.zfill(5) if text.isdigit() and len(text) == 4 else text  # noqa: PLR2004 a lost leading zero
