"""Names of months and weekdays, read and written in the style of the original.

>>> print_month("Feb", 9), print_month("FEBRUARY", 9), print_weekday("Tues", 3)
('Sep', 'SEPTEMBER', 'Thurs')
"""

from functools import cache

from rapidfuzz.distance import OSA

from surrogates.style import like

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = ("winter", "spring", "summer", "fall")
_LONG_FORMS = {
    "tues": {1: "tues", 3: "thurs"},
    "thurs": {1: "tues", 3: "thurs"},
    "thur": {1: "tues", 3: "thur"},
}
_SHORT, _SLIPS = 3, 2


@cache
def month(word: str) -> int:
    """The month 1 to 12 that a name, abbreviation or slip of the pen means; 0 for none."""
    name = word.casefold()
    for number, full in enumerate(MONTHS, start=1):
        if full.startswith(name) or name == "sept" == full[:4]:
            return number
    near = [OSA.distance(name, full) for full in MONTHS]
    return near.index(min(near)) + 1 if len(name) > len("sept") and min(near) <= _SLIPS else 0


@cache
def weekday(word: str) -> int:
    """The weekday 0 (Monday) to 6 that a name or abbreviation means."""
    name = word.casefold()[:_SHORT]
    return next(number for number, full in enumerate(WEEKDAYS) if full.startswith(name))


def print_month(model: str, number: int, *, short: bool = False) -> str:
    """Month ``number`` as long and in the case that ``model`` is written."""
    full = MONTHS[number - 1]
    name = model.casefold()
    if name == "sept":
        return like(model, "sept" if full.startswith("sept") else full[:_SHORT])
    abbreviated = len(name) == _SHORT and (name != "may" or short)
    return like(model, full[:_SHORT] if abbreviated else full)


def print_weekday(model: str, number: int) -> str:
    """Weekday ``number`` as long and in the case that ``model`` is written."""
    name, full = model.casefold(), WEEKDAYS[number]
    if name.endswith("day"):
        return like(model, full)
    return like(model, _LONG_FORMS.get(name, {}).get(number, full[: min(len(name), _SHORT)]))
