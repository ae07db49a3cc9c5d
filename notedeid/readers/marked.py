"""A folder of inline-marked notes, as in ``corpora/``: the marks are taken off on reading."""

from collections.abc import Collection, Iterable
from pathlib import Path

from annotation import InputError, Note, SpanError
from annotation.formats import inline
from notedeid.readers.source import Ref, Release, UnreadableNoteError
from notedeid.readers.text import write_texts

SUFFIXES = (".marked",)


class MarkedFolder:
    """Files of the form that ``annotation.formats.inline`` describes."""

    other_fields: tuple[str, ...] = ()

    def __init__(self, root: Path, paths: list[Path]) -> None:
        self.root = root
        self.paths = sorted(paths)
        heads = [inline.read_file(path).note for path in self.paths]
        self.refs = [Ref(i, note.note_id, note.patient_id) for i, note in enumerate(heads)]

    def load(self, ref: Ref) -> Note:
        """Read one file without its marks."""
        try:
            return inline.read_file(self.paths[ref.position]).note
        except (InputError, SpanError) as error:
            raise UnreadableNoteError(str(error)) from None

    def write(self, folder: Path, releases: Iterable[Release], fields: Collection[str] = ()) -> None:  # noqa: ARG002 - files have no fields
        """Write each note to ``notes/<its id>.txt``."""
        write_texts(folder / "notes", releases)
