"""Clinical terms that de-identification altered: the price in usefulness.

A list of terms (drugs, findings, units; one a line) is looked up in the notes, whole words in any
case; a term is altered when a found span touches it outside marked identifiers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.errors import InputError
from annotation.gold import GoldNote
from annotation.spans import Span

_WORD = re.compile(r"\w+")
_LONGEST = 4


@dataclass(frozen=True, slots=True)
class Terms:
    """Clinical terms in the notes, and how many of them a found span touches."""

    terms: int
    altered: int

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "terms": self.terms,
            "altered": self.altered,
            "share": self.altered / self.terms if self.terms else None,
        }


def read(path: Path) -> frozenset[tuple[str, ...]]:
    """Read terms, one a line, as tuples of folded words; terms of more than four words are left out.

    Raises:
        InputError: no term in the file.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    terms = frozenset(
        words for line in lines if 0 < len(words := tuple(_WORD.findall(line.casefold()))) <= _LONGEST
    )
    if not terms:
        raise InputError(f"{path}: no term in it (one a line)")
    return terms


def altered(
    golds: Iterable[GoldNote], found: Mapping[str, Sequence[Span]], terms: frozenset[tuple[str, ...]]
) -> Terms:
    """Count terms outside marked identifiers, and those that a found span touches."""
    total = touched = 0
    for gold in golds:
        marked = [(span.start, span.end) for span in gold.spans]
        spans = [(span.start, span.end) for span in found.get(gold.note.note_id, ())]
        for start, end in _places(gold.note.text, terms):
            if not any(a < end and start < b for a, b in marked):
                total += 1
                touched += any(a < end and start < b for a, b in spans)
    return Terms(total, touched)


def _places(text: str, terms: frozenset[tuple[str, ...]]) -> list[tuple[int, int]]:
    words = [(match.group().casefold(), match.start(), match.end()) for match in _WORD.finditer(text)]
    places = []
    at = 0
    while at < len(words):
        length = next(
            (n for n in range(_LONGEST, 0, -1) if tuple(w for w, _, _ in words[at : at + n]) in terms), 0
        )
        if length:
            places.append((words[at][1], words[min(at + length, len(words)) - 1][2]))
        at += max(length, 1)
    return places
