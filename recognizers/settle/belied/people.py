"""People that the words around belie: desks, teams, pets, bays, farewells."""

import re

from annotation import Span
from recognizers.names import is_pet
from recognizers.settle.belied.days import is_verb
from recognizers.settle.belied.places import is_bay
from recognizers.words import alternatives

_ON_CALL = re.compile(r"(?:on)[ -]call\b", re.IGNORECASE)
_SERVED = re.compile(
    r"\b(?:nurse|night|triage|refill|staff|provider|clinic|surgery|advice|crisis|message)[ ]\Z", re.IGNORECASE
)
_DESK = re.compile(r"(?:pool|line|desk|station|inbox|queue|board|team|hawk)\b", re.IGNORECASE)
_TEAM = re.compile(r"\bteam[ ]\Z", re.IGNORECASE)
_COLOR = re.compile(
    r"black|blue|gold|gr[ae]y|green|maroon|orange|purple|red|silver|teal|white|yellow", re.IGNORECASE
)
_ACCENTED = {"a": "[a\u00e0\u00e1\u0101]", "i": "[i\u00ed]"}
_CLOSINGS = re.sub("[ai]", lambda vowel: _ACCENTED[vowel[0]], alternatives("closings"))
_FAREWELL = re.compile(rf"[ \t]*(?:{_CLOSINGS})[,.!]?[ \t]*(?:\n|\Z)", re.IGNORECASE)
_REACH = 40
_NOT_ASKED = re.compile(r"(?<![A-Za-z])n/a\b", re.IGNORECASE)


def is_nobody(text: str, span: Span, before: str) -> bool:
    """True for "ON call", the "Pool" of a "Nurse Pool", "Team Gold", a pet, "Bay C", "Bien" of a farewell."""
    served = _SERVED.search(before) and _DESK.match(text, span.start)
    team = _COLOR.fullmatch(text, span.start, span.end) and _TEAM.search(before)
    if served or team or _ON_CALL.match(text, span.start) or _NOT_ASKED.match(text, span.start - 2):
        return True
    if is_verb(text, span) or is_bay(text, span, before) or is_pet(text, span.start, span.end):
        return True
    line = text.rfind("\n", max(0, span.start - _REACH), span.start) + 1
    farewell = _FAREWELL.match(text, line) if line else None
    return farewell is not None and span.end <= farewell.end()
