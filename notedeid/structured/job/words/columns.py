"""What a column is and what happens to it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from notedeid.structured.job.words.base import Strict
from notedeid.structured.job.words.hierarchies import Hierarchy, HierarchySpec
from notedeid.structured.job.words.transforms import Transform

__all__ = ["ColumnSpec"]


def _listed(given: Any) -> Any:  # noqa: ANN401 - whatever the file holds
    return [given] if isinstance(given, dict) else given


class ColumnSpec(Strict):
    """What a column is and what happens to it.

    Attributes:
        role: direct (removed, or coded by a transform), quasi, sensitive, keep, or note.
        transform: applied before the search, one after the other where there are several.
        hierarchy: of a quasi-identifier.
    """

    role: Literal["direct", "quasi", "sensitive", "keep", "note"]
    transform: Annotated[tuple[Transform, ...], BeforeValidator(_listed)] = ()
    hierarchy: Hierarchy | None = None

    @property
    def levels(self) -> str:
        """The hierarchy by name, "given" for one of the user's own, "" for none."""
        if isinstance(self.hierarchy, HierarchySpec):
            return "zip" if self.hierarchy.zip else "given"
        return self.hierarchy or ""
