"""New places that fit together: one home state a note, its cities, counties and ZIP codes."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Final

from corpora.generator import figures
from corpora.generator.casing import damage, is_damaged, key, like
from corpora.generator.numbers import reshape

_AT_HOME: Final = 0.7
_STATES: Final = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
    "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
    "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
    "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
_COUNTRIES: Final = (
    "Argentina", "Bolivia", "Brazil", "Cameroon", "Chile", "China", "Colombia", "Croatia", "Cuba", "Ecuador",
    "Egypt", "El Salvador", "Finland", "France", "Germany", "Guatemala", "Guyana", "Honduras", "Hungary",
    "India", "Indonesia", "Iran", "Ireland", "Italy", "Japan", "Jordan", "Laos", "Lebanon", "Liberia",
    "Mexico", "Moldova", "Morocco", "Nepal", "Nicaragua", "Nigeria", "Norway", "Pakistan", "Panama", "Peru",
    "Philippines", "Poland", "Portugal", "Romania", "Samoa", "Senegal", "Serbia", "Sierra Leone", "Somalia",
    "South Korea", "Spain", "Sri Lanka", "Sudan", "Sweden", "Syria", "Thailand", "Tonga", "Turkey", "Uganda",
    "Ukraine", "Uzbekistan", "Venezuela", "Vietnam", "Yemen", "Zambia", "USA", "UK",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Places:
    """The places of one note, old to new.

    Attributes:
        rng: where chance comes from.
        home: the state that most of them lie in.
        new: new names, remembered as they are drawn.
    """

    rng: Random
    home: str
    new: dict[str, str] = field(default_factory=dict)

    def _once(self, kind: str, old: str, drawn: str) -> str:
        new = like(old, self.new.setdefault(f"{kind}:{key(old)}", drawn))
        return damage(new, self.rng) if is_damaged(old) else new

    def city(self, old: str) -> str:
        """A city, mostly of the home state; a foreign one now and then."""
        chance = self.rng.random()
        names = figures.by_state("places", "name").get(self.home, ()) if chance < _AT_HOME else ()
        away = figures.column("places" if chance < (1 + _AT_HOME) / 2 else "cities")
        return self._once("city", old, self.rng.choice(names or away))

    def state(self, old: str) -> str:
        """A state in the old form: two letters, shortened or whole; other countries' stay."""
        letters = re.sub(r"[^A-Za-z]", "", old)
        whole = next((code for code, name in _STATES.items() if name.casefold() == old.casefold()), None)
        first = not any(slot.startswith("state:") for slot in self.new)
        drawn = self.home if first else self.rng.choice(sorted(_STATES))
        code = self.new.setdefault(f"state:{whole or letters.upper()}", drawn)
        if whole:
            return like(old, _STATES[code])
        if letters.upper() in _STATES:
            dotted = ".".join(code) if "." in old[:-1] else code
            return like(letters, dotted if letters.isupper() else code.title()) + "." * old.endswith(".")
        return old

    def county(self, old: str) -> str:
        """A county, with the word County where the old one had it."""
        name = self.rng.choice(figures.by_state("counties", "name").get(self.home, ("Jackson County",)))
        bare = re.sub(r" (?:County|Parish|Borough|Census Area|Municipality|Planning Region)$", "", name)
        word = re.search(r"\s*(?:count?y|co\.?)$", old, re.IGNORECASE)
        ahead = re.match(r"co\.\s", old, re.IGNORECASE)
        return (ahead[0] if ahead else "") + self._once("county", old, bare) + (word[0] if word else "")

    def zip_code(self, old: str) -> str:
        """A ZIP code of the home state; other shapes of postcode digit for digit."""
        prefixes = figures.by_state("zip3", "zip3").get(self.home, ())
        new = reshape(old, self.rng)
        if prefixes and re.match(r"\d{5}", new):
            return self.rng.choice(prefixes) + new[3:]
        return new

    def country(self, old: str) -> str:
        """A country; short forms such as US stay."""
        return (
            old
            if old.isupper() and len(old) <= len("USA")
            else self._once("country", old, self.rng.choice(_COUNTRIES))
        )


def draw_places(rng: Random) -> Places:
    """Places around a home state drawn for one note."""
    return Places(rng, rng.choice(sorted(_STATES)))
