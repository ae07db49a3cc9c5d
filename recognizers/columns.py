r"""Initials in the columns of a table: what stands under "RN", "Init", "by" or "Provider".

A heading line has three cells or more, parted by ``|``, tabs or runs of blanks; the lines below it
belong to the table while they have three or more, and a cell stands under the heading when it has its
number (``|``, tabs) or its place (blanks).

>>> from recognizers.fold import fold
>>> text = "time | BP | RN\n0900 | 98/58 | LT\n1000 | 97/60 | qz"
>>> [(s.start, s.end) for s in ColumnRecognizer().find(fold(text))]
[(30, 32), (48, 50)]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation import Label, Span
from recognizers.fold import View
from recognizers.initials import LETTERS, may_be_initials
from recognizers.linear import matches

_HANDS = (
    r"init(?:ial)?s?|by|rn|np|md|sig(?:n(?:ed|ature)?)?|tech|staff|nurse|(?:given|done|drawn|read|seen) by|"
    r"surg(?:eon)?|provider|prov|attending|physician|resident|author|clinician|scrub|circ|cna|aide"
)
_HEADING = rf"(?i)(?:^|\n|[|\t]|[ ]{{2}})[ ]?(?:{_HANDS})[ ]?(?:[|\t\n]|[ ]{{2}}|\z)"
_HAND = re.compile(_HANDS, re.IGNORECASE)
_BREAK = re.compile(r"[ ]*[|\t][ ]*|[ ]{2,}")
_RULED = re.compile(r"[|\t]")
_INITIALS = re.compile(LETTERS)
_LONGEST = 60
_FEWEST = 3
_NEAR = 3


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Row:
    start: int
    cells: tuple[_Cell, ...]
    ruled: bool

    def places(self, *, ruled: bool) -> Iterator[tuple[int, _Cell]]:
        """Each cell with its number, or with its place in the line."""
        for index, cell in enumerate(self.cells):
            yield index if ruled else cell.start - self.start, cell


class ColumnRecognizer:
    """Finds initials under the headings of a table."""

    name = "columns"
    labels = frozenset({Label.DOCTOR})

    def find(self, view: View) -> Iterator[Span]:
        """Yield initials in the columns of those who act."""
        text, read = view.text, 0
        for heading in matches(_HEADING, view):
            at = heading.start() + (text[heading.start()] == "\n")
            if at >= read:
                rows, read = _table(text, *_line(text, at))
                for cell in _under(rows):
                    yield view.span(cell.start, cell.start + len(cell.text), Label.DOCTOR, 0.9, self.name)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _row(text: str, start: int, end: int) -> _Row:
    at, cells = start, []
    for gap in _BREAK.finditer(text, start, end):
        cells.append(_Cell(at, text[at : gap.start()]))
        at = gap.end()
    return _Row(start, (*cells, _Cell(at, text[at:end])), ruled=bool(_RULED.search(text, start, end)))


def _table(text: str, start: int, end: int) -> tuple[list[_Row], int]:
    """The heading line at ``[start, end)`` with the lines below it, and where they end."""
    rows = [_row(text, start, end)]
    while len(rows[-1].cells) >= _FEWEST and len(rows) < _LONGEST and end < len(text):
        start, end = _line(text, end + 1)
        rows.append(_row(text, start, end))
    return rows, end


def _under(rows: list[_Row]) -> Iterator[_Cell]:
    ruled = rows[0].ruled
    hands = {place for place, cell in rows[0].places(ruled=ruled) if _HAND.fullmatch(cell.text)}
    reach = range(1) if ruled else range(-_NEAR, _NEAR + 1)
    for row in rows[1:]:
        for place, cell in row.places(ruled=ruled):
            under = any(place + step in hands for step in reach)
            if under and _INITIALS.fullmatch(cell.text) and may_be_initials(cell.text):
                yield cell
