"""Columns that leave and do not look as the specification says.

The user's word stands, so under most profiles this is a warning. Safe Harbor is a claim about the content of
the table: there a column that looks like an item of 45 CFR 164.514(b)(2)(i) and is not treated as one would
make the profile's name false, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annotation.errors import ProfileError
from notedeid.profile import Profile
from notedeid.structured.columns import Column, Role, classify
from notedeid.structured.job.settings import ReleaseSpec
from notedeid.structured.job.words import ColumnSpec
from notedeid.structured.transforms.safe_harbor import is_small_place, kind_of
from surrogates.policy import Dates

__all__ = ["suspicions"]


def suspicions(frame: pd.DataFrame, spec: ReleaseSpec, profile: Profile) -> tuple[str, ...]:
    """One line for every column that leaves unchanged and looks like an identifier.

    Raises:
        ProfileError: under Safe Harbor, a column of its list that is not treated as the list asks.
    """
    open_columns = [name for name in spec.released if spec.columns[name].role != "note"]
    bare = [name for name in open_columns if _keeps_values(spec.columns[name])]
    if not bare:
        return ()
    judged = classify(frame[bare])
    if profile.policy.dates is Dates.YEAR:
        for column in judged:
            _check_listed(column, spec, profile)
    return tuple(_warnings(judged, spec))


def _keeps_values(column: ColumnSpec) -> bool:
    return all(one.kind in {"swap", "group-rare"} for one in column.transform)


def _warnings(judged: list[Column], spec: ReleaseSpec) -> Iterator[str]:
    for column in judged:
        role = spec.columns[column.name].role
        if column.role is Role.DIRECT:
            yield f"{column.name!r} leaves as {role} and looks like a direct identifier ({column.reasons[0]})"
        elif column.role is Role.QUASI and role != "quasi":
            yield f"{column.name!r} leaves as {role} and looks like a quasi-identifier ({column.reasons[0]})"


def _check_listed(column: Column, spec: ReleaseSpec, profile: Profile) -> None:
    kind = kind_of(column)
    treated = spec.columns[column.name].role == "quasi" and spec.columns[column.name].levels == kind
    if column.role is Role.DIRECT or is_small_place(column) or (kind and not treated):
        wanted = f"a quasi-identifier with hierarchy = '{kind}'" if kind else "removed, coded, or a note"
        raise ProfileError(
            f"{profile.name} with {column.name!r} as it is: it looks like an item of 45 CFR 164.514(b)(2)(i) "
            f"({column.reasons[0]}) and must be {wanted}"
        )
