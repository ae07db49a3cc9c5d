r"""Who signed, dictated or typed: closing lines, initials, spelled-out names.

"Sincerely,\nIlse Reyes", "/s/ Reyes", "Dictated by: IMR/kt", a line of its own with "IMR/kt"
(dictator and typist), a paragraph that ends in "imr" or "IR, RN", "- Almaz" as the last line,
"spelled R-E-Y-E-S".
"""

import re
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.expressions.linear import Match
from recognizers.expressions.screen import enrol, matches
from recognizers.fold import View
from recognizers.names import WORD, read
from recognizers.words import alternatives, is_clinical, is_name, is_ordinary

_CLOSING = (
    rf"(?i)(?:(?m:^)|\. )[ \t]*(?:{alternatives('closings')})"
    r"[,.!-]{0,2}[ \t]*\n\s{0,8}(?:-{1,2}[ \t]*)?"
)
_SIGNED = r"(?m)(?:/e?s/|\be-?signed\b:?|^[ \t]*-{1,2}[ \t]*)[ \t]*([A-Z])"
_TYPED = re.compile(
    r"([A-Z](?:(?<=^.)|(?<=\n.)|(?<=[.!?\t ][\t ].))(?:[A-Z]{1,3}|[A-Za-z][a-z]?[A-Z])"
    r"[ \t]{0,2}[/:][ \t]{0,2}[a-z]{2,4})"
    r"(?:[/:]\d+)?(?=[ \t]{0,8}(?:\n|$)|[ \t]{2,8}|[ \t]{0,8}(?:[dDtT]:|\d))"
)
_LOW_TYPED = r"(?:(?m:^)|[ \t]{2})([a-z]{2,4}[/:][a-z]{2,4})\b"
_BREAK = re.compile(r"[ \t]*(?:\n|$|[ \t]{2})")
_ALONE = (
    r"(?i)(?:[.!?)][ \t]+|\n[ \t]*(?:[-~][ \t]*)?)([a-z]{2,3})"
    rf"(?:,?[ \t]+(?:{alternatives('credentials')}))?[ \t]*(?:\n[ \t]*\n|\s*\z)"
)
_INITIALS = (
    r"(?i)\b(?:dictated(?: by)?|transcribed(?: by)?|typed(?: by)?|initials?|transcriptionist|dict|trans|"
    r"signed|drawn by|given by|witness(?:ed by)?|reviewed by|checked by|verified by|entered by|"
    r"by)[ \t]?[:#-][ \t]*"
    r"((?:[a-z]\.?){2,4}(?:[/:][a-z]{2,4})?)(?:[^\w-]|\z)"
)
_BY = (
    r"(?:\b(?i:(?:scribed|dictated|transcribed|typed|trans|dict|witness(?:ed)?|initialled|init)(?: by)?|"
    r"(?:drawn|given|checked|reviewed|verified|entered|set|read|adm|logged|pulled|mixed|rel'd) by)[.:]?|"
    r"\b[DT]:|\b(?:RN|RPh|RT|MA|LPN|CNA|[Tt]ech|[Ss]onographer):?)"
    r"[ \t]{1,3}([A-Z]{2,3}|[a-z]{2,3})(?:[^\w'.-]|\.\W|\.?\z)"
)
_SPELLED = r"(?:^|[^\w-])([A-Za-z](?:-[A-Za-z]){2,})\b"
_SPACED = (
    r"(?i)\b(?:spell(?:ed|ing|s)?|that'?s|s/b)[:,]?[ \t]+\"?"
    r"([a-z](?:[ .-]{1,2}[a-z]){2,})(?:\W|\z)"
)
_LINE_END = re.compile(r"[ \t]*(?:\n|$|,|\(|/|;|-|\u2014|\.(?:[ \t]*\n|[ \t]*$))")
_ABBREVIATIONS = frozenset({"EKG", "ECG", "NKDA"})
_LONGEST = 40
_TELLING = 4
enrol(_CLOSING, _SIGNED, _LOW_TYPED, _ALONE, _INITIALS, _BY, _SPELLED, _SPACED)


