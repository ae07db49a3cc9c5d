"""Compact clinical taggers that read what no pattern can: names, places, facilities, work."""

from typing import TYPE_CHECKING

from recognizers.ner.model import FOLDERS, Sensitivity
from recognizers.ner.recognizer import NerRecognizer

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["FOLDERS", "NerRecognizer", "Sensitivity", "load"]


def load(
    *, engine: str = "accurate", sensitivity: Sensitivity = "balanced", threads: int | None = None
) -> "Language":
    """A spaCy pipeline of a blank English tokenizer and the component ``clinical_ner``.

    Args:
        engine: ``"accurate"`` or ``"fast"``.
        sensitivity: ``"balanced"`` or ``"high"``.
        threads: how many windows are read at a time; by default one on each core.
    """
    import spacy  # noqa: PLC0415 - takes a second; the recognizer alone needs no spaCy

    import recognizers.ner.component  # noqa: F401, PLC0415 - registers the factory

    nlp = spacy.blank("en")
    nlp.add_pipe("clinical_ner", config={"engine": engine, "sensitivity": sensitivity, "threads": threads})
    return nlp
