"""Occupations where the text speaks of work: "retired welder", "works as a line cook".

Behind a cue of work words count as an occupation when the lists have them or the last is made like one
("-ist", "-smith", "-man" …). Beside a person ("Wanda, a school cook,") the last word must; without an
article ("Wanda, school cook,") that is in doubt, since those who care are named so too.
"""

import re
from collections.abc import Iterator
from functools import cache

from annotation import Label, Span
from recognizers.expressions.screen import enrol, matches
from recognizers.fold import View
from recognizers.words import listed, words

_CUE = (
    r"(?i)\b(?:(?:works?|worked|working|employed|job|jobs|career|trained|training|position|serves|served|living|"
    r"licensed|certified) (?:as|to be)(?: an?)?|by trade,? an?|(?:occupation|profession)(?: is|:)|"
    r"(?:semi-)?retired|licensed|certified|former(?:ly)?(?: an?)?|self-employed|unemployed|laid[- ]off|"
    r"part-time|full-time|i(?:'m| am) an?|(?:social|soc|occ|work)(?:[ ](?:history|hx))?[:.]|s[oh]x?:|"
    r"(?:i|s?he|pt|patient|who|mother|father|mom|dad|husband|wife|son|daughter|brother|sister|partner|they)"
    r"(?:'s| is| was| had been| has been) an?)[ \t]+"
)
_RETIRED = re.compile(
    r"(?:retired|former|licensed|certified|part-time|full-time|self-employed)[ \t]+", re.IGNORECASE
)
_TRADE = r"(?i)\b([a-z]+(?: [a-z]+){0,2})[ \t]+by (?:trade|profession)\b"
_LICENSED = (
    r"(?:\b(?:is|was|be|being|as)[ ]an?|'s[ ]an?|,[ ]an|[ ]=)[ ]"
    r"(RN|LPN|LVN|NP|CNA|PSW|EMT|PCA|DSP|HHA|CMA|SLP|PTA|COTA|LCSW)\b"
)
_PHRASE = r"((?:[a-z]+(?:['-][a-z]+)*[ ]){0,2}[a-z]{2,}(?:-[a-z]+)?)"
_BESIDE = rf"(?:,[ ]an?|[ ][(]an?)[ ]{_PHRASE}(?:[,.;)]|[ ](?:at|in|for|from|with)\b)"
_KIN = (
    r"\b(?i:mom|dad|mum|mother|father|wife|husband|son|daughter|brother|sister|partner|spouse|bf|gf)[ ]\(?"
    rf"{_PHRASE}[,.;)]"
)
_FOR_YEARS = rf"[ ][(]{_PHRASE}[ ](?:x[ ]?|for[ ])?\d{{1,2}}\+?[ ]?(?:y|yr|year)s?\b"
_APART = rf"[A-Za-z0-9][.)]?(?:,[ ]|[ ][(]){_PHRASE}[,.;)]"
_WORD = re.compile(r"[A-Za-z]+(?:['/-][A-Za-z]+)*")
_MADE = re.compile(
    r"[a-z]{2,}(?:ist|ician|smith|wright|keeper|maker|monger|herder|driver|worker|cutter|layer|man|woman|men|"
    r"master|mason)$"
)
_NOT_MADE = frozenset(listed("not_occupations"))
_LONGEST = 3
enrol(_CUE, _TRADE, _LICENSED, _BESIDE, _KIN, _FOR_YEARS, _APART)


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
        for form, score in ((_LICENSED, 0.7), (_BESIDE, 0.7), (_KIN, 0.7), (_FOR_YEARS, 0.7), (_APART, 0.45)):
            for named in matches(form, view):
                if form is _LICENSED or _names_work(text[slice(*named.span(1))]):
                    yield view.span(*named.span(1), Label.PROFESSION, score, self.name)


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
    return frozenset(entry for entry in (*words("occupations"), *listed("trades")) if " " in entry)


@cache
def _workers() -> frozenset[str]:
    return words("occupations", "workers") | frozenset(listed("trades"))


def is_worker(word: str) -> bool:
    """Whether a word says what somebody does for a living."""
    low = word.lower()
    return low not in _NOT_MADE and (low in _workers() or bool(_MADE.match(low)))


def _listed_tail(text: str, start: int, end: int) -> int:
    return start if _names_work(text[start:end]) else end


def _names_work(phrase: str) -> bool:
    """True when the last word, or the last two, say what somebody does."""
    return is_worker(_last(phrase)) or " ".join(phrase.lower().split()[-2:]) in _phrases()


def _last(phrase: str) -> str:
    return str(_WORD.findall(phrase)[-1])
