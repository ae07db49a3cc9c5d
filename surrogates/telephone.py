"""Telephone numbers outside the North American plan: read, and others that nobody has.

Where a regulator keeps numbers for drama, those are used (``data/fiction_phones.txt``, national
numbers by country and first digits): United Kingdom (Ofcom, numbers for drama use), Ireland
(ComReg, 020 91x xxxx), Australia (ACMA, numbers for creative works), France (ARCEP, decision
2018-0881), Germany (Bundesnetzagentur, Mitteilung 148/2021), Sweden (PTS, 2020). For the rest of
the world a number of the same length that the country's plan does not assign (ITU-T E.164, by
the ``phonenumbers`` metadata).

>>> from surrogates.keys import Key
>>> number = read("+33 6 12 34 56 78", "33612345678")
>>> number.country, number.national, fictional(number, Key(bytes(32)).draw("test"))
('33', '612345678', '639987980')
>>> read("(919) 402-1187", "9194021187") is None
True
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import phonenumbers

from surrogates.data import lines
from surrogates.keys import Draw

__all__ = ["Foreign", "fictional", "read"]

_ABROAD = ("+", "00", "011")
_AT_HOME = ("GB", "AU", "IE", "FR", "DE", "SE")
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Foreign:
    """A number of another numbering plan, digits only.

    Attributes:
        lead: what is dialled before the national number.
        country: country calling code.
        national: the national number without its trunk zero.
        extension: digits behind it.
    """

    lead: str
    country: str
    national: str = field(repr=False)
    extension: str = field(repr=False)


def read(text: str, digits: str) -> Foreign | None:
    """Read a number; None for one of the North American plan.

    Args:
        text: as written.
        digits: its digits.
    """
    start = text.strip().lstrip("(")
    abroad = next((prefix for prefix in _ABROAD if start.startswith(prefix)), "")
    if abroad:
        found = _parsed(f"+{digits.removeprefix(abroad)}{_extension(text)}", None)
        return _split(found, digits, abroad.strip("+")) if found else None
    if not digits.startswith("0"):
        return None
    plausible = (_parsed(digits, region) for region in _AT_HOME)
    valid = next((one for one in plausible if one and phonenumbers.is_valid_number(one)), None)
    return _split(valid, digits, "") if valid else Foreign("0", "44", digits[1:], "")


def _extension(text: str) -> str:
    """What ``phonenumbers`` reads as an extension at the end of a text."""
    found = _parsed(text, "US")
    return f" x{found.extension}" if found and found.extension else ""


def _parsed(text: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


def _split(found: phonenumbers.PhoneNumber, digits: str, abroad: str) -> Foreign | None:
    country, extension = str(found.country_code), found.extension or ""
    if country == "1":
        return None
    rest = digits[: len(digits) - len(extension)] if extension and digits.endswith(extension) else digits
    national = phonenumbers.national_significant_number(found).removesuffix(extension)
    national = national if rest.endswith(national) else rest.removeprefix(abroad + country).lstrip("0")
    return Foreign(rest[: len(rest) - len(national)], country, national, digits[len(rest) :])


@cache
def _reserved() -> Mapping[tuple[str, str], tuple[str, ...]]:
    parts = (line.partition(": ") for line in lines("fiction_phones"))
    return {
        (head.partition(" ")[0], head.partition(" ")[2]): tuple(masks.split()) for head, _, masks in parts
    }


def _masks(number: Foreign) -> tuple[str, ...]:
    fits = [begin for country, begin in _reserved() if country == number.country]
    begin = max((one for one in fits if number.national.startswith(one)), key=len, default="")
    masks = _reserved().get((number.country, begin), ())
    return tuple(mask for mask in masks if len(mask) == len(number.national)) or masks[:1]


def fictional(number: Foreign, draw: Draw) -> str:
    """A national number of the same length that is reserved for fiction, else one that is not assigned."""
    if masks := _masks(number):
        mask = draw.choose(masks).ljust(len(number.national), "x")[: len(number.national)]
        return "".join(str(draw.below(10)) if char == "x" else char for char in mask)
    new = ""
    for _ in range(_TRIES):
        new = "".join(str(draw.below(10)) for _ in number.national)
        found = _parsed(f"+{number.country}{new}", None)
        if not (found and phonenumbers.is_valid_number(found)):
            break
    return new
