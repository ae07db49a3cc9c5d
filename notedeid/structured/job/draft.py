"""A first specification for a table, from what its columns look like; a person reads and corrects it.

Direct identifiers are left out (they do not leave), but the column of a patient's number, which is named as
the patient column and coded. Free text becomes a note field. A column for which nothing speaks stands in a
comment: whether it is needed is the user's to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from notedeid.structured.columns import Column, Role, classify
from notedeid.structured.transforms.safe_harbor import kind_of

__all__ = ["draft"]

FREE_TEXT = "content: free text"
NUMBER = "name: record number"


def draft(frame: pd.DataFrame, table: Path) -> str:
    """The TOML text of a first specification.

    Raises:
        InputError: an empty table.
    """
    columns = classify(frame)
    patient = _patient(columns)
    head = [f"table = {_quoted(table.as_posix())}", 'dataset = "notes"', *_patient_line(patient)]
    body = [line for column in columns for line in _lines(column, patient)]
    tail = ["[[models]]", 'kind = "k-anonymity"', "k = 5", "", "[gates]", "k = 5", "suppressed = 0.05"]
    return "\n".join([*head, "suppression = 0.05", "", "[columns]", *body, "", *tail]) + "\n"


def _patient(columns: Sequence[Column]) -> str | None:
    numbered = [one for one in columns if NUMBER in one.reasons]
    named = [one.name for one in numbered if "patient" in one.name.lower()]
    return next(iter([*named, *(one.name for one in numbered)]), None)


def _patient_line(patient: str | None) -> list[str]:
    return [f"patient = {_quoted(patient)}"] if patient else []


def _lines(column: Column, patient: str | None) -> Iterator[str]:
    why = "; ".join(column.reasons)
    name = _quoted(column.name)
    if column.name == patient:
        yield f'{name} = {{ role = "direct", transform = {{ kind = "pseudonym" }} }}'
    elif any(reason.startswith(FREE_TEXT) for reason in column.reasons):
        yield f'{name} = {{ role = "note" }}'
    elif column.role is Role.DIRECT:
        yield f"# {name} does not leave ({why})"
    elif column.role is Role.QUASI:
        hierarchy = kind_of(column) or "identity"
        yield f'{name} = {{ role = "quasi", hierarchy = "{hierarchy}" }}  # {why}'
    elif column.role is Role.SENSITIVE:
        yield f'{name} = {{ role = "sensitive" }}  # {why}'
    else:
        yield f'# {name} = {{ role = "keep" }}  # {why}; take the first mark away to release it'


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are a part of TOML's."""
    return json.dumps(text)
