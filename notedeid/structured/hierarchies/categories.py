"""Categories: a tree that the user gives.

>>> categories({"cardiac": ["MI", "angina"], "renal": ["CKD"]}).labels[1]
('cardiac', 'renal')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from notedeid.structured.hierarchies.hierarchy import TOP, Hierarchy, text_of

__all__ = ["Tree", "categories"]

Tree = Mapping[str, "Tree"] | Sequence[object]


def categories(tree: Tree, *, name: str = "categories") -> Hierarchy:
    """A hierarchy from nested mappings with lists of values at the leaves.

    Where branches differ in depth the shorter ones repeat their value at the lower levels.

    Raises:
        InputError: an empty tree, or a value that stands in two places.
    """
    paths = list(_paths(tree, (TOP,)))
    depth = max((len(path) for path in paths), default=0)
    rows = [[path[0]] * (depth - len(path)) + list(path) for path in paths]
    return Hierarchy.from_labels(name, rows)


def _paths(tree: Tree, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(tree, Mapping):
        for label, branch in tree.items():
            yield from _paths(branch, (label, *above))
    else:
        for leaf in tree:
            yield (text_of(leaf), *above)
