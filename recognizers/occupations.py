"""Occupations where the text speaks of work: "retired welder", "works as a line cook".

A cue of work must come before; the words after it count as an occupation when the lists have them or
their last word is made like one ("-ist", "-smith", "-man" …).
"""

import re
from collections.abc import Iterator
from functools import cache

from annotation import Label, Span
from recognizers.fold import View
from recognizers.screen import enrol, matches
from recognizers.words import listed, words

_CUE = (
    r"(?i)\b(?:(?:semi-)?retired|former(?:ly)?(?: an?)?|self-employed|unemployed|laid[- ]off|part-time|"
    r"full-time|"
    r"(?:works?|worked|working|employed|job|jobs|career|trained|training|position|serves|served|living|"
    r"licensed|certified) (?:as|to be)(?: an?)?|by trade,? an?|(?:occupation|profession)(?: is|:)|"
    r"(?:s?he|pt|patient|who|mother|father|mom|dad|husband|wife|son|daughter|brother|sister|partner|they)"
    r"(?:'s| is| was| had been| has been) an?)[ \t]+"
)
_RETIRED = re.compile(
    r"(?:retired|former|licensed|certified|part-time|full-time|self-employed)[ \t]+", re.IGNORECASE
)
_TRADE = r"(?i)\b([a-z]+(?: [a-z]+){0,2})[ \t]+by (?:trade|profession)\b"
_WORD = re.compile(r"[A-Za-z]+(?:['/-][A-Za-z]+)*")
_MADE = re.compile(
    r"[a-z]{2,}(?:ist|ician|smith|wright|keeper|maker|monger|herder|driver|worker|cutter|layer|man|woman|men|"
    r"master|mason)$"
)
_NOT_MADE = frozenset(listed("not_occupations"))
_LONGEST = 3
enrol(_CUE, _TRADE)


class OccupationRecognizer:
    """Finds occupations behind a cue of work."""

    name = "occupations"
    labels = frozenset({Label.PROFESSION})

    def find(self, view: View) -> Iterator[Span]:
        """Yield occupations, without article or "retired"."""
        text = view.text
        for cue in matches(_CUE, view):
            retired = _RETIRED.match(text, cue.end())
            start = retired.end() if retired else cue.end()
            end = _occupation(text, start)
            if end > start:
                yield view.span(start, end, Label.PROFESSION, 0.8, self.name)
        for trade in matches(_TRADE, view):
            first = _listed_tail(text, trade.start(1), trade.end(1))
            if first < trade.end(1):
                yield view.span(first, trade.end(1), Label.PROFESSION, 0.8, self.name)


def holds_occupation(value: str) -> bool:
    """Whether one of a text's words begins or is an occupation."""
    return any(_occupation(value, word.start()) > word.start() for word in _WORD.finditer(value))


def _occupation(text: str, start: int) -> int:
    best = at = start
    for _ in range(_LONGEST):
        word = _WORD.match(text, at)
        if not word:
            break
        if is_worker(word[0]) or text[start : word.end()].lower() in _phrases():
            best = word.end()
        at = word.end() + 1 if text[word.end() : word.end() + 1] == " " else len(text)
    return best


@cache
def _phrases() -> frozenset[str]:
    return frozenset(entry for entry in words("occupations") if " " in entry)


@cache
def _workers() -> frozenset[str]:
    return words("occupations", "workers") | frozenset(listed("trades"))


def is_worker(word: str) -> bool:
    """Whether a word says what somebody does for a living."""
    low = word.lower()
    return low not in _NOT_MADE and (low in _workers() or bool(_MADE.match(low)))


def _listed_tail(text: str, start: int, end: int) -> int:
    return start if is_worker(_WORD.findall(text[start:end])[-1]) else end
