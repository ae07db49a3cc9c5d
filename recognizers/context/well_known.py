"""Hospitals, organizations, landmarks that everybody knows: "Cleveland Clinic", "Walgreens 4410", "davita".

The CMS list holds whole names of American hospitals; ``hospital_names``, ``organizations`` and
``landmarks`` hold what notes call them and others. A name that is also a word, a person's or a short
form ("Guardian", "Edward Jones", "CVS") is a doubtful find, one that is a common word counts behind a
word of place.
"""

import re
from collections.abc import Iterator
from functools import cache

from ahocorasick_rs import AhoCorasick, MatchKind

from annotation import Label
from recognizers.words import is_given, is_name, is_ordinary, lines, listed, lowered

_BRANCH = re.compile(r"[ ]#?\d{3,5}(?![\w/:%-]|[.,]\d|[ ]?(?:mg|mcg|ml|cc|units?)\b)")
_COMMON = "*"
"""Marks a name that is a common word too: it counts behind a word of place."""
_PLACED = re.compile(r"(?:\b(?:at|to|from|via)|@|\u2192|->)[ ]\Z")
_NEAR = 8
_LETTERS = re.compile(r"[A-Za-z']+")
_LONG = 4


def known_by_name(text: str) -> Iterator[tuple[int, int, Label, float]]:
    """Start, end, label and score of each that a text names."""
    low = lowered(text)
    for _, start, end in _bounded(_hospitals(), low):
        if text[start].isupper():
            yield start, end, Label.HOSPITAL, 0.9
    automaton, names = _well_known()
    for index, start, end in _bounded(automaton, low):
        name, label = names[index]
        common = name.endswith(_COMMON)
        score = _certainty(text[start:end], name.removesuffix(_COMMON))
        if score and (not common or _PLACED.search(text, max(0, start - _NEAR), start)):
            branch = _BRANCH.match(text, end)
            yield start, branch.end() if branch else end, label, score


@cache
def _hospitals() -> AhoCorasick:
    names = sorted({name.lower() for name in lines("hospitals") if _tells(name)})
    return AhoCorasick(names, matchkind=MatchKind.LeftmostLongest)


def _tells(name: str) -> bool:
    parts = _LETTERS.findall(name)
    return len(parts) > 1 and any(not is_ordinary(part) for part in parts)


@cache
def _well_known() -> tuple[AhoCorasick, list[tuple[str, Label]]]:
    names = [(name, Label.HOSPITAL) for name in listed("hospital_names")]
    names += [(name, Label.ORGANIZATION) for name in listed("organizations")]
    names += [(name, Label.LOCATION_OTHER) for name in listed("landmarks")]
    written = [name.removesuffix(_COMMON).lower() for name, _ in names]
    return AhoCorasick(written, matchkind=MatchKind.LeftmostLongest), names


def _certainty(written: str, name: str) -> float:
    if _is_no_word(name) or (" " in name and written == name and not _is_like_a_person(name)):
        return 0.7
    return 0.45 if " " in name or written in {name, name.upper()} else 0.0


@cache
def _is_like_a_person(name: str) -> bool:
    """True for "Edward Jones" and "Henry Ford"."""
    first, *rest = name.split()
    return len(rest) == 1 and is_given(first) and is_name(rest[0]) and not is_ordinary(first)


def _bounded(automaton: AhoCorasick, low: str) -> Iterator[tuple[int, int, int]]:
    for index, start, end in automaton.find_matches_as_indexes(low):
        if not (low[start - 1 : start].isalnum() or low[end : end + 1].isalnum()):
            yield index, start, end


@cache
def _is_no_word(name: str) -> bool:
    """True for a name that means nothing else in any case ("Walgreens"): none of its words does."""
    unknown = [part for part in _LETTERS.findall(name) if not (is_ordinary(part) or is_name(part))]
    return bool(unknown) and max(map(len, unknown)) >= _LONG
