"""The safe-word check: a word outside the known vocabulary may be a name.

The idea is Philter's (Norgeot et al. 2020, https://doi.org/10.1038/s41746-020-0258-y): what is
not known to be safe is taken. Safe is the dictionary, the clinical vocabulary, eponyms, drugs
and brands; a dose, a unit or a clinical noun behind a word clears it. The scores lie below the
balanced threshold, so that only a detector of high sensitivity keeps them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from annotation import Label, Span
from recognizers.fold import View
from recognizers.words import REMEMBERED, eponyms, is_clinical, is_name, is_ordinary, plain, words

_WORD = re.compile(r"[^\W\d_](?<![\w.@/].)[^\W\d_]*(?:['-][^\W\d_]+)*(?![\w@/])")
_CLEARS = re.compile(
    r"[ \t]*(?:\d|(?:mg|mcg|ml|units?|tabs?|caps?|po|iv|prn|bid|tid|qd|qhs|gtt|drip|xr|er)\b|"
    r"[:=\u2122\u00ae+%#~<>])",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"(?:itis|osis|emia|aemia|ectomy|otomy|ostomy|oma|omas|pathy|plasty|scopy|gram|graphy|ology|philia|penia|"
    r"pril|olol|statin|mab|nib|azole|cillin|mycin|cycline|floxacin|sartan|dipine|gliptin|gliflozin|tide|ine|"
    r"ium|ides?|ates?|ally|ically|ic|al|ous|tion|sion|ment|ness|able|ible|less|ful|ing|ed)$"
)
_DIGIT_BEFORE = re.compile(r"\d[ \t]*$|[:=#][ \t]?$")
_AT_START = re.compile(r"(?:^|[.!?\n:;\u2022*>|-][\"')]?[ \t]*)$")
_SHORTEST = 3
_UNKNOWN = 0.4
_KNOWN_NAME = 0.3


class SafeWordRecognizer:
    """Finds words that nothing shows to be safe."""

    name = "safe"
    labels = frozenset({Label.PATIENT})

    def find(self, view: View) -> Iterator[Span]:
        """Yield unsafe words, with scores below the balanced threshold."""
        text = view.text
        for word in _WORD.finditer(text):
            score = _unsafe(text, word)
            if score:
                yield view.span(word.start(), word.end(), Label.PATIENT, score, self.name)


def _unsafe(text: str, word: re.Match[str]) -> float:
    at_start, elsewhere = _scores(word[0])
    if not elsewhere:
        return 0.0
    score = elsewhere
    if at_start != elsewhere and _AT_START.search(text[max(0, word.start() - 5) : word.start()]):
        score = at_start
    before = text[max(0, word.start() - 3) : word.start()]
    cleared = score and (_CLEARS.match(text, word.end()) or _DIGIT_BEFORE.search(before))
    return 0.0 if cleared else score


@lru_cache(maxsize=REMEMBERED)
def _scores(token: str) -> tuple[float, float]:
    """Scores of a word at the start of a sentence, never the higher, and elsewhere."""
    low = plain(token)
    if len(low) < _SHORTEST or low in eponyms() or _is_safe_compound(low):
        return 0.0, 0.0
    if not token[0].isupper() or token.isupper():
        borne = low in words("frequent") and not is_ordinary(token) and len(token) > _SHORTEST
        return (_KNOWN_NAME, _KNOWN_NAME) if borne else (0.0, 0.0)
    if is_ordinary(token):
        return 0.0, _KNOWN_NAME if is_name(token) and not is_clinical(token) else 0.0
    if low in words("surnames", "given"):
        return _UNKNOWN, _UNKNOWN
    return 0.0, _UNKNOWN if token.istitle() and not _TERM.search(token) else 0.0


def _is_safe_compound(low: str) -> bool:
    return "-" in low and all(is_ordinary(part) or len(part) < _SHORTEST for part in low.split("-"))
