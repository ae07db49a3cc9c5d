"""GS1 element strings, as on the labels of devices (UDI, 21 CFR 801.40): structure kept.

An element is an application identifier and its value (GS1 General Specifications, section 3):
in brackets as people read them, or run together as a scanner does, where only those of fixed
length need no separator. Identifiers stay, a GTIN keeps its right check digit, dates move with
the patient's other dates, lots and serial numbers keep their shape.

>>> [(one.identifier, one.value) for one in elements("(01)09506000134352(17)251231(10)LOT-7")]
[('01', '09506000134352'), ('17', '251231'), ('10', 'LOT-7')]
>>> [(one.identifier, one.value) for one in elements("01095060001343521725123110AB12")]
[('01', '09506000134352'), ('17', '251231'), ('10', 'AB12')]
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from stdnum import ean

__all__ = ["DATES", "Element", "elements", "iso", "rewrite", "stamp"]

DATES = frozenset({"11", "12", "13", "15", "16", "17"})
_FIXED = {"00": 18, "01": 14, "02": 14, **dict.fromkeys(DATES, 6), "20": 2}
_OPEN = ("10", "21", "22", "240", "241", "250", "30")
_BRACKETED = re.compile(r"\((\d{2,4})\)\s*([^\s()](?:[^()]*[^\s()])?)")
_SYMBOLOGY = re.compile(r"\s*(?:\][A-Za-z]\d)?")
_SEPARATOR = re.compile(r"\x1d|<GS>|\{GS\}|\^\]")
_DAY = re.compile(r"\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])")


@dataclass(frozen=True, slots=True)
class Element:
    """One value of an element string.

    Attributes:
        identifier: application identifier.
        start: first code point of the value.
        value: as written.
    """

    identifier: str
    start: int
    value: str = field(repr=False)


def elements(text: str) -> tuple[Element, ...]:
    """The elements of a string; none where it is not one."""
    bracketed = tuple(Element(m[1], m.start(2), m[2]) for m in _BRACKETED.finditer(text))
    if bracketed:
        known = all(one.identifier in (*_FIXED, *_OPEN) for one in bracketed)
        begins = text.lstrip().startswith(("(00)", "(01)", "(02)")) or len(bracketed) > 1
        return bracketed if known and begins else ()
    return tuple(_run(text)) if _begins(text) else ()


def _begins(text: str) -> bool:
    begin = _SYMBOLOGY.sub("", text, count=1)
    return begin.startswith("01") and len(begin) > len("01") + _FIXED["01"] and ean.is_valid(begin[2:16])


def _run(text: str) -> Iterator[Element]:
    found = _SYMBOLOGY.match(text)
    at = found.end() if found else 0
    while at < len(text):
        identifier = next((one for one in (*_FIXED, *_OPEN) if text.startswith(one, at)), "")
        if not identifier:
            yield Element("", at, text[at:])
            return
        start = at + len(identifier)
        gap = _SEPARATOR.search(text, start)
        end = min(start + _FIXED.get(identifier, len(text)), gap.start() if gap else len(text))
        yield Element(identifier, start, text[start:end])
        at = gap.end() if gap and gap.start() == end else end


def rewrite(text: str, found: tuple[Element, ...], new: Callable[[Element], str]) -> str:
    """The string with other values."""
    parts, last = [], 0
    for one in found:
        parts += [text[last : one.start], new(one)]
        last = one.start + len(one.value)
    return "".join(parts) + text[last:]


def iso(value: str, century: Callable[[int], int]) -> str:
    """A date element as an ISO date, day 00 as the middle of its month; empty for none."""
    if not _DAY.fullmatch(value):
        return ""
    day = "15" if value.endswith("00") else value[4:]
    return f"{century(int(value[:2]))}-{value[2:4]}-{day}"


def stamp(day: str, model: str) -> str:
    """An ISO date as a date element, with day 00 where ``model`` has it."""
    return day[2:4] + day[5:7] + ("00" if model.endswith("00") else day[8:10])
