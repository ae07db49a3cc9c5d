"""Areas merged until each holds enough records, neighbours by their place in a geography first.

>>> merge_areas({"98402": 4, "98404": 12, "98405": 40, "99201": 30}, threshold=15)["98402"]
'98402+98404'
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping

import pandas as pd

from annotation.errors import InputError
from notedeid.structured.hierarchies.hierarchy import text_of
from notedeid.structured.named import need

__all__ = ["merge_areas", "with_merged_areas"]

Group = tuple[int, tuple[str, ...]]


def merge_areas(
    counts: Mapping[str, int], parents: Mapping[str, str] | None = None, *, threshold: int = 15
) -> dict[str, str]:
    """A label for each area, such that every label holds `threshold` records or more.

    The two smallest areas of a parent are merged until none of it is too small; what is still too small
    then is merged with the smallest of the other parents.

    Args:
        counts: records by area.
        parents: the larger area that holds each; the first three letters of its code where None (ZIP).
        threshold: fewest records of a label.

    Raises:
        InputError: fewer records in all than the threshold, or an area without a parent.
    """
    if sum(counts.values()) < threshold:
        raise InputError(f"all areas together hold fewer than {threshold} records")
    missing = [area for area in counts if parents is not None and area not in parents]
    if missing:
        raise InputError(f"area {missing[0]!r} has no parent")
    by_parent: dict[str, list[Group]] = defaultdict(list)
    for area in sorted(counts):
        by_parent[area[:3] if parents is None else parents[area]].append((counts[area], (area,)))
    within = [group for parent in sorted(by_parent) for group in _merged(by_parent[parent], threshold)]
    return {area: "+".join(areas) for _, areas in _merged(within, threshold) for area in areas}


def with_merged_areas(frame: pd.DataFrame, column: str, *, threshold: int = 15) -> pd.DataFrame:
    """A frame whose ZIP column holds the labels of `merge_areas`; missing cells stay missing.

    Raises:
        InputError: an unknown column, or as `merge_areas`.
    """
    need(frame, column)
    areas = frame[column].map(text_of, na_action="ignore")
    counts = areas.value_counts()
    labels = merge_areas({str(area): int(n) for area, n in counts.items()}, threshold=threshold)
    return frame.assign(**{column: areas.map(labels)})


def _merged(groups: list[Group], threshold: int) -> list[Group]:
    heap = list(groups)
    heapq.heapify(heap)
    while len(heap) > 1 and heap[0][0] < threshold:
        (few, some), (more, others) = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (few + more, tuple(sorted((*some, *others)))))
    return sorted(heap)
