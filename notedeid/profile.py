"""What leaves and what stays: one profile for each legal pathway.

``safe-harbor`` and ``safe-harbor-strict`` follow the list of 45 CFR 164.514(b)(2)(i),
``limited-data-set`` 164.514(e)(2), ``expert-determination`` prepares notes for an expert under
164.514(b)(1). A profile refuses an option that would make its name false, and says why: a shifted
date still has its day and month, a keyed code is derived from the individual (164.514(c)).

>>> get("safe-harbor", ages="keep")
Traceback (most recent call last):
    ...
annotation.errors.ProfileError: safe-harbor with ages=keep: 45 CFR 164.514(b)(2)(i)(C) pools ages over 89
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from annotation import Label, ProfileError
from surrogates.keys import Key
from surrogates.policy import Ages, Dates, Ids, Look, Places, Policy, Staff, Zip

DEFAULT = "expert-determination"
_RANDOM = Policy(ids=Ids.RANDOM)
_SAFE_HARBOR = replace(
    _RANDOM, dates=Dates.YEAR, zips=Zip.ZIP3, state=Places.KEEP, country=Places.KEEP, staff=Staff.REMOVE
)
_POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "expert-determination": Policy(),
        "safe-harbor": _SAFE_HARBOR,
        "safe-harbor-strict": replace(
            _SAFE_HARBOR, facility=Places.REMOVE, street=Places.REMOVE, profession=Places.REMOVE
        ),
        "limited-data-set": replace(
            _RANDOM,
            dates=Dates.KEEP,
            ages=Ages.KEEP,
            zips=Zip.KEEP,
            state=Places.KEEP,
            city=Places.KEEP,
            street=Places.REMOVE,
            country=Places.KEEP,
            staff=Staff.REMOVE,
            profession=Places.KEEP,
        ),
    }
)
_ALIASES: Mapping[str, str] = MappingProxyType({"providers": "staff", "output": "look"})
_KIND: Mapping[str, type[StrEnum]] = MappingProxyType(
    {f.name: type(f.default) for f in fields(Policy) if isinstance(f.default, StrEnum)}
)


class Rule(NamedTuple):
    """One refusal: in which profiles, which option and values, and why."""

    profiles: tuple[str, ...]
    option: str
    values: tuple[StrEnum, ...]
    reason: str


_HARBOR = ("safe-harbor", "safe-harbor-strict")
_LIMITED = ("limited-data-set",)
_RULES = (
    Rule(
        _HARBOR,
        "dates",
        (Dates.SHIFT,),
        "a shifted date keeps day and month, which 45 CFR 164.514(b)(2)(i)(C) removes; "
        "use dates=year or the expert-determination profile",
    ),
    Rule(
        _HARBOR,
        "dates",
        (Dates.KEEP,),
        "45 CFR 164.514(b)(2)(i)(C) removes all elements of dates but the year",
    ),
    Rule(
        _HARBOR,
        "ids",
        (Ids.KEYED,),
        "a keyed code is derived from information about the individual, which 45 CFR 164.514(c) rules out; "
        "use ids=random or the expert-determination profile",
    ),
    Rule(_HARBOR, "ages", (Ages.KEEP,), "45 CFR 164.514(b)(2)(i)(C) pools ages over 89"),
    Rule(
        _HARBOR, "zips", (Zip.KEEP,), "45 CFR 164.514(b)(2)(i)(B) leaves at most three digits of a ZIP code"
    ),
    Rule(_HARBOR, "city", (Places.KEEP,), "45 CFR 164.514(b)(2)(i)(B) removes cities and counties"),
    Rule(_HARBOR, "street", (Places.KEEP,), "45 CFR 164.514(b)(2)(i)(B) removes street addresses"),
    Rule(
        _HARBOR, "facility", (Places.KEEP,), "a facility is a place smaller than a state, 164.514(b)(2)(i)(B)"
    ),
    Rule(
        ("safe-harbor-strict",),
        "staff",
        (Staff.KEEP, Staff.DATASET, Staff.PATIENT),
        "the strict profile removes names of staff; use safe-harbor",
    ),
    Rule(_LIMITED, "street", (Places.KEEP,), "45 CFR 164.514(e)(2)(ii) removes street addresses"),
    Rule(_LIMITED, "ids", (Ids.KEYED,), "a limited data set leaves no code derived from a direct identifier"),
)

_LETTERS: Mapping[str, str] = MappingProxyType(
    {
        "A": "names",
        "B": "places smaller than a state",
        "C": "dates, ages over 89",
        "D": "telephone numbers",
        "E": "fax numbers",
        "F": "e-mail addresses",
        "G": "social security numbers",
        "H": "medical record numbers",
        "I": "health plan numbers",
        "J": "account numbers",
        "K": "certificates and licences",
        "L": "vehicles",
        "M": "devices",
        "N": "web addresses",
        "O": "network addresses",
        "P": "biometric identifiers",
        "Q": "photographs: none in text",
        "R": "other unique identifiers",
        "": "not on the list: occupations",
    }
)


class Row(NamedTuple):
    """What a profile does with one item of the Safe Harbor list.

    Attributes:
        letter: item of 45 CFR 164.514(b)(2)(i), empty for what is on no item.
        identifiers: the item in words.
        treatment: what happens to each label of the item.
        kept: labels whose text stays as it is.
    """

    letter: str
    identifiers: str
    treatment: str
    kept: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A named policy.

    Attributes:
        name: one of the names that ``get`` takes.
        policy: what happens to each kind of identifier.
    """

    name: str
    policy: Policy

    def table(self) -> tuple[Row, ...]:
        """What is kept and removed, one row for each Safe Harbor letter A to R and one for the rest."""
        return tuple(self._row(letter, words) for letter, words in _LETTERS.items())

    def _row(self, letter: str, words: str) -> Row:
        labels = [label for label in Label if label.safe_harbor == letter]
        done = {label: _treatment(self.policy, label) for label in labels}
        said = {text: [str(label) for label in labels if done[label] == text] for text in done.values()}
        parts = [text if len(said) == 1 else f"{', '.join(names)}: {text}" for text, names in said.items()]
        kept = tuple(label for label in labels if done[label] == "kept")
        return Row(letter, words, "; ".join(parts) or "nothing to do", kept)

    def scoped(self, key: Key) -> Key:
        """The key that surrogates are drawn with: the given one, or for a random codebook a fresh one.

        A random codebook is a random function whose key must be thrown away after the run; two
        runs share nothing.
        """
        return Key.generate() if self.policy.ids is Ids.RANDOM else key

    def describe(self) -> dict[str, Any]:
        """Name and options, as plain values for a manifest."""
        return {"name": self.name, **{name: _plain(value) for name, value in asdict(self.policy).items()}}


