"""Documents without identifiers: the paragraphs of a note in which nothing is marked."""

import re
from dataclasses import replace
from typing import Final

from annotation import MarkedNote

_ENOUGH: Final = 25


def quiet(marked: MarkedNote) -> MarkedNote | None:
    """The unmarked lines and paragraphs of a note, or None when they are too few words to learn from.

    Returns:
        A note of the same id and type, without patient and spans.
    """
    text = marked.note.text
    kept = [
        block[0]
        for block in re.finditer(r"[^\n]+\n*", text)
        if not any(span.start < block.end() and block.start() < span.end for span in marked.spans)
    ]
    joined = "".join(kept).strip()
    if not marked.spans or len(joined.split()) < _ENOUGH:
        return None
    return MarkedNote(replace(marked.note, text=joined, patient_id=None))
