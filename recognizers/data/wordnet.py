"""Words for what people do for a living, from WordNet 3.0: all that its noun file puts below some roots.

A word counts when its first sense is such: "baker", not "hand". Copyright 2006 by Princeton
University; ``wordnet.LICENSE`` is its notice (https://wordnet.princeton.edu/license-and-commercial-use).
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROOTS: Final = (
    "09632518", "10480253", "10480583", "09616922", "09812338", "09927451", "10518602", "10045713",
    "10582746", "09882716", "09615807", "10165109", "10560637", "09820263", "09770949", "09770472",
    "10378412", "10411551",
)  # fmt: skip
"""Synsets of WordNet 3.0: worker, professional, paid athlete, entertainer, artist, clergyman, religious,
educator, serviceman, businessperson, engineer, health professional, scientist, athlete, administrator,
executive, operator, peddler."""
_KIND_OF: Final = "@"
_SHORTEST: Final = 3


def workers(folder: Path) -> Iterator[str]:
    """Single words in lower case.

    Args:
        folder: holds ``data.noun`` and ``index.noun`` of WordNet 3.0.
    """
    members: dict[str, list[str]] = {}
    below: defaultdict[str, list[str]] = defaultdict(list)
    for synset, words, above in _synsets(folder / "data.noun"):
        members[synset] = words
        for each in above:
            below[each].append(synset)
    found: set[str] = set()
    waiting: list[str] = [root for root in _ROOTS if root in members]
    while waiting:
        synset = waiting.pop()
        if synset not in found:
            found.add(synset)
            waiting += below[synset]
    first = dict(_first_senses(folder / "index.noun"))
    for word in {word for synset in found for word in members[synset]}:
        if word.isalpha() and word.islower() and len(word) >= _SHORTEST and first[word] in found:
            yield word


def _synsets(path: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Number, words and the wider synsets of each: see wndb(5WN)."""
    for fields in _rows(path):
        count = int(fields[3], 16)
        pointers = fields[5 + 2 * count :]
        above = [pointers[i + 1] for i in range(0, len(pointers) - 3, 4) if pointers[i] == _KIND_OF]
        yield fields[0], fields[4 : 4 + 2 * count : 2], above


def _first_senses(path: Path) -> Iterator[tuple[str, str]]:
    for fields in _rows(path):
        yield fields[0], fields[-int(fields[2])]


def _rows(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="ascii") as lines:
        yield from (line.partition(" | ")[0].split() for line in lines if not line.startswith(" "))