class SignatureRecognizer:
    """Finds the people who signed, dictated or typed, and names spelled letter by letter."""

    name = "signatures"
    labels = frozenset({Label.DOCTOR, Label.PATIENT})

    def find(self, view: View) -> Iterator[Span]:
        """Yield signers, initials and spelled names."""
        for start, end, label, score in (*_signers(view), *_initials(view), *_spelled(view)):
            yield view.span(start, end, label, score, self.name)


_Found = Iterator[tuple[int, int, Label, float]]


def _signers(view: View) -> _Found:
    text = view.text
    for closing in matches(_CLOSING, view):
        end = _signer(text, closing.end())
        if end > closing.end():
            yield closing.end(), end, Label.DOCTOR, 0.9
    for mark in matches(_SIGNED, view):
        start = mark.start(1)
        end = read(text, start, strict=True) if text[start].isascii() else start
        explicit = text[mark.start() : start].lstrip().startswith(("/", "e"))
        if end > start and _LINE_END.match(text, end) and (explicit or _is_person(text, start, end)):
            yield start, end, Label.DOCTOR, 0.9 if explicit else 0.7


def _signer(text: str, start: int) -> int:
    if not text[start : start + 1].isalpha():
        return start
    end = read(text, start)
    if end == start:
        word = WORD.match(text, start)
        alone = word and _LINE_END.match(text, word.end()) and is_name(word[0]) and not is_clinical(word[0])
        return word.end() if word and alone else start
    return end if _LINE_END.match(text, end) and end - start <= _LONGEST else start


def _is_person(text: str, start: int, end: int) -> bool:
    tokens = [word[0] for word in WORD.finditer(text, start, end)]
    line = text.find("\n", end)
    alone = text[end : line if line >= 0 else len(text)].strip(" .")
    return not alone and all(is_name(token) and not is_clinical(token) for token in tokens if len(token) > 1)


def _initials(view: View) -> _Found:
    text = view.text
    yield from _typed(view)
    for start, end, found in _written(_ALONE, view):
        if _signs(text, start, end, found):
            yield start, end, Label.DOCTOR, 0.7
    for start, end, _ in _written(_BY, view):
        if not is_ordinary(text[start:end]):
            yield start, end, Label.DOCTOR, 0.7
    for start, end, _ in _written(_INITIALS, view):
        written = text[start:end]
        if written[:2].isupper() and written not in _ABBREVIATIONS:
            yield start, end, Label.DOCTOR, 0.8


def _written(source: str, view: View) -> Iterator[tuple[int, int, Match]]:
    """Where the first group of each match stands; letters with accents make no initials."""
    for found in matches(source, view):
        start, end = found.span(1)
        if view.text[start:end].isascii():
            yield start, end, found


def _typed(view: View) -> _Found:
    text = view.text
    for found in _TYPED.finditer(text):
        dictator, typist = re.split("[/:]", found[1])
        spaced = " " in found[1]
        if not (spaced and (is_clinical(dictator.strip()) or is_ordinary(typist.strip()))):
            yield found.start(1), found.end(1), Label.DOCTOR, 0.8
    for start, end, _ in _written(_LOW_TYPED, view):
        if _BREAK.match(text, end) and not any(map(is_ordinary, re.split("[/:]", text[start:end]))):
            yield start, end, Label.DOCTOR, 0.7


def _signs(text: str, start: int, end: int, found: Match) -> bool:
    """Whether letters that end a paragraph are initials: capitals only after a sentence or at the end."""
    written = text[start:end]
    if written.islower():
        return not is_ordinary(written)
    last = found.end() == len(text)
    return written.isupper() and not is_clinical(written) and (last or text[found.start() - 1] != "\n")


def _spelled(view: View) -> _Found:
    for found in (*matches(_SPELLED, view), *matches(_SPACED, view)):
        start, end = found.span(1)
        word = re.sub(r"[^A-Za-z]", "", view.text[start:end])
        known = is_name(word) or (len(word) >= _TELLING and not is_ordinary(word))
        if known and view.text[end : end + 1] != "-":
            yield start, end, Label.PATIENT, 0.85
