r"""The folded view: what recognizers read, with a way back to the original note.

Compatibility forms (NFKC), decomposed accents, dashes, quotes, spaces and line ends are folded
to their plain forms; zero-width characters and soft hyphens vanish; HL7 v2 line escapes
(``\.br\``, ``\X0D\``, ``\X0A\``, HL7 v2.x chapter 2.7) and a repeated ``OBX`` head (a note sent
as one observation a line) become line feeds. Every folded character remembers which original
code points it stands for, so that offsets lead back exactly.

>>> view = fold("SSN 123\u2013\uff14\uff15\u20136789")
>>> view.text
'SSN 123-45-6789'
>>> view.span(4, 15, Label.SSN).start
4
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import pairwise
from typing import Any, TypeVar

from annotation import Label, Span

_LINE = r"\r\n|\\\.br\\|\\X0D0A\\|\\X0D\\|\\X0A\\"
_ACCENTED = "[^\\W\\d_][\u0300-\u036f]+"
_MARKS = re.compile("[\u0300-\u036f]")
_OBX = re.compile(r"(?:\r\n?|\n|^)OBX\|\d*\|(\w*\|[^|\r\n]*)\|[^|\r\n]*\|")
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-")
_QUOTES = dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4\u2032", "'") | dict.fromkeys(
    "\u201c\u201d\u201f\u2033", '"'
)
_LINE_ENDS = dict.fromkeys("\r\u0085\u2028\u2029\x0b\x0c", "\n")
_GONE = dict.fromkeys(
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\x00", ""
)
_PLAIN = _DASHES | _QUOTES | _LINE_ENDS | _GONE
_ODD = re.compile("[\x00\x0b-\x0d\x80-\U0010ffff]")
_NEEDS_FOLD = re.compile("[\r\\\\\x00\x0b\x0c]|\nOBX")
_WRAP = re.compile(
    r"(?<=[^\n:])\n(?=[ \t]*[^\s*\u2022>|#-])"
    r"(?![ \t]*(?:[A-Z][\w /.&()-]{0,30}:|\d{1,2}[.)][ \t]))"
)


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class View:
    """A note as recognizers see it.

    Attributes:
        original: the note's text.
        text: folded text; line feeds stand where the note's lines end.
        starts: for each folded character, the first original code point it stands for.
        ends: for each folded character, one past the last.
        ascii: as ``text``, one byte for each character: accented letters lose their accents,
            other letters become ``x``, anything else ``?``.
        plain: the same, as text.
    """

    original: str = field(repr=False)
    text: str = field(repr=False)
    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)
    ascii: bytes = field(repr=False)
    plain: str = field(repr=False)
    _made: dict[Callable[["View"], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def once(self, work: Callable[["View"], Made]) -> Made:
        """What some work makes of the view; it is done once and must not depend on anything else."""
        if work not in self._made:
            self._made[work] = work(self)
        made: Made = self._made[work]
        return made

    @property
    def bridged(self) -> str:
        """As ``text``, of equal length, with hard wraps turned into spaces."""
        return _WRAP.sub(" ", self.text)

    def span(self, start: int, end: int, label: Label, score: float = 1.0, source: str = "") -> Span:
        """The original span of the folded range ``[start, end)``."""
        return Span(self.starts[start], self.ends[end - 1], label, score, source)

    def range_of(self, start: int, end: int) -> tuple[int, int]:
        """The folded range of the original range ``[start, end)``; empty when it folds to nothing."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


def fold(text: str) -> View:
    """Fold a note's text, in time linear in its length."""
    if text.isascii() and not _NEEDS_FOLD.search(text):
        size = len(text)
        return View(text, text, range(size), range(1, size + 1), text.encode(), text)
    even, uneven = _tables(text)
    folded: list[str] = []
    places = array("l", range(len(text) + 1))
    starts, ends = array("l"), array("l")
    last = 0
    for start, end, plain in _pieces(text, uneven):
        folded += [_swapped(text[last:start], even), plain]
        starts += places[last:start] + places[start : start + 1] * len(plain)
        ends += places[last + 1 : start + 1] + places[end : end + 1] * len(plain)
        last = end
    folded.append(_swapped(text[last:], even))
    starts += places[last:-1]
    ends += places[last + 1 :]
    whole = "".join(folded)
    plain = _ascii(whole)
    return View(text, whole, starts, ends, plain.encode("ascii"), plain)


def _tables(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Foldings that keep a character's width, and those that do not."""
    foldings = {char: _plain(char) for char in set(_ODD.findall(text))}
    even = {char: plain for char, plain in foldings.items() if len(plain) == 1 and plain != char}
    uneven = {char: plain for char, plain in foldings.items() if len(plain) != 1}
    return even, uneven


def _swapped(text: str, foldings: dict[str, str]) -> str:
    return _ODD.sub(lambda odd: foldings.get(odd[0], odd[0]), text) if foldings else text


def _pieces(text: str, uneven: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    """Stretches of the text whose folding has another width, in order: (start, end, folding)."""
    alternatives = [_LINE, *map(re.escape, sorted(uneven))]
    if _MARKS.search(text):
        alternatives.append(_ACCENTED)
    found = [piece.span() for piece in re.finditer("|".join(alternatives), text)]
    last = 0
    for start, end in merge(_repeated_heads(text), found, key=_longest_first):
        if start >= last:
            yield start, end, _folding(text[start:end], uneven)
            last = end


def _longest_first(piece: tuple[int, int]) -> tuple[int, int]:
    return piece[0], -piece[1]


def _folding(piece: str, uneven: dict[str, str]) -> str:
    if piece[0] in "\r\n\\":
        return "\n"
    return uneven[piece] if piece in uneven else unicodedata.normalize("NFKC", piece)


def _repeated_heads(text: str) -> list[tuple[int, int]]:
    """Where an ``OBX`` head repeats the type and code of the one before it."""
    heads = list(_OBX.finditer(text)) if "OBX|" in text else []
    return [b.span() for a, b in pairwise(heads) if a[1] == b[1]]


def _plain(char: str) -> str:
    known = _PLAIN.get(char)
    if known is not None:
        return known
    if char.isascii():
        return char
    if unicodedata.category(char) == "Zs":
        return " "
    return unicodedata.normalize("NFKC", char)


def _ascii(text: str) -> str:
    return _swapped(text, {char: _letter(char) for char in set(_ODD.findall(text)) if not char.isascii()})


def _letter(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    if base.isascii():
        return base
    return "x" if char.isalpha() else "?"
