"""File formats of marked notes: one module a format, each with ``read`` and ``write``."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from annotation.notes import MarkedNote

__all__ = ["Format", "Room", "room"]


class Format(StrEnum):
    """Formats by the name of their module; the first five are folders, the others files."""

    BRAT = "brat"
    I2B2_XML = "i2b2_xml"
    INLINE = "inline"
    UIMA_XMI = "uima_xmi"
    WEBANNO_TSV = "webanno_tsv"
    CONLL = "conll"
    DOCBIN = "docbin"
    DOCCANO = "doccano"
    JSONL = "jsonl"
    LABEL_STUDIO = "label_studio"
    PRODIGY = "prodigy"


class Room(Protocol):
    """What every format module offers."""

    def read(self, path: Path) -> Iterator[MarkedNote]:
        """Read marked notes."""

    def write(self, path: Path, notes: Iterable[MarkedNote]) -> None:
        """Write marked notes."""


def room(name: Format) -> Room:
    """The module of a format, imported when asked for."""
    return cast("Room", import_module(f"annotation.formats.{name}"))
