"""Surrogate places: city, county, state, ZIP and area code of one surrogate agree.

The gazetteer holds towns whose ZIP, county and area code agree by three public tables. Each
state of the original has one surrogate state per patient, and a town goes to a town of that
state, so that places which belong together stay together. ZIP codes under Safe Harbor: 45 CFR
164.514(b)(2)(i)(B), with the populations of the 2020 Census (``data.manifest()["vintage"]``).

>>> zip3("02139-4307"), zip3("03601"), zip3("00000")
('021', '000', '000')
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from surrogates.cells import read as read_number
from surrogates.data import rows
from surrogates.keys import Key
from surrogates.number import Numbers
from surrogates.policy import Places as What
from surrogates.style import fold, like, words_of

_RESTRICTED = 20_000
_LEAST_PLACES = 20
_MISREAD = 3
_ZIP_LENGTHS = (5, 9)
_ZIP = re.compile(r"\s*(\d{3})(\d{2})?(?:[\s-]?(\d{4}))?\s*")
_TOLL_FREE = frozenset(["800", "833", "844", "855", "866", "877", "888", "900"])
_COUNTY = re.compile(r"\s+(county|parish|borough|co\.?|census area|municipality)\s*$", re.IGNORECASE)


class Place(NamedTuple):
    """One town of the gazetteer."""

    city: str
    county: str
    state: str
    zip: str
    area: str


@cache
def _gazetteer() -> Mapping[str, tuple[Place, ...]]:
    by_state: dict[str, list[Place]] = defaultdict(list)
    for row in rows("places"):
        by_state[row[2]].append(Place(*row))
    return {state: tuple(found) for state, found in sorted(by_state.items())}


@cache
def _drawable_states() -> tuple[str, ...]:
    return tuple(
        s for s, found in _gazetteer().items() if len(found) >= _LEAST_PLACES for _ in range(len(found) // 10)
    )


@cache
def _codes() -> Mapping[str, str]:
    pairs = rows("states")
    return {fold(name): code for code, name in pairs} | {code.lower(): code for code, _ in pairs}


@cache
def _names() -> Mapping[str, str]:
    return {code: name for code, name in rows("states")}  # noqa: C416 - dict() of untyped rows


@cache
def _area_states() -> Mapping[str, str]:
    return {area: state for area, state in rows("area_codes")}  # noqa: C416 - dict() of untyped rows


@cache
def _zip3() -> Mapping[str, tuple[int, str]]:
    return {prefix: (int(people), state) for prefix, people, state, *_ in rows("zip3")}


@cache
def _largest() -> Mapping[str, str]:
    return {fold(place.city): place.state for found in _gazetteer().values() for place in found}


def state_code(text: str) -> str:
    """The postal code of a state written in any way; empty when it is none of the United States."""
    return _codes().get(fold(" ".join(text.replace(".", "").split())), "")


def zip3(text: str) -> str:
    """The first three digits, or 000 where their area has 20,000 people or fewer, or none."""
    found = _ZIP.fullmatch(text)
    people = _zip3().get(found[1], (0, ""))[0] if found else 0
    return found[1] if found and people > _RESTRICTED else "000"


@dataclass(slots=True)
class Links:
    """Which places of a patient's notes belong together, by neighbourhood in the text.

    Attributes:
        states: for a folded city, its state codes with counts.
        cities: for a ZIP, its folded cities with counts.
        home: folded city and state code of the record; else empty.
    """

    states: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    cities: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    home: tuple[str, str] = ("", "")

    def add(self, city: str, state: str, code: str, weight: int = 1) -> None:
        """Take a city with its state or its ZIP; what is not there is empty."""
        if city and (known := state_code(state)):
            self.states[fold(city)][known] += weight
        if city and code:
            self.cities[code.strip()[:5]][fold(city)] += weight

    def state(self, city: str) -> str:
        """The state of a folded city: by the notes, by the gazetteer, or that of the home."""
        if votes := self.states.get(city):
            return min(votes, key=lambda state: (-votes[state], state))
        return _largest().get(city) or self.settled_home()[1]

    def city(self, code: str) -> str:
        """The folded city of a ZIP; empty when the notes do not say."""
        votes = self.cities.get(code[:5], Counter())
        return min(votes, key=lambda city: (-votes[city], city), default="")

    def settled_home(self) -> tuple[str, str]:
        """City and state of the record, else those the notes name most."""
        if self.home[0] or not self.states:
            return self.home
        pairs = {(city, state): n for city, votes in self.states.items() for state, n in votes.items()}
        return min(pairs, key=lambda pair: (-pairs[pair], pair))


@dataclass(slots=True)
class Gazetteer:
    """The places of one patient's world.

    Attributes:
        key: scoped to the data set.
        patient_id: whose world it is.
        states: whether states stay.
        links: which original places belong together.
        numbers: for foreign post codes.
        forbidden: folded words that no surrogate may be.
    """

    key: Key
    patient_id: str
    states: What
    links: Links
    numbers: Numbers
    forbidden: AbstractSet[str]
    _chosen: dict[tuple[str, ...], Place] = field(default_factory=dict, repr=False)
    _taken: set[str] = field(default_factory=set, repr=False)

    def prepare(self, cities: AbstractSet[str]) -> None:
        """Choose for known folded cities in sorted order, so that no two share a surrogate."""
        for city in sorted(cities):
            self._taken.add(self.place(city).city)

    def state_code(self, original: str, epoch: str = "") -> str:
        """The surrogate's state for an original's; any state for an unknown one."""
        if self.states is What.KEEP and original in _gazetteer():
            return original
        draw = self.key.draw("state", self.patient_id, original, epoch)
        return draw.free(_drawable_states(), lambda new: new == original or self._known(_names()[new]))

    def place(self, city: str, epoch: str = "", *, state: str = "") -> Place:
        """The surrogate place of a folded city."""
        home = state or self.links.state(city)
        slot = (city, home, epoch)
        if slot not in self._chosen:
            options = _gazetteer()[self.state_code(home, epoch)]
            draw = self.key.draw("place", self.patient_id, city, epoch)
            fit = [place for place in options if not self._known(place.city)]
            free = [place for place in fit if place.city not in self._taken]
            self._chosen[slot] = draw.choose(free or fit or options)
        return self._chosen[slot]

    def _known(self, name: str) -> bool:
        return not self.forbidden.isdisjoint(words_of(name))

    def state(self, text: str, epoch: str = "") -> str:
        """The surrogate of a state, as code or name."""
        original = state_code(text)
        code = self.state_code(original or fold(text), epoch)
        short = len(text.replace(".", "").strip()) == len("NY")
        return like(text, code) if short else _like_words(text, _names()[code])

    def city(self, text: str, epoch: str = "") -> str:
        """The surrogate of a city."""
        return _like_words(text, self.place(_key(text), epoch).city)

    def county(self, text: str, epoch: str = "") -> str:
        """The surrogate of a county: that of the surrogate home."""
        home = self.links.settled_home()
        bare = _COUNTY.sub("", text)
        county = self.place(*((home[0], epoch) if home[0] else (_key(bare), epoch))).county
        return _like_words(text, county if bare != text else _COUNTY.sub("", county))

    def zip(self, text: str, epoch: str = "") -> str:
        """The surrogate of a ZIP code: that of the surrogate city."""
        found = _ZIP.fullmatch(text)
        if not found:
            return self._misread(text, epoch)
        city = self.links.city(found[0].strip())
        state = "" if city else _zip3().get(found[1], (0, ""))[1] or self.links.settled_home()[1]
        place = self.place(city or found[1], epoch, state=state)
        ending = text.strip()[5:]
        return (place.zip if found[2] else place.zip[:3]) + self._plus_four(ending, epoch)

    def _misread(self, text: str, epoch: str) -> str:
        """A ZIP with misread digits or spaces within, or a post code of another country."""
        cells = read_number(text, numeric=True)
        digits = sum(char.isdigit() for char in text)
        if digits >= _MISREAD and cells.canonical.isdigit() and len(cells.canonical) in _ZIP_LENGTHS:
            return cells.write(self.zip(cells.canonical, epoch).replace("-", ""))
        return self.numbers.replace(text, epoch)

    def _plus_four(self, ending: str, epoch: str) -> str:
        return ending and self.numbers.replace(ending, epoch)

    def area(self, area: str) -> str:
        """The surrogate of an area code: of the surrogate home, or of the surrogate state."""
        if area in _TOLL_FREE:
            return area
        state, home = _area_states().get(area, ""), self.links.settled_home()
        if home[0] and state == home[1]:
            return self.place(home[0]).area
        return self.place(area, state=state or home[1]).area


def _key(text: str) -> str:
    return fold(" ".join(text.split()))


def _like_words(model: str, words: str) -> str:
    letters = [char for char in model if char.isalpha()]
    if all(char.isupper() for char in letters) and len(letters) > 1:
        return words.upper()
    return words.lower() if all(char.islower() for char in letters) else words
