r"""Shapes that identifiers share: numbers named by a label, gaps, damaged digits.

A label in front ("MRN", "Acct #", "S/N") decides what a number is; the number itself may be
spaced, hyphenated, wrapped or damaged by optical character recognition (``O`` for 0, ``l`` or
``I`` for 1, ``S`` for 5, ``B`` for 8). ``number`` cuts a greedy match down to the number.
"""

import re
from collections.abc import Callable

from recognizers.expressions.patterns import Candidate, Check
from recognizers.expressions.prefilter import CONNECT

DIGIT = "[0-9OoIl]"
"""A digit, or what optical character recognition makes of one."""

FILES = "jpe?g|png|heic|gif|tiff?|dcm|pdf|mov|mp4|docx?"
"""Endings of file names, whatever their case."""

_FIRST = r"[A-Za-z0-9]+(?:[-./][A-Za-z0-9]+){0,8}"
_NEXT = r"(?:[A-Z]{0,4}[0-9OIlBS]{1,14}[A-Z]{0,3}(?:[-./][A-Z0-9]{1,12}){0,4}|[A-Z]{1,3})"
VALUE = rf"(?P<id>{_FIRST}(?:(?: ?[-/] ?| ){_NEXT}\b){{0,12}})"
"""A number as written after its label; ``number`` trims it."""

NUMERIC = (
    rf"(?P<id>(?:[A-Z]{{1,6}}[-. ]?){{0,2}}[0-9][A-Za-z0-9]{{0,14}}(?:(?: ?[-/.] ?| ){_NEXT}\b){{0,12}})"
)
"""As ``VALUE``, when the label is so common that a digit must follow at once."""

SPOKEN = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|double|triple|dash|uh|um)"
SPOKEN_NUMBER = rf"(?P<id>(?:[A-Za-z] ){{0,3}}{SPOKEN}(?: (?:{SPOKEN}|[a-z0-9])\b){{2,16}})"
"""A number read out digit by digit."""

CLOCK = r"(?:[01][0-9]|2[0-4])[0-5][0-9]"
"""A time of day without its colon."""

