"""Words in running text that announce a name: titles, credentials, relations, roles, salutations.

"Dr. Okafor", "Lindquist, RN", "his daughter Almaz", "seen by Ilse Reyes", "Dear Ms. Dash",
"goes by Tova". The cue names the type: titles of care and work roles a DOCTOR, relatives,
courtesy titles and other callings a PATIENT (any person outside care).
"""

import re
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.fold import View
from recognizers.names import WORD, read
from recognizers.trim import CREDENTIALS
from recognizers.words import alternatives, is_clinical, is_given, is_name, is_ordinary, listed, words

_TITLES = dict.fromkeys(("staff", "other"), "")
for _entry in listed("titles"):
    _kind, _, _written = _entry.partition("\t")
    _TITLES[_kind] += f"|{_written}"
_TITLE = re.compile(
    rf"\b(?:({_TITLES['staff'][1:]})|({_TITLES['other'][1:]}))\b"
    r"(?:\.[ \t]?|[ \t]+|[ \t]*\n[ \t]*)(?=[^\W\d_])"
)
_LOW_TITLE = re.compile(r"\b(?:(drs?|doctor)|(mr|mrs|ms|miss))\b\.?[ \t]+(?=[a-z])")
_LOW_NAME = re.compile(r"[a-z]{2,}(?:['-][a-z]{2,})*")
_PAIR = re.compile(r"[ \t]*(?:&|and|/|,)[ \t]+")
_CREDENTIAL = re.compile(
    rf"(?<=[^\W\d_]|\.)(?:,[ \t]*\n?[ \t]*|[ \t]+|[ \t]*\()(?:{CREDENTIALS})\b(?![\w-]|\.[A-Za-z])"
)
_RELATION = re.compile(
    rf"\b(?:{alternatives('relations')})"
    r"(?:[,:]? (?:is )?(?:named|called|name is|is named)|[,:]| \(|\)?)[ \t]+[\"(]?(?=[^\W\d_])|"
    rf"\((?:{alternatives('relations')})[,:]? (?=[^\W\d_])",
    re.IGNORECASE,
)
_ROLE = re.compile(rf"\b(?:{alternatives('roles')})[,:]?[ \t]+(?=[^\W\d_])")
_NAMED = re.compile(
    r"\b(?:name(?:'?s| is| was)|named|goes by|known as|nicknamed|answers to|calls? (?:him|her|them)self|"
    r"prefers to be called|likes to be called|aka|a\.k\.a\.|"
    r"f/k/a|n\u00e9e|nee|formerly|alias|baby|my name is|this is|it's|i'm|i am|"
    r"spelled|responds to)[,:]?[ \t]+[\"(]?(?=[^\W\d_])",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:(?<=\n)|(?<=^))[ \t]*(?:Dear|Hi|Hello|Hey|"
    r"Good (?:morning|afternoon|evening)|Greetings|To)[,]?[ \t]+(?=[A-Z])"
)
_GREETED = re.compile(r"[ \t]*[,:;!.\u2014-]|[ \t]*\n|[ \t]+(?:and|&)[ \t]")
_SPAN_BACK = 60


class CueRecognizer:
    """Finds names by the words beside them."""

    name = "cues"
    labels = frozenset({Label.PATIENT, Label.DOCTOR})

    def find(self, view: View) -> Iterator[Span]:
        """Yield the names that a cue announces."""
        text = view.text
        for start, end, label, score in (
            *_titled(text),
            *_titled_low(text),
            *_credentialed(text),
            *_after(_RELATION, text, Label.PATIENT),
            *_after(_ROLE, text, Label.DOCTOR),
            *_after(_NAMED, text, Label.PATIENT),
            *_greeted(text),
        ):
            yield view.span(start, end, label, score, self.name)


_Found = Iterator[tuple[int, int, Label, float]]


def _titled(text: str) -> _Found:
    for title in _TITLE.finditer(text):
        label = Label.DOCTOR if title[1] else Label.PATIENT
        start, full = title.end(), title[0].rstrip().endswith(".") or len(title[0].strip()) <= 4  # noqa: PLR2004 - Mrs, Prof
        end = read(text, start, comma=False, strict=not full)
        if end == start + 1 and title[0].startswith(("Fr", "Rev")):
            continue
        while end > start and (full or _known(text, start, end)):
            yield start, end, label, 0.95
            pair = _PAIR.match(text, end) if title[0].rstrip(" .").endswith("rs") else None
            start = pair.end() if pair else end
            end = read(text, start, strict=True) if pair else end


def _titled_low(text: str) -> _Found:
    for title in _LOW_TITLE.finditer(text):
        first = _LOW_NAME.match(text, title.end())
        if not first or (is_ordinary(first[0]) and not _low_name(first[0])):
            continue
        second = (
            _LOW_NAME.match(text, first.end() + 1) if text[first.end() : first.end() + 1] == " " else None
        )
        more = second is not None and not is_ordinary(second[0]) and is_name(second[0])
        end = second.end() if second and more else first.end()
        yield first.start(), end, Label.DOCTOR if title[1] else Label.PATIENT, 0.85


def _low_name(word: str) -> bool:
    return is_name(word) and not is_clinical(word)


def _credentialed(text: str) -> _Found:
    for mark in _CREDENTIAL.finditer(text):
        start = _name_before(text, mark.start())
        if start < mark.start():
            yield start, mark.start(), Label.DOCTOR, 0.9


def _name_before(text: str, end: int) -> int:
    line = max(text.rfind("\n", 0, end), end - _SPAN_BACK, 0)
    starts = [word.start() for word in WORD.finditer(text, line, end)]
    best = end
    for start in reversed(starts[-5:]):
        if read(text, start, comma=True, strict=True) < end:
            break
        best = start
    tokens = [word[0] for word in WORD.finditer(text, best, end)]
    return best if any(_like_name(token) for token in tokens) and len(tokens) > 1 else end


def _like_name(token: str) -> bool:
    return len(token) > 2 and (is_name(token) or not is_ordinary(token))  # noqa: PLR2004 - initials say nothing


def _after(cue: re.Pattern[str], text: str, label: Label) -> _Found:
    for found in cue.finditer(text):
        start = found.end()
        end = read(text, start, strict=True)
        if end > start and _known(text, start, end):
            yield start, end, label, 0.8


def _known(text: str, start: int, end: int) -> bool:
    tokens = [word[0] for word in WORD.finditer(text, start, end)]
    if any(token.removesuffix(".") in words("nationalities") for token in tokens):
        return False
    if len(tokens) == 1:
        token = tokens[0]
        return token.istitle() and (is_given(token) or is_name(token)) and not is_clinical(token)
    return any(is_name(token) and not is_clinical(token) for token in tokens) and not all(
        t.isupper() for t in tokens
    )


def _greeted(text: str) -> _Found:
    for greeting in _GREETING.finditer(text):
        start = greeting.end()
        end = read(text, start)
        token = WORD.match(text, start)
        if (
            end > start
            and token
            and _GREETED.match(text, end)
            and (is_name(token[0]) or not is_ordinary(token[0]))
        ):
            yield start, end, Label.PATIENT, 0.9
