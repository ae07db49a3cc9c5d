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
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation import Span
from recognizers.names import WORD
from recognizers.ner.candidates import Candidate
from recognizers.ner.scheme import KINDS, Kind
from recognizers.plausible import is_plausible
from recognizers.words import (
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
_RUN: Final = re.compile(r"[A-Z]+|[a-z]+|\d+")
_FRACTION: Final = re.compile(r"(\d{1,2})/(\d{1,2})")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_HOUR: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_WEEKDAY: Final = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*", re.IGNORECASE)
_ACRONYM: Final = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]?[A-Z][A-Za-z0-9-]*[ \t:(]{1,3}$")
_SCALES: Final = frozenset({2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 21, 24, 27, 28, 30})


class Page:
    """A text with its candidates: what signs are read from."""

    def __init__(self, text: str, candidates: Sequence[Candidate]) -> None:
        self.text = text
        self.candidates = candidates
        self.written = Counter(text[one.start : one.end].lower() for one in candidates)
        self.best: dict[str, float] = {}
        for one in sorted(candidates, key=lambda one: one.mean):
            self.best[text[one.start : one.end].lower()] = one.mean
        self.alike: Counter[str] = Counter()
        self.odds: defaultdict[str, float] = defaultdict(float)
        for one in candidates:
            form = form_of(text[one.start : one.end])
            self.alike[form] += 1
            self.odds[form] += one.mean

    @cached_property
    def lower_words(self) -> frozenset[str]:
        """Words that the text writes in lower case somewhere."""
        return frozenset(hit[0] for hit in _LOWER.finditer(self.text) if hit[0].islower())


def form_of(text: str) -> str:
    """A text with each run of capitals, small letters or digits as one character.

    >>> form_of("3/14"), form_of("mko"), form_of("McNair")
    ('9/9', 'a', 'AaAa')
    """
    return _RUN.sub(lambda run: "9" if run[0][0].isdigit() else "A" if run[0].isupper() else "a", text)


@dataclass(slots=True)
class Sight:
    """One candidate in its place."""

    page: Page = field(repr=False)
    candidate: Candidate
    text: str = field(init=False, repr=False)
    tokens: list[str] = field(init=False, repr=False)
    before: str = field(init=False, repr=False)
    after: str = field(init=False, repr=False)
    form: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        whole, start, end = self.page.text, self.candidate.start, self.candidate.end
        self.text = whole[start:end]
        self.tokens = WORD.findall(self.text)
        self.before = whole[max(0, start - _NEAR) : start]
        self.after = whole[end : end + _NEAR]
        self.form = form_of(self.text)

    def share(self, test: Callable[[str], bool]) -> float:
        """Share of its words that pass a test; 0 without words."""
        return sum(map(test, self.tokens)) / max(1, len(self.tokens))

    @property
    def is_title(self) -> bool:
        """Written with a capital, but not all in capitals."""
        return self.text[0].isupper() and not self.text.isupper()


def _shouted(sight: Sight) -> bool:
    start, end = sight.candidate.start, sight.candidate.end
    around = sight.page.text[max(0, start - _LINE) : end + _LINE]
    return 10 * sum(map(str.isupper, around)) > 7 * sum(map(str.isalpha, around))


def _elsewhere(sight: Sight) -> float:
    return sight.page.best[sight.text.lower()] - sight.candidate.mean


def _others_alike(sight: Sight) -> int:
    return sight.page.alike[sight.form] - 1


def _odds_alike(sight: Sight) -> float:
    others = sight.page.odds[sight.form] - sight.candidate.mean
    return others / max(1, _others_alike(sight))


def _is_number(sight: Sight) -> bool:
    return bool(_FRACTION.fullmatch(sight.text) or _YEAR.fullmatch(sight.text))


def _on_scale(sight: Sight) -> bool:
    parts = _FRACTION.fullmatch(sight.text)
    return parts is not None and int(parts[1]) <= int(parts[2]) and int(parts[2]) in _SCALES


def _plausible(sight: Sight) -> bool:
    one = sight.candidate
    return is_plausible(sight.page.text, Span(one.start, one.end, one.label, _DOUBTFUL, "ner"))


def _twice(sight: Sight) -> bool:
    return len(sight.tokens) == 1 and sight.is_title and plain(sight.text) in sight.page.lower_words


def _named_only(sight: Sight) -> float:
    return sight.share(is_name) * (1 - sight.share(is_ordinary))


def _unknown(word: str) -> bool:
    return not is_ordinary(word) and plain(word) not in words("surnames", "given")


def _in(*lists: str) -> Callable[[Sight], float]:
    return lambda sight: sight.share(lambda word: plain(word) in words(*lists))


def _is(kind: Kind) -> Callable[[Sight], float]:
    return lambda sight: sight.candidate.kind is kind


SIGNS: Final[Mapping[str, Callable[[Sight], float]]] = {
    "odds": lambda s: s.candidate.mean,
    "highest odds": lambda s: max(s.candidate.odds),
    "lowest odds": lambda s: min(s.candidate.odds),
    "odds at start": lambda s: s.candidate.odds[0],
    "odds at end": lambda s: s.candidate.odds[-1],
    "purity": lambda s: s.candidate.purity,
    "discount": lambda s: s.candidate.discount,
    "hinted": lambda s: s.candidate.hinted,
    "words": lambda s: min(4, len(s.tokens)),
    "length": lambda s: min(20, len(s.text)),
    "digits": lambda s: any(map(str.isdigit, s.text)),
    "capitals": lambda s: s.text.isupper(),
    "lower case": lambda s: s.text.islower(),
    "title case": lambda s: s.is_title,
    "mixed case": lambda s: not (s.text.isupper() or s.text.islower() or s.text.istitle()),
    "likely names": lambda s: s.share(is_name),
    "given names": lambda s: s.share(is_given),
    "surnames": _in("surnames"),
    "frequent names": _in("frequent"),
    "clinical words": lambda s: s.share(is_clinical),
    "ordinary words": lambda s: s.share(is_ordinary),
    "unknown words": lambda s: s.share(_unknown),
    "names only": _named_only,
    "eponyms": lambda s: s.share(lambda word: plain(word) in eponyms()),
    "region": lambda s: plain(s.text) in regions(),
    "city": lambda s: plain(s.text) in words("cities"),
    "abbreviation": lambda s: s.text.isupper() and plain(s.text) in abbreviations(),
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
    "times found": lambda s: min(3, s.page.written[s.text.lower()]),
    "odds elsewhere": _elsewhere,
    "others alike": lambda s: min(4, _others_alike(s)),
    "odds of others alike": _odds_alike,
    "fraction": lambda s: bool(_FRACTION.fullmatch(s.text)),
    "fraction of a scale": _on_scale,
    "year": lambda s: bool(_YEAR.fullmatch(s.text)),
    "hour": lambda s: bool(_HOUR.fullmatch(s.text)),
    "weekday": lambda s: bool(_WEEKDAY.fullmatch(s.text)),
    "behind acronym": lambda s: bool(_ACRONYM.search(s.before)),
    "fraction or year behind acronym": lambda s: _is_number(s) and bool(_ACRONYM.search(s.before)),
    "plausible": _plausible,
    "one word": lambda s: len(s.tokens) == 1,
    "over lines": lambda s: "\n" in s.text,
    **{f"is {kind}": _is(kind) for kind in KINDS},
}
"""Every sign by its name."""


def signs_of(text: str, candidates: Sequence[Candidate]) -> NDArray[np.float64]:
    """Signs of each candidate of a text, ``[candidates, len(SIGNS)]``."""
    page = Page(text, candidates)
    sights = [Sight(page, one) for one in candidates]
    rows = [[float(sign(sight)) for sign in SIGNS.values()] for sight in sights]
    return np.array(rows, dtype=np.float64).reshape(-1, len(SIGNS))
