"""The exact text of a span: no title, credential, possessive, quote or stray punctuation.

The rules are those of the project's annotation guideline, which follows the 2014 i2b2 one.
"""

import re

from annotation import Label, Span
from recognizers.words import alternatives

PEOPLE = frozenset({Label.PATIENT, Label.DOCTOR})

TITLES = (
    "Drs?|Doctors?|Mr|Mrs|Ms|Miss|Mx|Mister|Madam|Sir|Dame|Lady|Prof|Professor|Rev|Reverend|Fr|Father|"
    "Pastor|Rabbi|Imam|Deacon|Sgt|Sergeant|Officer|Ofc|Det|Detective|Lt|Capt|Captain|Cpl|Pvt|Col|Maj|"
    "Nurse|Sr\\. Nurse|Coach|Judge|Hon|Matron|Chaplain|Trooper|Deputy|Attorney|Atty|Sra|Srta|Sr|Do\u00f1a|Don"
)
CREDENTIALS = alternatives("credentials")
_HEAD = re.compile(rf"(?:(?:{TITLES})\b\.?,?[ \t\n]*)+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(rf"(?:[ \t]*,[ \t\n]*(?:{CREDENTIALS})\b\.?|[ \t\n]+(?:{CREDENTIALS})\b\.?)+$")
_POSSESSIVE = re.compile(r"(?:['\u2019`]s|(?<=s)['\u2019])$", re.IGNORECASE)
_FRONT = frozenset(".,;:!?'\"\u2018\u2019\u201c\u201d*-\u2013\u2014/|=<>(){}[]_~\u2022")
_BACK = frozenset(",;:!?'\"\u2018\u2019\u201c\u201d*-\u2013\u2014/|=<>{}[](_~")
_STOP = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-z]|\b(?:Jr|Sr|St|Ste|Ave|Blvd|Rd|Dr|Ln|Ct|Pl|Sq|Hwy|Pkwy|Inc|Co|Corp|Ltd|Hosp|Ctr|"
    r"Med|Gen|Dept|Univ|Assoc|Apt|No|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec))\.$",
    re.IGNORECASE,
)
_KEEP_FRONT = {
    Label.PHONE: "(+",
    Label.FAX: "(+",
    Label.DATE: "'\u2019",
    Label.USERNAME: "_<",
    Label.ROOM: "#",
}


_INITIAL = len("X.")


def trim(text: str, span: Span) -> Span | None:
    """Shrink a span of ``text`` to the exact identifier; None when nothing is left."""
    if text[span.start : span.end].isalnum():
        return span
    start, end = _edges(text, span.start, span.end, _KEEP_FRONT.get(span.label, ""))
    if span.label in PEOPLE:
        head = _HEAD.match(text, start, end)
        start = head.end() if head and head.end() < end else start
        tail = _TAIL.search(text[start:end])
        end = start + tail.start() if tail and tail.start() else end
        owned = _POSSESSIVE.search(text[start:end])
        end = start + owned.start() if owned else end
        start, end = _edges(text, start, end, "") if head or tail or owned else (start, end)
    if start >= end:
        return None
    if (start, end) == (span.start, span.end):
        return span
    return Span(start, end, span.label, span.score, span.source)


def _edges(text: str, start: int, end: int, keep: str) -> tuple[int, int]:
    while start < end and text[start] not in keep and (text[start] in _FRONT or text[start].isspace()):
        start += 1
    while start < end and not _ends_well(text, start, end):
        end -= 1
    return start, end


def _ends_well(text: str, start: int, end: int) -> bool:
    last = text[end - 1]
    if last == "." and end - start > _INITIAL:
        return bool(_STOP.search(text[max(start, end - 8) : end]))
    if last == ".":
        return False
    if last == ")":
        return text.count("(", start, end) >= text.count(")", start, end)
    return not (last in _BACK or last.isspace())
