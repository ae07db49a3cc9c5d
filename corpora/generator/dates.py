"""New dates in the form of the old ones.

Months, days and years move by steps drawn once a note, so that one date in two forms ("3/14",
"March 14") stays one date; weekdays and holidays are drawn anew. What stands between the parts
never changes.

>>> from random import Random
>>> Calendar(months=2, days=1, years=-3, weekdays=1, rng=Random(1)).moved("Mon 3/14/24")
'Tue 5/15/21'
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from corpora.generator import figures
from corpora.generator.casing import damage, like
from corpora.generator.numbers import ordinal

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_YEAR: Final = r"(?:19|20)\d\d"
_WORDS: Final = re.compile(r"[^\W\d_]{3,}")
_NUMBERS: Final = re.compile(
    rf"""(?P<y8>{_YEAR})(?P<m8>0\d|1[0-2])(?P<d8>[0-3]\d)
    | (?P<yi>{_YEAR})(?P<s1>[-/.])(?P<mi>\d\d?)(?:(?P=s1)(?P<di>\d\d?))?
    | (?P<a>\d\d?)(?P<s2>[-/. ]\s?)(?P<b>\d\d?)(?:(?P=s2)\s?(?P<yl>{_YEAR}|\d\d))?(?!\d)
    | (?P<my>\d\d?)/(?P<yy>{_YEAR})
    | (?P<year>{_YEAR})(?!\d)
    | '(?P<short>\d\d)
    | (?P<day>\d\d?)""",
    re.VERBOSE,
)
_SCANNED: Final = re.compile(r"[OlI|]\d|\d[OlI|]|[/ -][OlI|]+[/ ,.-]|^[OlI|]+/|/[OlI|]+$")
_NUMBER_LIKE: Final = re.compile(r"(?<![^\W\dOlI|])[\dOlI|]+(?![^\W\dOlI|])")
_ORDINAL: Final = re.compile(r"\b(\d\d?)(st|nd|rd|th)\b", re.IGNORECASE)
_LAST_DAY: Final = 28


@dataclass(frozen=True, slots=True)
class Calendar:
    """How far the dates of one note move."""

    months: int
    days: int
    years: int
    weekdays: int
    rng: Random

    def moved(self, text: str) -> str:
        """The date in its old form with other parts; a form not understood stays."""
        mended = _NUMBER_LIKE.sub(_mend, text) if _SCANNED.search(text) else text
        new = self._moved(mended)
        return damage(new, self.rng, 0.5) if mended != text else new

    def _moved(self, text: str) -> str:
        if text.casefold() in {name.casefold() for name in figures.words("holidays")}:
            return like(text, self.rng.choice(figures.words("holidays")))
        new = _WORDS.sub(self._word, _NUMBERS.sub(self._number, text))
        return _ORDINAL.sub(lambda found: like(found[2], ordinal(int(found[1]))), new)

    def _word(self, found: re.Match[str]) -> str:
        old = found[0]
        for names, step in ((_MONTHS, self.months), (_DAYS, self.weekdays)):
            for i, name in enumerate(names):
                if name.casefold().startswith(old.casefold()):
                    return like(old, _shortened(names[(i + step) % len(names)], old, name))
        return old

    def _number(self, found: re.Match[str]) -> str:
        new = list(found.string[found.start() : found.end()])
        for name, old in sorted(found.groupdict().items(), key=lambda item: -found.start(item[0])):
            if old is not None and name in _STEPS:
                at = found.start(name) - found.start()
                new[at : at + len(old)] = self._part(_STEPS[name], old, found)
        return "".join(new)

    def _part(self, kind: str, old: str, found: re.Match[str]) -> str:
        if kind == "first":
            kind = "month" if int(old) <= len(_MONTHS) else "day"
        elif kind == "second":
            kind = "day" if int(found["a"]) <= len(_MONTHS) or int(old) > len(_MONTHS) else "month"
        if kind == "year":
            moved = int(old) + self.years
            return str(moved) if len(old) > _SHORT else f"{moved % 100:02d}"
        step, last = (self.months, len(_MONTHS)) if kind == "month" else (self.days, _LAST_DAY)
        return f"{(int(old) - 1 + step) % last + 1:0{2 if _is_padded(found) else 1}d}"


_SHORT: Final = 3
_STEPS: Final = {
    "y8": "year", "m8": "month", "d8": "day", "yi": "year", "mi": "month", "di": "day", "a": "first",
    "b": "second", "yl": "year", "my": "month", "yy": "year", "year": "year", "short": "year", "day": "day",
}  # fmt: skip


def _is_padded(found: re.Match[str]) -> bool:
    """True when one-digit months and days of this date carry a zero."""
    parts = [part for name, part in found.groupdict().items() if part and name in _STEPS]
    return bool(found["y8"] or found["yi"]) or any(part[0] == "0" for part in parts)


def _shortened(new: str, old: str, whole: str) -> str:
    """A new month or weekday as long or as short as the old one was written."""
    if len(old) == len(whole) and len(old) > _SHORT:
        return new
    usual = {"September": "Sept", "Tuesday": "Tues", "Thursday": "Thurs"}
    return usual.get(new, new[:_SHORT]) if len(old) > _SHORT else new[:_SHORT]


def _mend(found: re.Match[str]) -> str:
    return found[0].translate(str.maketrans("OlI|", "0111"))


def draw_calendar(rng: Random) -> Calendar:
    """A calendar for one note."""
    return Calendar(rng.randrange(12), rng.randrange(28), rng.randint(-9, 3), rng.randrange(7), rng)
