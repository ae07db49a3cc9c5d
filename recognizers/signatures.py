r"""Who signed, dictated or typed: closing lines, initials, spelled-out names.

"Sincerely,\nIlse Reyes", "/s/ Reyes", "Dictated by: IMR/kt", a line of its own with "IMR/kt"
(dictator and typist), a paragraph that ends in "imr" or "IR, RN", "- Almaz" as the last line,
"spelled R-E-Y-E-S".
"""

import re
from collections.abc import Iterator

from annotation import Label, Span
from recognizers.fold import View
from recognizers.names import WORD, read
from recognizers.words import alternatives, is_clinical, is_name, is_ordinary

_CLOSING = re.compile(
    rf"(?:(?<=\n)|(?<=\. )|^)[ \t]*(?:{alternatives('closings')})"
    r"[,.!-]{0,2}[ \t]*\n\s{0,8}(?:-{1,2}[ \t]*)?(?=[^\W\d_])",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:/s/|/es/|\be-?signed\b:?|^[ \t]*(?:-{1,2}|\u2014)[ \t]*)[ \t]*(?=[A-Z])", re.MULTILINE
)
_TYPED = re.compile(
    r"(?:^|(?<=\n)|(?<=[.!?\t ][\t ]))((?:[A-Z]{2,4}|[A-Z][A-Za-z][a-z]?[A-Z])[ \t]{0,2}[/:][ \t]{0,2}"
    r"[a-z]{2,4})(?:[/:]\d+)?(?=[ \t]{0,8}(?:\n|$)|[ \t]{2,8}|[ \t]{0,8}(?:[dDtT]:|\d))"
)
_LOW_TYPED = re.compile(
    r"(?:^|(?<=\n)|(?<=[ \t]{2}))([a-z]{2,4})[/:]([a-z]{2,4})(?=[ \t]*(?:\n|$|[ \t]{2,}))"
)
_ALONE = re.compile(
    r"(?:[.!?)][ \t]+|\n[ \t]*(?:[-\u2013\u2014~][ \t]*)?)([A-Z]{2,3}|[a-z]{2,3})"
    rf"(?:,?[ \t]+(?:{alternatives('credentials')}))?[ \t]*(?:\n[ \t]*\n|\s*$)",
    re.IGNORECASE,
)
_INITIALS = re.compile(
    r"\b(?:dictated(?: by)?|transcribed(?: by)?|typed(?: by)?|initials?|transcriptionist|dict|trans|signed|"
    r"drawn by|given by|"
    r"witness(?:ed by)?|reviewed by|checked by|verified by|entered by|by)[ \t]?[:#-][ \t]*"
    r"((?:[A-Z]\.?){2,4}(?:[/:][A-Za-z]{2,4})?)(?![\w-])",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?:\b(?i:(?:scribed|dictated|transcribed|typed|trans|dict|witness(?:ed)?|initialled|init)(?: by)?|"
    r"(?:drawn|given|checked|reviewed|verified|entered|set|read|adm|logged|pulled|mixed|rel'd) by)[.:]?|"
    r"\b[DT]:|\b(?:RN|RPh|RT|MA|LPN|CNA|[Tt]ech|[Ss]onographer):?)"
    r"[ \t]{1,3}([A-Z]{2,3}|[a-z]{2,3})(?![\w'-]|\.\w)"
)
_SPELLED = re.compile(r"(?<![\w-])[A-Za-z](?:-[A-Za-z]){2,}(?![\w-])")
_SPACED = re.compile(
    r"\b(?:spell(?:ed|ing|s)?|that'?s|s/b)[:,]?[ \t]+\"?([A-Za-z](?:[ .-]{1,2}[A-Za-z]){2,})(?!\w)",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"[ \t]*(?:\n|$|,|\(|/|;|-|\u2014|\.(?:[ \t]*\n|[ \t]*$))")
_ABBREVIATIONS = frozenset({"EKG", "ECG", "NKDA"})
_LONGEST = 40
_TELLING = 4


class SignatureRecognizer:
    """Finds the people who signed, dictated or typed, and names spelled letter by letter."""

    name = "signatures"
    labels = frozenset({Label.DOCTOR, Label.PATIENT})

    def find(self, view: View) -> Iterator[Span]:
        """Yield signers, initials and spelled names."""
        text = view.text
        for start, end, label, score in (*_signers(text), *_initials(text), *_spelled(text)):
            yield view.span(start, end, label, score, self.name)


_Found = Iterator[tuple[int, int, Label, float]]


def _signers(text: str) -> _Found:
    for closing in _CLOSING.finditer(text):
        end = _signer(text, closing.end())
        if end > closing.end():
            yield closing.end(), end, Label.DOCTOR, 0.9
    for mark in _SIGNED.finditer(text):
        end = read(text, mark.end(), strict=True)
        explicit = text[mark.start() : mark.end()].lstrip().startswith(("/", "e", "E"))
        if (
            end > mark.end()
            and _LINE_END.match(text, end)
            and (explicit or _is_person(text, mark.end(), end))
        ):
            yield mark.end(), end, Label.DOCTOR, 0.9 if explicit else 0.7


def _signer(text: str, start: int) -> int:
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


def _initials(text: str) -> _Found:
    yield from _typed(text)
    for found in _ALONE.finditer(text):
        if _signs(text, found):
            yield found.start(1), found.end(1), Label.DOCTOR, 0.7
    for found in _BY.finditer(text):
        if not is_ordinary(found[1]):
            yield found.start(1), found.end(1), Label.DOCTOR, 0.7
    for found in _INITIALS.finditer(text):
        written = found[1]
        if written[:2].isupper() and written not in _ABBREVIATIONS:
            yield found.start(1), found.end(1), Label.DOCTOR, 0.8


def _typed(text: str) -> _Found:
    for found in _TYPED.finditer(text):
        dictator, typist = re.split("[/:]", found[1])
        spaced = " " in found[1]
        if not (spaced and (is_clinical(dictator.strip()) or is_ordinary(typist.strip()))):
            yield found.start(1), found.end(1), Label.DOCTOR, 0.8
    for found in _LOW_TYPED.finditer(text):
        if not (is_ordinary(found[1]) or is_ordinary(found[2])):
            yield found.start(), found.end(), Label.DOCTOR, 0.7


def _signs(text: str, found: re.Match[str]) -> bool:
    """Whether letters that end a paragraph are initials: capitals only after a sentence or at the end."""
    written = found[1]
    if written.islower():
        return not is_ordinary(written)
    last = found.end() == len(text)
    return written.isupper() and not is_clinical(written) and (last or text[found.start() - 1] != "\n")


def _spelled(text: str) -> _Found:
    for found in (*_SPELLED.finditer(text), *_SPACED.finditer(text)):
        start, end = found.span(found.lastindex or 0)
        word = re.sub(r"[^A-Za-z]", "", text[start:end])
        if is_name(word) if len(word) < _TELLING else is_name(word) or not is_ordinary(word):
            yield start, end, Label.PATIENT, 0.85
