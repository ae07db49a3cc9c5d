"""Dates that a scanner or a hand has damaged, read through the damage where one reading is left.

``repair`` folds letters that stand for digits one for one, so that offsets stay. ``mend`` takes
out what does not belong: blanks within a number or a month, separators doubled or mixed.

>>> repair("O3/l4/2O!9"), mend("3/14//20 19"), mend("0 3 . 1 4, 2 0 1 9"), mend("M arch 14, 20 19")
('03/14/2019', '3/14/2019', '03.14.2019', 'March 14, 2019')
>>> mend("3 / 14 / 2019"), mend("3/14 and 4/2")
('3 / 14 / 2019', '3/14 and 4/2')
"""

import re
from collections import Counter
from functools import lru_cache

from surrogates.calendar.words import MONTHS, month
from surrogates.style import plain

_CACHED = 1 << 16
_DIGITS = str.maketrans("OoQDlI|!SBZ", "00001111582")
_LOOKS = r"[\dOolI|!SBZ]"
_DAMAGED = re.compile(rf"(?<![A-Za-z\d])(?=[\dOolI|!SBZ]*\d){_LOOKS}+(?![A-Za-z\d])")
_ORDINAL = re.compile(r"(?<![A-Za-z\d])[\dlIO]{1,2}(?=(?:st|nd|rd|th)\b)")
_WORD = re.compile(r"(?<![A-Za-z\d])(?=[A-Za-z]*[01])(?=[01]*[A-Za-z])[A-Za-z01]{3,}(?![A-Za-z\d])")
_LETTERS = str.maketrans("01", "ol")
_ALL_DAMAGED = re.compile(rf"(?:{_LOOKS}|[\s/.,:-])*\d(?:{_LOOKS}|[\s/.,:-])*")
_MARKS = r"[/.,_\\-]"
_YEAR = r"(?:19|20)\d\d"
_SOUND = re.compile(rf"\s*(?:\d{{1,4}}\s*(?P<mark>[/.\\_-])\s*\d{{1,2}}\s*(?P=mark)\s*\d{{1,4}}|{_YEAR})\s*")
_NUMBERS = re.compile(
    rf"(\d{{1,2}})({_MARKS}+)(\d{{1,2}})({_MARKS}+)({_YEAR})|({_YEAR})({_MARKS}+)(\d{{1,2}})({_MARKS}+)(\d{{1,2}})"
    rf"|(\d{{1,2}})({_MARKS}){_MARKS}*(\d{{1,2}})(?=\12)({_MARKS}+)(\d\d)"
)
_CUT = re.compile(r"(?<![\d/.-])\d{1,2}\s*([/.-])\s*\d{1,2}\s*\1\s*(?:\d|\d{3})(?![\d:/.-])")
_TORN = re.compile(r"\b([A-Za-z]{1,8})\s([A-Za-z]{1,8})\b")
_TORN_DAY = re.compile(r"(?<=[A-Za-z.]\s)([0-3])\s(\d)(?=,?\s+(?:19|20))")
_TORN_YEAR = re.compile(r"(?<=[\d,]\s)(?:(19|20)\s(\d\d)|(1|2)\s([09]\d\d)|((?:19|20)\d)\s(\d))(?=\s*$)")


@lru_cache(_CACHED)
def repair(text: str) -> str:
    """Typographic variants and digits that a scanner misread, folded one for one."""
    folded = plain(text)
    if _ALL_DAMAGED.fullmatch(folded):
        return folded.translate(_DIGITS)
    folded = _ORDINAL.sub(_clean, _DAMAGED.sub(_clean, folded))
    return _WORD.sub(_lettered, folded)


def _lettered(word: re.Match[str]) -> str:
    letters = sum(char.isalpha() for char in word[0])
    spelled = word[0].translate(_LETTERS)
    if word[0][0].isdigit():
        return spelled[0].upper() + spelled[1:] if month(spelled) else word[0]
    return spelled if 2 * letters > len(word[0]) else word[0]


def _clean(damaged: re.Match[str]) -> str:
    return damaged[0].translate(_DIGITS)


@lru_cache(_CACHED)
def mend(text: str) -> str:
    """The span without blanks and marks that tear a date apart; as it was where none does."""
    folded = repair(text)
    if _ALL_DAMAGED.fullmatch(folded) and not _SOUND.fullmatch(folded):
        whole = _NUMBERS.fullmatch("".join(folded.split()))
        return _joined(whole) if whole else text
    if not any(char.isalpha() for char in folded):
        return text
    return _TORN_YEAR.sub(_together, _TORN_DAY.sub(r"\1\2", _TORN.sub(_month, text)))


def cut(text: str) -> bool:
    """True where a year of one or three digits shows that some are lost."""
    return bool(_CUT.search(repair(text)))


def _joined(whole: re.Match[str]) -> str:
    first, before, middle, after, last = (part for part in whole.groups() if part)
    marks = Counter(char for char in before + after if char != ",") or Counter("/")
    return marks.most_common(1)[0][0].join((first, middle, last))


def _month(torn: re.Match[str]) -> str:
    whole = (torn[1] + torn[2]).casefold()
    short = len(torn[1]) == 1 and whole in {name[:3] for name in MONTHS}
    return torn[1] + torn[2] if whole in MONTHS or short else torn[0]


def _together(torn: re.Match[str]) -> str:
    return "".join(part for part in torn.groups() if part)
