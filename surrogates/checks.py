"""Check digits that a surrogate number keeps right where the original's were right.

Luhn (ISO/IEC 7812-1) for cards, NPI (45 CFR 162.406, Luhn with the prefix 80840), IMEI and
Canadian SIN; NHS number (modulus 11); GTIN and so GS1 device identifiers; bank routing numbers
by python-stdnum. DEA registration: digits 1, 3, 5 plus twice 2, 4, 6 end in digit 7
(21 CFR 1301; the scheme is DEA's own). VIN: position 9 (49 CFR 565.15(c)).
"""

from collections.abc import Callable
from typing import NamedTuple

from stdnum import ean, luhn
from stdnum.gb import nhs
from stdnum.us import rtn

_VIN_VALUES = {**{str(n): n for n in range(10)}, **dict(zip("ABCDEFGH", range(1, 9), strict=True))}
_VIN_VALUES |= dict(zip("JKLMN", range(1, 6), strict=True)) | {"P": 7, "R": 9}
_VIN_VALUES |= dict(zip("STUVWXYZ", range(2, 10), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


class Check(NamedTuple):
    """A check over the letters and digits of a number.

    Attributes:
        holds: True when the check digit is right.
        at: position that may be changed to put it right.
        letters: letters and digits that may stand there.
    """

    holds: Callable[[str], bool]
    at: int
    letters: str = "0123456789"


def _npi(number: str) -> bool:
    return number[0] in "12" and luhn.is_valid("80840" + number)


def _dea(number: str) -> bool:
    digits = [int(char) for char in number[2:]]
    return (sum(digits[0:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


def _vin(number: str) -> bool:
    if not all(char in _VIN_VALUES for char in number):
        return False
    total = sum(_VIN_VALUES[char] * weight for char, weight in zip(number, _VIN_WEIGHTS, strict=True))
    return number[8] == "0123456789X"[total % 11]


def checks(number: str) -> tuple[Check, ...]:
    """The checks that apply to a number of this shape and hold for it.

    Args:
        number: letters and digits only, capitals.
    """
    return tuple(check for check in _shaped(number) if check.holds(number))


def _shaped(number: str) -> tuple[Check, ...]:
    size = len(number)
    if size == len(_VIN_WEIGHTS) and not number.isdigit():
        return (Check(_vin, 8, "0123456789X"),)
    if size == len("AB1234567") and number[:2].isalpha() and number[2:].isdigit():
        return (Check(_dea, 4),)
    if not number.isdigit():
        return ()
    by_size = {
        9: (Check(rtn.is_valid, 4), Check(luhn.is_valid, 4)),
        10: (Check(_npi, 5), Check(nhs.is_valid, 5)),
        12: (Check(ean.is_valid, 7),),
        13: (Check(ean.is_valid, 8),),
        14: (Check(ean.is_valid, 9),),
        15: (Check(luhn.is_valid, 10),),
        16: (Check(luhn.is_valid, 11),),
    }
    return by_size.get(size, ())


def repair(number: str, check: Check) -> str:
    """The number with its check put right; empty when no character at that place does."""
    for char in check.letters:
        fixed = number[: check.at] + char + number[check.at + 1 :]
        if check.holds(fixed):
            return fixed
    return ""
