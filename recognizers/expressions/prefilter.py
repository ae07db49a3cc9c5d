r"""Which of many patterns can match a note at all, and where those that a label opens can.

Most patterns match nothing in most notes. RE2 sets (https://github.com/google/re2, ``re2/set.h``)
say in one pass over the bytes which of their patterns match; they are asked about relaxed
patterns, whose repetitions have no upper bound, since counting costs an automaton most of its
states. A pattern that begins with a label ("MRN", "Acct #") is tried only where one stands.

>>> Sets([r"\bbed \d{1,3}", r"\d{5}"]).possible(b"in bed 4")
[0]
>>> Labels([rf"\b(?i:bed){CONNECT}\d"]).places(b"Bed: 4, bed 5")
{0: [0, 8]}
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import re2

from recognizers.expressions.linear import compiled, options

_WORDS = "numbers?|num|nbr|nos?|n0|nr|id|ids|code|ending|ends|end|digits?|is|was|in|of|on file|with"
_SIGNS = r"""[:#=|"'\]).,-]|\.{2,40}"""
CONNECT: Final = rf"[ \t]{{0,12}}(?:(?:(?:{_WORDS})\b\.?|{_SIGNS})[ \t]{{0,12}}){{0,8}}\n?[ \t]{{0,24}}"
"""What may stand between a label and its number: ``#:``, ``No.``, `` is ``, leader dots."""

_SIZE: Final = 16
"""Patterns in one set: an automaton of many has a state for every subset that a text may have begun."""
_ALWAYS: Final = ""
_BOUNDED: Final = re.compile(r"\{(\d+),\d+\}")
_BARE: Final = re.compile(r"\\.|\[\^?\]?[^\]]*\]")


def label_of(source: str) -> str:
    """What stands before the first ``CONNECT`` of an RE2 source; empty when it has none."""
    head, gap, _ = source.partition(CONNECT)
    bare = _BARE.sub("", head)
    return head + ")" * (bare.count("(") - bare.count(")")) if gap else ""


class Sets:
    """Says which patterns can match a text.

    RE2 answers with nothing when a set runs out of memory; each set holds one pattern that
    matches always, and without it in the answer every pattern counts as possible.

    Args:
        sources: RE2 sources.
    """

    def __init__(self, sources: Sequence[str]) -> None:
        parts = [sources[first : first + _SIZE] for first in range(0, len(sources), _SIZE)]
        self._sets = [_set_of(re2.Set.SearchSet, [_relaxed(source) for source in part]) for part in parts]
        self._sizes = [len(part) for part in parts]

    def possible(self, text: bytes) -> list[int]:
        """Numbers of the patterns that can match, in order."""
        found: list[int] = []
        for index, (each, size) in enumerate(zip(self._sets, self._sizes, strict=True)):
            found += (index * _SIZE + hit for hit in _hits(each, text, size))
        return found


class Labels:
    """Says where patterns that begin with a label can match.

    Args:
        sources: RE2 sources with a ``CONNECT``.
    """

    def __init__(self, sources: Sequence[str]) -> None:
        self._label = compiled("|".join(map(label_of, sources)))
        self._set = _set_of(re2.Set.MatchSet, [rf"(?s:.)(?:{_relaxed(source)})" for source in sources])
        self._size = len(sources)

    def places(self, text: bytes) -> dict[int, list[int]]:
        """For each pattern that can match the places where it may begin, in order."""
        rest = memoryview(text)
        found: dict[int, list[int]] = {}
        for start in self._starts(text) if self._size else ():
            for index in _hits(self._set, rest[start - 1 :], self._size) if start else range(self._size):
                found.setdefault(index, []).append(start)
        return found

    def _starts(self, text: bytes) -> Iterator[int]:
        label = self._label.search(text)
        while label:
            yield label.start()
            label = self._label.search(text, label.start() + 1)


def _relaxed(source: str) -> str:
    return _BOUNDED.sub(r"{\1,}", source)


def _set_of(kind: Any, sources: Sequence[str]) -> Any:  # noqa: ANN401 - re2 ships no types
    made = kind(options())
    for source in (*sources, _ALWAYS):
        made.Add(source.encode("ascii"))
    made.Compile()
    return made


def _hits(chosen: Any, text: bytes | memoryview, size: int) -> Sequence[int]:  # noqa: ANN401 - re2 ships no types
    hits = sorted(chosen.Match(text) or ())
    return hits[:-1] if size in hits else range(size)
