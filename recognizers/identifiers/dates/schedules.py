"""Weekdays that name a habit or a timetable and no one day: "every Friday", "Monday to Thursday".

Three weekdays in a row, or two with "to" between them, are a timetable ("dialysis Tuesday, Thursday
and Saturday"); two joined by "and" may well be two days.
"""

import re

_SHORT = "(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)"
_DAY = rf"(?:{_SHORT}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b\.?"
_BEFORE = re.compile(
    r"(?:\b(?:every|each|q|alternate|weekly|most|usually|any|per|always|other|standing)[ .]*|"
    rf"\b(?:{_DAY}[ ]*(?:[/\u2013-]|through|thru|to)?|(?-i:[MTWRF])[/&-])[ ]*|"
    rf"\b(?:every|each|alternate)[ ]{_DAY}[ ](?:and|&)[ ]|"
    rf"\b{_DAY},[ ]*{_DAY},?[ ]*(?:and|&|or)?[ ]*|"
    r"\b(?:every|each|alternate)[ ](?:\d(?:st|nd|rd|th)|second|third|fourth|other)[ ])\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\.?[ ]?(?:[/&\u2013-]|through\b|thru\b|to\b)[ ]?{_SHORT}|[ ]?/|s\b|[ ]?hours|"
    r"[ ](?:mornings|afternoons|evenings|nights|nites|weekly)\b|[ ]of[ ](?:each|every)\b|"
    rf",[ ]*{_DAY},?[ ]*(?:and|&|or)?[ ]*{_DAY}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"{_DAY},[ ]*\Z", re.IGNORECASE)
_LAST = re.compile(rf",?[ ]*(?:and|&|or)[ ]*{_DAY}", re.IGNORECASE)
_WEEKDAY = re.compile(_DAY, re.IGNORECASE)
_NEAR = 30


def is_weekday(written: str) -> bool:
    """True for the name of a weekday and nothing else, whole or cut short."""
    return bool(_WEEKDAY.fullmatch(written))


def is_habit(text: str, start: int, end: int) -> bool:
    """True for a weekday that comes round.

    Args:
        text: the note.
        start: first character of the weekday.
        end: one past its last character.
    """
    before = text[max(0, start - _NEAR) : start]
    if _BEFORE.search(before) or _AFTER.match(text, end):
        return True
    return bool(_BETWEEN.search(before) and _LAST.match(text, end))
