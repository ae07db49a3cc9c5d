"""How far two annotators agree.

Span F1 comes first: kappa needs counted negatives, which spans do not have, and the F1 of one
annotator against the other is what kappa tends to when the negatives are many (Hripcsak &
Rothschild 2005, JAMIA 12:296). Character kappa and Krippendorff's alpha are given because people
ask for them, with the caveat that the mass of unmarked text lifts them.

All figures are the same whichever annotator comes first. Overlap F1 counts, on each side, the
marks that touch one of the other side, over all marks.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeAlias

from annotation.passes import Mark, Pass, by_note

KAPPA_CAVEAT = (
    "unmarked text counts as agreement, so kappa and alpha read higher than the span F1 they stand beside"
)
OUTSIDE = ""
"""Name of an unmarked character."""

Pair: TypeAlias = tuple[Pass, Pass]
Marks: TypeAlias = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Span F1 between two annotators; None where neither marked anything.

    Attributes:
        marks: marks of both together.
        exact: same offsets and type.
        overlap: touching and same type.
        exact_untyped: same offsets, whatever the type.
        overlap_untyped: touching, whatever the type.
    """

    marks: int
    exact: float | None
    overlap: float | None
    exact_untyped: float | None
    overlap_untyped: float | None


def pairs(passes: Iterable[Pass]) -> list[Pair]:
    """Every two passes of the same note."""
    return [pair for group in by_note(passes).values() for pair in combinations(group, 2)]


def span_agreement(pairs: Iterable[Pair]) -> SpanAgreement:
    """Span F1 over pairs of passes, of all types."""
    return _agreement([(a.marks, b.marks) for a, b in pairs])


def by_type(pairs: Iterable[Pair]) -> dict[str, SpanAgreement]:
    """Span F1 by type, in order of name."""
    parts: defaultdict[str, list[tuple[Marks, Marks]]] = defaultdict(list)
    for a, b in pairs:
        for name in {mark.name for one in (a, b) for mark in one.marks}:
            parts[name].append((_only(a.marks, name), _only(b.marks, name)))
    return {name: _agreement(parts[name]) for name in sorted(parts)}


def by_stratum(pairs: Iterable[Pair], stratum: Mapping[str, str]) -> dict[str, SpanAgreement]:
    """Span F1 by stratum of the note, or by note type where the note has no stratum."""
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        note = pair[0].note
        groups[stratum.get(note.note_id, note.note_type or "no type")].append(pair)
    return {name: span_agreement(groups[name]) for name in sorted(groups)}


def confusion(pairs: Iterable[Pair]) -> dict[tuple[str, str], int]:
    """How often marks of one name met marks of another, names in order; unmarked is ``""``.

    A mark meets the mark of the other annotator that shares most of its code points.
    """
    table: Counter[tuple[str, str]] = Counter()
    for a, b in pairs:
        met: set[Mark] = set()
        for mark in a.marks:
            partner = max(
                (m for m in b.marks if m.overlaps(mark)), key=lambda m: _shared(m, mark), default=None
            )
            table[_names(mark.name, partner.name if partner else OUTSIDE)] += 1
            if partner:
                met.add(partner)
        for mark in b.marks:
            if mark not in met and not any(mark.overlaps(other) for other in a.marks):
                table[_names(OUTSIDE, mark.name)] += 1
    return dict(sorted(table.items()))


def kappa(pairs: Iterable[Pair]) -> float | None:
    """Cohen's kappa over characters; None when both used one and the same name throughout."""
    table: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        for length, (first, second) in _stretches(pair):
            table[first, second] += length
    total = sum(table.values())
    rows, columns = Counter[str](), Counter[str]()
    for (first, second), length in table.items():
        rows[first] += length
        columns[second] += length
    same = sum(length for (first, second), length in table.items() if first == second)
    chance = sum(rows[name] * columns[name] for name in rows) / total if total else 0.0
    return (same - chance) / (total - chance) if chance < total else None


def alpha(passes: Iterable[Pass]) -> float | None:
    """Krippendorff's alpha (nominal, over characters) of any number of annotators.

    Characters that fewer than two annotators saw do not count (Krippendorff 2011, "Computing
    Krippendorff's alpha-reliability"). None when one name was used throughout.
    """
    seen: Counter[str] = Counter()
    differ = 0.0
    for group in by_note(passes).values():
        for length, names in _stretches(group) if len(group) > 1 else ():
            counts = Counter(names)
            seen.update({name: length * count for name, count in counts.items()})
            apart = len(names) ** 2 - sum(count**2 for count in counts.values())
            differ += length * apart / (len(names) - 1)
    total = sum(seen.values())
    chance = (total**2 - sum(count**2 for count in seen.values())) / max(total - 1, 1)
    return 1 - differ / chance if chance else None


def _stretches(group: Sequence[Pass]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Stretches of a note over which no annotator changes the name."""
    bounds = {0, len(group[0].note.text)}
    bounds.update(edge for one in group for mark in one.marks for edge in (mark.start, mark.end))
    for start, end in pairwise(sorted(bounds)):
        yield end - start, tuple(_name_at(one.marks, start) for one in group)


def _name_at(marks: Sequence[Mark], place: int) -> str:
    return next((mark.name for mark in marks if mark.start <= place < mark.end), OUTSIDE)


def _only(marks: Marks, name: str) -> Marks:
    return tuple(mark for mark in marks if mark.name == name)


def _agreement(sides: Sequence[tuple[Marks, Marks]]) -> SpanAgreement:
    marks = sum(len(a) + len(b) for a, b in sides)
    hits = (sum(_matched(a, b, how) + _matched(b, a, how) for a, b in sides) for how in _WAYS)
    return SpanAgreement(marks, *(hit / marks if marks else None for hit in hits))


def _same(a: Mark, b: Mark) -> bool:
    return a == b


def _same_offsets(a: Mark, b: Mark) -> bool:
    return a[:2] == b[:2]


def _touch_typed(a: Mark, b: Mark) -> bool:
    return a.name == b.name and a.overlaps(b)


_WAYS: tuple[Callable[[Mark, Mark], bool], ...] = (_same, _touch_typed, _same_offsets, Mark.overlaps)


def _matched(a: Iterable[Mark], b: Sequence[Mark], match: Callable[[Mark, Mark], bool]) -> int:
    return sum(any(match(one, other) for other in b) for one in a)


def _shared(a: Mark, b: Mark) -> int:
    return min(a.end, b.end) - max(a.start, b.start)


def _names(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)
