"""What a source of notes is, whatever its format."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from annotation import InputError, Note


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of the fields that hold a note, for JSONL, CSV and Parquet."""

    note_id: str = "note_id"
    patient_id: str = "patient_id"
    note_type: str = "note_type"
    text: str = "text"

    @property
    def names(self) -> frozenset[str]:
        """All four."""
        return frozenset({self.note_id, self.patient_id, self.note_type, self.text})

    def check_optional(self, present: Collection[str], where: Path) -> None:
        """Refuse a patient or type field that the user named and the source lacks.

        Raises:
            InputError: a typing error here would tear the notes of a patient apart.
        """
        usual = Columns()
        for name, default, option in (
            (self.patient_id, usual.patient_id, "--patient-column"),
            (self.note_type, usual.note_type, "--type-column"),
        ):
            if name != default and name not in present:
                raise InputError(f"{where}: no {name!r} (there are {', '.join(present)}); correct {option}")


@dataclass(frozen=True, slots=True)
class Ref:
    """Where a note is and whose it is, without its text.

    Attributes:
        position: place in the input, from 0.
        note_id: unique within the source.
        patient_id: None when not known; the note then stands for a patient of its own.
    """

    position: int
    note_id: str = field(repr=False)
    patient_id: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Release:
    """What takes a note's place in the output; the repr shows the position only."""

    position: int
    text: str = field(repr=False)
    note_id: str = field(repr=False)
    patient_id: str | None = field(repr=False)


class UnreadableNoteError(Exception):
    """One note cannot be read: it is quarantined, the others go on."""


class Source(Protocol):
    """Notes in one format: listed once, loaded one by one, written back in the same format."""

    @property
    def refs(self) -> Sequence[Ref]:
        """The notes, in input order."""
        ...

    @property
    def other_fields(self) -> Sequence[str]:
        """Names of fields beside those of a note, which nobody examines."""
        ...

    def load(self, ref: Ref) -> Note:
        """Read one note.

        Raises:
            UnreadableNoteError: its bytes or fields are not a note's.
        """
        ...

    def write(self, folder: Path, releases: Iterable[Release], fields: Collection[str]) -> None:
        """Write released notes, in input order, with those other fields that may leave."""
        ...


Item = tuple[Ref, Note | None, str]
"""A note to work on, or None and why it cannot be read."""


def load(source: Source, ref: Ref) -> Item:
    """Read one note, or say why it cannot be read."""
    try:
        note = source.load(ref)
        note.text.encode("utf-8")
    except UnreadableNoteError as error:
        return ref, None, str(error)
    except UnicodeEncodeError:
        return ref, None, "holds half a surrogate pair, which no text file can carry"
    return ref, note, ""


def check_unique(refs: Sequence[Ref], where: Path) -> None:
    """Refuse a source that is empty or holds a note id twice.

    Raises:
        InputError: says which.
    """
    if not refs:
        raise InputError(f"{where}: no notes found (looked for .txt, .marked, .jsonl, .csv, .tsv, .parquet)")
    seen: dict[str, int] = {}
    for ref in refs:
        first = seen.setdefault(ref.note_id, ref.position)
        if first != ref.position:
            raise InputError(
                f"{where}: notes {first + 1} and {ref.position + 1} have the same note_id; ids must be unique"
            )
