"""The last look at every note: does anything known of this patient still stand in it?

Whatever was marked in any note of the patient, or stands in the record, is looked for in the
note as whole words of at least four characters: names word by word, numbers in any punctuation,
all else as written, in any case. Where such a value stands outside the spans it is marked too
and the note replaced again; where one still stands after that, the note is not released.

Two kinds of hit are no leak. A value that the policy keeps. And a name that is an ordinary word
("brown", "young") or an eponym ("Foley"), written in small letters, at the start of a sentence,
in a line of capitals or before its usual noun, with no other part of a name beside it.
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, lru_cache

from annotation import Group, Label, MarkedNote, Note, ResidualError, Span
from recognizers.words import eponyms, is_clinical, is_ordinary
from surrogates import World
from surrogates.calendar.words import MONTHS, WEEKDAYS
from surrogates.cells import read as read_number
from surrogates.facility import generic
from surrogates.mention import Kind
from surrogates.mention import read as read_name
from surrogates.pool import pooled
from surrogates.replace import Edit, Replacement
from surrogates.style import fold

LEAST = 4
_PATIENTS = 16
_PEOPLE = frozenset({Label.PATIENT, Label.DOCTOR})
_NUMBERED = frozenset({Group.ID, Group.CONTACT})
_AS_WRITTEN = frozenset({Label.EMAIL, Label.URL, Label.USERNAME})
_LOOSE = frozenset({Label.AGE, Label.PROFESSION, Label.ROOM, Label.STATE, Label.COUNTRY})
_GENERALIZED = frozenset({Label.DATE, Label.AGE, Label.ZIP})
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD_START, _WORD_END = r"(?<![^\W_])", r"(?![^\W_])"
_OPENS = re.compile(r"(?:^|[.!?:;\n\u2022*-])[\s\"'(]*$")
_BEFORE, _AFTER = re.compile(r"([^\W\d_]+)\W{1,3}$"), re.compile(r"\W{1,3}([^\W\d_]+)")
_NEAR = 40


@dataclass(frozen=True, slots=True)
class Watch:
    """What must not stand in a patient's notes.

    Attributes:
        pattern: one alternative for each value; None when there is nothing to look for.
        labels: label of each folded value.
        names: folded words of people's names.
    """

    pattern: re.Pattern[str] | None = field(repr=False)
    labels: dict[str, Label] = field(repr=False)
    names: frozenset[str] = field(repr=False)

    def hits(self, text: str) -> Iterator[tuple[int, int, Label]]:
        """Every whole-word occurrence in a text that is no ordinary word."""
        if self.pattern is None:
            return
        for match in self.pattern.finditer(_same_length_fold(text)):
            label = self.labels[_squeezed(match[0])]
            if label not in _PEOPLE or not self._ordinary(text, match.start(), match.end()):
                yield match.start(), match.end(), label

    def _ordinary(self, text: str, start: int, end: int) -> bool:
        word = text[start:end]
        beside = self._beside_a_name(text, start, end, small=word.islower())
        if beside or not (is_ordinary(word) or fold(word) in eponyms()):
            return False
        if word.islower() or fold(word) in eponyms() or fold(word) in _CALENDAR:
            return True
        line = text[text.rfind("\n", 0, start) + 1 : (text + "\n").find("\n", end)]
        return is_clinical(word) and (line.isupper() or bool(_OPENS.search(text[:start])))

    def _beside_a_name(self, text: str, start: int, end: int, *, small: bool) -> bool:
        around = (_BEFORE.search(text[max(0, start - _NEAR) : start]), _AFTER.match(text[end : end + _NEAR]))
        before, after = (fold(found[1]) if found and found[1].islower() is small else "" for found in around)
        return before in self.names or after in self.names or before in _TITLES


_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "doctor", "patient", "nurse"})


@lru_cache(_PATIENTS)
def watch(originals: AbstractSet[tuple[Label, str]]) -> Watch:
    """Build what to look for from labelled values; kept for the patients last asked for."""
    values: dict[str, tuple[Label, str]] = {}
    names: set[str] = set()
    for label, text in sorted(originals):
        for value, pattern in _values(label, text):
            values.setdefault(value, (label, pattern))
            names |= {value} if label in _PEOPLE else set()
    longest = sorted({pattern for _, pattern in values.values()}, key=lambda p: (-len(p), p))
    whole = rf"{_WORD_START}(?:{'|'.join(longest)}){_WORD_END}"
    return Watch(
        re.compile(whole, re.IGNORECASE) if longest else None,
        {value: label for value, (label, _) in values.items()},
        frozenset(names),
    )


def _values(label: Label, text: str) -> Iterator[tuple[str, str]]:
    if label in _PEOPLE:
        for word in read_name(text).words:
            for form in sorted({word.key, fold(word.text)}) if word.kind is Kind.NAME else ():
                if len(form) >= LEAST:
                    yield _squeezed(form), re.escape(form)
    elif label.group in _NUMBERED and label not in _AS_WRITTEN:
        number = fold(read_number(text).canonical)
        if len(number) >= LEAST and any(c.isdigit() for c in number) and not _YEAR.fullmatch(number):
            yield number, r"[\W_]{0,2}".join(map(re.escape, number))
    elif label not in _LOOSE and len(text) >= LEAST and _telling(label, text):
        folded = _same_length_fold(text)
        yield _squeezed(folded), r"\s+".join(map(re.escape, folded.split()))


def _telling(label: Label, text: str) -> bool:
    if label is not Label.DATE:
        return not generic(text)
    return sum(char.isdigit() for char in text) > LEAST and not _YEAR.fullmatch(text)


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _same_length_fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    return "".join(_folded_char(char) for char in text)


@cache
def _folded_char(char: str) -> str:
    folded = fold(char)
    return folded if len(folded) == 1 else char


def extra_spans(marked: MarkedNote, what: Watch) -> tuple[Span, ...]:
    """Values that stand outside the note's spans, as spans."""
    text, spans = marked.note.text, marked.spans
    found = (Span(start, end, label, 1.0, "residual") for start, end, label in what.hits(text))
    return tuple(one for one in found if not any(span.overlaps(one) for span in spans))


