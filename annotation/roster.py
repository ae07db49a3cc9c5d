"""What is known of a patient beforehand: the structured record beside the notes.

The JSONL form is the roster contract: ``{"patient_id", "name": {"given", "middle", "family"},
"aliases", "dob", "sex", "mrn", "ssn", "phones", "address": {"street", "city", "state", "zip"},
"email", "relatives": [{"name", "relation", "aliases"}], "providers": [{"name", "role",
"aliases"}]}``. Every field but ``patient_id`` may be absent.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation.errors import InputError


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person's name in parts; any part may be empty."""

    given: str = ""
    middle: str = ""
    family: str = ""

    @property
    def full(self) -> str:
        """Parts in reading order."""
        return " ".join(part for part in (self.given, self.middle, self.family) if part)


@dataclass(frozen=True, slots=True)
class Address:
    """A postal address; any part may be empty."""

    street: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""


@dataclass(frozen=True, slots=True)
class Associate:
    """A relative or a provider: name as written, tie to the patient, other forms."""

    name: str
    tie: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PatientRecord:
    """Known identifiers of one patient; the repr shows the patient id only."""

    patient_id: str
    name: PersonName = field(default=PersonName(), repr=False)
    aliases: tuple[str, ...] = field(default=(), repr=False)
    dob: str = field(default="", repr=False)
    sex: str = field(default="", repr=False)
    mrn: str = field(default="", repr=False)
    ssn: str = field(default="", repr=False)
    phones: tuple[str, ...] = field(default=(), repr=False)
    address: Address = field(default=Address(), repr=False)
    email: str = field(default="", repr=False)
    relatives: tuple[Associate, ...] = field(default=(), repr=False)
    providers: tuple[Associate, ...] = field(default=(), repr=False)


def _parts(raw: Mapping[str, object] | None, *names: str) -> list[str]:
    given = raw or {}
    return [str(given.get(name) or "") for name in names]


def _associates(raw: Iterable[Mapping[str, Any]] | None, tie: str) -> tuple[Associate, ...]:
    return tuple(
        Associate(str(item["name"]), str(item.get(tie) or ""), tuple(item.get("aliases") or ()))
        for item in raw or ()
        if item.get("name")
    )


def from_record(raw: Mapping[str, Any]) -> PatientRecord:
    """Build a PatientRecord from one decoded line of a roster file.

    Raises:
        InputError: ``patient_id`` is missing.
    """
    if not raw.get("patient_id"):
        raise InputError("roster record without patient_id")
    scalars = {name: str(raw.get(name) or "") for name in ("dob", "sex", "mrn", "ssn", "email")}
    return PatientRecord(
        patient_id=str(raw["patient_id"]),
        name=PersonName(*_parts(raw.get("name"), "given", "middle", "family")),
        aliases=tuple(raw.get("aliases") or ()),
        phones=tuple(raw.get("phones") or ()),
        address=Address(*_parts(raw.get("address"), "street", "city", "state", "zip")),
        relatives=_associates(raw.get("relatives"), "relation"),
        providers=_associates(raw.get("providers"), "role"),
        **scalars,
    )


def read(path: Path) -> Iterator[PatientRecord]:
    """Read a roster file, one JSON object a line.

    Raises:
        InputError: a line is no JSON object or has no ``patient_id``; names file and line.
    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield from_record(json.loads(line))
            except (json.JSONDecodeError, InputError, AttributeError, TypeError, KeyError):
                raise InputError(
                    f"{path}, line {number}: not a roster record (a JSON object with patient_id)"
                ) from None
