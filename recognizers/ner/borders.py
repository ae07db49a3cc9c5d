"""From pieces to the exact text: whole words, without possessive, blanks or loose marks.

>>> text = "saw Okonkwo's son"
>>> fit(text, 4, 9, Kind.NAME)
(4, 11)
"""

import re
from typing import Final

from recognizers.ner.scheme import Kind

_POSSESSIVE: Final = re.compile(r"'[sS]$")
_LOOSE: Final = " \t\n,;:()[]{}<>|=\"'*_"
_MIXED: Final = frozenset({Kind.ID, Kind.PLACE, Kind.FACILITY})


def fit(text: str, start: int, end: int, kind: Kind) -> tuple[int, int]:
    """Widen a range to word borders, then take off what the guideline leaves out.

    A word ends where letters meet digits, except in numbers, places and facilities, whose
    codes mix both.

    Args:
        text: the folded text.
        start: first code point of the range.
        end: one past its last.
        kind: what was found there.

    Returns:
        The exact range; empty (``start == end``) when nothing but marks is left.
    """
    mixed = kind in _MIXED
    while start > 0 and _joined(text[start - 1], text[start], mixed=mixed):
        start -= 1
    while end < len(text) and _joined(text[end - 1], text[end], mixed=mixed):
        end += 1
    return _close(text, *_trim(text, start, end, kind))


def _joined(left: str, right: str, *, mixed: bool) -> bool:
    if not (left.isalnum() and right.isalnum()):
        return False
    return mixed or left.isdigit() == right.isdigit()


def _trim(text: str, start: int, end: int, kind: Kind) -> tuple[int, int]:
    inside = text[start:end].rstrip(_LOOSE)
    if kind is Kind.NAME:
        inside = _POSSESSIVE.sub("", inside)
    trimmed = inside.lstrip(_LOOSE)
    start += len(inside) - len(trimmed)
    if not any(map(str.isalnum, trimmed)):
        return start, start
    return start, start + len(trimmed)


def _close(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    after, before = text[end : end + 1], text[start - 1 : start] if start else ""
    unclosed = inside.count("(") > inside.count(")") or inside.count('"') % 2
    if unclosed and after in (")", '"'):
        return start, end + 1
    if inside.count(")") > inside.count("(") and before == "(":
        return start - 1, end
    return start, end
