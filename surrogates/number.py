"""Surrogate numbers: shape kept, check digits right where they were, never the original's tail.

The last four digits are drawn from the last four alone, the rest from the whole number, so
that "ending in 4417" agrees with the number it is the end of without any state. A number is
the same in every punctuation. US social security numbers go to areas that are never issued
(900 to 999 and a group below 50, which no ITIN has: SSA POMS RM 10201.035, IRM 3.13.40).
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from annotation import IntegrityError
from surrogates.cells import Cells, read
from surrogates.checks import checks, repair
from surrogates.keys import Draw, Key

_TAIL, _LEAST = 4, 6
_SSN, _NPI = 9, 10
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_TRIES = 200


@dataclass(slots=True)
class Numbers:
    """The numbers of one patient.

    Attributes:
        key: scoped to the data set.
        patient_id: whose numbers they are.
        known: canonical numbers that no surrogate may be.
    """

    key: Key
    patient_id: str
    known: AbstractSet[str]
    _chosen: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    _taken: set[str] = field(default_factory=set, repr=False)

    def prepare(self, canonicals: AbstractSet[str]) -> None:
        """Choose for known numbers in sorted order, so that no two long ones share a surrogate."""
        for number in sorted(canonicals):
            self._taken.add(self.choose(number))

    def replace(self, text: str, epoch: str = "") -> str:
        """The surrogate of a number, in its own layout."""
        cells = read(text)
        return self.write(cells, epoch)

    def social_security(self, text: str, epoch: str = "") -> str:
        """The surrogate of a social security number, whole or in part."""
        cells = read(text, numeric=True)
        if len(cells.canonical) != _SSN:
            return self.replace(text, epoch)
        draw = self.key.draw("ssn", self.patient_id, cells.canonical[:-_TAIL], epoch)
        head = f"9{draw.below(100):02d}{1 + draw.below(49):02d}"
        return cells.write(head + self.tail(cells.canonical[-_TAIL:], epoch))

    def write(self, cells: Cells, epoch: str = "") -> str:
        """The surrogate of a number already read."""
        return cells.write(self.choose(cells.canonical, epoch)) if cells.canonical else "[ID]"

    def choose(self, number: str, epoch: str = "") -> str:
        """The surrogate of a canonical number."""
        slot = (number, epoch)
        if slot not in self._chosen:
            self._chosen[slot] = self._draw(number, epoch)
        return self._chosen[slot]

    def tail(self, four: str, epoch: str = "") -> str:
        """The surrogate of four last digits; never the same four."""
        draw = self.key.draw("tail", self.patient_id, four, epoch)
        while (new := f"{draw.below(10_000):04d}") == four or (new in self.known):
            pass
        return new

    def _draw(self, number: str, epoch: str) -> str:
        end = number[-_TAIL:]
        if len(number) == _TAIL and number.isdigit():
            return self.tail(number, epoch)
        tailed = len(number) >= _LEAST and end.isdigit()
        kept = self.tail(end, epoch) if tailed else ""
        head = number[:-_TAIL] if tailed else number
        draw = self.key.draw("number", self.patient_id, number, epoch)
        for _ in range(_TRIES):
            new = _checked(number, _shape(draw, head) + kept)
            if new and new != number and (len(number) < _TAIL or self._unused(new)):
                return new
        raise IntegrityError("no surrogate number is left for a number of this shape")

    def _unused(self, new: str) -> bool:
        return new not in self.known and (new not in self._taken or len(new) < _LEAST)


def _shape(draw: Draw, model: str) -> str:
    return "".join(_cell(draw, char, first=at == 0) for at, char in enumerate(model))


def _cell(draw: Draw, char: str, *, first: bool) -> str:
    if not char.isdigit():
        return draw.choose(_LETTERS)
    return str(1 + draw.below(9)) if first and char != "0" else str(draw.below(10))


def _checked(original: str, new: str) -> str:
    for check in checks(original):
        new = repair(_eligible(original, new), check)
        if not new:
            break
    return new


def _eligible(original: str, new: str) -> str:
    """A ten-digit number keeps a first digit of 1 or 2, which an NPI must have."""
    if len(new) == _NPI and new.isdigit() and original[0] in "12":
        return ("1" if int(new[0]) % 2 else "2") + new[1:]
    return new
