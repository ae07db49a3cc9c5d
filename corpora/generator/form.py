"""Perturb the form of a note as typists, scanners, exports and telephones do.

Every perturbation is a list of edits, so that the marks follow exactly (``splice``).
"""

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from annotation import MarkedNote
from corpora.generator.casing import DAMAGE
from corpora.generator.splice import Edit, splice

Perturbation = Callable[[MarkedNote, Random], Iterable[Edit]]


def shouted(marked: MarkedNote, _: Random) -> Iterable[Edit]:
    """All capitals."""
    return _cased(marked, str.upper)


def lowered(marked: MarkedNote, _: Random) -> Iterable[Edit]:
    """No capitals."""
    return _cased(marked, str.lower)


def _cased(marked: MarkedNote, change: Callable[[str], str]) -> Iterable[Edit]:
    text = marked.note.text
    return (Edit(i, i + 1, change(c)) for i, c in enumerate(text) if len(change(c)) == 1 and change(c) != c)


def rewrapped(marked: MarkedNote, rng: Random) -> Iterable[Edit]:
    """Hard line ends at a fixed width, in names too."""
    text, width, column = marked.note.text, rng.choice((48, 60, 72, 80)), 0
    for word in re.finditer(r"(\S+)([ \n]?)", text):
        column = 0 if text[word.start() - 1 : word.start()] == "\n" else column
        column += len(word[0])
        if column > width and word[2] == " ":
            yield Edit(word.end() - 1, word.end(), "\n")
            column = 0


def unwrapped(marked: MarkedNote, _: Random) -> Iterable[Edit]:
    """Single line ends as spaces, as pasted text loses them."""
    found = re.finditer(r"(?<![\n:])\n(?=[^\n\s])", marked.note.text)
    return (Edit(gap.start(), gap.end(), " ") for gap in found)


def spaced(marked: MarkedNote, rng: Random) -> Iterable[Edit]:
    """Here and there a double space, or a blank before a comma or full stop."""
    for gap in re.finditer(r" |(?<=\w)(?=[,.:]\s)", marked.note.text):
        if rng.random() < _SELDOM:
            yield Edit(gap.start(), gap.end(), "  " if gap[0] else " ")


def mistyped(marked: MarkedNote, rng: Random) -> Iterable[Edit]:
    """Letters swapped, dropped or doubled inside long words."""
    for word in re.finditer(r"[^\W\d_]{5,}", marked.note.text):
        if rng.random() < _SELDOM:
            at = rng.randrange(word.start() + 1, word.end() - 2)
            pair = marked.note.text[at : at + 2]
            yield Edit(at, at + 2, rng.choice((pair[::-1], pair[0], pair[0] + pair)))


def scanned(marked: MarkedNote, rng: Random) -> Iterable[Edit]:
    """Characters as a scanner misreads them: O as 0, l as 1, m as rn."""
    rate = rng.choice((0.02, 0.05, 0.12))
    for i, c in enumerate(marked.note.text):
        if c in DAMAGE and rng.random() < rate:
            yield Edit(i, i + 1, DAMAGE[c])


def unpunctuated(marked: MarkedNote, rng: Random) -> Iterable[Edit]:
    """Commas and full stops at the ends of words dropped."""
    for mark in re.finditer(r"(?<=\w)[,.;](?=\s)", marked.note.text):
        if rng.random() < _OFTEN:
            yield Edit(mark.start(), mark.end(), "")


_SELDOM: Final = 0.03
_OFTEN: Final = 0.7
_CASES: Final[tuple[Perturbation, ...]] = (shouted, lowered)
_LAYOUTS: Final[tuple[Perturbation, ...]] = (rewrapped, unwrapped)
_SLIPS: Final[tuple[Perturbation, ...]] = (spaced, mistyped, scanned, unpunctuated)


def perturbed(marked: MarkedNote, rng: Random, *, strength: float) -> MarkedNote:
    """A note in another form.

    Args:
        marked: the note.
        rng: where chance comes from.
        strength: how likely each family of perturbations is, 0 to 1; a change of case, the
            strongest of them, comes half as often.
    """
    chosen: list[Perturbation] = []
    if rng.random() < strength / 2:
        chosen.append(rng.choice(_CASES))
    if rng.random() < strength:
        chosen.append(rng.choice(_LAYOUTS))
    if rng.random() < strength:
        chosen.append(rng.choice(_SLIPS))
    for perturbation in chosen:
        marked = splice(marked, perturbation(marked, rng))
    return marked
