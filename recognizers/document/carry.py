"""Document sense: what a note says once with good evidence is found everywhere in that note.

A name found behind a field label, a title, a roster or with a high score is carried to its bare
mentions: surname, given name, possessive, with or without accents, all capitals, lower case where the
word is no ordinary one, initials. A facility is carried to its abbreviation ("Harbor View Medical Center
(HVMC)") and to its shorter names, a number found with context to the same number without.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from ahocorasick_rs import AhoCorasick, Implementation

from annotation import Group, Label, Span
from recognizers.context.initials import Proof, may_be_initials, places
from recognizers.document.census import beds, lodged, ward
from recognizers.document.days import near
from recognizers.document.grid import again
from recognizers.fold import View
from recognizers.words import (
    abbreviations,
    eponyms,
    is_clinical,
    is_name,
    is_ordinary,
    listed,
    lowered,
    plain,
    words,
)

_PEOPLE = frozenset({Label.PATIENT, Label.DOCTOR})
_PLACES = frozenset({Label.HOSPITAL, Label.ORGANIZATION})
_VALUES = frozenset(
    {label for label in Label if label.group in {Group.ID, Group.CONTACT}} | {Label.USERNAME, Label.STREET}
)
_GOOD = 0.8
_SURE = 0.9
_NAMES = range(2, 4)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_TOKEN = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_TIME = re.compile(r"[0-2]?\d[0-5]\d(?:-[0-2]?\d[0-5]\d)?|\d{1,2}[./]\d{2,4}")
_ABBREVIATION = re.compile(r"[ \t]*\([\"']?([A-Z][A-Za-z&]{1,9})[\"']?\)")
_SENTENCE = re.compile(r"(?:^|[.!?:\n\u2022*-][\"')]?[ \t]*)$")
_STARTS_SENTENCE = re.compile(r"[ \t]+(?:[a-z]+(?:s|ed)|had|has|is|was|will|went|came|did|and)\b|'s\b|,")
_ACTS = re.compile(r"[/:)]|[ \t]*(?:\n|$)|[ \t]+(?:[a-z]{3,}(?:s|ed)|saw|read)\b")
_ACTED = re.compile(r"\b(?:by|per|read|with|w/|from)[ \t]+$")
_MODELLED = frozenset({"ner", "lexicon", "facilities"})
_SHORTEST, _LONGEST = 3, 24
_SHORTEST_VALUE = 4


@dataclass(slots=True)
class _Known:
    words: dict[str, Label] = field(default_factory=dict)
    initials: dict[str, Label] = field(default_factory=dict)
    hands: dict[str, Label] = field(default_factory=dict)
    values: dict[str, Label] = field(default_factory=dict)


def carry(view: View, spans: Iterable[Span]) -> list[Span]:
    """Spans that the evidence in ``spans`` implies elsewhere in the note.

    Args:
        view: the note's folded view.
        spans: evidence, in offsets of the original note.

    Returns:
        Further spans with source ``"document"``; cost is linear in the note's length.
    """
    found = list(spans)
    good = [span for span in found if span.score >= _GOOD]
    known = _learn(view, good)
    people = (*_names(view, known), *_hands(view, known), *again(view, found))
    rooms = [span for find in (beds, lodged) for span in find(view, (*found, *people))]
    return [*people, *_values(view, known), *near(view, good), *rooms, *ward(view, (*found, *rooms))]


def _learn(view: View, spans: list[Span]) -> _Known:
    known = _Known()
    seen: set[tuple[str, Label, bool]] = set()
    for span in sorted(spans, key=_weight):
        text = view.original[span.start : span.end]
        person = (text, span.label, span.source in _MODELLED)
        if span.label in _PEOPLE and person in seen:
            continue
        seen.add(person)
        if span.label in _PEOPLE:
            _learn_person(known, view.plain[slice(*view.range_of(span.start, span.end))], span)
        elif span.label in _PLACES:
            _learn_place(known, view, span)
        elif span.label in _VALUES and span.source not in _MODELLED and _telling(text):
            known.values.setdefault(text.lower(), span.label)
    return known


def _weight(span: Span) -> tuple[bool, float, int]:
    """Sort key: what is told by a rule first, then the surer, then the earlier."""
    return (span.source in _MODELLED, -span.score, span.start)


def _learn_person(known: _Known, text: str, span: Span) -> None:
    label, told = span.label, span.source in _MODELLED
    parts = _WORD.findall(text)
    for word in parts:
        low = plain(word)
        if len(low) >= _SHORTEST and low not in _stops() and _carries(low, told=told):
            known.words.setdefault(low, label)
    _learn_hand(known, text, label)
    if len(parts) > 1 and not told and "," not in text and all(word[0].isupper() for word in parts):
        known.initials.setdefault("".join(word[0] for word in parts), label)


def _learn_hand(known: _Known, text: str, label: Label) -> None:
    """The letters with which a person of two or three names signs."""
    family, _, given = text.partition(",")
    names = _WORD.findall(f"{given} {family}")
    letters = [word[0].upper() for word in names]
    if len(names) in _NAMES and min(len(names[0]), len(names[-1])) > 1 and "\n" not in text:
        known.hands.setdefault("".join(letters), label)
        known.hands.setdefault(letters[0] + letters[-1], label)


@cache
def _stops() -> frozenset[str]:
    """Words that are carried from no name: those of forms, but "Will", and letters of other scripts."""
    foreign = {"x" * length for length in range(_SHORTEST, _LONGEST)}
    return frozenset({*listed("name_stops"), *foreign} - {"will"})


def _carries(low: str, *, told: bool) -> bool:
    return is_name(low) or not (told or is_ordinary(low))


def _learn_place(known: _Known, view: View, span: Span) -> None:
    text = view.original[span.start : span.end]
    parts = re.findall(r"[A-Z][\w']*", text)
    short = _ABBREVIATION.match(view.original, span.end)
    letters = "".join(word[0] for word in parts)
    if short and short[1][0] == letters[:1]:
        known.values.setdefault(short[1].lower(), span.label)
    if len(letters) >= _SHORTEST and not is_clinical(letters):
        known.values.setdefault(letters.lower(), span.label)
    first = parts[0] if parts else ""
    told = len(parts) > 1 or (span.score >= _SURE and text == first)
    if told and len(first) > _SHORTEST and (not is_ordinary(first) or _is_acronym(first)):
        known.values.setdefault(first.lower(), span.label)


def _is_acronym(word: str) -> bool:
    return word.isupper() and word.lower() not in abbreviations() and not is_name(word)


def _telling(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    return " " not in text and digits >= _SHORTEST_VALUE and not _TIME.fullmatch(text)


def _mentions(text: str, known: Collection[str], token: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Tokens that begin with one of some lower-case strings, whatever their case, in order."""
    if not known:
        return
    automaton = AhoCorasick(sorted(known), implementation=Implementation.NoncontiguousNFA)
    found = automaton.find_matches_as_indexes(lowered(text), overlapping=True)
    for start in sorted({start for _, start, _ in found}):
        mention = token.match(text, start)
        earlier = (token.match(text, at) for at in range(max(0, start - len("a-")), start))
        if mention and not any(match and match.end() > start for match in earlier):
            yield mention


