"""The transforms of a column, each with the options of its function in `notedeid.structured.transforms`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from notedeid.structured.job.words.base import Strict, kind_of

__all__ = [
    "AgeAt",
    "Bins",
    "BoundValues",
    "Codebook",
    "DaysSince",
    "GroupRare",
    "Jitter",
    "Microaggregate",
    "Pseudonym",
    "Round",
    "ShiftDates",
    "Swap",
    "Transform",
]


class Pseudonym(Strict):
    """A keyed code of `length` symbols; columns of one context share their codes."""

    kind: Literal["pseudonym"]
    context: str = "patient"
    length: int = 12


class Codebook(Strict):
    """A random code of `length` symbols; the crosswalk is written beside the release."""

    kind: Literal["codebook"]
    length: int = 12


class ShiftDates(Strict):
    """The shift of the patient's notes."""

    kind: Literal["shift"]
    day_first: bool = False


class DaysSince(Strict):
    """Days since the date in another column of the row."""

    kind: Literal["days-since"]
    index: str


class AgeAt(Strict):
    """From a date of birth to the age at the date in another column."""

    kind: Literal["age-at"]
    event: str


class Round(Strict):
    """To the nearest multiple of a base."""

    kind: Literal["round"]
    base: float


class Bins(Strict):
    """Half-open intervals."""

    kind: Literal["bins"]
    edges: list[float]


class BoundValues(Strict):
    """Top and bottom coding."""

    kind: Literal["bound"]
    bottom: float | None = None
    top: float | None = None


class Jitter(Strict):
    """Bounded noise, in interquartile ranges."""

    kind: Literal["jitter"]
    width: float = 0.1


class Microaggregate(Strict):
    """Means of groups of alike records; columns that name each other in `together` share their groups."""

    kind: Literal["microaggregate"]
    size: int
    together: tuple[str, ...] = ()


class GroupRare(Strict):
    """Rare categories in one group."""

    kind: Literal["group-rare"]
    minimum: int
    label: str = "other"


class Swap(Strict):
    """Values exchanged between records of a group; columns in `together` move as one."""

    kind: Literal["swap"]
    share: float = 0.1
    within: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


Transform = Annotated[
    Pseudonym
    | Codebook
    | ShiftDates
    | DaysSince
    | AgeAt
    | Round
    | Bins
    | BoundValues
    | Jitter
    | Microaggregate
    | GroupRare
    | Swap,
    Field(discriminator="kind"),
    kind_of(
        Pseudonym,
        Codebook,
        ShiftDates,
        DaysSince,
        AgeAt,
        Round,
        Bins,
        BoundValues,
        Jitter,
        Microaggregate,
        GroupRare,
        Swap,
    ),
]
