"""ICD-10-CM diagnosis codes: code, category, block, chapter.

The category is the first three characters; blocks and chapters are the ranges of the tabular list of the
National Center for Health Statistics, release of April 2026 (`data/icd10cm_ranges.txt`). Where the list nests
blocks (C00-C96 around C81-C96) the innermost counts. A well-formed category outside every block is its own
block, so that a newer code still merges into its chapter.

>>> import pandas as pd
>>> icd10().fit(pd.Series(["E11.9", "I21.4", "I214"])).labels[1:4]
(('E11', 'I21'), ('E08-E13', 'I20-I25'), ('E00-E89', 'I00-I99'))
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from notedeid.structured.hierarchies.hierarchy import Levels

__all__ = ["block", "category", "chapter", "icd10"]

WRITTEN = re.compile(r"([A-Z](?:\d[0-9A-Z]|A\d))\.?[0-9A-Z]{0,4}", re.IGNORECASE)


def icd10() -> Levels:
    """The hierarchy of a column of ICD-10-CM codes, with or without the dot."""
    return Levels("ICD-10-CM", ("category", category), ("block", block), ("chapter", chapter))


def category(value: object) -> str:
    """The three-character category of a code.

    Raises:
        ValueError: not an ICD-10-CM code.
    """
    match = WRITTEN.fullmatch(str(value).strip())
    if not match:
        raise ValueError
    return match[1].upper()


def block(value: object) -> str:
    """The block that holds a code, as `I20-I25`; the category itself where no block does."""
    code = category(value)
    single, spans = _blocks()
    return single.get(code) or next((span for span in spans if span[:3] <= code <= span[4:]), code)


def chapter(value: object) -> str:
    """The chapter that holds a code, as `I00-I99`; its letter where no chapter does."""
    code = category(value)
    return next((span for span in _ranges() if span[:3] <= code <= span[4:]), code[0])


@cache
def _ranges() -> dict[str, list[str]]:
    text = (
        resources.files("notedeid.structured").joinpath("data/icd10cm_ranges.txt").read_text(encoding="utf-8")
    )
    lines = (line.split(":") for line in text.splitlines())
    return {name: blocks.split() for name, blocks in lines}


@cache
def _blocks() -> tuple[dict[str, str], list[str]]:
    words = [word for blocks in _ranges().values() for word in blocks]
    single = dict(word.split("=") for word in words if "=" in word)
    single |= {word[:3]: word for word in words if "=" not in word and word[:3] == word[4:]}
    return single, [word for word in words if "=" not in word]
