"""Words in running text that announce a name: titles, credentials, relations, roles, salutations.

"Dr. Okafor", "Lindquist, RN", "his daughter Almaz", "seen by Ilse Reyes", "Dear Ms. Dash",
"goes by Tova". The cue names the type: titles of care and work roles a DOCTOR, relatives,
courtesy titles and other callings a PATIENT (any person outside care).
"""

import re
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.expressions.screen import enrol, matches
from recognizers.fold import View
from recognizers.names import WORD, is_pet, read
from recognizers.words import alternatives, is_clinical, is_given, is_name, is_ordinary, listed, words

_TITLES = dict.fromkeys(("staff", "other"), "")
for _entry in listed("titles"):
    _kind, _, _written = _entry.partition("\t")
    _TITLES[_kind] += f"|{_written}"
_TITLE = (
    rf"\b(?:({_TITLES['staff'][1:]})|({_TITLES['other'][1:]}))\b"
    r"(?:\.[ \t]?|[ \t]+|[ \t]*\n[ \t]*)"
)
_LOW_TITLE = r"\b(?:(drs?|doctor)|(mr|mrs|ms|miss))\b\.?[ \t]+"
_LOW_NAME = re.compile(r"[a-z]{2,}(?:['-][a-z]{2,})*")
_LETTER = re.compile(r"[b-hj-wyz](?=\.?(?:[\s,;:)']|$))")
_PAIR = re.compile(r"[ \t]*(?:&|and|/|,)[ \t]+")
_CREDENTIAL = rf"(?:,[ \t]*\n?[ \t]*|[ \t]+|[ \t]*\()(?:{alternatives('credentials')})\b"
_AFTER_CREDENTIAL = re.compile(r"[\w-]|\.[A-Za-z]")
_RELATION = (
    rf"(?i)\b(?:{alternatives('relations')})"
    r"(?:[,:]? (?:is )?(?:named|called|name is|is named)|[,:]| \(|\)?)[ \t]+[\"(]?|"
    rf"\((?:{alternatives('relations')})[,:]? "
)
_ROLE = rf"\b(?:{alternatives('roles')})[,:]?[ \t]+"
_NAMED = (
    r"(?i)\b(?:name(?:'?s| is| was)|named|goes by|known as|nicknamed|answers to|calls? (?:him|her|them)self|"
    r"prefers to be called|likes to be called|aka|a\.k\.a\.|f/k/a|nee|formerly|alias|baby|my name is|this is|"
    r"it's|i'm|i am|spelled|responds to)[,:]?[ \t]+[\"(]?"
)
_GREETING = r"(?m)^[ \t]*(?:Dear|Hi|Hello|Hey|Good (?:morning|afternoon|evening)|Greetings|To)[,]?[ \t]+"
_GREETED = re.compile(r"[ \t]*[,:;!.\u2014-]|[ \t]*\n|[ \t]+(?:and|&)[ \t]")
_SIZE_BEFORE = re.compile(r"\d ?$")
_HEAD = re.compile(r"(?:\A|\n|\][ ])\Z")
_METHOD = re.compile(
    r"[ \t]+(?:criteria|protocol|scale|classification|method|technique|score|formula|nomogram|"
    r"grad(?:e|ing)|staging|rules?|index|system|guidelines?|regimen|approach|man(?:eu|oeu)ver|"
    r"equation)\b|[ ]\d(?![\d/:.])"
)
_SPAN_BACK = 60
enrol(_TITLE, _LOW_TITLE, _CREDENTIAL, _RELATION, _ROLE, _NAMED, _GREETING)


class CueRecognizer:
    """Finds names by the words beside them."""

    name = "cues"
    labels = frozenset({Label.PATIENT, Label.DOCTOR})

    def find(self, view: View) -> Iterator[Span]:
        """Yield the names that a cue announces."""
        for start, end, label, score in (
            *_titled(view),
            *_titled_low(view),
            *_credentialed(view),
            *_after(_RELATION, view, Label.PATIENT, 0.85),
            *_after(_ROLE, view, Label.DOCTOR, 0.8),
            *_after(_NAMED, view, Label.PATIENT, 0.85),
            *_greeted(view),
        ):
            yield view.span(start, end, label, score, self.name)


_Found = Iterator[tuple[int, int, Label, float]]


def _titled(view: View) -> _Found:
    text = view.text
    for title in matches(_TITLE, view):
        label = Label.DOCTOR if title.start(1) >= 0 else Label.PATIENT
        written = text[title.start() : title.end()].rstrip()
        start, full = title.end(), written.endswith(".") or len(written) <= len("Prof")
        end = read(text, start, comma=False, strict=not full)
        if written.startswith("Fr") and _SIZE_BEFORE.search(text, max(0, title.start() - 4), title.start()):
            continue
        if end - start <= len("C.") and written.startswith("Rev"):
            continue
        while end > start and (full or _known(text, start, end)):
            yield start, end, label, 0.95
            pair = _PAIR.match(text, end) if written.rstrip(".").endswith("rs") else None
            start = pair.end() if pair else end
            end = read(text, start, strict=True) if pair else end


def _titled_low(view: View) -> _Found:
    text = view.text
    for title in matches(_LOW_TITLE, view):
        label = Label.DOCTOR if title.start(1) >= 0 else Label.PATIENT
        if letter := _LETTER.match(text, title.end()):
            yield letter.start(), letter.end(), label, 0.8
        first = _LOW_NAME.match(text, title.end())
        if not first or (is_ordinary(first[0]) and not _low_name(first[0])):
            continue
        second = (
            _LOW_NAME.match(text, first.end() + 1) if text[first.end() : first.end() + 1] == " " else None
        )
        more = second is not None and (_low_name(second[0]) or not is_ordinary(second[0]))
        end = second.end() if second and more else first.end()
        yield first.start(), end, label, 0.85


def _low_name(word: str) -> bool:
    return is_name(word) and not is_clinical(word)


def _credentialed(view: View) -> _Found:
    text = view.text
    for mark in matches(_CREDENTIAL, view):
        before = text[mark.start() - 1 : mark.start()]
        if not (before.isalpha() or before == ".") or _AFTER_CREDENTIAL.match(text, mark.end()):
            continue
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


def _after(cue: str, view: View, label: Label, score: float) -> _Found:
    text = view.text
    for found in matches(cue, view):
        start = found.end()
        end = read(text, start, strict=True)
        if _METHOD.match(text, end) or (cue == _NAMED and is_pet(text, start, end)):
            continue
        if end > start and _known(text, start, end):
            head = _HEAD.search(text, max(0, found.start() - 2), found.start())
            spoken = head and ":" in text[found.start() : start]
            if not spoken or not _is_word(text[start:end]):
                yield start, end, label, score
        elif (end := _low_names(text, start)) > start:
            yield start, end, label, score - 0.1


def _is_word(value: str) -> bool:
    """True for what a speaker may say behind a colon ("Mother: Hope so."); a field is no matter of cues."""
    return all(is_ordinary(word[0]) for word in WORD.finditer(value))


def _low_names(text: str, start: int) -> int:
    end = at = start
    named = False
    for _ in range(2):
        word = _LOW_NAME.match(text, at)
        if not word or is_ordinary(word[0]):
            break
        named = named or is_name(word[0])
        end, at = word.end(), word.end() + 1
    return end if named and end - start > len("xxx") and not text[end : end + 1].isalnum() else start


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


def _greeted(view: View) -> _Found:
    text = view.text
    for greeting in matches(_GREETING, view):
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
