"""What a release is made with, and what came of it."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from notedeid.profile import Profile
from surrogates.keys import Key

if TYPE_CHECKING:
    from recognizers.catalogue import Engine


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the bytes of the output, beside the notes.

    Attributes:
        profile: what leaves and what stays.
        key: secret that surrogates are drawn with.
        dataset: scope of the key.
        roster: JSONL of known identifiers.
        engine: ``"accurate"``, ``"fast"`` or ``"rules"``.
        sensitivity: ``"balanced"`` or ``"high"``.
        codebook: the random codebook of the run, for a profile with random ids.
        vault: file that takes the sealed originals; none where None.
        denied: file of names that no surrogate may be, one a line.
    """

    profile: Profile
    key: Key = field(repr=False)
    dataset: str = "notes"
    roster: Path | None = None
    engine: "Engine" = "accurate"
    sensitivity: Literal["balanced", "high"] = "balanced"
    codebook: Key | None = field(default=None, repr=False)
    vault: Path | None = None
    denied: Path | None = None


NAMES = ("written", "in no pool")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: counts only, no text.

    Attributes:
        notes: notes in the input.
        patients: patients in the input; a note without one counts as its own.
        spans: replaced spans by label.
        quarantined: ``(note_id, reason)`` of the notes that were not released.
        other_fields: names of fields that left unexamined.
        names: surrogate names ``written``, and those ``in no pool``: candidates for a leak.
    """

    notes: int
    patients: int
    spans: Counter[str]
    quarantined: tuple[tuple[str, str], ...] = field(repr=False)
    other_fields: tuple[str, ...]
    names: Counter[str] = field(default_factory=Counter)
