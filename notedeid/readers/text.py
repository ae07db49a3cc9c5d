"""A folder of text files: one file a note, the relative path its id.

Encodings: UTF-8, with or without byte-order mark, and UTF-16 with one. A file in anything else
is quarantined rather than guessed at: a wrong guess hides names.
"""

import codecs
from collections.abc import Collection, Iterable
from pathlib import Path

from annotation import Note
from notedeid.readers.patients import owners
from notedeid.readers.source import Ref, Release, UnreadableNoteError

SUFFIXES = (".txt",)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(raw: bytes) -> str:
    """Decode a note's bytes, keeping every code point, line ends too.

    Raises:
        UnreadableNoteError: neither UTF-8 nor UTF-16 with a byte-order mark.
    """
    encoding = "utf-16" if raw.startswith(_UTF16) else "utf-8"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableNoteError(f"not {encoding.upper()} at byte {error.start}") from None


class TextFolder:
    """Text files of a folder and its subfolders; ``patients`` says whose they are, see ``owners``."""

    other_fields: tuple[str, ...] = ()

    def __init__(self, root: Path, paths: list[Path], patients: str | None = None) -> None:
        self.paths = sorted(paths)
        self.root = root if root.is_dir() else root.parent
        ids = [path.relative_to(self.root).with_suffix("").as_posix() for path in self.paths]
        whose = owners(patients, ids) if patients else {}
        self.refs = [Ref(position, note_id, whose.get(note_id)) for position, note_id in enumerate(ids)]

    def load(self, ref: Ref) -> Note:
        """Read one file."""
        return Note(ref.note_id, decode(self.paths[ref.position].read_bytes()), ref.patient_id)

    def write(self, folder: Path, releases: Iterable[Release], fields: Collection[str] = ()) -> None:  # noqa: ARG002 - files have no fields
        """Write each note to ``notes/<its id>.txt``, UTF-8."""
        write_texts(folder / "notes", releases)


def write_texts(folder: Path, releases: Iterable[Release]) -> None:
    """Write one UTF-8 text file a note."""
    for release in releases:
        path = folder / f"{release.note_id}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(release.text.encode("utf-8"))
