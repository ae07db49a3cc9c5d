"""Near-duplicate notes by MinHash, and lines that are copied forward from note to note.

Notes are sets of five-word shingles. Locality-sensitive hashing proposes pairs (Broder, "On the resemblance
and containment of documents", 1997; datasketch), the exact Jaccard similarity decides, so nothing that is
unlike is thrown away; of pairs just above the threshold hashing overlooks a few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from annotation import InputError, Note

__all__ = ["Repeats", "copied_lines", "near_duplicates"]

WIDTH = 5
PERMUTATIONS = 128
FEWEST_WORDS = 6
Shingles = frozenset[str]


@dataclass(frozen=True, slots=True)
class Repeats:
    """Notes that say nearly the same.

    Attributes:
        groups: note ids that hang together, each group in the order of the notes.
    """

    groups: tuple[tuple[str, ...], ...]

    @property
    def dropped(self) -> frozenset[str]:
        """All but the first of every group."""
        return frozenset(note_id for group in self.groups for note_id in group[1:])


def near_duplicates(notes: Iterable[Note], *, threshold: float = 0.8) -> Repeats:
    """Group notes whose shingles overlap.

    Args:
        notes: the notes; each is read once, only its shingles are held.
        threshold: least Jaccard similarity, above 0 and at most 1.

    Raises:
        InputError: a threshold outside, a note id twice, or datasketch is not installed.
    """
    if not 0 < threshold <= 1:
        raise InputError(f"a similarity lies above 0 and at most 1, not {threshold}")
    sketch = _datasketch()
    index = sketch.MinHashLSH(threshold=min(threshold, 0.99), num_perm=PERMUTATIONS, weights=(0.1, 0.9))
    held: dict[str, Shingles] = {}
    first: dict[str, str] = {}
    for note in notes:
        if note.note_id in held:
            raise InputError(f"note {note.note_id} occurs twice; ids name one note each")
        held[note.note_id] = shingles = _shingles(note.text)
        hashed = sketch.MinHash(num_perm=PERMUTATIONS)
        hashed.update_batch([shingle.encode() for shingle in sorted(shingles)])
        near = [one for one in index.query(hashed) if _overlap(held[one], shingles) >= threshold]
        _join(first, note.note_id, near)
        index.insert(note.note_id, hashed)
    return Repeats(_groups(first, list(held)))


def copied_lines(notes: Sequence[Note]) -> dict[str, float]:
    """By note id, the share of its lines of six words or more that an earlier note of the patient holds.

    Notes are taken in the order given; a note without a patient is compared with its like.
    """
    seen: dict[str, set[str]] = defaultdict(set)
    found: dict[str, float] = {}
    for note in notes:
        lines = [line for line in map(_plain, note.text.splitlines()) if len(line.split()) >= FEWEST_WORDS]
        before = seen[note.patient_id or ""]
        found[note.note_id] = sum(line in before for line in lines) / max(len(lines), 1)
        before.update(lines)
    return found


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _shingles(text: str) -> Shingles:
    words = _plain(text).split()
    return frozenset(" ".join(words[i : i + WIDTH]) for i in range(max(len(words) - WIDTH + 1, 1)))


def _overlap(one: Shingles, other: Shingles) -> float:
    return len(one & other) / len(one | other)


def _root(first: dict[str, str], note_id: str) -> str:
    while first[note_id] != note_id:
        note_id = first[note_id]
    return note_id


def _join(first: dict[str, str], note_id: str, near: Iterable[str]) -> None:
    first[note_id] = note_id
    for other in near:
        first[_root(first, note_id)] = _root(first, other)


def _groups(first: dict[str, str], order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    members: dict[str, list[str]] = defaultdict(list)
    for note_id in order:
        members[_root(first, note_id)].append(note_id)
    return tuple(sorted(tuple(group) for group in members.values() if len(group) > 1))


def _datasketch() -> ModuleType:
    try:
        return import_module("datasketch")
    except ImportError:
        raise InputError("near-duplicates need datasketch: pip install 'notedeid[dedupe]'") from None
