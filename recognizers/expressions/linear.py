"""RE2 over a view's ASCII bytes: linear in the note's length whatever the note holds.

RE2 has no lookaround (https://github.com/google/re2/wiki/Syntax), so a caller checks by itself
what must stand before and after. Offsets are those of ``view.text``.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol

import re2

from recognizers.fold import View


class Match(Protocol):
    """The part of a match that callers use."""

    def start(self, group: int = 0) -> int:
        """First offset of a group; -1 when it took no part."""
        ...

    def end(self, group: int = 0) -> int:
        """One past a group's last offset."""
        ...

    def span(self, group: int = 0) -> tuple[int, int]:
        """Both."""
        ...


def matches(source: str, view: View) -> Iterator[Match]:
    """Non-overlapping matches of an RE2 source in a view."""
    return iter(compiled(source).finditer(view.ascii))


def ending(source: str) -> Callable[[str], bool]:
    """Whether ASCII text ends in a match of an RE2 source, whatever its case.

    RE2 reads such an expression backwards from the end; Python's ``re`` would try every place before it.
    """
    regex = compiled(rf"(?i)(?:{source})\z")
    return lambda text: regex.search(text.encode("ascii")) is not None


@cache
def compiled(source: str) -> Any:  # noqa: ANN401 - re2 ships no types
    """An RE2 source, to be matched against ASCII bytes."""
    return re2.compile(source.encode("ascii"), options())


def options() -> Any:  # noqa: ANN401 - re2 ships no types
    """How RE2 reads: bytes, as much memory as its automata need, no messages."""
    chosen = re2.Options()
    chosen.encoding = re2.Options.Encoding.LATIN1
    chosen.max_mem = 32 << 20
    chosen.log_errors = False
    return chosen