def check(
    marked: MarkedNote, replacement: Replacement, what: Watch, *, kept: AbstractSet[Label] = frozenset()
) -> None:
    """Refuse a note in which a value still stands.

    Args:
        marked: the original with its spans.
        replacement: the note as it would be released.
        what: what must not stand in it.
        kept: labels whose text the policy keeps.

    Raises:
        ResidualError: names the note, the types and the places in the new text, never the value.
    """
    left = [
        hit
        for hit in what.hits(replacement.text)
        if not _made_here(hit, replacement.edits, _GENERALIZED | kept)
    ]
    if left:
        where = ", ".join(f"{label} at {start}" for start, _, label in left)
        raise ResidualError(f"note {marked.note.note_id}: known values still in the output ({where})")


def _made_here(hit: tuple[int, int, Label], edits: tuple[Edit, ...], labels: AbstractSet[Label]) -> bool:
    """True where the value, or a part of it, is a new date, age or ZIP code that happens to equal it."""
    start, end, _ = hit
    return any(e.new_start < end and start < e.new_end and e.label in labels for e in edits)


def outsiders(released: MarkedNote) -> tuple[Span, ...]:
    """Names in a released note that no surrogate can be: candidates for a leak.

    Args:
        released: the released text with the names that a detector finds in it.

    Returns:
        Spans of single words that are in no pool; particles, suffixes and initials are left out.
    """
    text = released.note.text
    return tuple(
        Span(span.start + word.start, span.start + word.end, span.label, 1.0, "pool")
        for span in released.spans
        if span.label in _PEOPLE
        for word in read_name(text[span.start : span.end]).words
        if word.kind is Kind.NAME and not (pooled(word.key) or pooled(fold(word.text)))
    )


def written_outsiders(replacement: Replacement) -> tuple[int, int]:
    """How many names a replacement wrote, and how many of them hold a word that is in no pool.

    None should: such a word is no surrogate, and to someone who knows the pools it is a leak.
    """
    text = replacement.text
    edits = [edit for edit in replacement.edits if edit.label in _PEOPLE and text[edit.new_start] not in "[*"]
    spans = tuple(Span(edit.new_start, edit.new_end, edit.label) for edit in edits)
    strange = outsiders(MarkedNote(Note("", text), spans))
    return len(spans), sum(any(span.overlaps(one) for one in strange) for span in spans)


def seal(marked: MarkedNote, world: World) -> Replacement:
    """Replace a note, mark what was missed, and look again.

    Raises:
        ResidualError: a known value still stands in the output.
    """
    what = watch(world.originals(marked))
    more = extra_spans(marked, what)
    whole = MarkedNote(marked.note, (*marked.spans, *more)) if more else marked
    replacement = world.replace(whole)
    check(whole, replacement, what, kept=world.kept)
    return replacement
