r"""The folded view: what recognizers read, with a way back to the original note.

Compatibility forms (NFKC), dashes, spaces and line ends are folded to their plain forms,
zero-width characters and soft hyphens vanish, HL7 v2 line escapes (``\.br\``, ``\X0D\``,
``\X0A\``, HL7 v2.x chapter 2.7) become line feeds. Every folded character remembers which
original code points it stands for, so that offsets lead back exactly.

>>> view = fold("SSN 123\u2013\uff14\uff15\u20136789")
>>> view.text
'SSN 123-45-6789'
>>> view.span(4, 15, Label.SSN).start
4
"""

import re
import unicodedata
from array import array
from dataclasses import dataclass, field

from annotation import Label, Span

_LINE = re.compile(r"\r\n|\\\.br\\|\\X0D0A\\|\\X0D\\|\\X0A\\")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"), "-")
_QUOTES = {ord(c): "'" for c in "\u2018\u2019\u201b\u02bc\u00b4\u2032"} | {
    ord(c): '"' for c in "\u201c\u201d\u201f\u2033"
}
_LINE_ENDS = dict.fromkeys(map(ord, "\r\u0085\u2028\u2029\x0b\x0c"), "\n")
_GONE = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\x00"), ""
)
_PLAIN = _DASHES | _QUOTES | _LINE_ENDS | _GONE
_WRAP = re.compile(r"(?<=[^\n:])\n(?=[ \t]*[^\s*\u2022>|#-])")


@dataclass(frozen=True, slots=True)
class View:
    """A note as recognizers see it.

    Attributes:
        original: the note's text.
        text: folded text; line feeds stand where the note's lines end.
        bridged: as ``text``, of equal length, with hard wraps turned into spaces.
        starts: for each folded character, the first original code point it stands for.
        ends: for each folded character, one past the last.
    """

    original: str = field(repr=False)
    text: str = field(repr=False)
    bridged: str = field(repr=False)
    starts: "array[int]" = field(repr=False)
    ends: "array[int]" = field(repr=False)

    def span(self, start: int, end: int, label: Label, score: float = 1.0, source: str = "") -> Span:
        """The original span of the folded range ``[start, end)``."""
        return Span(self.starts[start], self.ends[end - 1], label, score, source)


def fold(text: str) -> View:
    """Fold a note's text."""
    if text.isascii() and "\r" not in text and "\\" not in text and "\x00" not in text:
        identity = array("l", range(len(text) + 1))
        plain = text.translate(_LINE_ENDS)
        return View(text, plain, _bridge(plain), identity[:-1], identity[1:])
    folded: list[str] = []
    starts, ends = array("l"), array("l")
    for start, end, plain in _pieces(text):
        folded.append(plain)
        starts.extend([start] * len(plain))
        ends.extend([end] * len(plain))
    whole = "".join(folded)
    return View(text, whole, _bridge(whole), starts, ends)


def _pieces(text: str) -> list[tuple[int, int, str]]:
    pieces: list[tuple[int, int, str]] = []
    last = 0
    for line_end in _LINE.finditer(text):
        pieces += [(i, i + 1, _plain(text[i])) for i in range(last, line_end.start())]
        pieces.append((line_end.start(), line_end.end(), "\n"))
        last = line_end.end()
    return pieces + [(i, i + 1, _plain(text[i])) for i in range(last, len(text))]


def _plain(char: str) -> str:
    if char.isascii() and char not in "\r\x00\x0b\x0c":
        return char
    known = _PLAIN.get(ord(char))
    if known is not None:
        return known
    if unicodedata.category(char) == "Zs":
        return " "
    return unicodedata.normalize("NFKC", char)


def _bridge(text: str) -> str:
    return _WRAP.sub(" ", text)
