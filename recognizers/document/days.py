"""Days near the days a note is sure of: "repeat CT 3/4" in a note of 3/2/2024.

A month and a day look like a score or a share ("pain 3/4"), so they count only within some days of
a date that was found with good evidence, and behind a word, mark or place that dates stand behind.

>>> from annotation import Label, Span
>>> from recognizers.fold import fold
>>> text = "Admitted 3/2/2024. Repeat CT 3/4, strength 3/4."
>>> [(s.start, s.end) for s in near(fold(text), [Span(9, 17, Label.DATE, 0.9, "dates")])]
[(29, 32)]
"""

import re
from collections.abc import Iterable, Iterator

from annotation import Label, Span
from recognizers.fold import View

_KNOWN = re.compile(r"(\d{1,2})[/-](\d{1,2})(?![\d.])")
_DAY = re.compile(
    r"(\d(?<![\w./:+-].)\d?)/(\d{1,2})(?![\w/:%+-]|[.,]\d|[ ]?(?:mm|cm|mg|ml|hr?s?|of|cup|tsp|tabs?|"
    r"doses?|visits?|steps?|deg|ppd|strength|cell|bowl|tray|meals?|bites|blister|can|half|in|nodes|seg|person|criteria|"
    r"bottles|severity|titers?|games|days?|weeks?|sessions?|shots?)\b)",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:\b(?:on|since|until|till?|thru|through|by|from|to|last|next|done|out|off|home|d/c|dc'?d?|started|starting|"
    r"stopped|placed|adm|ct|mri|cxr|us|tte|echo|labs?|cx|bcx|levels?|revoked|repeat|rpt|relook|moved|booked|"
    r"appt|visit|f/u|seen|drawn|sent|review|eval|smears?|addendum|note|amend(?:ed)?|fever|dressing|changed|"
    r"panel|prelim)[ \t.:]{1,3}|\n[ \t]*|\t|[ ]{3}|\d{1,2}/\d{1,2},?[ \t]+(?:and |& )?)$",
    re.IGNORECASE,
)
_BACK = 16
_NEAR = 10
_MONTH, _YEAR = 30.4, 365
_MONTHS, _DAYS = range(1, 13), range(1, 32)


def near(view: View, spans: Iterable[Span]) -> Iterator[Span]:
    """Days that the dates among ``spans`` make likely.

    Args:
        view: the note's folded view.
        spans: good evidence, in offsets of the original note.

    Yields:
        Spans with source ``"document"``.
    """
    known = {day for span in spans if span.label is Label.DATE for day in _read(view, span)}
    for found in _DAY.finditer(view.text) if known else ():
        day = (int(found[1]), int(found[2]))
        if not (_is_day(day) and any(_apart(day, other) <= _NEAR for other in known)):
            continue
        if _CUE.search(view.text, max(0, found.start() - _BACK), found.start()):
            yield view.span(found.start(), found.end(), Label.DATE, 0.9, "document")


def _read(view: View, span: Span) -> Iterator[tuple[int, int]]:
    found = _KNOWN.match(view.original, span.start, span.end)
    if found and _is_day(day := (int(found[1]), int(found[2]))):
        yield day


def _is_day(day: tuple[int, int]) -> bool:
    return day[0] in _MONTHS and day[1] in _DAYS


def _apart(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Days between two days of a year, the shorter way round."""
    days = abs((one[0] - other[0]) * _MONTH + one[1] - other[1])
    return min(days, _YEAR - days)
