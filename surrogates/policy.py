"""What to do with each kind of identifier: the knobs that a profile sets."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from annotation import Label

__all__ = [
    "Ages",
    "Consistency",
    "Dates",
    "Gender",
    "Holidays",
    "Ids",
    "Look",
    "Places",
    "Policy",
    "Staff",
    "Zip",
]


class Look(StrEnum):
    """What stands in the place of an identifier."""

    SURROGATE = "surrogate"
    TAG = "tag"
    MASK = "mask"


class Dates(StrEnum):
    """``shift``: one offset a patient; ``year``: nothing but the year stays; ``keep``."""

    SHIFT = "shift"
    YEAR = "year"
    KEEP = "keep"


class Ages(StrEnum):
    """``pool``: 90 and over become one category; ``keep``."""

    POOL = "pool"
    KEEP = "keep"


class Places(StrEnum):
    """``surrogate``, ``remove`` (a tag stands there) or ``keep``."""

    SURROGATE = "surrogate"
    REMOVE = "remove"
    KEEP = "keep"


class Zip(StrEnum):
    """``surrogate``: of the surrogate place; ``zip3``: 45 CFR 164.514(b)(2)(i)(B); ``keep``."""

    SURROGATE = "surrogate"
    ZIP3 = "zip3"
    KEEP = "keep"


class Staff(StrEnum):
    """Names of staff: ``dataset`` gives a person one surrogate over all patients of the data set."""

    DATASET = "dataset"
    PATIENT = "patient"
    REMOVE = "remove"
    KEEP = "keep"


class Ids(StrEnum):
    """``keyed`` by the patient's key, or from a ``random`` codebook that is thrown away."""

    KEYED = "keyed"
    RANDOM = "random"


class Gender(StrEnum):
    """Whether a surrogate given name keeps the sex of the original."""

    KEPT = "kept"
    NEUTRAL = "neutral"


class Consistency(StrEnum):
    """How often a person, place or number gets a new surrogate."""

    CONSISTENT = "consistent"
    RANDOM = "random"
    MARKOV = "markov"


class Holidays(StrEnum):
    """A shifted named day becomes the ``nearest`` named day or a ``plain`` date."""

    NEAREST = "nearest"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One decision for each kind of identifier.

    Attributes:
        look: surrogate, tag (``[PATIENT]``) or mask (``*`` for each character).
        dates: what happens to dates.
        minimum_offset: least number of days of a shift.
        maximum_offset: greatest number of days of a shift.
        whole_weeks: offsets are multiples of 7, so that weekdays stay.
        window: first and last day of the extract; shifted dates outside become a tag.
        month_first: reading of 3/4 where nothing in the patient's notes decides it.
        holidays: what a shifted named day becomes.
        ages: what happens to ages of 90 and over.
        zips: what happens to ZIP codes.
        state: what happens to states and counties' states.
        city: what happens to cities and counties.
        street: what happens to streets, rooms and landmarks.
        facility: what happens to hospitals, departments and organizations.
        country: what happens to countries.
        profession: what happens to occupations.
        staff: what happens to names of staff.
        ids: where surrogates of names, contacts and numbers are drawn from.
        gender: whether sex is kept.
        consistency: how often a new surrogate is drawn.
        markov_stay: chance that the next mention keeps the surrogate, for ``markov``.
    """

    look: Look = Look.SURROGATE
    dates: Dates = Dates.SHIFT
    minimum_offset: int = 30
    maximum_offset: int = 365
    whole_weeks: bool = False
    window: tuple[date, date] | None = None
    month_first: bool = True
    holidays: Holidays = Holidays.NEAREST
    ages: Ages = Ages.POOL
    zips: Zip = Zip.SURROGATE
    state: Places = Places.SURROGATE
    city: Places = Places.SURROGATE
    street: Places = Places.SURROGATE
    facility: Places = Places.SURROGATE
    country: Places = Places.KEEP
    profession: Places = Places.SURROGATE
    staff: Staff = Staff.DATASET
    ids: Ids = Ids.KEYED
    gender: Gender = Gender.KEPT
    consistency: Consistency = Consistency.CONSISTENT
    markov_stay: float = 0.5

    def treatments(self) -> dict[Label, Places]:
        """Whether spans of each label get a surrogate (or a coarser value), are removed, or stay."""
        return {
            **dict.fromkeys(Label, Places.SURROGATE),
            Label.DOCTOR: _STAFF.get(self.staff, Places.SURROGATE),
            Label.DATE: _kept(self.dates is Dates.KEEP),
            Label.AGE: _kept(self.ages is Ages.KEEP),
            Label.ZIP: _kept(self.zips is Zip.KEEP),
            Label.STATE: self.state,
            **dict.fromkeys((Label.CITY, Label.COUNTY), self.city),
            **dict.fromkeys((Label.STREET, Label.ROOM, Label.LOCATION_OTHER), self.street),
            **dict.fromkeys((Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT), self.facility),
            Label.COUNTRY: self.country,
            Label.PROFESSION: self.profession,
        }


_STAFF = {Staff.KEEP: Places.KEEP, Staff.REMOVE: Places.REMOVE}


def _kept(kept: bool) -> Places:  # noqa: FBT001 - a yes or no is all it takes
    return Places.KEEP if kept else Places.SURROGATE
