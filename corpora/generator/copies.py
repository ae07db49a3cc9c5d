"""New marked notes out of marked ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from annotation import MarkedNote
from corpora.generator.form import perturbed
from corpora.generator.quiet import quiet
from corpora.generator.redraw import redrawn
from corpora.generator.splice import splice


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a copy moves from its note; each value is a probability.

    Attributes:
        redraw: all identifiers of the note are drawn anew.
        form: each family of perturbations (layout, slips; case at half of it) applies.
        quiet: only the unmarked lines are kept, where they are long enough.
    """

    redraw: float = 1.0
    form: float = 0.3
    quiet: float = 0.08


_USUAL: Final = Strength()


def multiply(marked: MarkedNote, rng: Random, *, strength: Strength = _USUAL) -> MarkedNote:
    """A new note made from a marked one; pure in ``marked`` and the state of ``rng``.

    Args:
        marked: a note whose spans do not overlap.
        rng: the only source of chance.
        strength: see Strength.

    Returns:
        A note of the same id, type and labels in the same order, or one without any span.
    """
    silent = quiet(marked) if rng.random() < strength.quiet else None
    if silent is not None:
        return perturbed(silent, rng, strength=strength.form)
    if rng.random() < strength.redraw:
        marked = splice(marked, redrawn(marked, rng))
    return perturbed(marked, rng, strength=strength.form)


def copies(
    notes: Iterable[MarkedNote], *, seed: int, count: int, strength: Strength = _USUAL
) -> Iterator[MarkedNote]:
    """Copies of every note, each drawn from the seed, its number and the note's id alone.

    Args:
        notes: marked notes; read anew for each round, so give a tuple.
        seed: the same seed gives the same copies, in any order of notes.
        count: copies of each note.
        strength: see Strength.

    Yields:
        Notes whose id is the old one with the number of the copy.
    """
    for number in range(1, count + 1):
        for marked in notes:
            new = multiply(marked, Random(f"{seed}:{number}:{marked.note.note_id}"), strength=strength)
            yield replace(new, note=replace(new.note, note_id=f"{marked.note.note_id}.{number}"))
