"""The transforms of a specification, column by column, each from the original values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import pandas as pd

from annotation.errors import InputError, ProfileError
from notedeid.profile import Profile
from notedeid.structured import transforms
from notedeid.structured.job import settings as words
from notedeid.structured.job.settings import ReleaseSpec, Strict
from notedeid.structured.transforms.calendar import latest_dates
from notedeid.structured.transforms.safe_harbor import as_listed
from surrogates.keys import Key
from surrogates.policy import Dates, Ids

__all__ = ["Treated", "treat"]


@dataclass(frozen=True, slots=True, eq=False)
class Treated:
    """A table after its transforms.

    Attributes:
        frame: the columns of the specification, and the patient column.
        crosswalks: value and code of every column with a random codebook.
    """

    frame: pd.DataFrame
    crosswalks: Mapping[str, pd.DataFrame] = field(default_factory=dict, repr=False)


def treat(frame: pd.DataFrame, spec: ReleaseSpec, profile: Profile, key: Key) -> Treated:
    """Apply the transforms.

    Args:
        frame: the table.
        spec: the specification.
        profile: profile of the notes.
        key: scoped key of the notes.

    Raises:
        InputError: an unknown column, or a value that a transform cannot read.
        ProfileError: a transform that would make the profile's name false.
    """
    _check_columns(frame, spec)
    room = _Room(frame, spec, profile, key)
    columns = {name: room.column(name) for name in spec.columns}
    if spec.patient is not None and spec.patient not in columns:
        columns[spec.patient] = frame[spec.patient]
    return Treated(pd.DataFrame(columns, index=frame.index), room.crosswalks)


def _check_columns(frame: pd.DataFrame, spec: ReleaseSpec) -> None:
    referred = [one.transform for one in spec.columns.values() if one.transform is not None]
    others = [
        str(getattr(one, name)) for one in referred for name in ("index", "event") if hasattr(one, name)
    ]
    named = [*spec.columns, *others, *([spec.patient] if spec.patient else []), *spec.demographic]
    named += [name for name in spec.known.model_dump().values() if name]
    for name in named:
        if int((frame.columns == name).sum()) != 1:
            raise InputError(
                f"the table needs exactly one column {name!r}; its columns are {list(frame.columns)}"
            )


class _Room:
    def __init__(self, frame: pd.DataFrame, spec: ReleaseSpec, profile: Profile, key: Key) -> None:
        self._frame, self._spec, self._profile, self._key = frame, spec, profile, key
        self.crosswalks: dict[str, pd.DataFrame] = {}

    def column(self, name: str) -> pd.Series:
        values, transform = self._frame[name], self._spec.columns[name].transform
        if transform is not None:
            return self._rules[type(transform)](transform, values)
        if self._profile.policy.dates is Dates.YEAR and self._spec.columns[name].role == "quasi":
            return as_listed(values, str(self._spec.columns[name].hierarchy), self._newest)
        return values

    @property
    def _newest(self) -> int | None:
        dated = [n for n, one in self._spec.columns.items() if one.hierarchy == "dates"]
        days = latest_dates(self._frame, dated, pd.Series("all", self._frame.index))
        return days["all"].year if days else None

    @property
    def _rules(self) -> Mapping[type[Strict], Callable[..., pd.Series]]:
        return MappingProxyType(
            {
                words.Pseudonym: self._pseudonym,
                words.Codebook: self._codebook,
                words.ShiftDates: self._shift,
                words.DaysSince: self._days_since,
                words.AgeAt: self._age_at,
                words.Swap: self._swap,
                **_PLAIN,
                words.Jitter: lambda one, values: transforms.jitter(values, self._key, width=one.width),
            }
        )

    def _pseudonym(self, one: words.Pseudonym, values: pd.Series) -> pd.Series:
        if self._profile.policy.ids is Ids.RANDOM:
            raise ProfileError(
                f"{self._profile.name} with a keyed code of {values.name!r}: derived from the individual "
                "(45 CFR 164.514(c)); use kind = 'codebook'"
            )
        return transforms.pseudonyms(values, self._key, context=one.context)

    def _codebook(self, _: words.Codebook, values: pd.Series) -> pd.Series:
        codes, self.crosswalks[str(values.name)] = transforms.codebook(values)
        return codes

    def _shift(self, one: words.ShiftDates, values: pd.Series) -> pd.Series:
        if self._spec.patient is None:
            raise InputError(
                f"column {values.name!r}: shifting needs patient = 'COLUMN' in the specification"
            )
        patients = self._frame[self._spec.patient]
        shifted = [n for n, c in self._spec.columns.items() if isinstance(c.transform, words.ShiftDates)]
        latest = latest_dates(self._frame, shifted, patients)
        shift = transforms.Shift(self._key, self._profile.policy, latest, one.day_first)
        return shift(values, patients)

    def _days_since(self, one: words.DaysSince, values: pd.Series) -> pd.Series:
        return transforms.days_since(values, self._frame[one.index])

    def _age_at(self, one: words.AgeAt, values: pd.Series) -> pd.Series:
        return transforms.age_at(values, self._frame[one.event])

    def _swap(self, one: words.Swap, values: pd.Series) -> pd.Series:
        name = str(values.name)
        swapped = transforms.swap(self._frame, [name], self._key, share=one.share, within=one.within)
        return pd.Series(swapped[name])


def _microaggregate(one: words.Microaggregate, values: pd.Series) -> pd.Series:
    return pd.Series(transforms.microaggregate(values.to_frame(), one.size).iloc[:, 0])


_PLAIN: Mapping[type[Strict], Callable[..., pd.Series]] = {
    words.Round: lambda one, values: transforms.round_to(values, one.base),
    words.Bins: lambda one, values: transforms.bins(values, one.edges),
    words.BoundValues: lambda one, values: transforms.bound(values, bottom=one.bottom, top=one.top),
    words.GroupRare: lambda one, values: transforms.group_rare(values, one.minimum, label=one.label),
    words.Microaggregate: _microaggregate,
}
