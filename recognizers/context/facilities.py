"""Facilities and organizations by their generic last word: "Harbor View Medical Center".

A run of capitalised words that ends in a generic word of the list ("Hospital", "Elementary
School", "LLC") is a name when a word before it is proper: a name, a place, or no ordinary word.
"Sleep Clinic" and "Emergency Department" are not. Capitals that no list knows are a short form before
the kind of document in a note's first line ("QVH - Discharge Summary"), and anywhere when they end as
medical centers and memorial hospitals do ("QVMC", "QRMH").
"""

import re
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.expressions.screen import enrol, finditer
from recognizers.fold import View
from recognizers.words import is_clinical, is_name, is_ordinary, listed, words

_KINDS: dict[Label, list[str]] = {}
for _entry in listed("generic_words"):
    _label, _, _written = _entry.partition("\t")
    _KINDS.setdefault(Label(_label), []).append(_written)
_LABELS = dict(enumerate(_KINDS, start=1))
_REST = r"(?:(?:(?<=S)te?|(?<=[MF])t)\.|[A-Za-z']{0,30}\b(?:-[A-Z][a-z]{1,24}){0,3})"
_GAP = r"(?:[ \t]|,[ \t](?=Inc|LLC))(?:(?:of|the|and|&|for|de|la)[ \t])*"
_RUN = re.compile(
    rf"([A-Z](?<![^\W_].){_REST}{_GAP}(?:[A-Z]{_REST}{_GAP}){{0,4}}?)"
    r"(?:" + "|".join(f"({'|'.join(kinds)})" for kinds in _KINDS.values()) + r")(?![^\W_])"
    r"(?:[ \t]+(?:of|at|in|for)[ \t]+(?:the[ \t]+)?[A-Z][A-Za-z']+(?:[ \t][A-Z][a-z']+){0,2})?"
)
_HEAD = re.compile(
    r"\s*([A-Z]{3,6})[ \t]{0,4}(?:-{1,2}|\u2014|/|\|)[ \t]*(?:[A-Za-z&]+[ \t]+(?:[-/|][ \t]*)?){0,2}"
    r"(?:d/c|discharge|transfer|progress|operative|consult|admission|clinic|imaging|transition|emergency|h&p)",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z](?<![\w/.-].)[A-Z]{1,3}M[CH](?![\w/-])")
enrol(_RUN, _ACRONYM)
_LINE_HEAD = re.compile(r"(?:\A|\n|[ ]{2}|[\t|])\Z")
_PART = re.compile(r"[A-Za-z]+(?:'[a-z])?")
_SAINTS = frozenset({"St", "Saint", "Mount", "Mt", "Our", "Holy", "Sacred", "Good"})


class FacilityRecognizer:
    """Finds named facilities and organizations."""

    name = "facilities"
    labels = frozenset(_KINDS)

    def find(self, view: View) -> Iterator[Span]:
        """Yield runs of capitalised words that end in a generic word."""
        text = view.text
        for run in finditer(_RUN, view):
            label = _LABELS[next(index for index in _LABELS if run[index + 1])]
            heads = bool(_LINE_HEAD.search(text, max(0, run.start() - 2), run.start()))
            start = run.start() + _proper_from(run[1], heads=heads)
            if start < run.end(1):
                yield view.span(start, run.end(), label, 0.8, self.name)
        head = _HEAD.match(text)
        if head and head[1].isupper() and not is_ordinary(head[1]):
            yield view.span(head.start(1), head.end(1), Label.HOSPITAL, 0.7, self.name)
        for acronym in finditer(_ACRONYM, view):
            if not is_ordinary(acronym[0]) and not is_name(acronym[0]):
                yield view.span(*acronym.span(), Label.HOSPITAL, 0.62, self.name)


def _proper_from(run: str, *, heads: bool) -> int:
    """Where in a run the name begins; capitals that do not head a line may be those of a sentence."""
    parts = list(_PART.finditer(run))
    first = next((part.start() for part in parts if part[0].lower() not in words("clinical")), None)
    proper = [part for part in parts if _is_proper(part[0])]
    if not proper or first is None:
        return len(run)
    if run.isupper():
        whole = heads and not any(part[0].lower() in listed("name_stops") for part in parts)
        return 0 if whole else proper[0].start()
    return 0 if not is_clinical(parts[0][0]) or is_name(parts[0][0]) else min(first, proper[0].start())


def _is_proper(part: str) -> bool:
    return part.capitalize() in _SAINTS or not is_ordinary(part) or (is_name(part) and not is_clinical(part))
