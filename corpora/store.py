"""Read the marked notes of a part."""

from pathlib import Path
from typing import Final, Literal

from annotation import MarkedNote
from annotation.formats import inline

Part = Literal["training", "demonstration"]
PARTS: Final[tuple[Part, ...]] = ("training", "demonstration")


def folder(part: Part) -> Path:
    """The folder that holds a part's ``*.marked`` files."""
    return Path(__file__).parent / part


def load(part: Part) -> tuple[MarkedNote, ...]:
    """All notes of a part, in order of path.

    >>> len({marked.note.patient_id for marked in load("demonstration")})
    12
    """
    return tuple(inline.read(folder(part)))
