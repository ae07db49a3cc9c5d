"""Shift every date of a span, or keep only its year, in the form in which it is written.

Month alone stands for its 15th, year alone for 2 July, a quarter or season for its middle;
each comes back with the precision it had. Days past the end of a month (2/30) run on, numbers
that no calendar allows (13/45/2019) become a keyed date in the same layout, and a span that
shows no date at all becomes a tag: never the original.

A year that shows an age of 90 or more (45 CFR 164.514(b)(2)(i)(C)) goes: in the year policy a
tag stands there, in the shift policy the birth year becomes that of a person of 90.

Shift and truncate (Hripcsak et al. 2016, J Biomed Inform 63:1-9): with a window, dates that
leave it by the shift become a tag, so that the edges of an extract do not give the offset away.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from surrogates.calendar.damage import cut, mend
from surrogates.calendar.grammar import Piece, parse
from surrogates.calendar.offset import offset
from surrogates.calendar.printing import Written, write
from surrogates.calendar.reference import Reference, lenient
from surrogates.calendar.resolve import Meaning, Precision, meanings
from surrogates.calendar.words import WEEKDAYS, print_weekday, weekday
from surrogates.data import words
from surrogates.keys import Key
from surrogates.policy import Dates, Holidays, Policy

TAG = "[DATE]"
POOLED = 90
_WORD = re.compile(r"[^\W\d_]{4,}(?:['\u2019]\w*)?")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The dates of one patient.

    Attributes:
        key: scoped to the data set.
        patient_id: whose dates they are.
        policy: shift, year or keep, and what named days become.
        latest: the patient's last known day, unshifted; ages count up to it.
    """

    key: Key
    patient_id: str
    policy: Policy
    latest: date | None = None

    @property
    def offset(self) -> int:
        """Days by which every date of the patient moves."""
        return offset(self.key, self.patient_id, self.policy)

    def shift(self, text: str, reference: Reference, *, birth: bool = False) -> str:
        """The span's new text.

        Args:
            text: the span.
            reference: the note's own date and order of numbers.
            birth: the span is a birth date of a patient of 90 or more.
        """
        if self.policy.dates is Dates.KEEP:
            return text
        text = mend(text)
        pieces = () if cut(text) else parse(text)
        meant = meanings(pieces, reference)
        if self.policy.dates is Dates.YEAR:
            return self._years(meant, birth=birth)
        parts, last = [], 0
        for piece, one in zip(pieces, meant, strict=True):
            parts += [
                _known_words(text[last : piece.start]),
                self._shifted(text, (piece, one), reference, birth=birth),
            ]
            last = piece.end
        return "".join(parts) + _known_words(text[last:]) if pieces else TAG

    def _years(self, meant: list[Meaning], *, birth: bool) -> str:
        shown = {str(one.year) for one in meant if one.year and not (birth or self._old(one.year))}
        return "-".join(sorted(shown)) or TAG

    def _old(self, year: int | None) -> bool:
        return year is not None and self.latest is not None and self.latest.year - year >= POOLED

    def _shifted(self, text: str, found: tuple[Piece, Meaning], reference: Reference, *, birth: bool) -> str:
        piece, one = found
        if one.precision is Precision.WEEKDAY:
            return self._weekday(text, piece)
        move = timedelta(days=self.offset)
        first = (one.day or self._keyed(text, one.year)) + move
        last = one.last + move if one.last else first
        if (birth or self._old(one.year)) and one.year:
            first = last = self._birth_of_ninety(first)
            if self.latest is None:
                return TAG
        if self._outside(first):
            return TAG
        plain = self.policy.holidays is Holidays.PLAIN
        return write(Written(piece, text, first, last, one.precision, one.day_first, reference.padded, plain))

    def _weekday(self, text: str, piece: Piece) -> str:
        start, end, word = piece.fields["w"]
        new = print_weekday(word, (weekday(word) + self.offset) % len(WEEKDAYS))
        return text[piece.start : start] + new + text[end : piece.end]

    def _keyed(self, text: str, year: int | None) -> date:
        draw = self.key.draw("odd date", self.patient_id, text)
        near = year or (self.latest or date(2021, 7, 2)).year
        return date(near, 1 + draw.below(12), 1 + draw.below(28))

    def _birth_of_ninety(self, born: date) -> date:
        now = (self.latest or born) + timedelta(days=self.offset)
        later = (born.month, born.day) > (now.month, now.day)
        return lenient(now.year - POOLED - later, born.month, born.day)

    def _outside(self, day: date) -> bool:
        window = self.policy.window
        return window is not None and not window[0] <= day <= window[1]


def _known_words(between: str) -> str:
    """What stands between dates; a word that may itself name a day becomes a tag."""
    return _WORD.sub(lambda word: word[0] if word[0].lower() in words("date_words") else TAG, between)
