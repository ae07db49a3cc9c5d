"""The tagger as a spaCy component, ``clinical_ner``.

It sets ``doc.ents``, and ``doc.spans["clinical_ner"]`` with ``attrs["scores"]`` as spaCy's own
span categorizer does. Tokens are spaCy's; an entity is widened to whole tokens, the spans of
NerRecognizer are exact.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, SpanGroup
from spacy.tokens import Span as Entity
from spacy.util import filter_spans, minibatch

from annotation import Span
from recognizers.fold import fold
from recognizers.ner.model import FOLDERS, Sensitivity
from recognizers.ner.recognizer import NerRecognizer

KEY = "clinical_ner"


class ClinicalNer:
    """The component; see the factory make_clinical_ner for its settings."""

    def __init__(self, recognizer: NerRecognizer) -> None:
        self._recognizer = recognizer

    def __call__(self, doc: Doc) -> Doc:
        """Set a document's entities."""
        return _mark(doc, self._recognizer.find(fold(doc.text)))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 32) -> Iterator[Doc]:
        """Set the entities of many documents, read together batch by batch."""
        for docs in minibatch(stream, batch_size):  # type: ignore[no-untyped-call] # spaCy leaves it untyped
            found = self._recognizer.find_many([fold(doc.text) for doc in docs])
            yield from map(_mark, docs, found)


@Language.factory(
    "clinical_ner",
    default_config={"engine": "accurate", "sensitivity": "balanced", "threads": None, "folder": None},
)
def make_clinical_ner(
    nlp: Language, name: str, engine: str, sensitivity: Sensitivity, threads: int | None, folder: str | None
) -> ClinicalNer:
    """Make the component: ``nlp.add_pipe("clinical_ner", config={"engine": "fast"})``.

    A folder holds a model of one's own, in place of the engine's.
    """
    del nlp, name
    where = FOLDERS[engine] if folder is None else Path(folder)
    return ClinicalNer(NerRecognizer(sensitivity=sensitivity, threads=threads, folder=where))


def _mark(doc: Doc, spans: Iterable[Span]) -> Doc:
    entities: list[Entity] = []
    scores: list[float] = []
    for span in spans:
        entity = doc.char_span(span.start, span.end, str(span.label), alignment_mode="expand")
        if entity is not None:
            entities.append(entity)
            scores.append(span.score)
    doc.spans[KEY] = SpanGroup(doc, name=KEY, attrs={"scores": np.array(scores)}, spans=entities)
    doc.ents = filter_spans(entities)
    return doc
