"""Field labels and what stands behind them: ``key: value`` lines and tables.

``Name: LINDQUIST, ANNA B   MRN: 4417`` gives the name; a value may stand on the next line, in
the same column of the next row of a ``|`` or tab table, and several pairs on one line; an HL7
name field (``OKAFOR^TOVA``, HL7 v2.x data type XPN) needs no label. The
label names the type: ``Attending:`` a DOCTOR, ``Facility:`` a HOSPITAL.
"""

import re
from collections import Counter
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.context.occupations import holds_occupation
from recognizers.expressions.linear import matches
from recognizers.fold import View
from recognizers.names import WORD, read
from recognizers.settle.trim import CREDENTIALS
from recognizers.words import is_clinical, is_name, is_ordinary, listed

_KEYS: dict[Label, list[str]] = {}
for _entry in listed("field_labels"):
    _label, _, _written = _entry.partition("\t")
    _KEYS.setdefault(Label(_label), []).append(_written)
_LABELS = dict(enumerate(_KEYS, start=1))
_KEY = (
    "(?i)(?:" + "|".join(f"({'|'.join(keys)})" for keys in _KEYS.values()) + ")"
    r"(?:[ \t]?\([^()\n]{0,24}\))?[ \t]?(?::|#:|=|\.{3,})"
)
_CELL_BEFORE = re.compile(r"(?:^|\n|  |\t|[|;,(*>\]/.] |[|;(*>\]])$")
_WORD_BEFORE = re.compile(r"[\w.)] $")
_LINE_KEYS = frozenset({"to", "from", "by", "cc", "re", "cm", "sw", "legal"})
_HL7 = re.compile(r"(?<=[|=^~:])[^\W\d_][\w'-]{1,24}\^[^\W\d_][\w'-]{1,24}(?:\^[A-Z]\w{0,24})?(?![\w])")
_LEAD = re.compile(r"[ \t*_\"'(:.]*(?:(?:is|the)[ \t]+)?")
_TITLE = re.compile(
    r"(?:(?:Drs?|Mr|Mrs|Ms|Miss|Mx|Prof|Professor|Doctor|Rev|Fr|Sir|Dame|Hon|Dep|Sgt|Ofc|Det|Lt)\b"
    r"\.?[ \t]*)+",
    re.IGNORECASE,
)
_CELL_END = re.compile(
    r"[ \t]*(?:\n|$|[|;,(/\[\-*\"')<>]|[ \t]{2}|\t|\.(?:[ \t\n]|$)|\d|"
    r"(?:and|&|at|on|of|from|in|for)\b|@|\u2192)"
)
_NEXT_LINE = re.compile(r"[ \t]*\n[ \t]*")
_VALUE = re.compile(r"[^\n|;\t(]{2,60}?(?=[ \t]{2}|[\n|;\t(,]|\.(?:\s|$)|$)")
_NOT_VALUES = frozenset(listed("not_values"))
_JOINED = re.compile(r"[ \t]*(?:,|;|/|&|\+|and)[ \t]+")
_CREDENTIALS = re.compile(rf"(?:,?[ \t]*(?:{CREDENTIALS}|M\.[A-Z]\.)(?![\w-]))+\.?")
_RETIRED = re.compile(
    r"(?:retired|former|ex-?|disabled|part[- ]time|full[- ]time|self[- ]employed)[ \t]+", re.IGNORECASE
)
_SPEAKER = re.compile(
    r"(?:patient|pt|client|caller|doctor|dr|md|nurse|rn|tech|therapist|pharmacist|interpreter|clinic|staff|"
    r"mother|mom|mum|father|dad|wife|husband|son|daughter|sister|brother|parent)[ \t]?:",
    re.IGNORECASE,
)
_WORK = re.compile(r"(?:work|job)[ ]?[:=.]", re.IGNORECASE)
_DOUBTFUL = 0.5
_INDENT = 14
_TURNS = 3
_MOST = 6
_SHORT = 4


class HeaderRecognizer:
    """Finds people, facilities, employers and occupations behind field labels."""

    name = "headers"
    labels = frozenset(_KEYS)

    def find(self, view: View) -> Iterator[Span]:
        """Yield the values of all known keys."""
        text = view.text
        keys = [key for key in matches(_KEY, view) if _is_key(text, *key.span())]
        turns = _turns(text, [key.span() for key in keys])
        for key in keys:
            label = next(label for index, label in _LABELS.items() if key.start(index) >= 0)
            for start, end in _values(text, key.start(), key.end(), label):
                if key.start() not in turns or _is_named(text[start:end]):
                    key_text, value = text[key.start() : start], text[start:end]
                    yield view.span(start, end, label, _score(label, key_text, value), self.name)
        for field in _HL7.finditer(text) if "^" in text else ():
            if any(is_name(word[0]) for word in WORD.finditer(field[0])):
                yield view.span(field.start(), field.end(), Label.PATIENT, 0.9, self.name)


