"""A compact clinical encoder that reads what no pattern can: names, places, facilities, work."""

from typing import TYPE_CHECKING

from recognizers.ner.model import Sensitivity
from recognizers.ner.recognizer import NerRecognizer

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["NerRecognizer", "Sensitivity", "load"]


def load(*, sensitivity: Sensitivity = "balanced", threads: int = 1) -> "Language":
    """A spaCy pipeline of a blank English tokenizer and the component ``clinical_ner``."""
    import spacy  # noqa: PLC0415 - takes a second; the recognizer alone needs no spaCy

    import recognizers.ner.component  # noqa: F401, PLC0415 - registers the factory

    nlp = spacy.blank("en")
    nlp.add_pipe("clinical_ner", config={"sensitivity": sensitivity, "threads": threads})
    return nlp
