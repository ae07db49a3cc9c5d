"""The hierarchies that a specification can name or give; functions of one's own need the library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Discriminator, RootModel, Tag, model_validator
from pydantic_core import PydanticCustomError

from notedeid.structured.job.words.base import Strict, name_or_table, table_tag

__all__ = ["Hierarchy", "HierarchyName", "HierarchySpec", "Tree"]

HierarchyName = Literal["ages", "dates", "zip", "icd10", "identity"]
WAYS = ("intervals", "rounding", "quantiles", "zip", "file", "tree")


class Tree(RootModel[dict[str, "list[str | int | float] | Tree"]]):
    """Categories in categories to any depth, values in lists."""


class HierarchySpec(Strict):
    """Exactly one way to generalize.

    Attributes:
        intervals: widths, fine to coarse.
        start: where intervals begin.
        rounding: bases, fine to coarse.
        quantiles: number of groups at the finest level.
        zip: the census whose counts restrict a prefix.
        file: a CSV as ARX writes it.
        delimiter: of the file.
        tree: categories in categories, values in lists.
    """

    intervals: list[float] | None = None
    start: float = 0.0
    rounding: list[float] | None = None
    quantiles: int | None = None
    zip: int | None = None
    file: Path | None = None
    delimiter: str = ";"
    tree: Tree | None = None

    @model_validator(mode="after")
    def _one_way(self) -> HierarchySpec:
        if sum(getattr(self, way) is not None for way in WAYS) != 1:
            raise PydanticCustomError("ways", "{text}", {"text": f"give exactly one of {', '.join(WAYS)}"})
        return self


Hierarchy = Annotated[
    Annotated[HierarchyName, Tag("<name>")] | Annotated[HierarchySpec, Tag("<table>")],
    Discriminator(table_tag),
    name_or_table(get_args(HierarchyName), HierarchySpec),
]