def _is_key(text: str, start: int, end: int) -> bool:
    if text.startswith("//", end):
        return False
    before = text[max(0, start - 2) : start]
    if not before or _CELL_BEFORE.search(before):
        return True
    return bool(_WORD_BEFORE.search(before)) and text[start:end].lower().rstrip(" :=.#") not in _LINE_KEYS


def _turns(text: str, keys: list[tuple[int, int]]) -> set[int]:
    """Where the keys stand that are speakers of a dialogue ("Nurse: Hang on."): each speaks again."""
    heads = [
        (start, text[start:end].lower())
        for start, end in keys
        if _SPEAKER.fullmatch(text, start, end) and start - text.rfind("\n", 0, start) <= _INDENT
    ]
    times = Counter(written for _, written in heads)
    again = {start for start, written in heads if times[written] > 1}
    return again if len(again) >= _TURNS else set()


def _is_named(value: str) -> bool:
    """True for what even a speaker's words would not begin with but as a name."""
    tokens = [word[0] for word in WORD.finditer(value)]
    names = [token for token in tokens if is_name(token)]
    return len(names) > 1 or any(not is_ordinary(name) for name in names)


def _score(label: Label, key: str, value: str) -> float:
    if label is Label.PROFESSION and _WORK.match(key) and not holds_occupation(value):
        return _DOUBTFUL
    return 0.95 if label in {Label.PATIENT, Label.DOCTOR} else 0.8


def _values(text: str, key_start: int, at: int, label: Label) -> Iterator[tuple[int, int]]:
    lead = _LEAD.match(text, at)
    start = lead.end() if lead else at
    below = _NEXT_LINE.match(text, start)
    if below and at - key_start < _SHORT:
        return
    if below and label in {Label.PATIENT, Label.DOCTOR}:
        start = below.end()
    if label in {Label.PATIENT, Label.DOCTOR}:
        yield from _people(text, start, comma=True)
    elif not below:
        yield from _thing(text, start, label)


def _people(text: str, start: int, *, comma: bool) -> Iterator[tuple[int, int]]:
    for _ in range(_MOST):
        title = _TITLE.match(text, start)
        start = title.end() if title else start
        end = read(text, start, comma=comma and not title)
        if end == start or not (title or _is_value(text, start, end)):
            return
        yield start, end
        joint = _JOINED.match(text, _after_credentials(text, end))
        if not joint:
            return
        start, comma = joint.end(), False


def _after_credentials(text: str, at: int) -> int:
    found = _CREDENTIALS.match(text, at)
    return found.end() if found else at


def _is_value(text: str, start: int, end: int) -> bool:
    tokens = [word[0] for word in WORD.finditer(text, start, end)]
    if tokens[0].lower() in _NOT_VALUES:
        return False
    if any(is_name(token) and not is_clinical(token) for token in tokens):
        return True
    if not _CELL_END.match(text, end) or _is_short_form(text[start:end]):
        return False
    unknown = all(not is_ordinary(token) for token in tokens if len(token) > 2)  # noqa: PLR2004 - initials say nothing
    return unknown or all(is_name(token) or len(token) <= 2 for token in tokens)  # noqa: PLR2004 - the same


def _is_short_form(value: str) -> bool:
    """True for a disease or a service in capitals ("Father: MI", "To: GI")."""
    return value.isupper() and len(value) <= len("COPD") and is_clinical(value)


def _thing(text: str, start: int, label: Label) -> Iterator[tuple[int, int]]:
    retired = _RETIRED.match(text, start) if label is Label.PROFESSION else None
    start = retired.end() if retired else start
    value = _VALUE.match(text, start)
    if (
        not value
        or value[0].split()[0].lower().strip(".,") in _NOT_VALUES
        or any(c.isdigit() for c in value[0])
    ):
        return
    shaped = label is Label.PROFESSION or value[0][0].isupper()
    if shaped and len(value[0].split()) <= _MOST and ":" not in value[0]:
        yield start, value.end()
