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

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from annotation import Label, Span
from recognizers.expressions.linear import Match, compiled
from recognizers.expressions.prefilter import Labels, Sets, label_of
from recognizers.fold import View
from recognizers.recognizer import Recognizer

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
Starts = Iterable[int] | None
"""The only places where a match may begin, in order; None when any may be one."""


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

    def candidates(self, view: View, starts: Starts = None) -> Iterator[Candidate]:
        """What the pattern finds in a view, checked.

        Args:
            view: the note.
            starts: see Starts.
        """
        regex, group = _regex(self.regex)
        matches = regex.finditer(view.ascii) if starts is None else _at(regex, view.ascii, starts)
        for match in matches:
            start, end = match.span(group)
            if start < end and not self._guarded(view.plain, start, end):
                checked = self._checked(Candidate(view.plain, start, end, self.score))
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
        near = found.before(self.near), found.after(self.near)
        return any(words.search(side.encode("ascii")) for side in near)


@cache
def _regex(source: str) -> tuple[Any, int]:
    """An RE2 source compiled, and the number of its group ``id``."""
    regex = compiled(source)
    return regex, regex.groupindex.get(b"id", 0)


@cache
def _context(source: str) -> Any:  # noqa: ANN401 - re2 ships no types
    return compiled(rf"(?i)\b(?:{source})")


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
        return self.find_with([(pattern, None) for pattern in self.patterns], view)

    def find_with(self, possible: Iterable[tuple[Pattern, Starts]], view: View) -> list[Span]:
        """As ``find``, with those of its patterns that can match at all, and where if that is known."""
        return [
            view.span(found.start, found.end, label, found.score, self.name)
            for label, found in _outermost(
                (pattern.label, found)
                for pattern, starts in possible
                for found in pattern.candidates(view, starts)
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


def _at(regex: Any, text: bytes, starts: Iterable[int]) -> Iterator[Match]:  # noqa: ANN401 - re2 ships no types
    """Non-overlapping matches that begin at given places."""
    end = 0
    for start in starts:
        match = regex.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match


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
        self._labelled = [each for each in owned if label_of(each[1].regex)]
        self._labels = Labels([pattern.regex for _, pattern in self._labelled])
        self._shaped = [each for each in owned if not label_of(each[1].regex)]
        self._sets = Sets([pattern.regex for _, pattern in self._shaped])

    def find(self, view: View) -> list[Span]:
        """Spans of all recognizers."""
        possible: list[list[tuple[Pattern, Starts]]] = [[] for _ in self.recognizers]
        for number in self._sets.possible(view.ascii):
            index, pattern = self._shaped[number]
            possible[index].append((pattern, None))
        for number, starts in self._labels.places(view.ascii).items():
            index, pattern = self._labelled[number]
            possible[index].append((pattern, starts))
        spans: list[Span] = []
        for recognizer, patterns in zip(self.recognizers, possible, strict=True):
            if not isinstance(recognizer, PatternRecognizer):
                spans += recognizer.find(view)
            elif patterns:
                spans += recognizer.find_with(patterns, view)
        return spans
