"""Keys, their scopes, and the keyed draws that every surrogate comes from.

A key is 32 random bytes. It never leaves memory but into its own 0600 file: the repr hides it,
and what names it elsewhere is a fingerprint, ``HMAC(key, "fingerprint")`` cut to 64 bits. Work
on a data set uses a scoped key, ``HMAC-SHA256(key, data set, purpose)`` (RFC 2104, FIPS 198-1),
so that two data sets share no surrogate and no date offset.

Draws are HMAC-SHA256 in counter mode (the construction of NIST SP 800-108r1, 4.1) over parts
that name what is drawn. No state, no clock: the same key and parts give the same numbers.

>>> key = Key(bytes(32))
>>> key
Key(fingerprint='2c3767eca98640cc')
>>> key.draw("P1", "offset").below(365) == key.draw("P1", "offset").below(365)
True
>>> key.scope("trial-7", "notes") == key.scope("trial-8", "notes")
False
"""

import os
import secrets
import stat
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hmac import digest
from pathlib import Path
from typing import TypeVar

from annotation import IntegrityError, KeyFileError
from surrogates.data import VERSION

__all__ = ["KEY_BYTES", "Draw", "Key"]

KEY_BYTES = 32
_WORD_BYTES = 8
_WORD = 1 << 8 * _WORD_BYTES
_COMMAND_SECONDS = 60
_MOST_DRAWS = 2000
_T = TypeVar("_T")


def _encode(parts: Sequence[str]) -> bytes:
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join(len(part).to_bytes(4) + part for part in encoded)


class Draw:
    """A stream of uniform numbers that a key and the name of the draw determine."""

    __slots__ = ("_block", "_counter", "_name", "_secret")

    def __init__(self, secret: bytes, name: bytes) -> None:
        self._secret, self._name = secret, name
        self._counter, self._block = 0, b""

    def _word(self) -> int:
        if not self._block:
            self._block = digest(self._secret, self._counter.to_bytes(4) + self._name, "sha256")
            self._counter += 1
        word, self._block = self._block[:_WORD_BYTES], self._block[_WORD_BYTES:]
        return int.from_bytes(word)

    def below(self, bound: int) -> int:
        """A uniform integer in ``[0, bound)``; rejection keeps it free of bias."""
        limit = _WORD - _WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def unit(self) -> float:
        """A uniform number in ``[0, 1)`` with 53 bits."""
        return (self._word() >> 11) / (1 << 53)

    def free(self, options: Sequence[_T], unfit: Callable[[_T], bool]) -> _T:
        """One of the options that are not unfit, each as likely.

        Raises:
            IntegrityError: none of many draws was fit.
        """
        for _ in range(_MOST_DRAWS):
            if not unfit(option := self.choose(options)):
                return option
        raise IntegrityError("no surrogate is left that is none of the patient's own values")

    def choose(self, options: Sequence[_T]) -> _T:
        """One of ``options``, each as likely."""
        return options[self.below(len(options))]


@dataclass(frozen=True, slots=True)
class Key:
    """A secret of at least 32 bytes.

    Raises:
        KeyFileError: fewer than 32 bytes.
    """

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) < KEY_BYTES:
            raise KeyFileError(f"the key has {len(self.secret)} bytes, at least {KEY_BYTES} are needed")

    def __repr__(self) -> str:
        return f"Key(fingerprint={self.fingerprint!r})"

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that tell keys apart and give nothing away."""
        return digest(self.secret, b"fingerprint", "sha256").hex()[:16]

    def scope(self, dataset: str, purpose: str) -> "Key":
        """The key for one purpose on one data set."""
        return Key(digest(self.secret, b"scope" + _encode((dataset, purpose)), "sha256"))

    def draw(self, *parts: str) -> Draw:
        """The stream of numbers named by ``parts`` and the version of the pools."""
        return Draw(self.secret, _encode(("draw", str(VERSION), *parts)))

    @classmethod
    def generate(cls) -> "Key":
        """A fresh key from the operating system."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def read(cls, path: Path) -> "Key":
        """Read a key file (hexadecimal or raw bytes).

        Raises:
            KeyFileError: missing, readable by others than its owner, or too short.
        """
        try:
            if path.is_dir():
                raise KeyFileError(f"{path}: a folder, not a key file")
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                raise KeyFileError(f"{path}: mode {mode:04o} lets others read the key; chmod 600 it")
            return cls._decode(path.read_bytes(), str(path))
        except OSError as error:
            raise KeyFileError(f"{path}: cannot read the key file ({error.strerror})") from None

    def write(self, path: Path) -> None:
        """Write the key to a new file of mode 0600.

        Raises:
            KeyFileError: the file exists or cannot be written; a key is never overwritten.
        """
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise KeyFileError(f"{path}: cannot write the key file ({error.strerror})") from None
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(self.secret.hex() + "\n")

    @classmethod
    def from_environment(cls, name: str) -> "Key":
        """Read a hexadecimal key from an environment variable.

        Raises:
            KeyFileError: the variable is not set or holds no key.
        """
        if name not in os.environ:
            raise KeyFileError(f"environment variable {name} is not set")
        return cls._decode(os.environ[name].encode(), f"environment variable {name}")

    @classmethod
    def from_command(cls, argv: Sequence[str]) -> "Key":
        """Read a key from the output of a command, e.g. of a key management service.

        Raises:
            KeyFileError: the command fails or prints no key; its output is never shown.
        """
        try:
            done = subprocess.run(  # noqa: S603 - the user's own command, no shell
                list(argv), capture_output=True, check=True, timeout=_COMMAND_SECONDS
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise KeyFileError(f"key command {argv[0]} failed ({type(error).__name__})") from None
        return cls._decode(done.stdout, f"key command {argv[0]}")

    @classmethod
    def _decode(cls, raw: bytes, origin: str) -> "Key":
        try:
            secret = bytes.fromhex(raw.decode("ascii").strip())
        except ValueError:
            secret = raw
        if len(secret) < KEY_BYTES:
            raise KeyFileError(f"{origin}: {len(secret)} bytes, a key has at least {KEY_BYTES}")
        return cls(secret)
