"""Signs: what else than the tagger's odds speaks for or against a candidate.

The tagger reads folded pieces without case and knows no lists. A sign is one number about a
candidate: its odds, how it is written, what the lists say of its words, what stands around it
and what the rest of the note says. How much each sign weighs is learned (recognizers.ner.judge).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation import Span
from recognizers.ner.candidates import Candidate
from recognizers.ner.scheme import KINDS, Kind
from recognizers.ner.written import WRITTEN, Written, written
from recognizers.settle.plausible import is_plausible
from recognizers.words import plain

_NEAR: Final = 20
_LINE: Final = 60
_DOUBTFUL: Final = 0.5
_TITLE: Final = re.compile(
    r"\b(?:dr|mr|mrs|ms|miss|prof|nurse|rn|md|sister|father|rev|doctor)\.?[ \t]*$", re.IGNORECASE
)
_PLACED: Final = re.compile(r"\b(?:in|at|from|to|of|near)[ \t]+$", re.IGNORECASE)
_WITH: Final = re.compile(r"\b(?:by|per|with|w/|and|&|cc|via)[ \t:]*$", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"\b(?:a|an|the|no|this|any|some|his|her|their)[ \t]+$", re.IGNORECASE)
_STARTS: Final = re.compile(r"(?:^|[.!?\n:;\u2022*>|-][\"')]?[ \t]*)$")
_UNIT: Final = re.compile(r"[ \t]*(?:\d|%|mg|mcg|ml|units?|tabs?|po|iv|prn|bid|tid|qd|qhs)", re.IGNORECASE)
_LOWER: Final = re.compile(r"[^\W\d_]{2,}")
_ACRONYM: Final = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]?[A-Z][A-Za-z0-9-]*[ \t:(]{1,3}$")


class Page:
    """A text with its candidates: what signs are read from."""

    def __init__(self, text: str, candidates: Sequence[Candidate]) -> None:
        self.text = text
        self.sights = [Sight(self, one) for one in candidates]
        self.written = Counter(sight.own.low for sight in self.sights)
        self.best: dict[str, float] = {}
        for sight in sorted(self.sights, key=lambda sight: sight.mean):
            self.best[sight.own.low] = sight.mean
        several = (sight.own.tokens for sight in self.sights if len(sight.own.tokens) > 1)
        self.longer = {token.lower() for tokens in several for token in tokens}
        self.alike = Counter(sight.own.form for sight in self.sights)
        self.odds: defaultdict[str, float] = defaultdict(float)
        for sight in self.sights:
            self.odds[sight.own.form] += sight.mean

    @cached_property
    def lower_words(self) -> frozenset[str]:
        """Words that the text writes in lower case somewhere."""
        return frozenset(hit for hit in _LOWER.findall(self.text) if hit.islower())

    @cached_property
    def capitals(self) -> list[int]:
        """How many capitals stand before each place."""
        return list(accumulate(map(str.isupper, self.text), initial=0))

    @cached_property
    def letters(self) -> list[int]:
        """How many letters stand before each place."""
        return list(accumulate(map(str.isalpha, self.text), initial=0))


@dataclass(slots=True)
class Sight:
    """One candidate in its place."""

    page: Page = field(repr=False)
    candidate: Candidate
    mean: float = field(init=False)
    own: Written = field(init=False, repr=False)
    before: str = field(init=False, repr=False)
    after: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        whole, start, end = self.page.text, self.candidate.start, self.candidate.end
        self.mean = self.candidate.mean
        self.own = written(whole[start:end])
        self.before = whole[max(0, start - _NEAR) : start]
        self.after = whole[end : end + _NEAR]


def _shouted(sight: Sight) -> bool:
    page = sight.page
    first = max(0, sight.candidate.start - _LINE)
    last = min(len(page.text), sight.candidate.end + _LINE)
    capitals = page.capitals[last] - page.capitals[first]
    return 10 * capitals > 7 * (page.letters[last] - page.letters[first])


def _elsewhere(sight: Sight) -> float:
    return sight.page.best[sight.own.low] - sight.mean


def _others_alike(sight: Sight) -> int:
    return sight.page.alike[sight.own.form] - 1


def _odds_alike(sight: Sight) -> float:
    others = sight.page.odds[sight.own.form] - sight.mean
    return others / max(1, _others_alike(sight))


def _plausible(sight: Sight) -> bool:
    one = sight.candidate
    return is_plausible(sight.page.text, Span(one.start, one.end, one.label, _DOUBTFUL, "ner"))


def _twice(sight: Sight) -> bool:
    own = sight.own
    return len(own.tokens) == 1 and own.is_title and plain(own.text) in sight.page.lower_words


def _is(kind: Kind) -> Callable[[Sight], float]:
    return lambda sight: sight.candidate.kind is kind


PLACED: Final[Mapping[str, Callable[[Sight], float]]] = {
    "odds": lambda s: s.mean,
    "highest odds": lambda s: max(s.candidate.odds),
    "lowest odds": lambda s: min(s.candidate.odds),
    "odds at start": lambda s: s.candidate.odds[0],
    "odds at end": lambda s: s.candidate.odds[-1],
    "odds by the slow model": lambda s: s.candidate.slow,
    "lowest odds by the quick model": lambda s: s.candidate.quick,
    "purity": lambda s: s.candidate.purity,
    "discount": lambda s: s.candidate.discount,
    "hinted": lambda s: s.candidate.hinted,
    "among capitals": _shouted,
    "starts sentence": lambda s: bool(_STARTS.search(s.before)),
    "starts line": lambda s: not s.before.rpartition("\n")[2].strip(),
    "behind title": lambda s: bool(_TITLE.search(s.before)),
    "behind place word": lambda s: bool(_PLACED.search(s.before)),
    "behind with": lambda s: bool(_WITH.search(s.before)),
    "behind article": lambda s: bool(_ARTICLE.search(s.before)),
    "behind digit": lambda s: s.before.rstrip()[-1:].isdigit(),
    "behind colon": lambda s: s.before.rstrip()[-1:] == ":",
    "behind bracket": lambda s: s.before.endswith(("(", '"', "'", "/")),
    "before possessive": lambda s: s.after.startswith(("'s", "'S")),
    "before comma": lambda s: s.after.startswith(","),
    "before unit": lambda s: bool(_UNIT.match(s.after)),
    "before aside": lambda s: s.after.lstrip().startswith("("),
    "before bracket": lambda s: s.after.startswith((")", '"', "'", "/")),
    "before colon": lambda s: s.after.startswith(":"),
    "before capital": lambda s: s.after.lstrip()[:1].isupper(),
    "also lower case": _twice,
    "times found": lambda s: min(3, s.page.written[s.own.low]),
    "odds elsewhere": _elsewhere,
    "others alike": lambda s: min(4, _others_alike(s)),
    "odds of others alike": _odds_alike,
    "behind acronym": lambda s: bool(_ACRONYM.search(s.before)),
    "fraction or year behind acronym": lambda s: s.own.is_number and bool(_ACRONYM.search(s.before)),
    "plausible": _plausible,
    "part of another": lambda s: len(s.own.tokens) == 1 and s.own.tokens[0].lower() in s.page.longer,
    **{f"is {kind}": _is(kind) for kind in KINDS},
}
"""Each sign that depends on where a candidate stands, by its name."""

SIGNS: Final[tuple[str, ...]] = (*PLACED, *WRITTEN)
"""The names of all signs."""


def signs_of(text: str, candidates: Sequence[Candidate]) -> NDArray[np.float64]:
    """Signs of each candidate of a text, ``[candidates, len(SIGNS)]``."""
    page = Page(text, candidates)
    rows = [[*(float(sign(sight)) for sign in PLACED.values()), *sight.own.signs] for sight in page.sights]
    return np.array(rows, dtype=np.float64).reshape(-1, len(SIGNS))
