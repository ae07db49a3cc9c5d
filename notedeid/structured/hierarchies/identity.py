"""The smallest hierarchy of any column: its own values, then `*`."""

from __future__ import annotations

from notedeid.structured.hierarchies.hierarchy import Levels

__all__ = ["identity"]


def identity() -> Levels:
    """Keep a value or suppress it, nothing between."""
    return Levels("identity")
