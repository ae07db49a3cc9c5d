"""Marked notes from wherever they lie: a folder of ``.marked`` files, JSONL, or a desk's store."""

from collections.abc import Iterator
from pathlib import Path

from annotation.errors import InputError
from annotation.formats import inline, jsonl
from annotation.notes import MarkedNote
from annotation.store import Store, is_store


def read(path: Path, *, annotator: str | None = None) -> Iterator[MarkedNote]:
    """Read marked notes.

    Args:
        path: folder of ``.marked`` files, JSONL file, or store.
        annotator: of a store, whose finished marks; None takes the adjudicated gold.

    Raises:
        InputError: no such path, or an annotator that the store does not know.
    """
    if path.is_dir():
        return inline.read(path)
    if not path.is_file():
        raise InputError(f"{path}: no such file or folder")
    return _of_store(path, annotator) if is_store(path) else jsonl.read(path)


def _of_store(path: Path, annotator: str | None) -> Iterator[MarkedNote]:
    with Store.open(path) as store:
        if annotator is not None and annotator not in store.annotators():
            raise InputError(f"{path}: no annotator {annotator}; it has {', '.join(store.annotators())}")
        yield from store.gold() if annotator is None else store.marked(annotator)
