r"""Expressions of many recognizers looked for in one note, of which those that cannot match are not tried.

One pass of an RE2 set (``prefilter``) stands for a pass of each expression. Expressions of
Python's ``re`` are screened by what is left of them without their assertions about what stands
around, which matches wherever they do: their own letters, marks and blanks must be ASCII.

>>> from recognizers.fold import fold
>>> pair = re.compile(r"(?<!\w)[A-Z]\.[A-Z]\.")
>>> enrol(pair, r"\bDr\b")
>>> view = fold("seen by Q.V. today")
>>> [found.span() for found in finditer(pair, view)], list(matches(r"\bDr\b", view))
([(8, 12)], [])
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from recognizers.expressions import linear
from recognizers.expressions.prefilter import Sets
from recognizers.fold import View

_ENROLLED: Final[dict[str, str]] = {}
_PART: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)|[^\\\[()]+|.", re.DOTALL)


def enrol(*expressions: str | re.Pattern[str]) -> None:
    """Have expressions, of RE2 or of Python, screened from now on; others are tried on every note."""
    for each in expressions:
        if isinstance(each, str):
            _ENROLLED[each] = each
        else:
            _ENROLLED[each.pattern] = without_assertions(each.pattern)


def matches(source: str, view: View) -> Iterator[linear.Match]:
    """As recognizers.expressions.linear.matches, of an RE2 source."""
    return iter(()) if source in view.once(_impossible) else linear.matches(source, view)


def finditer(expression: re.Pattern[str], view: View) -> Iterator[re.Match[str]]:
    """Non-overlapping matches of a Python expression in the folded text."""
    return iter(()) if expression.pattern in view.once(_impossible) else expression.finditer(view.text)


def _impossible(view: View) -> frozenset[str]:
    sources, sets = _sets(len(_ENROLLED))
    return sources.difference(map(list(_ENROLLED).__getitem__, sets.possible(view.ascii)))


@lru_cache(maxsize=1)
def _sets(_number: int) -> tuple[frozenset[str], Sets]:
    return frozenset(_ENROLLED), Sets(list(_ENROLLED.values()))


def without_assertions(source: str) -> str:
    r"""An expression without what it says of the text around.

    >>> without_assertions(r"[A-Z](?<![^\W_].)\.(?=[(]|$)")
    '[A-Z]\\.'
    """
    kept: list[str] = []
    open_groups: list[bool] = []
    for part in _PART.findall(source):
        if part.startswith("("):
            open_groups.append(len(part) > 1)
        if not any(open_groups):
            kept.append(part)
        if part == ")":
            open_groups.pop()
    return "".join(kept)