def get(name: str = DEFAULT, **options: object) -> Profile:
    """A profile by name.

    Args:
        name: ``expert-determination``, ``safe-harbor``, ``safe-harbor-strict`` or
            ``limited-data-set``; an underscore does for a hyphen.
        options: fields of Policy that differ from the profile's own; ``providers`` stands for
            ``staff`` and ``output`` for ``look``. Values may be given as plain strings.

    Raises:
        ProfileError: unknown name, option or value, or an option that would make the name false.
    """
    known = name.replace("_", "-")
    if known not in _POLICIES:
        raise ProfileError(f"unknown profile {name!r}; known are {', '.join(_POLICIES)}")
    chosen = dict(_option(option, value) for option, value in options.items())
    policy = replace(_POLICIES[known], **chosen)
    for rule in _RULES:
        if known in rule.profiles and getattr(policy, rule.option) in rule.values:
            value = getattr(policy, rule.option)
            raise ProfileError(f"{known} with {rule.option}={value}: {rule.reason}")
    return Profile(known, policy)


def _option(name: str, value: object) -> tuple[str, Any]:
    option = _ALIASES.get(name, name)
    if option not in {field.name for field in fields(Policy)}:
        raise ProfileError(f"unknown profile option {name!r}")
    kind = _KIND.get(option)
    if kind is None:
        return option, value
    if option == "staff" and value == "surrogate":
        return option, Staff.DATASET
    if value not in [str(member) for member in kind]:
        raise ProfileError(f"profile option {name}={value}: must be one of {', '.join(kind)}")
    return option, kind(str(value))


def _plain(value: object) -> object:
    if isinstance(value, StrEnum):
        return str(value)
    return [day.isoformat() for day in value] if isinstance(value, tuple) else value


def _treatment(policy: Policy, label: Label) -> str:
    what = policy.treatments()[label]
    if what is Places.KEEP:
        return "kept"
    general = _GENERAL.get(label)
    if general and (said := general.get(getattr(policy, _OPTION[label]))):
        return said
    if what is Places.REMOVE or policy.look is not Look.SURROGATE:
        return "masked" if policy.look is Look.MASK else "removed, a tag stands there"
    keyed = "random" if policy.ids is Ids.RANDOM else "keyed"
    return f"{keyed} surrogate"


_OPTION: Mapping[Label, str] = MappingProxyType({Label.DATE: "dates", Label.AGE: "ages", Label.ZIP: "zips"})
_GENERAL: Mapping[Label, Mapping[object, str]] = MappingProxyType(
    {
        Label.DATE: {
            Dates.SHIFT: "shifted by one offset a patient",
            Dates.YEAR: "only the year stays; it goes too where it shows an age over 89",
        },
        Label.AGE: {Ages.POOL: "90 and over become one category, others stay"},
        Label.ZIP: {Zip.ZIP3: "first three digits, 000 where they cover 20,000 people or fewer"},
    }
)
