"""One table as two: demographic and clinical, joined only by random ids whose key goes elsewhere.

Each part has its own random id and its own random order, so neither the ids nor the places of the rows
join them; the link does, and belongs to somebody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annotation.errors import InputError
from notedeid.structured.named import need
from notedeid.structured.transforms.codes import pseudonyms
from surrogates.keys import Key

__all__ = ["Split", "split"]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The parts of a table.

    Attributes:
        demographic: `demographic_id` and the demographic columns.
        clinical: `clinical_id` and the other columns.
        link: which ids belong together; keep it apart from both.
    """

    demographic: pd.DataFrame
    clinical: pd.DataFrame
    link: pd.DataFrame


def split(frame: pd.DataFrame, demographic: Sequence[str], *, codes: Key | None = None) -> Split:
    """Part a table.

    Args:
        frame: the records.
        demographic: columns of the demographic part; all others are clinical.
        codes: what the ids are drawn from; a fresh random key where None.

    Raises:
        InputError: an unknown column, or one part without columns.
    """
    need(frame, *demographic)
    clinical = [str(name) for name in frame.columns if name not in demographic]
    if not demographic or not clinical:
        raise InputError("a split needs columns of the table for both parts")
    key = codes or Key.generate()
    place = pd.Series(range(len(frame)))
    ids = {part: pseudonyms(place, key, context=f"split {part}") for part in ("demographic", "clinical")}
    link = pd.DataFrame({f"{part}_id": code for part, code in ids.items()})
    parts = [
        _part(frame[list(columns)], ids[name], f"{name}_id")
        for name, columns in (("demographic", demographic), ("clinical", clinical))
    ]
    return Split(parts[0], parts[1], link.sort_values("demographic_id", ignore_index=True))


def _part(columns: pd.DataFrame, ids: pd.Series, name: str) -> pd.DataFrame:
    whole = columns.reset_index(drop=True)
    whole.insert(0, name, ids)
    return whole.sort_values(name, ignore_index=True)