_CLOCK = re.compile(rf"{CLOCK}(?:[ ]?-[ ]?{CLOCK})?\Z")
_UNIT = re.compile(
    r"[ \t]?(?:y/?o\b|y\.o|yrs?\b|years?\b|[mfMF]\b(?!\.\d)|male|female|mg|mcg|ml|mL|mm\b|cm\b|kg|lbs?\b|%|"
    r"units?\b|h\b|hrs?\b|hours?|days?\b|d\b|wks?\b|weeks?|min\b|x\d|:\d|/\d|tabs?\b|pm\b|am\b|"
    r"[AaPp]\.?[Mm]\.?\b|doses?\b|L\b|French|Fr\b|cc\b|months?|mos?\b)"
)
_DECIMAL = re.compile(r"(?:[A-Z]{2,4} )?\d{0,3}\.\d{1,3}[A-Z]?\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_IN_YEAR = re.compile(r"\b(?:in|of|on|was|with|since)[ ]\Z")
_MEASURE = re.compile(
    r"[ ]?(?:mg|mcg|ml|cc|units?|hours?|hrs?|days?|weeks?|months?|years?|%|mm|cm|kg|lbs?|x/)\b", re.IGNORECASE
)
_DATE = re.compile(r"[0-9OIl]{1,2}([/.])[0-9OIl]{1,2}(?:\1[0-9OIl]{2,4})?$")
_DAY = re.compile(r"[0-9OIl]{1,2}([-/.])[0-9OIl]{1,2}(?:\1[0-9OIl]{2,4})?$")
_WORD = re.compile(
    r"[A-Za-z]?[a-z]{2,}(?![A-Za-z0-9]|[-_.][A-Za-z]*[0-9])|[A-Z]{5,}(?![A-Z0-9]|-[0-9])|"
    r"[A-Z]{5,} "
)
_DIGITS = re.compile(r"[0-9OIl]")
_FRACTION = re.compile(r"[0-9]{1,3}/(?:[0-9]{1,3}|kg)(?:/|\Z)")
_OTHERS = (_DATE, _DECIMAL, _FRACTION)
_PIECE = re.compile(r"[^ ]+")


def labelled(label: str, *, value: str = VALUE) -> str:
    """RE2 source for a number after a label.

    Args:
        label: RE2 source of the label, matched without regard to case.
        value: RE2 source of the number, with the group ``id``.
    """
    return rf"\b(?i:(?:{label})(?:\b|[^A-Za-z0-9]){CONNECT}){value}"


def digits(value: str) -> int:
    """How many true digits a value holds."""
    return sum(map(str.isdigit, value))


def number(*, least: int = 2, most: int = 18) -> Check:
    """A check that keeps the number at the head of a greedy match.

    Args:
        least: true digits it must hold.
        most: characters (spaces and punctuation apart) after which it is complete.
    """

    def check(found: Candidate) -> Candidate | None:
        end = _end_of_number(found, most)
        kept = found.narrowed(found.start, end)
        if _misread(kept, least) or any(shape.match(kept.value) for shape in _OTHERS):
            return None
        if _YEAR.match(kept.value) and _IN_YEAR.search(kept.before(8)):
            return None
        if kept.value.isdigit() and len(kept.value) <= 4 and _MEASURE.match(kept.text, end):
            return None
        return kept

    return check


def _misread(found: Candidate, least: int) -> bool:
    """True for a word, for the rest of a word whose head looked like the label, for too few digits."""
    value = found.value
    rest_of_word = value[0].isalpha() and found.text[found.start - 1 : found.start].isalpha()
    held = digits(value) and max(digits(value), len(_DIGITS.findall(value)) if not value.islower() else 0)
    return rest_of_word or bool(_WORD.match(value)) or held < least


def _end_of_number(found: Candidate, most: int) -> int:
    pieces = [piece.span() for piece in _PIECE.finditer(found.value)]
    end = held = seen = 0
    for index, (first, last) in enumerate(pieces):
        piece = found.value[first:last]
        if index and not _continues(found, piece, found.start + last, held, seen):
            break
        if piece not in ("-", "/"):
            end = last
        held += sum(char.isalnum() for char in piece)
        seen += digits(piece)
        if held >= most:
            break
    return found.start + end


def _continues(found: Candidate, piece: str, end: int, held: int, seen: int) -> bool:
    """Whether a piece after a space belongs to the number before it."""
    if _UNIT.match(found.text, end) or _DAY.match(piece):
        return False
    if piece.isalpha():
        return (
            len(piece) <= 2 and seen > 0 and held < 16 and not piece.islower() and _closes(found, piece, end)
        )
    return not (held >= 12 and len(piece) < 2)


def _closes(found: Candidate, letters: str, end: int) -> bool:
    """Whether letters belong to a number: they end it, or digits follow and no sex or age does."""
    if end < found.end:
        return letters not in {"M", "F"} and bool(re.match(r"[ -][0-9A-Z]*[0-9]", found.text[end : end + 8]))
    return not re.match(r"[ ]?[A-Za-z]", found.text[end : end + 2])


def unless_clock(found: Candidate) -> Candidate | None:
    """Reject a time of day, or a span of hours ("2130-0415")."""
    return None if _CLOCK.match(found.value) else found


def first_of(*checks: Check) -> Check:
    """A check that applies several in turn, stopping at the first rejection."""

    def check(found: Candidate) -> Candidate | None:
        kept: Candidate | None = found
        for each in checks:
            kept = each(kept) if kept is not None else None
        return kept

    return check


def confirmed(valid: Callable[[str], bool], score: float) -> Check:
    """A check that raises the score when a validator accepts the value; it never rejects."""
    return lambda found: found.scored(score) if found.score < score and valid(found.value) else found
