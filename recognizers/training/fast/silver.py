"""Silver marks: what a trained tagger reads where a carrier leaves open what a word is.

An open piece may be called whatever the teacher finds likely, one tag or several; what is marked
or known to be no identifier stays as it is.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from recognizers.ner.model import Model
from recognizers.ner.pieces import SHAPES
from recognizers.ner.scheme import TAGS
from recognizers.training.examples import ANY_TAG, Example

LIKELY: Final = 0.05
"""Least probability of a tag that an open piece may have."""


def silvered(example: Example, teacher: Model) -> Example:
    """Narrow the tags of an example's open pieces to those that the teacher finds likely.

    Args:
        example: its pieces cut by the teacher's vocabulary.
        teacher: reads the text of the example.
    """
    still_open = example.tags == ANY_TAG
    if not still_open.any():
        return example
    plain = replace(example.pieces, shapes=example.pieces.shapes % SHAPES)
    likely = np.exp(teacher.begin_pieces(plain)().tags) >= LIKELY
    masks = (likely * (1 << np.arange(len(TAGS)))).sum(axis=1)
    return replace(example, tags=np.where(still_open, masks, example.tags))
