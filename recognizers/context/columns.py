r"""What stands in the columns of a table: initials and names under "RN", rooms under "Bed", dates.

A heading line has three cells or more, parted by ``|``, tabs or runs of blanks; the lines below it
belong to the table while they have three or more, and a cell stands under the heading when it has its
number (``|``, tabs) or its place (blanks). A cell counts when it looks like what its heading says.

>>> from recognizers.fold import fold
>>> text = "time | BP | RN\n0900 | 98/58 | LT\n1000 | 97/60 | qz"
>>> [(s.start, s.end) for s in ColumnRecognizer().find(fold(text))]
[(30, 32), (48, 50)]
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from annotation import Label, Span
from recognizers.context.initials import LETTERS, may_be_initials
from recognizers.expressions.linear import matches
from recognizers.fold import View
from recognizers.names import WORD, read
from recognizers.words import is_clinical, is_name, is_ordinary

_HANDS = (
    r"init(?:ial)?s?|by|rn|np|md|sig(?:n(?:ed|ature)?)?|tech|staff|nurse|(?:given|done|drawn|read|seen) by|"
    r"surg(?:eon)?|provider|prov|attending|physician|resident|author|clinician|scrub|circ|cna|aide"
)
_PEOPLE = r"name|patient|pt|client|student"
_PLACES = (
    r"bed|rm|room|bay|chair|stn|station|stretcher|bunk|cubicle|(?:rm|room)[ /-]?bed|bed[ /-]?(?:rm|room)"
)
_DAYS = r"date|dos|dob|adm(?:it(?:ted)?)?|last seen|exp(?:iry|ires)?"
_NUMBERS = r"mrn?(?:[ ]?(?:#|no\.?))?|(?:unit|hosp(?:ital)?|nhs|ur|chart)[ ]?(?:#|no\.?|number)"
_SERIALS = r"serial(?:[ ]?(?:#|no\.?|number))?|s/?n"
_INITIALS = re.compile(LETTERS)
_INITIAL = re.compile(r",[ ][A-Z](?![\w'-])")
_ROOM = re.compile(r"(?:[A-Z]{1,4}[ -]?)?\d{1,4}(?:-?[A-Za-z]|-\d{1,2})?")
_DAY = re.compile(r"\d{1,2}[/-]\d{1,2}(?:[/-](?:\d{4}|\d\d))?")
_NUMBER = re.compile(r"[A-Z]{0,3}[ -]?\d(?:[ -]?\d){3,11}")
_SERIAL = re.compile(r"(?=[A-Z-]{0,6}[ ]?\d)[A-Z0-9]+(?:[ -][A-Z0-9]+){0,2}")


def _hand(written: str) -> int:
    return len(written) if _INITIALS.fullmatch(written) and may_be_initials(written) else _name(written)


def _name(written: str) -> int:
    """Length of the name with which a cell begins; 0 without one."""
    end = read(written, 0, comma=True)
    initial = _INITIAL.match(written, end)
    end = initial.end() if initial and end else end
    named = any(is_name(word[0]) and not is_clinical(word[0]) for word in WORD.finditer(written, 0, end))
    unknown = not any(is_ordinary(word[0]) for word in WORD.finditer(written, 0, end))
    return end if named or (unknown and end > len("xx")) else 0


def _whole(form: re.Pattern[str]) -> Callable[[str], int]:
    return lambda written: len(written) if form.fullmatch(written) else 0


_COLUMNS: tuple[tuple[Label, str, Callable[[str], int]], ...] = (
    (Label.DOCTOR, _HANDS, _hand),
    (Label.PATIENT, _PEOPLE, _name),
    (Label.ROOM, _PLACES, _whole(_ROOM)),
    (Label.DATE, _DAYS, _whole(_DAY)),
    (Label.MRN, _NUMBERS, _whole(_NUMBER)),
    (Label.DEVICE, _SERIALS, _whole(_SERIAL)),
)
_HEADS = "|".join(heading for _, heading, _ in _COLUMNS)
_HEADING = rf"(?i)(?:^|\n|[|\t]|[ ]{{2}})[ ]?(?:{_HEADS})[ ]?(?:[|\t\n]|[ ]{{2}}|\z)"
_HEADINGS = [(re.compile(heading, re.IGNORECASE), label, length) for label, heading, length in _COLUMNS]
_BREAK = re.compile(r"[ ]*[|\t][ ]*|[ ]{2,}")
_RULED = re.compile(r"[|\t]")
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
    """Finds what stands under the headings of a table."""

    name = "columns"
    labels = frozenset(label for label, _, _ in _COLUMNS)

    def find(self, view: View) -> Iterator[Span]:
        """Yield cells that look like what their heading says."""
        text, read = view.text, 0
        for heading in matches(_HEADING, view):
            at = heading.start() + (text[heading.start()] == "\n")
            if at >= read:
                rows, read = _table(text, *_line(text, at))
                for start, end, label in _under(rows):
                    yield view.span(start, end, label, 0.9, self.name)


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


def _under(rows: list[_Row]) -> Iterator[tuple[int, int, Label]]:
    ruled = rows[0].ruled
    columns = {
        place: (label, length)
        for place, cell in rows[0].places(ruled=ruled)
        for heading, label, length in _HEADINGS
        if heading.fullmatch(cell.text)
    }
    reach = [0] if ruled else sorted(range(-_NEAR, _NEAR + 1), key=abs)
    for row in rows[1:]:
        for place, cell in row.places(ruled=ruled):
            above = next((columns[place + step] for step in reach if place + step in columns), None)
            if above and (size := above[1](cell.text)):
                yield cell.start, cell.start + size, above[0]
