r"""Declarative patterns, and the engine that runs many of them in a few passes.

A pattern says in one place what an identifier looks like, how sure its shape alone makes us,
which neighbouring words make us surer, what may reject it, and what it must and must not find:
the examples are its tests. All matching is RE2's, linear in the length of the note whatever
the note holds (https://github.com/google/re2/wiki/WhyRE2); matching runs over ``View.ascii``,
in which one byte is one character, so offsets are exact.

>>> room = Pattern("bed", Label.ROOM, r"\b[Bb]ed (?P<id>\d+)\b", 0.9, finds=("[[ROOM|4]]",))
>>> from recognizers.fold import fold
>>> [(s.start, s.end) for s in PatternRecognizer("room", (room,)).find(fold("in bed 4 today"))]
[(7, 8)]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, Self

import re2

from annotation import Label, Span
from recognizers.fold import View
from recognizers.recognizer import Recognizer

_SET_MEMORY = 32 << 20
_SET_SIZE = 16
_EVERYTHING = ""
_PUNCTUATION = ".,:;/-'"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch of a note that a pattern matched, before its check.

    Attributes:
        text: the folded note, in the ASCII form that was matched.
        start: first character of the identifier.
        end: one past its last character.
        score: confidence so far, in (0, 1].
    """

    text: str
    start: int
    end: int
    score: float

    def __repr__(self) -> str:
        return f"Candidate({self.start}, {self.end}, {self.score})"

    @property
    def value(self) -> str:
        """The identifier as written."""
        return self.text[self.start : self.end]

    def before(self, size: int) -> str:
        """Up to ``size`` characters before it, within its line."""
        return self.text[max(0, self.start - size) : self.start].rpartition("\n")[2]

    def after(self, size: int) -> str:
        """Up to ``size`` characters after it, within its line."""
        return self.text[self.end : self.end + size].partition("\n")[0]

    def scored(self, score: float) -> Self:
        """The same stretch with another score."""
        return type(self)(self.text, self.start, self.end, score)

    def narrowed(self, start: int, end: int) -> Self:
        """Another stretch of the same note."""
        return type(self)(self.text, start, end, self.score)


Check = Callable[[Candidate], Candidate | None]
"""Raises or lowers a candidate's score, narrows it, or rejects it with None."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What one written form of an identifier looks like.

    Attributes:
        name: unique within its recognizer.
        label: identifier type.
        regex: RE2 source; the group ``id`` is the identifier, or the whole match without one.
        score: confidence in the shape alone, in (0, 1].
        context: RE2 source, looked for within ``near`` characters before or after in
            the same line, ignoring case; when found the score is ``in_context``.
        near: how far ``context`` may stand, in characters.
        in_context: confidence with context.
        not_before: characters that must not stand directly before the identifier.
        not_after: characters that must not stand directly after it; punctuation counts only
            when a letter or digit follows it.
        check: validator; see ``Check``.
        finds: examples with inline marks, exactly what the recognizer finds.
        leaves: examples in which the recognizer finds nothing.
    """

    name: str
    label: Label
    regex: str
    score: float
    context: str = ""
    near: int = 30
    in_context: float = 0.9
    not_before: str = ""
    not_after: str = ""
    check: Check | None = None
    finds: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()

    def candidates(self, view: View) -> Iterator[Candidate]:
        """What the pattern finds in a view, checked."""
        compiled, group = _compiled(self.regex)
        text = view.text if view.text.isascii() else view.ascii.decode("ascii")
        for match in compiled.finditer(view.ascii):
            start, end = match.span(group)
            if start < end and not self._guarded(text, start, end):
                checked = self._checked(Candidate(text, start, end, self.score))
                if checked is not None:
                    yield checked

    def _guarded(self, text: str, start: int, end: int) -> bool:
        """True when a neighbouring character forbids the stretch."""
        if self.not_before and start and text[start - 1] in self.not_before:
            return True
        if not self.not_after or end == len(text) or text[end] not in self.not_after:
            return False
        return text[end] not in _PUNCTUATION or text[end + 1 : end + 2].isalnum()

    def _checked(self, found: Candidate) -> Candidate | None:
        if self.context and self._in_context(found):
            found = found.scored(self.in_context)
        return self.check(found) if self.check else found

    def _in_context(self, found: Candidate) -> bool:
        words = _context(self.context)
        return bool(words.search(found.before(self.near)) or words.search(found.after(self.near)))


class _Match(Protocol):
    def span(self, group: int = 0) -> tuple[int, int]: ...


