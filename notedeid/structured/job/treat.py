"""The transforms of a specification, column by column, each from the original values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import pandas as pd

from annotation.errors import InputError, ProfileError
from notedeid.profile import Profile
from notedeid.structured import transforms
from notedeid.structured.job.settings import ReleaseSpec
from notedeid.structured.job.words import HierarchySpec, Strict
from notedeid.structured.job.words import transforms as words
from notedeid.structured.named import need
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
    steps = [one for column in spec.columns.values() for one in column.transform]
    others = [getattr(one, name) for one in steps for name in ("index", "event") if hasattr(one, name)]
    others += [n for one in steps for name in ("within", "together") for n in getattr(one, name, [])]
    named = [*spec.columns, *others, *([spec.patient] if spec.patient else []), *spec.demographic]
    named += [name for name in spec.known.model_dump().values() if name]
    need(frame, *dict.fromkeys(named))


class _Room:
    def __init__(self, frame: pd.DataFrame, spec: ReleaseSpec, profile: Profile, key: Key) -> None:
        self._frame, self._spec, self._profile, self._key = frame, spec, profile, key
        self.crosswalks: dict[str, pd.DataFrame] = {}

    def column(self, name: str) -> pd.Series:
        values, column = self._frame[name], self._spec.columns[name]
        for step in column.transform:
            values = self._rules[type(step)](step, values)
        if not column.transform and self._profile.policy.dates is Dates.YEAR and column.role == "quasi":
            census = column.hierarchy.zip if isinstance(column.hierarchy, HierarchySpec) else None
            return as_listed(values, column.levels, self._newest, census=census or 2020)
        return values

    @property
    def _newest(self) -> int | None:
        dated = [name for name, one in self._spec.columns.items() if one.levels == "dates"]
        days = latest_dates(self._frame, dated, pd.Series("all", self._frame.index))
        return days["all"].year if days else None

    @property
    def _rules(self) -> Mapping[type[Strict], Callable[..., pd.Series]]:
        return MappingProxyType(
            {
                words.Pseudonym: self._pseudonym,
                words.Codebook: self._codebook,
                words.ShiftDates: self._shift,
                words.DaysSince: lambda one, values: transforms.days_since(values, self._frame[one.index]),
                words.AgeAt: lambda one, values: transforms.age_at(values, self._frame[one.event]),
                words.Swap: self._swap,
                words.Microaggregate: self._microaggregate,
                words.Jitter: lambda one, values: transforms.jitter(values, self._key, width=one.width),
                **_PLAIN,
            }
        )

    def _pseudonym(self, one: words.Pseudonym, values: pd.Series) -> pd.Series:
        if self._profile.policy.ids is Ids.RANDOM:
            raise ProfileError(
                f"{self._profile.name} with a keyed code of {values.name!r}: derived from the individual "
                "(45 CFR 164.514(c)); use kind = 'codebook'"
            )
        return transforms.pseudonyms(values, self._key, context=one.context, length=one.length)

    def _codebook(self, one: words.Codebook, values: pd.Series) -> pd.Series:
        codes, self.crosswalks[str(values.name)] = transforms.codebook(values, length=one.length)
        return codes

    def _shift(self, one: words.ShiftDates, values: pd.Series) -> pd.Series:
        if self._spec.patient is None:
            raise InputError(
                f"column {values.name!r}: shifting needs patient = 'COLUMN' in the specification"
            )
        patients = self._frame[self._spec.patient]
        shifted = [
            name
            for name, column in self._spec.columns.items()
            if any(isinstance(step, words.ShiftDates) for step in column.transform)
        ]
        latest = latest_dates(self._frame, shifted, patients)
        shift = transforms.Shift(self._key, self._profile.policy, latest, one.day_first)
        return shift(values, patients)

    def _swap(self, one: words.Swap, values: pd.Series) -> pd.Series:
        names = self._together(one, values)
        whole = self._frame.assign(**{str(values.name): values})
        swapped = transforms.swap(whole, names, self._key, share=one.share, within=one.within)
        return pd.Series(swapped[str(values.name)])

    def _microaggregate(self, one: words.Microaggregate, values: pd.Series) -> pd.Series:
        names = self._together(one, values)
        whole = self._frame.assign(**{str(values.name): values})
        return pd.Series(transforms.microaggregate(whole[names], one.size)[str(values.name)])

    def _together(self, one: words.Swap | words.Microaggregate, values: pd.Series) -> list[str]:
        """The columns that share groups or pairs, in one order; they must all say so alike."""
        names = sorted({str(values.name), *one.together})
        for name in names:
            column = self._spec.columns.get(name)
            step = column.transform[0] if column and column.transform else None
            alike = isinstance(step, type(one)) and sorted({name, *step.together}) == names
            if len(names) > 1 and not (alike and step and _options(step) == _options(one)):
                raise InputError(
                    f"column {values.name!r}: {one.kind} together with {name!r} needs the same transform "
                    "there, the first, naming the same columns"
                )
        return names


def _options(one: Strict) -> dict[str, object]:
    return one.model_dump(exclude={"together"})


_PLAIN: Mapping[type[Strict], Callable[..., pd.Series]] = {
    words.Round: lambda one, values: transforms.round_to(values, one.base),
    words.Bins: lambda one, values: transforms.bins(values, one.edges),
    words.BoundValues: lambda one, values: transforms.bound(values, bottom=one.bottom, top=one.top),
    words.GroupRare: lambda one, values: transforms.group_rare(values, one.minimum, label=one.label),
}
