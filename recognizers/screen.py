r"""Several expressions looked for in one note, of which those that cannot match are not tried.

One pass of an RE2 set (recognizers.prefilter) stands for a pass of each expression. Expressions of
Python's ``re`` are screened by what is left of them without their assertions about what stands
around, which matches wherever they do: their own letters, marks and blanks must be ASCII.

>>> from recognizers.fold import fold
>>> pair = re.compile(r"(?<!\w)[A-Z]\.[A-Z]\.")
>>> screen = Screen(r"\bDr\b", pair)
>>> view = fold("seen by Q.V. today")
>>> [found.span() for found in screen.finditer(pair, view)], list(screen.matches(r"\bDr\b", view))
([(8, 12)], [])
"""

import re
from collections.abc import Iterator
from typing import Final

from recognizers.fold import View
from recognizers.linear import Match, matches
from recognizers.prefilter import Sets

_TOKEN: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)|[^\\\[()]+|.", re.DOTALL)


class Screen:
    """Says of each of its expressions where it matches in a view.

    Args:
        expressions: RE2 sources for ``matches``, and Python expressions for ``finditer``.
    """

    def __init__(self, *expressions: str | re.Pattern[str]) -> None:
        self._numbers = {each: number for number, each in enumerate(expressions)}
        sources = (each if isinstance(each, str) else without_assertions(each.pattern) for each in expressions)
        self._sets = Sets(list(sources))

    def matches(self, source: str, view: View) -> Iterator[Match]:
        """As recognizers.linear.matches, of an RE2 source."""
        return matches(source, view) if self._may_match(source, view) else iter(())

    def finditer(self, expression: re.Pattern[str], view: View) -> Iterator[re.Match[str]]:
        """Non-overlapping matches of a Python expression in the folded text."""
        return expression.finditer(view.text) if self._may_match(expression, view) else iter(())

    def _may_match(self, expression: str | re.Pattern[str], view: View) -> bool:
        return self._numbers[expression] in view.once(self._possible)

    def _possible(self, view: View) -> frozenset[int]:
        return frozenset(self._sets.possible(view.ascii))


def without_assertions(source: str) -> str:
    r"""An expression without what it says of the text around.

    >>> without_assertions(r"[A-Z](?<![^\W_].)\.(?=[(]|$)")
    '[A-Z]\\.'
    """
    kept: list[str] = []
    open_groups: list[bool] = []
    for token in _TOKEN.findall(source):
        if token.startswith("("):
            open_groups.append(len(token) > 1)
        if not any(open_groups):
            kept.append(token)
        if token == ")":
            open_groups.pop()
    return "".join(kept)
