"""The whole of what was found in part: "Evergreen Mail" Rx, a long-haul "trucker", Old "Jack".

Evidence often stops short of a name's last or first word, and what stays visible tells the rest.
A span grows over the words that belong to names of its kind (the head word of a facility, the kind
of a worker, a suffix, a particle), over the rest of a hyphenated word, and joins what it then
touches. A span that is not there is never made.

>>> from annotation import Label, Span
>>> text = "seen at the Kestrel Falls burn clinic"
>>> [(s.start, s.end) for s in complete(text, [Span(12, 25, Label.HOSPITAL, 0.9, "ner")])]
[(12, 37)]
"""

import re
from collections.abc import Iterable
from functools import cache

from annotation import Label, Span
from recognizers.settle.resolve import same_kind
from recognizers.settle.trim import PEOPLE
from recognizers.words import is_clinical, is_name, is_ordinary, listed

_FACILITIES = frozenset({Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT})
_GROUPS = {
    **dict.fromkeys(_FACILITIES, "FACILITY"),
    **dict.fromkeys(PEOPLE, "PERSON"),
    **dict.fromkeys((Label.CITY, Label.COUNTY), "PLACE"),
    **{label: str(label) for label in (Label.PROFESSION, Label.DATE, Label.LOCATION_OTHER, Label.STREET)},
}
_WORKER = re.compile(r"(?:(?<=\ba )|(?<=\ban )|(?<=[,(;:] ))((?:[a-z]+(?:-[a-z]+)?[ ]){1,2})$")
_NO_WORK = re.compile(
    r"\b(?:retired|former|disabled|unemployed|self|part|full|young|old|local|proud|busy|widowed|married|single|"
    r"divorced|lifelong|current|year|is|was|works?|worked|by|as|an?|the|and|or|of|for|with|who|now|then|once|his|"
    r"her|their|my|also|not|no|former|ex|son|daughter|mother|father|mom|dad|wife|husband|brother|sister|partner|"
    r"friend|neighbou?r|lives|in|at|from|to|good|very|healthy|pleasant|nonsmoker|smoker|right|left|handed)\b"
)
_HYPHENATED = re.compile(r"[A-Za-z]+-(?:[A-Za-z]+-)?$")
_PIECE = re.compile(r"[ ]{1,2}([a-z]{2,6})(?![\w'-])")
_LETTER = re.compile(r",[ ](?:B[BG][ ])?[A-Z](?![\w'.-])")
"""The given name of "SZABO, A" and "HSIEH, BG A" on boards, behind a family name in capitals."""
_SURNAME = re.compile(r"[ ]([A-Z][a-z]+(?:-[A-Z][a-z]+)?)(?![\w'.-])")
_LAST = re.compile(r"[^\W\d_]+$")
_BETWEEN = re.compile(r"[ ](?:of|in|before|after)[ ](?:the[ ])?", re.IGNORECASE)
_BACK = 48
_MOST = 3


def complete(text: str, spans: Iterable[Span]) -> list[Span]:
    """Widen spans to the whole name.

    Args:
        text: the note.
        spans: in order, none overlapping.

    Returns:
        As many spans or fewer, in order, none overlapping; each covers what it covered.
    """
    ordered = list(spans)
    whole: list[Span] = []
    for index, span in enumerate(ordered):
        after = ordered[index + 1] if index + 1 < len(ordered) else None
        ceiling = after.start if after and not same_kind(span.label, after.label) else len(text)
        before = whole[-1] if whole else None
        floor = before.end if before and not same_kind(span.label, before.label) else 0
        wide = _widened(text, span, floor, ceiling)
        while whole and _are_one(text, whole[-1], wide):
            last = whole.pop()
            score = max(last.score, wide.score)
            wide = Span(min(last.start, wide.start), max(last.end, wide.end), last.label, score, last.source)
        whole.append(wide)
    return whole


def _are_one(text: str, last: Span, span: Span) -> bool:
    dates = last.label is span.label is Label.DATE
    return last.end >= span.start or (dates and bool(_BETWEEN.fullmatch(text, last.end, span.start)))


@cache
def _words(side: str) -> dict[str, re.Pattern[str]]:
    entries: dict[str, list[str]] = {}
    for entry in listed(f"whole_{side}"):
        groups, _, source = entry.partition("\t")
        for group in groups.split("|"):
            entries.setdefault(group, []).append(source)
    form = "(?:{})" if side == "right" else r"(?<![\w'-])(?:{})$"
    return {group: re.compile(form.format("|".join(sources))) for group, sources in entries.items()}


def _widened(text: str, span: Span, floor: int, ceiling: int) -> Span:
    group = _GROUPS.get(span.label)
    if group is None:
        return span
    start, end = span.start, span.end
    for _ in range(_MOST):
        first, last = _left(text, start, group, floor), _right(text, start, end, group)
        if (first, last) == (start, end) or last > ceiling:
            break
        start, end = first, last
    named = group == "PLACE" and end > span.end
    return Span(start, end, Label.ORGANIZATION if named else span.label, span.score, span.source)


def _left(text: str, start: int, group: str, floor: int) -> int:
    before = text[max(floor, start - _BACK) : start]
    if group == "PROFESSION":
        if hyphen := _HYPHENATED.search(before):
            return start - len(before) + hyphen.start()
        work = _WORKER.search(before)
        if work and not _NO_WORK.search(work[1]):
            return start - len(work[1])
    found = _words("left")[group].search(before) if group in _words("left") else None
    return start - len(before) + found.start() if found else start


def _right(text: str, start: int, end: int, group: str) -> int:
    if found := _words("right")[group].match(text, end):
        return found.end()
    return _person_end(text, start, end) if group == "PERSON" else end


def _person_end(text: str, start: int, end: int) -> int:
    letter = _LETTER.match(text, end)
    if letter and text[start:end].isupper() and end - start > len("MD"):
        return letter.end()
    piece = _PIECE.match(text, end)
    if piece and not is_ordinary(piece[1]):
        last = _LAST.search(text, max(0, end - _BACK), end)
        if last and is_name(last[0] + piece[1]):
            return piece.end()
    surname = _SURNAME.match(text, end)
    if surname and not is_ordinary(surname[1]) and not is_clinical(surname[1]):
        return surname.end()
    return end
