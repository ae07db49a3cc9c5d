"""What the words around a model's span say that it is: a time, a reading, a timetable, an item's number.

``recognizers.settle.plausible`` asks it first, and then how the span itself is written.
"""

import re
from collections.abc import Callable, Mapping

from annotation import Label, Span
from recognizers.settle.belied.days import FRACTION, SURE, is_chart, is_no_day
from recognizers.settle.belied.numbers import (
    NEAR,
    counts_items,
    is_drug_code,
    is_model,
    is_rank,
    is_reading,
    is_time,
)
from recognizers.settle.belied.people import is_nobody
from recognizers.settle.belied.places import is_bay, is_no_place
from recognizers.settle.trim import PEOPLE

__all__ = ["FRACTION", "NEAR", "SURE", "belies", "counts_items"]

Test = Callable[[str, Span, str], bool]
"""Of a text, a span and the NEAR characters before it."""
_SHOP = re.compile(r"[ ](?:shops?|stores?|house|table|machine|packing|press)\b")


def _is_shop(text: str, span: Span, _before: str) -> bool:
    return bool(_SHOP.match(text, span.end))


_OF_ANY: tuple[Test, ...] = (is_time, is_rank, is_chart, is_drug_code)
_OF_LABEL: Mapping[Label, Test] = {
    Label.DATE: is_no_day,
    Label.ROOM: is_no_place,
    Label.STREET: is_bay,
    Label.DEVICE: is_model,
    Label.PROFESSION: _is_shop,
    **dict.fromkeys(PEOPLE, is_nobody),
}


def belies(text: str, span: Span, before: str) -> bool:
    """True when the words around say that it is a time, a reading, a timetable, a model, a shop."""
    if any(test(text, span, before) for test in _OF_ANY):
        return True
    return _OF_LABEL.get(span.label, is_reading)(text, span, before)
