"""Read a marked name into words with their parts: given, family, initial.

The part follows from the form ("LAST, FIRST M", "First M. Last", "J.L.", "S-A-N-D"), a title
before it, or how many people bear the word as surname or given name.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from annotation import Label, MarkedNote, Span
from corpora.generator import figures
from corpora.generator.casing import key


class Part(StrEnum):
    """What a word is in a person's name."""

    GIVEN = "given"
    FAMILY = "family"
    INITIALS = "initials"
    SPELLED = "spelled"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a name in a note."""

    start: int
    end: int
    text: str
    part: Part


@dataclass(frozen=True, slots=True)
class Mention:
    """One marked name and its words, in order of text."""

    label: Label
    words: tuple[Word, ...]


_WORD = re.compile(r"[^\W_]+(?:(?:['\u2019\u02bb|]|-\n\s*)[^\W_]+)*")
_SPELLED = re.compile(r"[^\W\d_](?:(?:- ?| )[^\W\d_]){2,}\.?")
_TITLE = re.compile(
    r"(?:\b(?:mr|mrs|ms|miss|mx|dr|drs|doctor|prof|sir|mme|judge|officer|sgt|lt|capt|deputy|trooper)\b\.?\s*)$",
    re.IGNORECASE,
)
_SHORTEST_SPELLED = 3
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "2nd", "3rd"})
_PARTICLES = frozenset(figures.words("particles"))


def _form(text: str, word: str) -> Part | None:
    """The part that the form of the word alone gives it."""
    if word.casefold() in _SUFFIXES | _PARTICLES:
        return Part.KEPT
    if len(word) == 1:
        return Part.INITIALS
    return Part.INITIALS if _are_initials(text) else None


def _are_initials(text: str) -> bool:
    """True for "JL", "J.L.", "JMO/rt", "kcl", false for "WU" and "Jo"."""
    if not re.fullmatch(r"[^\W\d_]{2,4}(?:/[^\W\d_]{1,4})?", text.replace(".", "")):
        return False
    borne = key(text) in figures.bearers("surnames") or key(text) in figures.bearers("given")
    marked = "/" in text or "." in text[:-1]
    return marked or (not borne and (text.isupper() or not _VOWEL.search(text)))


def _places(text: str, found: list[re.Match[str]]) -> list[Part]:
    """Parts by position: before a comma or last is the family name."""
    comma = text.find(",")
    if comma > 0:
        return [Part.FAMILY if word.start() < comma else Part.GIVEN for word in found]
    plain = [i for i, word in enumerate(found) if _form(text, word[0]) is None]
    quoted = {i for i in plain if text[found[i].start() - 1 : found[i].start()] in {'"', "(", "“"}}
    last = max((i for i in plain if i not in quoted), default=-1)
    family = {last, *(last - 1,) * (last > 0 and text[found[last].start() - 1] == "-")}
    return [Part.FAMILY if i in family and len(plain) > 1 else Part.GIVEN for i in range(len(found))]


def _single(word: str, before: str) -> Part:
    """The part of a name of one word: family after a title, else as most people bear it."""
    if _TITLE.search(before):
        return Part.FAMILY
    folded = key(word)
    more = figures.bearers("surnames").get(folded, 0) > figures.bearers("given").get(folded, 0)
    return Part.FAMILY if more else Part.GIVEN


def read_mention(text: str, span: Span, known: Counter[tuple[str, Part]]) -> Mention:
    """Read one marked name.

    Args:
        text: the whole note.
        span: a name in it.
        known: how often each word has each part in names of several words of the note.
    """
    name = text[span.start : span.end]
    if _SPELLED.fullmatch(name) and len(key(name)) >= _SHORTEST_SPELLED:
        return Mention(span.label, (Word(span.start, span.end, name, Part.SPELLED),))
    found = list(_WORD.finditer(name))
    parts = _places(name, found)
    several = sum(_form(name, word[0]) is None for word in found) > 1
    words = []
    for word, placed in zip(found, parts, strict=True):
        part = _form(name, word[0]) or placed
        if not several and part is Part.GIVEN:
            seen = [(known[key(word[0]), p], p) for p in (Part.FAMILY, Part.GIVEN)]
            part = max(seen)[1] if max(seen)[0] else _single(word[0], text[: span.start][-12:])
        words.append(Word(span.start + word.start(), span.start + word.end(), word[0], part))
    return Mention(span.label, tuple(words))


def read_mentions(marked: MarkedNote) -> tuple[Mention, ...]:
    """All marked names of a note, those of several words deciding for those of one."""
    spans = [span for span in marked.spans if span.label in {Label.PATIENT, Label.DOCTOR}]
    none: Counter[tuple[str, Part]] = Counter()
    first = [read_mention(marked.note.text, span, none) for span in spans]
    known = Counter((key(word.text), word.part) for word in _of_several(first))
    return tuple(read_mention(marked.note.text, span, known) for span in spans)


def _of_several(mentions: Iterable[Mention]) -> Iterable[Word]:
    plain = {Part.GIVEN, Part.FAMILY}
    for mention in mentions:
        words = [word for word in mention.words if word.part in plain]
        yield from words if len(words) > 1 else ()
