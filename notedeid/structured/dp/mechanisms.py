"""The noise: OpenDP's mechanisms and nothing of our own.

Counts take discrete Laplace (geometric) noise, sums Laplace noise on a clamped column; OpenDP proves the
privacy of each and guards its floating point (Mironov, "On significance of the least significant bits for
differential privacy", CCS 2012). The scale is searched so that the proven loss is at most epsilon.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from annotation.errors import InputError

__all__ = ["noisy_counts", "noisy_sum", "radius"]


def noisy_counts(
    values: Sequence[str], kinds: Sequence[str], *, epsilon: float, most: int
) -> tuple[list[int], float]:
    """How often each kind occurs, with geometric noise.

    Args:
        values: one a record.
        kinds: the categories, known beforehand.
        epsilon: the loss.
        most: records of one person at most.

    Returns:
        The counts, and the scale of the noise.
    """
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    counting = space >> dp.t.then_count_by_categories(list(kinds), null_category=False)

    def make(scale: float) -> Any:  # noqa: ANN401 - OpenDP ships no types
        return counting >> dp.m.then_laplace(scale=scale)

    scale = dp.binary_search_param(make, d_in=most, d_out=epsilon)
    return [int(count) for count in make(scale)(list(values))], float(scale)


def noisy_sum(values: Sequence[float], *, bound: float, epsilon: float, most: int) -> tuple[float, float]:
    """The sum of values clamped to [-bound, bound], with Laplace noise; and the scale of the noise."""
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    summing = space >> dp.t.then_clamp((-float(bound), float(bound))) >> dp.t.then_sum()

    def make(scale: float) -> Any:  # noqa: ANN401 - OpenDP ships no types
        return summing >> dp.m.then_laplace(scale=scale)

    scale = dp.binary_search_param(make, d_in=most, d_out=epsilon)
    return float(make(scale)([float(value) for value in values])), float(scale)


def radius(scale: float, *, confidence: float, figures: int = 1) -> float:
    """How far Laplace noise lies from zero at most, for all of several figures at once (union bound)."""
    return scale * math.log(figures / (1 - confidence))


def _opendp() -> ModuleType:
    try:
        import opendp.prelude as dp  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError("differential privacy needs OpenDP: pip install 'notedeid[dp]'") from None
    dp.enable_features("contrib")
    return dp