class _Regex(Protocol):
    groupindex: dict[bytes, int]

    def finditer(self, text: bytes) -> Iterator[_Match]: ...

    def search(self, text: str) -> _Match | None: ...


@cache
def _compiled(source: str) -> tuple[_Regex, int]:
    compiled: _Regex = re2.compile(source.encode("ascii"), _options())
    return compiled, compiled.groupindex.get(b"id", 0)


@cache
def _context(source: str) -> _Regex:
    compiled: _Regex = re2.compile(rf"(?i)\b(?:{source})", _options())
    return compiled


def _options(max_mem: int = 32 << 20) -> object:
    options = re2.Options()
    options.max_mem = max_mem
    options.log_errors = False
    return options


class PatternRecognizer:
    """A recognizer that is a list of patterns.

    Attributes:
        name: short and unique; becomes ``Span.source``.
        labels: the types of its patterns.
        patterns: what it looks for.
    """

    def __init__(self, name: str, patterns: Iterable[Pattern]) -> None:
        self.name = name
        self.patterns = tuple(patterns)
        self.labels = frozenset(pattern.label for pattern in self.patterns)

    def find(self, view: View) -> list[Span]:
        """Spans of all its patterns, less those inside a span of the same type that is as sure."""
        return self.find_with(self.patterns, view)

    def find_with(self, patterns: Iterable[Pattern], view: View) -> list[Span]:
        """As ``find``, with those of its patterns that can match at all."""
        return [
            view.span(found.start, found.end, label, found.score, self.name)
            for label, found in _outermost(
                (pattern.label, found) for pattern in patterns for found in pattern.candidates(view)
            )
        ]


def _outermost(found: Iterable[tuple[Label, Candidate]]) -> Iterator[tuple[Label, Candidate]]:
    """In order, less what lies inside a stretch of the same type that is as sure."""
    covers: list[tuple[Label, Candidate]] = []
    for label, each in sorted(found, key=_place):
        covers = [(other, cover) for other, cover in covers if other == label and cover.end > each.start]
        if not any(cover.end >= each.end and cover.score >= each.score for _, cover in covers):
            covers.append((label, each))
            yield label, each


def _place(found: tuple[Label, Candidate]) -> tuple[Label, int, int, float]:
    label, each = found
    return label, each.start, -each.end, -each.score


class _Prefilter:
    """Says of up to _SET_SIZE patterns, in one pass, which can match at all.

    An automaton of many patterns has a state for every subset of them that a text may have
    matched so far, and meets new ones in every note; a few small automata soon have met all.
    RE2 answers with nothing when a set runs out of memory; the set holds one pattern that
    matches always, and without it in the answer every pattern counts as possible.

    Args:
        owned: each pattern and the index of its recognizer.
    """

    def __init__(self, owned: Sequence[tuple[int, Pattern]]) -> None:
        self._owned = owned
        self._set = re2.Set.SearchSet(_options(_SET_MEMORY))
        for _, pattern in owned:
            self._set.Add(pattern.regex)
        self._set.Add(_EVERYTHING)
        self._set.Compile()

    def possible(self, view: View) -> Iterator[tuple[int, Pattern]]:
        """Those that can match, in order."""
        hits = sorted(self._set.Match(view.ascii))
        everything = len(self._owned)
        return (self._owned[hit] for hit in (hits[:-1] if everything in hits else range(everything)))


class PatternEngine:
    """Runs many recognizers over a view, deciding beforehand which patterns can match at all.

    Recognizers that are no ``PatternRecognizer`` run as they are. Spans are those of the
    recognizers run one by one, in the same order.

    Args:
        recognizers: who looks, in order.
    """

    def __init__(self, recognizers: Iterable[Recognizer]) -> None:
        self.recognizers = tuple(recognizers)
        owned = [
            (index, pattern)
            for index, recognizer in enumerate(self.recognizers)
            for pattern in getattr(recognizer, "patterns", ())
        ]
        self._prefilters = [
            _Prefilter(owned[first : first + _SET_SIZE]) for first in range(0, len(owned), _SET_SIZE)
        ]

    def find(self, view: View) -> list[Span]:
        """Spans of all recognizers."""
        possible: dict[int, list[Pattern]] = {}
        for prefilter in self._prefilters:
            for index, pattern in prefilter.possible(view):
                possible.setdefault(index, []).append(pattern)
        spans: list[Span] = []
        for index, recognizer in enumerate(self.recognizers):
            if isinstance(recognizer, PatternRecognizer):
                spans += recognizer.find_with(possible.get(index, ()), view)
            else:
                spans += recognizer.find(view)
        return spans
