r"""Initials without a cue: the hand that closed a log line, a legend "QZ = Quill Zeller", "T.R. said".

"0917 line flushed qz", "Ilse Reyes, MD / qz", "-qz rn", "scribed QZ 3/4".
Two or three letters mean much else in notes ("LT", "PE", "wk"), so a place alone proves only
letters that no list knows; letters that close several lines or stand in a legend may be clinical
ones, and are found in every place where initials stand.

>>> from recognizers.fold import fold
>>> text = "0917 flushed qz\n0940 turned qz\n1010 qz to pharmacy"
>>> sorted({(s.start, s.end) for s in InitialsRecognizer().find(fold(text))})
[(13, 15), (28, 30), (36, 38)]
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import pairwise

from annotation import Label, Span
from recognizers.expressions.linear import Match
from recognizers.expressions.screen import enrol, matches
from recognizers.fold import View
from recognizers.words import alternatives, is_clinical, is_name, is_ordinary, listed

LETTERS = (
    r"(?:[A-Z]{2,3}|[a-z]{2,3}|(?:[A-Z]\.){1,2}[A-Z]\b\.?|[A-Z](?:[ ][A-Z])?-[A-Z]|"
    r"[A-Z]{1,2}[a-z]{1,2}[A-Z]{1,2})"
)
_DATE = r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?"
_ROLE = (
    rf"(?:{alternatives('credentials')}|(?i:rn|md|np|arnp|fnp|aprn|nnp|pa(?:-?c)?|lpn|lvn|cna|pct|cma|ma|rrt|"
    r"pharmd|rph|cpht|lm?sw|lcsw|msw|dpm|dds|emt|medic|ccds|ccm|pgy-?\d|fy?[12]|attending|fellow|resident|"
    r"intern|student|scribe|peer|nephrology|noc|nights?))\b"
)
_CLOSING = (
    rf"(?:^|[\s|/(~-])({LETTERS})(?:/({LETTERS}))?"
    rf"(?:[.,;]?\)?(?:[ \t]+{_DATE}|,?[ \t]+\d{{4}})?[ \t]*(?:\n|\z)|,?[ \t]+{_ROLE})"
)
_BY = (
    r"(?i:\b(?:recorder|recording|co-?sign(?:ed)?|c/s|chart review|review(?:ed)?(?: with| w/| by)?|"
    r"reader(?: \d)?|obs|logg?(?:ed)?|edited|anes|pharm|scribed?|phleb|caller|physics|cleaner|clos(?:ed|ing)|"
    r"sign(?:ed)?|sig|typed|trans|initial(?:s|led|ed)?|wit(?:ness(?:ed)?)?|staff|backup|noted|assist|checked|"
    r"double check(?:ed)?|dictation|rec'?d|recv'?d|init))[:/]?[ \t]+"
    rf"(?:by[ \t]+|{_DATE}[ \t]+)?({LETTERS})[ \t]*(?:[.,;)/(\n]|\z|[ \t]{{2}}|\d|-[ \t]|{_ROLE})"
)
_ROLED = (
    r"(?i:\b(?:rn|rt|rrt|md|np|lpn|cna|tech|rad|relief|recovery|reply|"
    rf"(?:addendum|update)[ \t]+{_DATE}(?:[ \t]+\d{{4}})?))[ \t]+"
    rf"([A-Z]{{2}}|[a-z]{{2}})(?:[ \t]*[.,;:)/(\n]|\z|[ \t]{{2}}|[ \t]+(?:\d|{_ROLE}))"
)
_SLASHED = rf"(?:^|\s)/?s/[ \t]*({LETTERS})[ \t]*(?:[.,;]|\n|\z|[ \t]{{2}})"
_WITH = r"(?i:\b(?:w|with|from|to|per|by|and)|w/|\+)[ \t]+([a-z]{2})\b"
_CELL = rf"(?:[ ]{{3}}|[|\t])[ ]?({LETTERS})(?:[ ]?[|\t]|[ ]{{3}})"
_OPENING = rf"(?m)^[ \t]*({LETTERS})(?:[ \t]*/|[ ]{{2,}}cc\b|[ \t]+for[ \t]+[A-Z])"
_DATED = r"(?m)^[^\n]{0,12}\d[ \t]+([A-Z]{2}|[a-z]{2,3}):[ \t]"
_DOTTED = re.compile(r"[A-Z](?<![\w.].)\.(?:[A-Z]\.){1,2}(?![\w@])")
_ENTRY = re.compile(
    r"^[ \t]*(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,2}:\d\d|\d{4})(?![\w/:%])", re.MULTILINE
)
_ENDED = re.compile(rf"[.!?)][ ]{{1,3}}([A-Z]{{2,3}}|[a-z]{{2,3}})(?:/[A-Za-z]{{2,3}}|[ ]{_ROLE})?\s*\Z")
_ROW = rf"(?m)\b(?i:signed|sigs?|signatures|initials|present)[ ]?:((?:[ ,/&]+{LETTERS}){{3,}})[ \t.]*$"
_LEGEND = rf"(?:^|[^\w.])({LETTERS})[ \t]?=[ \t]?([A-Za-z][\w'-]*)(\.?[ \t][A-Z]\w*)?"
_KEYED = r"(?:^|[^\w.])([A-Z]{2}|[a-z]{2})[ ]([A-Z][a-z][\w'-]*|[A-Z]\.?)[ ]([A-Z][\w'-]*)"
_TITLED = re.compile(rf",?[ ]{_ROLE}")
_NAMED = re.compile(rf"(?:[A-Z][a-z'-]+|\b[A-Z]\.|\b{_ROLE})[ \t]*/{{1,2}}[ \t]*$")
_PAIRED = re.compile(r"\b([A-Z][a-z]+)/$")
_DASHED = re.compile(r"(?:^|\s|[.!?)])[-~][ \t]?$")
_SENTENCE = re.compile(r"(?:[.!?)]\"?[ \t]+|[ ]{2,}|\t|[|][ ]?)$")
_LOGGED = re.compile(r"[ \t|(]*\d")
_LOOSE = re.compile(rf"(?<![\w.'/@-])({LETTERS})(?![\w'@-]|\.\w)")
_BACK = 40
_LINE = 400
_PAIR = 2
_REPEATED = 3
_SURE, _LIKELY, _PERHAPS = 0.9, 0.7, 0.6
enrol(_CLOSING, _CELL, _OPENING, _DATED, _BY, _ROLED, _WITH, _ROW, _LEGEND, _KEYED)


class Proof(IntEnum):
    """How much a place says about letters that stand there."""

    NOTHING = 0
    WITH = 1
    CELL = 2
    CLOSING = 3
    ALONE = 4
    CALLED = 5
    NAMED = 6


_KINDS = (
    (_CELL, Proof.CELL),
    (_OPENING, Proof.ALONE),
    (_DATED, Proof.CLOSING),
    (_BY, Proof.CALLED),
    (_SLASHED, Proof.NAMED),
    (_ROLED, Proof.CLOSING),
    (_WITH, Proof.WITH),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Letters where initials may stand.

    Attributes:
        start: first offset in the folded text.
        end: one past the last.
        written: the letters without stops, blanks and hyphens.
        proof: what the place says.
    """

    start: int
    end: int
    written: str = field(repr=False)
    proof: Proof


