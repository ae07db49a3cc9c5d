"""The vault: what was replaced by what, encrypted, the only way back to an original note.

A record holds the original text of every span of one note and the hash of the released text.
Records are appended to one file of mode 0600, each sealed by AES-256-GCM (NIST SP 800-38D) under
a key that is scoped from the run's key; the note's id is authenticated with it. The file belongs
outside the output: whoever has the notes must not have the vault.
"""

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from annotation import InputError, IntegrityError, MarkedNote
from surrogates.keys import Key
from surrogates.replace import Replacement

__all__ = ["Vault"]

_NONCE = 12
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Vault:
    """An encrypted file of originals.

    Attributes:
        path: the file.
        key: the run's key; the vault's own is scoped from it.
    """

    path: Path
    key: Key = field(repr=False)

    @classmethod
    def create(cls, path: Path, key: Key, *, outside: Path) -> "Vault":
        """Make an empty vault that is not inside the folder of released notes.

        Raises:
            InputError: the file exists, cannot be written, or lies inside ``outside``.
        """
        if path.resolve().is_relative_to(outside.resolve()):
            raise InputError(f"{path}: the vault must not lie inside the output folder {outside}")
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
        except OSError as error:
            raise InputError(f"{path}: cannot create the vault ({error.strerror})") from None
        return cls(path, key)

    def add(self, marked: MarkedNote, replacement: Replacement) -> None:
        """Append what was replaced in one note."""
        with self.path.open("a", encoding="utf-8") as out:
            out.write(self.seal(marked.note.note_id, marked.note.text, replacement) + "\n")

    def seal(self, note_id: str, text: str, replacement: Replacement) -> str:
        """The record of one note, to be appended as a line.

        Args:
            note_id: the id under which the note is released.
            text: the original.
            replacement: what was put in its place.
        """
        record = {
            "released": _digest(replacement.text),
            "edits": [[e.new_start, e.new_end, text[e.start : e.end]] for e in replacement.edits],
        }
        nonce = secrets.token_bytes(_NONCE)
        sealed = self._cipher().encrypt(nonce, json.dumps(record).encode(), note_id.encode())
        return json.dumps({"note_id": note_id, "sealed": base64.b64encode(nonce + sealed).decode()})

    def note_ids(self) -> tuple[str, ...]:
        """Ids of the notes in the vault, in the order they were added."""
        return tuple(dict.fromkeys(note_id for note_id, _ in self._lines()))

    def reveal(self, note_id: str, text: str) -> str:
        """The original of a released note.

        Raises:
            InputError: the note is not in the vault.
            IntegrityError: wrong key, damaged vault, or the text is not the one released.
        """
        sealed = [raw for known, raw in self._lines() if known == note_id]
        if not sealed:
            raise InputError(f"note {note_id} is not in the vault {self.path}")
        record = self._open(note_id, sealed[-1])
        if record["released"] != _digest(text):
            raise IntegrityError(f"note {note_id}: the text is not the one that was released")
        parts, last = [], 0
        for start, end, original in record["edits"]:
            parts += [text[last:start], original]
            last = end
        return "".join(parts) + text[last:]

    def _open(self, note_id: str, raw: bytes) -> dict[str, Any]:
        try:
            plain = self._cipher().decrypt(raw[:_NONCE], raw[_NONCE:], note_id.encode())
        except InvalidTag:
            raise IntegrityError(f"{self.path}: wrong key or damaged record of note {note_id}") from None
        record: dict[str, Any] = json.loads(plain)
        return record

    def _lines(self) -> Iterator[tuple[str, bytes]]:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            for line in lines:
                record = json.loads(line)
                yield record["note_id"], base64.b64decode(record["sealed"])
        except OSError as error:
            raise InputError(f"{self.path}: cannot read the vault ({error.strerror})") from None
        except (ValueError, KeyError, TypeError):
            raise IntegrityError(f"{self.path}: a record of the vault is damaged") from None

    def _cipher(self) -> AESGCM:
        return AESGCM(self.key.scope("vault", "originals").secret)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