def _names(view: View, known: _Known) -> Iterator[Span]:
    text = view.plain
    for word in _mentions(text, {*known.words, *map(str.lower, known.initials)}, _WORD):
        low = plain(word[0])
        label = known.words.get(low)
        end = word.start() + len(low)
        if label is not None and _is_mention(text, word.start(), end):
            yield view.span(word.start(), end, label, _GOOD, "document")
        elif word[0] in known.initials and _are_initials(text, word):
            yield view.span(word.start(), word.end(), known.initials[word[0]], 0.6, "document")


def _hands(view: View, known: _Known) -> Iterator[Span]:
    for place in places(view) if known.hands else ():
        label = known.hands.get(place.written.upper())
        word = place.written.islower() and not may_be_initials(place.written)
        if label is not None and not word and place.proof >= Proof.CLOSING:
            yield view.span(place.start, place.end, label, 0.7, "initials")


def _are_initials(text: str, word: re.Match[str]) -> bool:
    signed = _ACTS.match(text, word.end()) or _ACTED.search(text, max(0, word.start() - 12), word.start())
    return not is_clinical(word[0]) and (bool(signed) or len(word[0]) >= _SHORTEST)


def _is_mention(text: str, start: int, end: int) -> bool:
    word = text[start:end]
    if word[0].islower():
        return not is_ordinary(word)
    if word.lower() in eponyms() and word.lower() not in words("frequent"):
        return False
    if not is_clinical(word):
        return True
    if word.isupper() and text[max(0, start - 20) : end + 20].isupper():
        return False
    at_start = _SENTENCE.search(text[max(0, start - 6) : start])
    return not at_start or bool(_STARTS_SENTENCE.match(text, end))


def _values(view: View, known: _Known) -> Iterator[Span]:
    for token in _mentions(view.text, known.values, _TOKEN):
        label = known.values.get(token[0].lower())
        short = label in _PLACES and is_ordinary(token[0]) and not token[0].isupper()
        if label is not None and not short and (label not in _PLACES or token[0][0].isupper()):
            yield view.span(token.start(), token.end(), label, _GOOD, "document")
