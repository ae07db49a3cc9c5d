"""Every way in which a known number, date of birth, address or e-mail is written in a note.

Numbers match whatever blanks and punctuation stand between their characters, with the letters
that OCR takes for digits, and by their last four digits where the text says so. A date of birth
matches in any order of day, month and year; a street with any of its USPS abbreviations
(Publication 28, appendix C). Nothing matches inside a longer word or number.
"""

import re
from collections.abc import Iterator

from annotation import Label, PatientRecord
from annotation.roster import Address
from recognizers.words import lines, listed

_SEPARATORS = r"[\s().,/\\_*#+-]{0,3}"
_OCR = {"0": "[0Oo]", "1": "[1lI]", "5": "[5S]", "8": "[8B]"}
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_ISO = re.compile(r"(\d{4})-?(\d{1,2})-?(\d{1,2})")
_LAST_FOUR = (
    r"(?:last ?(?:4|four)|ending(?: in)?|ends in|\bx{2,3}|\*{2,3}|\u2022{2,3}|ssn|mrn|#)"
    r"[^\n\w]{0,6}(?:is |of |digits )?[^\n\w]{0,3}"
)
_UNIT = re.compile(
    r",?\s*\b(?=(?:apt|apartment|unit|ste|suite|#|no\.?|lot|rm|fl|floor)\b)|,\s*|\s(?=#)", re.IGNORECASE
)
_DIRECTIONS = frozenset(("n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west"))
_LONG = 6

Pattern = tuple[Label, re.Pattern[str]]
"""A label and what to look for; the group ``id`` is the identifier."""


def patterns(record: PatientRecord) -> list[Pattern]:
    """What to look for in notes of one patient."""
    return [
        *_numbers(Label.MRN, record.mrn),
        *_numbers(Label.SSN, record.ssn),
        *(pattern for phone in record.phones for pattern in _phone(phone)),
        *_email(record.email),
        *_birth(record.dob),
        *_address(record.address),
    ]


def _pattern(label: Label, source: str, *, before: str = "", flags: re.RegexFlag = re.IGNORECASE) -> Pattern:
    return label, re.compile(f"(?:{before})(?P<id>{source})", flags)


def _spread(value: str) -> str:
    return _SEPARATORS.join(_OCR.get(char, re.escape(char)) for char in value)


def _misread(number: int, width: int = 0) -> str:
    return "".join(_OCR.get(char, char) for char in f"{number:0{width}d}")


def _numbers(label: Label, written: str) -> Iterator[Pattern]:
    value = re.sub(r"[\W_]", "", written)
    if len(value) < 4:  # noqa: PLR2004 - shorter runs are everywhere
        return
    glued = value[0].isdigit() and len(value) >= _LONG
    before = r"(?<!\d)(?<!\d[.,-])" if glued else r"(?<![^\W_])"
    yield _pattern(label, _spread(value) + r"(?![^\W_])", before=before)
    digits = re.sub(r"\D", "", value)
    if _LONG <= len(digits) < len(value):
        yield _pattern(label, _spread(digits) + r"(?![^\W_])", before=r"(?<!\d)(?<!\d[.,-])")
    if len(digits) > 4:  # noqa: PLR2004 - the last four
        yield _pattern(label, digits[-4:] + r"(?![^\W_])", before=_LAST_FOUR)


def _phone(written: str) -> Iterator[Pattern]:
    digits = re.sub(r"\D", "", written.partition("x")[0])
    national = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits  # noqa: PLR2004 - with country code 1
    if len(national) < 7:  # noqa: PLR2004 - a local number
        return
    yield _pattern(
        Label.PHONE,
        r"(?:\+?1[\s.-]{0,2})?\(?" + _spread(national) + r"(?!\d)",
        before=r"(?<![\w.])|(?<=[A-Za-z])",
    )
    yield _pattern(Label.PHONE, _spread(national[-7:]) + r"(?!\d)", before=r"(?<![\w.])")


def _email(written: str) -> Iterator[Pattern]:
    if "@" in written:
        local, _, domain = written.partition("@")
        at = r"[ \t]{0,2}(?:@|\(at\)|\[at\])[ \t]{0,2}\n?"
        yield _pattern(
            Label.EMAIL, re.escape(local) + at + re.escape(domain) + r"(?![\w-])", before=r"(?<![\w.+-])"
        )


