"""Signs of how a candidate is written and what the lists say of its words, wherever it stands.

They are the same wherever the same text is met, so that the latest are remembered.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from recognizers.context.occupations import is_worker
from recognizers.names import WORD
from recognizers.words import (
    REMEMBERED,
    abbreviations,
    eponyms,
    is_clinical,
    is_given,
    is_name,
    is_ordinary,
    plain,
    regions,
    words,
)

_RUN: Final = re.compile(r"[A-Z]+|[a-z]+|\d+")
_FRACTION: Final = re.compile(r"(\d{1,2})/(\d{1,2})")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_HOUR: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_WEEKDAY: Final = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*", re.IGNORECASE)
_SCALES: Final = frozenset({2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 21, 24, 27, 28, 30})


@dataclass(frozen=True, slots=True)
class Written:
    """A text that may be an identifier.

    Attributes:
        text: as written.
        low: in lower case.
        form: see form_of.
        tokens: its words.
        signs: one for each of WRITTEN.
    """

    text: str = field(repr=False)
    low: str = field(repr=False)
    form: str = field(repr=False)
    tokens: tuple[str, ...] = field(repr=False)
    signs: list[float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "signs", [float(sign(self)) for sign in WRITTEN.values()])

    def share(self, test: Callable[[str], bool]) -> float:
        """Share of its words that pass a test; 0 without words."""
        return sum(map(test, self.tokens)) / max(1, len(self.tokens))

    @property
    def is_title(self) -> bool:
        """Written with a capital, but not all in capitals."""
        return self.text[:1].isupper() and not self.text.isupper()

    @property
    def is_number(self) -> bool:
        """Written as a fraction or a year."""
        return bool(_FRACTION.fullmatch(self.text) or _YEAR.fullmatch(self.text))


@lru_cache(maxsize=REMEMBERED)
def written(text: str) -> Written:
    """A text with its signs."""
    return Written(text, text.lower(), form_of(text), tuple(WORD.findall(text)))


def form_of(text: str) -> str:
    """A text with each run of capitals, small letters or digits as one character.

    >>> form_of("3/14"), form_of("mko"), form_of("McNair")
    ('9/9', 'a', 'AaAa')
    """
    return _RUN.sub(lambda run: "9" if run[0][0].isdigit() else "A" if run[0].isupper() else "a", text)


def _on_scale(own: Written) -> bool:
    parts = _FRACTION.fullmatch(own.text)
    return parts is not None and int(parts[1]) <= int(parts[2]) and int(parts[2]) in _SCALES


def _named_only(own: Written) -> float:
    return own.share(is_name) * (1 - own.share(is_ordinary))


def _unknown(word: str) -> bool:
    return not is_ordinary(word) and plain(word) not in words("surnames", "given")


def _in(*lists: str) -> Callable[[Written], float]:
    return lambda own: own.share(lambda word: plain(word) in words(*lists))


WRITTEN: Final[Mapping[str, Callable[[Written], float]]] = {
    "words": lambda w: min(4, len(w.tokens)),
    "length": lambda w: min(20, len(w.text)),
    "digits": lambda w: any(map(str.isdigit, w.text)),
    "capitals": lambda w: w.text.isupper(),
    "lower case": lambda w: w.text.islower(),
    "title case": lambda w: w.is_title,
    "mixed case": lambda w: not (w.text.isupper() or w.text.islower() or w.text.istitle()),
    "likely names": lambda w: w.share(is_name),
    "given names": lambda w: w.share(is_given),
    "surnames": _in("surnames"),
    "frequent names": _in("frequent"),
    "clinical words": lambda w: w.share(is_clinical),
    "ordinary words": lambda w: w.share(is_ordinary),
    "unknown words": lambda w: w.share(_unknown),
    "names only": _named_only,
    "eponyms": lambda w: w.share(lambda word: plain(word) in eponyms()),
    "worker": lambda w: bool(w.tokens) and is_worker(w.tokens[-1]),
    "region": lambda w: plain(w.text) in regions(),
    "city": lambda w: plain(w.text) in words("cities"),
    "abbreviation": lambda w: w.text.isupper() and plain(w.text) in abbreviations(),
    "fraction": lambda w: bool(_FRACTION.fullmatch(w.text)),
    "fraction of a scale": _on_scale,
    "year": lambda w: bool(_YEAR.fullmatch(w.text)),
    "hour": lambda w: bool(_HOUR.fullmatch(w.text)),
    "weekday": lambda w: bool(_WEEKDAY.fullmatch(w.text)),
    "one word": lambda w: len(w.tokens) == 1,
    "short number": lambda w: w.text.isdigit() and len(w.text) <= len("12"),
    "over lines": lambda w: "\n" in w.text,
}
"""Each sign by its name."""
