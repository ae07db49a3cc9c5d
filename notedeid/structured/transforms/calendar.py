"""Dates of a table: shifted with the notes of the patient, or without any anchor in time.

A patient's offset is the one that `surrogates.calendar` gives the dates in the notes, so an interval
between a cell and a sentence is what it was. Shifted dates are not Safe Harbor: day and month stay (45 CFR
164.514(b)(2)(i)(C)). Days since an event and the age at an event carry no calendar date at all.

>>> days_since(pd.Series(["2021-03-09"]), pd.Series(["2021-03-04"])).tolist()
[5]
>>> age_at(pd.Series(["1950-03-10", "1931-01-01"]), pd.Series(["2021-03-09", "2021-03-09"])).tolist()
[70, 90]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

import numpy as np
import numpy.typing as npt
import pandas as pd

from annotation.errors import InputError, ProfileError
from notedeid.structured.hierarchies.hierarchy import text_of
from surrogates.calendar import Calendar, Reference, offset
from surrogates.keys import Key
from surrogates.policy import Dates, Policy

__all__ = ["Shift", "age_at", "days_since", "latest_dates"]

MEASURE = re.compile(r"(?!\d{4}$|\d{6}$|\d{8}$)-?\d+(?:\.\d+)?")
ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
POOLED = 90


@dataclass(frozen=True, slots=True)
class Shift:
    """The shift of a dataset: one offset a patient, the same in notes and tables.

    Attributes:
        key: the scoped key of the notes (`Deidentifier.key`).
        policy: the policy of the notes; it must shift dates.
        latest: the last known day of each patient; years that show an age of 90 or more go by it.
        day_first: 3/4 is the third of April.

    Raises:
        ProfileError: the policy does not shift dates.
    """

    key: Key
    policy: Policy = field(default_factory=Policy)
    latest: Mapping[str, date] = field(default_factory=dict, repr=False)
    day_first: bool = False

    def __post_init__(self) -> None:
        if self.policy.dates is not Dates.SHIFT:
            raise ProfileError(
                f"the profile has dates={self.policy.dates}, so a table beside them cannot shift its own; "
                "use days-since, age-at or the levels of a date hierarchy"
            )

    def offset(self, patient: str) -> int:
        """Days by which every date of a patient moves."""
        return offset(self.key, patient, self.policy)

    def __call__(self, values: pd.Series, patients: pd.Series) -> pd.Series:
        """Shift a column of dates (datetimes, dates or text in any written form, which is kept).

        Text that holds no date becomes the tag of the notes; missing cells stay missing.

        Raises:
            InputError: a date without a patient, or a column of plain numbers.
        """
        if (values.notna() & patients.isna()).any():
            raise InputError(f"column {values.name!r}: a date without a patient cannot be shifted")
        who = patients.map(text_of)
        if pd.api.types.is_datetime64_any_dtype(values):
            moved = self._moved(values.astype("datetime64[ns]"), who)
            return pd.Series(pd.to_datetime(moved, errors="coerce"))
        texts = values.map(text_of, na_action="ignore")
        if all(ISO.fullmatch(text) for text in texts.dropna().unique()):
            stamps = pd.to_datetime(texts, errors="coerce", format="%Y-%m-%d")
            if stamps.notna().equals(texts.notna()):
                return self._moved(stamps, who)
        if 2 * int(texts.dropna().str.fullmatch(MEASURE).sum()) > len(texts.dropna()):
            raise InputError(f"column {values.name!r}: most cells are plain numbers, no dates to shift")
        return self._written(texts, who)

    def _moved(self, stamps: pd.Series, who: pd.Series) -> pd.Series:
        days = who.map({patient: self.offset(patient) for patient in who[stamps.notna()].unique()})
        moved = stamps + pd.to_timedelta(days, unit="D")
        years = who.map({patient: day.year for patient, day in self.latest.items()}) - stamps.dt.year
        special = stamps.notna() & ((years >= POOLED) | (self.policy.window is not None))
        timed = (stamps.dropna() != stamps.dropna().dt.normalize()).any()
        form = "%Y-%m-%d %H:%M:%S" if timed else "%Y-%m-%d"
        cells = moved.dt.strftime(form).astype(object).where(moved.notna(), None)
        if special.any():
            cells[special] = self._written(stamps[special].dt.strftime(form), who[special])
        return pd.Series(cells, name=stamps.name)

    def _written(self, texts: pd.Series, who: pd.Series) -> pd.Series:
        reference = {p: Reference(self.latest.get(p), self.day_first) for p in who.dropna().unique()}
        calendars = {p: Calendar(self.key, p, self.policy, self.latest.get(p)) for p in reference}
        cells = [
            None if pd.isna(text) else calendars[patient].shift(str(text), reference[patient])
            for text, patient in zip(texts, who, strict=True)
        ]
        return pd.Series(cells, index=texts.index, name=texts.name, dtype=object)


def latest_dates(frame: pd.DataFrame, columns: list[str], patients: pd.Series) -> dict[str, date]:
    """The last day that the given columns know of each patient."""
    if not columns:
        return {}
    stamps = pd.concat([_stamps(frame[name], strict=False) for name in columns], axis=1).max(axis=1)
    found = stamps.groupby(patients.map(text_of)).max().dropna()
    return {str(patient): stamp.date() for patient, stamp in found.items()}


def days_since(values: pd.Series, index: pd.Series) -> pd.Series:
    """Whole days from the index date of each row to its date; missing where either is.

    Raises:
        InputError: a cell that is no date.
    """
    gap = (_stamps(values).dt.normalize() - _stamps(index).dt.normalize()).dt.days
    return pd.Series(gap, dtype="Int64", name=values.name)


def age_at(birth: pd.Series, event: pd.Series) -> pd.Series:
    """Completed years at an event; 90 stands for 90 and over (45 CFR 164.514(b)(2)(i)(C)).

    Raises:
        InputError: a cell that is no date, or an event before birth.
    """
    born, then = _stamps(birth), _stamps(event)
    before = (then.dt.month < born.dt.month) | (
        (then.dt.month == born.dt.month) & (then.dt.day < born.dt.day)
    )
    years = (then.dt.year - born.dt.year).astype("Float64") - before.astype("Float64")
    if (years < 0).any():
        raise InputError(f"column {birth.name!r}: {int((years < 0).sum())} events lie before birth")
    return pd.Series(years.clip(upper=POOLED), dtype="Int64", name=birth.name)


def _stamps(values: pd.Series, *, strict: bool = True) -> pd.Series:
    stamps = pd.to_datetime(values, errors="coerce", format=None if _is_stamp(values) else "mixed")
    unread: npt.NDArray[np.bool_] = (stamps.isna() & values.notna()).to_numpy()
    if strict and unread.any():
        raise InputError(
            f"column {values.name!r}: {int(unread.sum())} cells are no dates; correct or empty them"
        )
    return pd.Series(stamps)


def _is_stamp(values: pd.Series) -> bool:
    return bool(pd.api.types.is_datetime64_any_dtype(values))