def _birth(written: str) -> Iterator[Pattern]:
    iso = _ISO.match(written)
    if not iso:
        return
    year, month, day = (int(part) for part in iso.groups())
    if not 1 <= month <= 12:  # noqa: PLR2004 - months of a year
        return
    y, name = rf"(?:{_misread(year)}|'?{_misread(year % 100, 2)})", _MONTHS[month - 1]
    m, d = rf"[0Oo]?{_misread(month)}", rf"[0Oo]?{_misread(day)}"
    word = rf"{name[:3]}(?:{name[3:]}|t)?\.?"
    ordinal, sep, gap = rf"{d}(?:st|nd|rd|th)?", r"[ \t]?[-/. ][ \t]?", r"[\s,.'/-]{0,3}"
    forms = [
        rf"{m}{sep}{d}{sep}{y}", rf"{d}{sep}{m}{sep}{y}", rf"{_misread(year)}{sep}{m}{sep}{d}",
        f"{year}{month:02d}{day:02d}", f"{month:02d}{day:02d}{year}", f"{day:02d}{month:02d}{year}",
        rf"{word}{gap}{ordinal}{gap}{y}", rf"{ordinal}(?: day)?(?: of)?{gap}{word}{gap}{y}",
        rf"{year}{gap}{word}{gap}{ordinal}",
    ]  # fmt: skip
    yield _pattern(Label.DATE, "(?:" + "|".join(forms) + r")(?![^\W_])", before=r"(?<![^\W_])(?<!\d[./-])")
    born = r"\b(?:dob|d\.o\.b\.?|born|birth ?date|birthday|b\.|date of birth)\W{0,4}(?:is|in|on)?\W{0,4}"
    partial = [
        rf"{m}{sep}{d}",
        rf"{d}{sep}{m}",
        rf"{word} {ordinal}",
        rf"{ordinal} {word}",
        str(year),
        rf"{word}{gap}{y}",
    ]
    yield _pattern(Label.DATE, "(?:" + "|".join(partial) + r")(?![\w/])", before=born)


def _address(address: Address) -> Iterator[Pattern]:
    yield from _street(address.street)
    if address.city:
        city = r"[\s-]{1,2}".join(re.escape(word) for word in address.city.split())
        yield _pattern(Label.CITY, city + r"(?![^\W_])", before=r"(?<![^\W_])", flags=re.NOFLAG)
        yield _pattern(Label.CITY, city.upper() + r"(?![^\W_])", before=r"(?<![^\W_])", flags=re.NOFLAG)
        for name, code in (line.split("|") for line in lines("states")):
            if address.state in {name, code}:
                place = rf"{city}[ \t]*,?[ \t]*\n?[ \t]*"
                yield _pattern(
                    Label.STATE, rf"(?:{code}|{code[0]}\.[ ]?{code[1]}\.|{name})(?![^\W_])", before=place
                )
                yield _pattern(Label.STATE, rf"{name}(?![^\W_])", before=r"(?<![^\W_])", flags=re.NOFLAG)
    zip5 = re.sub(r"\D", "", address.zip)[:5]
    if len(zip5) == 5:  # noqa: PLR2004 - a ZIP code
        yield _pattern(
            Label.ZIP, _spread(zip5) + r"(?:[-\s]?\d{4})?(?![^\W_])", before=r"(?<![^\W_])(?<!\d[.,-])"
        )


def _street(street: str) -> Iterator[Pattern]:
    main, *rest = _UNIT.split(street.strip(), maxsplit=1)
    tokens = main.replace(".", "").split()
    if not tokens:
        return
    gap = r"[\s.,]{1,4}"
    unit = rf"(?:[\s,]{{1,4}}{_unit(rest[0])})?" if rest and rest[0] else ""
    parts = [_street_word(token) for token in tokens]
    end = r"\.?(?![^\W_])"
    yield _pattern(Label.STREET, gap.join(parts) + end + unit, before=r"(?<![^\W_])")
    core = [token for token in tokens if not token[0].isdigit() and token.lower() not in _DIRECTIONS]
    if len(core) > 1:
        named = [_street_word(token) for token in core]
        yield _pattern(Label.STREET, gap.join(named) + end + unit, before=r"(?<![^\W_])(?<!\d )(?:\d+[\s]+)?")
        yield _pattern(Label.STREET, gap.join(parts[:-1]) + end, before=r"(?<![^\W_])")


def _street_word(token: str) -> str:
    low = token.lower()
    for line in listed("street_words"):
        group = line.split()
        if low in group:
            return "(?:" + "|".join(sorted(map(re.escape, group), key=lambda word: (-len(word), word))) + ")"
    return re.escape(token)


def _unit(written: str) -> str:
    words = written.strip(" ,#").split()
    number = re.escape(next((word for word in words if any(map(str.isdigit, word))), words[-1]))
    kind = r"(?:(?:apt|apartment|unit|ste|suite|no|lot|rm|floor|fl)?\.?[\s#]{0,3})"
    return rf"{kind}{number}(?:[\s]?(?:fl|floor))?(?![^\W_])"