class InitialsRecognizer:
    """Finds initials by their place, their repetition or a legend."""

    name = "initials"
    labels = frozenset({Label.DOCTOR, Label.PATIENT})

    def find(self, view: View) -> Iterator[Span]:
        """Yield initials of those who sign, and dotted initials anywhere."""
        for start, end, score in _signing(view):
            yield view.span(start, end, Label.DOCTOR, score, self.name)
        for dotted in _DOTTED.finditer(view.text):
            if not is_shortened(dotted[0]):
                yield view.span(dotted.start(), dotted.end(), Label.PATIENT, _PERHAPS, self.name)


_Found = Iterator[tuple[int, int, float]]


def _signing(view: View) -> _Found:
    found = places(view)
    legends = list(_legends(view))
    proven = _repeated(found) | {_letters(view.text[start:end]) for start, end in legends}
    spoken = {place.written for place in found if _speaks(place)}
    yield from ((start, end, _SURE) for start, end in legends)
    for place in found:
        if place.written in proven or _speaks(place):
            yield place.start, place.end, _SURE if place.written in proven else _LIKELY
    yield from _elsewhere(view.text, proven, spoken)


def places(view: View) -> tuple[Place, ...]:
    """Where a note has letters in the place of initials, in order of kind."""
    return view.once(_places)


def _places(view: View) -> tuple[Place, ...]:
    return tuple(_each_place(view))


def _each_place(view: View) -> Iterator[Place]:
    text = view.text
    for found in matches(_CLOSING, view):
        yield _place(text, found, 1, _closes(text, found.start(1)))
        if found.start(2) >= 0:
            yield _place(text, found, 2, Proof.CLOSING if text[found.start(2)].islower() else Proof.NOTHING)
    yield from _ending_entries(text)
    for row in matches(_ROW, view):
        for letters in _LOOSE.finditer(text, *row.span(1)):
            yield _place(text, letters, 1, Proof.NAMED)
    for source, proof in _KINDS:
        for found in matches(source, view):
            yield _place(text, found, 1, proof)


