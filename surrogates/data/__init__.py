"""Frozen pools: what surrogates are drawn from, each table checked against its hash.

A table is read once, when first asked for. ``VERSION`` is part of every draw, so that a changed
pool can never pass for the old one.
"""

import csv
import hashlib
import io
import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

from annotation import IntegrityError

__all__ = ["VERSION", "lines", "manifest", "rows", "words"]

HERE = Path(__file__).parent
VERSION = 1


@cache
def manifest() -> dict[str, Any]:
    """Version, census vintage, and for each table its rows, source and sha256.

    Raises:
        IntegrityError: the manifest is of another version than this code.
    """
    read: dict[str, Any] = json.loads((HERE / "MANIFEST.json").read_text(encoding="utf-8"))
    if read["version"] != VERSION:
        raise IntegrityError(f"surrogate pools are version {read['version']}, expected {VERSION}; reinstall")
    return read


def _read(file: str) -> bytes:
    raw = (HERE / file).read_bytes()
    if hashlib.sha256(raw).hexdigest() != manifest()["tables"][file.split(".", maxsplit=1)[0]]["sha256"]:
        raise IntegrityError(f"surrogate pool {file} is not the one of its manifest; reinstall")
    return raw


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of one table.

    Raises:
        IntegrityError: the table's bytes do not match the manifest.
    """
    text = lzma.decompress(_read(f"{name}.csv.xz")).decode()
    return tuple(tuple(row) for row in csv.reader(io.StringIO(text)))


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of one list, sorted.

    Raises:
        IntegrityError: the list's bytes do not match the manifest.
    """
    return tuple(_read(f"{name}.txt").decode().split())


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of one list.

    Raises:
        IntegrityError: the list's bytes do not match the manifest.
    """
    return tuple(_read(f"{name}.txt").decode().splitlines())
