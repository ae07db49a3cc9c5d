r"""Initials in the cells of a grid, once the note shows that they are initials.

A medication record or a flowsheet repeats two or three letters in its cells, and most of these tell
nothing alone. Letters that a rule or, several times, a model has found to be somebody's hand are
found in every cell and behind every number that closes one.

>>> from annotation import Label, Span
>>> from recognizers.fold import fold
>>> text = "senna 0800  qz  qz  R  qz"
>>> [(s.start, s.end) for s in again(fold(text), [Span(16, 18, Label.DOCTOR, 0.9, "initials")])]
[(12, 14), (16, 18), (23, 25)]
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from annotation import Label, Span
from recognizers.context.initials import LETTERS, may_be_initials
from recognizers.fold import View
from recognizers.words import is_clinical

_CELL = re.compile(rf"(?:[ ]{{2}}|[\t|][ ]?|\d[ ])({LETTERS})(?=[ ]{{2}}|[ ]?[\t|]|[ ]*(?:\n|\Z))")
_LETTERS = re.compile(LETTERS)
_RULES = frozenset({"initials", "columns", "signatures"})
_SHOWN = 2
"""Found so often by a model, or once by a rule, letters are somebody's; clinical ones need one more."""


def again(view: View, spans: Iterable[Span]) -> Iterator[Span]:
    """Cells that hold letters which ``spans`` show to be initials.

    Args:
        view: the note's folded view.
        spans: evidence, in offsets of the original note.

    Yields:
        Spans with source ``"initials"``.
    """
    shown: Counter[str] = Counter()
    for span in spans:
        written = view.original[span.start : span.end]
        if span.label is Label.DOCTOR and _LETTERS.fullmatch(written) and may_be_initials(written):
            shown[written] += _SHOWN if span.source in _RULES else 1
    hands = {written for written, count in shown.items() if count >= _SHOWN + is_clinical(written)}
    for cell in _CELL.finditer(view.text) if hands else ():
        if cell[1] in hands:
            yield view.span(cell.start(1), cell.end(1), Label.DOCTOR, 0.7, "initials")
