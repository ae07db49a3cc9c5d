"""Writing files whole or not at all, and telling them apart by hash."""

import hashlib
import os
from pathlib import Path


def write_whole(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Write a file so that it is there whole or not at all.

    The temporary file stands in the same folder, is synced to disk and then renamed.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def digest(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def tree_digest(folder: Path, *, without: frozenset[str] = frozenset({".py", ".pyc", ".md"})) -> str:
    """SHA-256 over the names and contents of a folder's files, leaving out some suffixes."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in without:
            whole.update(path.relative_to(folder).as_posix().encode() + bytes.fromhex(digest(path)))
    return whole.hexdigest()
