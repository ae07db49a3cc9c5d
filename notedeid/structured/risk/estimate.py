"""A risk that is an estimate is never a bare number."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with an interval.

    Attributes:
        value: the estimate.
        low: lower end of the interval.
        high: upper end of the interval.
        method: how it was found.
    """

    value: float
    low: float
    high: float
    method: str
