"""Reading and writing notes: one module a format, opened by ``open_source``."""

from pathlib import Path

from annotation import InputError
from notedeid.readers import jsonl, marked, text
from notedeid.readers.source import (
    Columns,
    Item,
    Ref,
    Release,
    Source,
    UnreadableNoteError,
    check_unique,
    load,
)

__all__ = [
    "Columns",
    "Item",
    "Ref",
    "Release",
    "Source",
    "UnreadableNoteError",
    "load",
    "not_read",
    "open_source",
]

_TABLES = (".csv", ".tsv", ".parquet")
_KINDS = (marked.SUFFIXES, text.SUFFIXES, jsonl.SUFFIXES, _TABLES)


def open_source(path: Path, columns: Columns | None = None, *, patients: str | None = None) -> Source:
    """Open a file or a folder of notes.

    A folder is read for the first of these that it holds: ``.marked``, ``.txt``, ``.jsonl``,
    a single ``.csv``, ``.tsv`` or ``.parquet``.

    Args:
        path: a file or folder.
        columns: how the fields are named in JSONL and tables.
        patients: whose notes text files are, see ``readers.patients.owners``.

    Raises:
        InputError: nothing there, no notes, a missing field, a note id twice, or ``patients`` for
            notes that say themselves whose they are.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    source = _open(path, _files(path), columns or Columns(), patients)
    check_unique(source.refs, path)
    return source


def not_read(path: Path) -> dict[str, int]:
    """Files of a folder that may hold notes but are of another format than the one read, by suffix."""
    present = [path.suffix.lower() for path in _files(path)]
    kinds = [kind for kind in _KINDS if any(suffix in kind for suffix in present)]
    return {suffix: present.count(suffix) for kind in kinds[1:] for suffix in kind if suffix in present}


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(p for p in path.rglob("*") if p.is_file() and not _hidden(p, path))


def _hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def _open(root: Path, files: list[Path], columns: Columns, patients: str | None) -> Source:
    for suffixes in _KINDS:
        chosen = [path for path in files if path.suffix.lower() in suffixes]
        if not chosen:
            continue
        if patients and suffixes != text.SUFFIXES:
            raise InputError(f"{root}: --patients is for text files; these notes say whose they are")
        if suffixes == marked.SUFFIXES:
            return marked.MarkedFolder(root, chosen)
        if suffixes == text.SUFFIXES:
            return text.TextFolder(root, chosen, patients)
        if suffixes == jsonl.SUFFIXES:
            return jsonl.JsonlFiles(root, chosen, columns)
        return _table(root, chosen, columns)
    raise InputError(f"{root}: no notes found (looked for .txt, .marked, .jsonl, .csv, .tsv, .parquet)")


def _table(root: Path, files: list[Path], columns: Columns) -> Source:
    from notedeid.readers.table import Table  # noqa: PLC0415 - pyarrow takes 0.3 s to import

    if len(files) > 1:
        raise InputError(f"{root}: {len(files)} tables in one folder; run them one by one")
    return Table(files[0], columns)