def _ending_entries(text: str) -> Iterator[Place]:
    """Letters that close most entries of a log, whatever they may mean elsewhere."""
    heads = [head.start() for head in _ENTRY.finditer(text)] if text.count("\n") >= _REPEATED else []
    ends = [_ENDED.search(text, max(start, end - _BACK), end) for start, end in pairwise([*heads, len(text)])]
    closed = [end for end in ends if end]
    if len(closed) >= max(_REPEATED, len(heads) / 2):
        for end in closed:
            yield _place(text, end, 1, Proof.NAMED)


def _place(text: str, found: Match, group: int, proof: Proof) -> Place:
    start, end = found.start(group), found.end(group)
    return Place(start, end, _letters(text[start:end]), proof)


def _letters(written: str) -> str:
    return written if written.isalpha() else "".join(filter(str.isalpha, written))


def _closes(text: str, start: int) -> Proof:
    line = max(text.rfind("\n", max(0, start - _LINE), start) + 1, start - _LINE, 0)
    before = text[max(line, start - _BACK) : start]
    if before.rstrip(" \t").endswith("/") and _NAMED.search(before):
        paired = _PAIRED.search(before)
        return Proof.NOTHING if paired and is_clinical(paired[1]) and not is_name(paired[1]) else Proof.NAMED
    if not before.strip() or _DASHED.search(before):
        return Proof.ALONE
    if before[-1] == "/":
        return Proof.NOTHING
    return Proof.CLOSING if _SENTENCE.search(before) or _LOGGED.match(text, line) else Proof.WITH


@cache
def _stops(*kinds: str) -> frozenset[str]:
    entries = (entry.split("\t") for entry in listed("short_forms"))
    return frozenset(word for kind, word in entries if kind in kinds)


@cache
def is_free(written: str) -> bool:
    """True when no list knows the letters."""
    if written.lower() in _stops("credential", "never", "place", "seldom") or is_clinical(written):
        return False
    return written.isupper() or (written.islower() and not is_ordinary(written))


def is_shortened(written: str) -> bool:
    """True for a clinical abbreviation written with stops ("S.O.B.")."""
    return "." in written and _letters(written).lower() in _stops("dotted")


def may_be_initials(written: str) -> bool:
    """False for credentials, units and the shortest words; sides and routes may be initials."""
    return _letters(written).lower() not in _stops("credential", "never")


def _speaks(place: Place) -> bool:
    """Whether one place is enough."""
    written, low = place.written, place.written.lower()
    if place.proof is Proof.NAMED or (place.proof is Proof.CALLED and len(written) == _PAIR):
        return low not in _stops("credential") and (
            place.proof is Proof.NAMED or low not in _stops("never", "place")
        )
    if place.proof is Proof.WITH:
        return len(written) == _PAIR and written.islower() and is_free(written)
    return place.proof > (Proof.CELL if written.isupper() else Proof.WITH) and is_free(written)


def _repeated(found: Iterable[Place]) -> frozenset[str]:
    """Letters that close several lines."""
    closing = Counter(place.written for place in found if place.proof >= Proof.CLOSING)
    alone = Counter(place.written for place in found if place.proof is Proof.ALONE)
    often = (w for w, count in closing.items() if count >= _needed(w) or alone[w] >= _PAIR)
    return frozenset(w for w in often if w.lower() not in _stops("credential", "never", "place"))


def _needed(written: str) -> float:
    if not is_clinical(written):
        return _PAIR if written.islower() else len(written)
    return _REPEATED if written.isupper() else float("inf")


def _legends(view: View) -> Iterator[tuple[int, int]]:
    """Letters that stand before a name that begins with them."""
    text = view.text
    for found in matches(_LEGEND, view):
        start, end = found.span(1)
        first = text[found.start(2)]
        named = first.isupper() or (found.start(3) >= 0 and text[found.start(3)] != ".")
        if named and _letters(text[start:end])[0].upper() == first.upper():
            yield start, end
    for found in matches(_KEYED, view):
        start, end = found.span(1)
        names = text[found.start(2)] + text[found.start(3)]
        led = is_free(text[start:end]) or _TITLED.match(text, found.end())
        if text[start:end].upper() == names and led:
            yield start, end


def _elsewhere(text: str, proven: frozenset[str], spoken: set[str]) -> _Found:
    """Where letters that no list knows stand, once they are proven or stand often."""
    counts = Counter(_LOOSE.findall(text))
    telling = {token for token, count in counts.items() if _tell(_letters(token), count, proven, spoken)}
    for token in _LOOSE.finditer(text) if telling else ():
        if token[1] in telling:
            yield token.start(), token.end(), _LIKELY


def _tell(written: str, count: int, proven: frozenset[str], spoken: set[str]) -> bool:
    pair = len(written) == _PAIR and (count >= _REPEATED or written in spoken)
    return (pair or written in proven) and is_free(written)
