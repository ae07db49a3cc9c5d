"""The bridge to Presidio, both ways (https://microsoft.github.io/presidio/analyzer/).

``as_presidio`` makes a recognizer or a whole detector a Presidio ``EntityRecognizer``;
``from_presidio`` makes any Presidio recognizer one of ours. Presidio logs a pattern that ran
out of time and goes on as if it had found nothing; here that counts as a failure. Importing
Presidio takes seconds, so this module imports it only when a bridge is made.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from annotation import InputError, Label, Note, RecognizerError, Span
from recognizers.detector import Detector
from recognizers.fold import View, fold
from recognizers.recognizer import Recognizer

if TYPE_CHECKING:
    from presidio_analyzer import EntityRecognizer
    from presidio_analyzer.nlp_engine import NlpEngine

LABEL_KEY = "notedeid_label"
"""Under this key ``recognition_metadata`` holds the exact label."""

_LABELS: Mapping[str, Label] = {
    **{label.presidio: label for label in reversed(Label)},
    "PERSON": Label.PATIENT,
    "LOCATION": Label.LOCATION_OTHER,
    "ORGANIZATION": Label.ORGANIZATION,
    "PHONE_NUMBER": Label.PHONE,
    "US_PASSPORT": Label.IDNUM,
    "US_DRIVER_LICENSE": Label.LICENSE,
    "US_ITIN": Label.IDNUM,
    "US_BANK_NUMBER": Label.ACCOUNT,
    "IBAN_CODE": Label.ACCOUNT,
    "CREDIT_CARD": Label.ACCOUNT,
    "CRYPTO": Label.ACCOUNT,
    "UK_NHS": Label.MRN,
    "UK_NINO": Label.SSN,
    "US_MBI": Label.HEALTHPLAN,
    "US_NPI": Label.LICENSE,
    "MAC_ADDRESS": Label.DEVICE,
    "NRP": Label.LOCATION_OTHER,
}


def as_presidio(source: Recognizer | Detector, *, language: str = "en") -> "EntityRecognizer":
    """Make a recognizer or a detector usable in a Presidio ``AnalyzerEngine``.

    Args:
        source: what finds the spans; a failure raises RecognizerError through Presidio.
        language: the language Presidio is asked in.

    Returns:
        A recognizer of the Presidio entities that the labels map to; each result holds the
        exact label in its ``recognition_metadata``.
    """
    from presidio_analyzer import EntityRecognizer, RecognizerResult  # noqa: PLC0415 - takes seconds

    name = getattr(source, "name", "notedeid")
    labels: Iterable[Label] = getattr(source, "labels", Label)
    find = _finder(source)

    class Bridged(EntityRecognizer):
        def load(self) -> None:
            """Nothing to load."""

        def analyze(self, text: str, entities: list[str] | None, nlp_artifacts: object = None) -> list[Any]:  # noqa: ARG002 - Presidio's signature
            spans = [span for span in find(text) if not entities or span.label.presidio in entities]
            return [
                RecognizerResult(
                    span.label.presidio,
                    span.start,
                    span.end,
                    span.score,
                    recognition_metadata={
                        RecognizerResult.RECOGNIZER_NAME_KEY: name,
                        RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                        LABEL_KEY: str(span.label),
                    },
                )
                for span in spans
            ]

    entities = sorted({label.presidio for label in labels})
    return Bridged(supported_entities=entities, name=name, supported_language=language)


def _finder(source: Recognizer | Detector) -> Callable[[str], Iterable[Span]]:
    if isinstance(source, Detector):
        return lambda text: source.detect(Note("presidio", text))
    return lambda text: source.find(fold(text))


class PresidioRecognizer:
    """A Presidio recognizer as one of ours; made by ``from_presidio``."""

    def __init__(
        self, bridged: "EntityRecognizer", labels: Mapping[str, Label], nlp_engine: "NlpEngine | None"
    ) -> None:
        self.name: str = f"presidio-{getattr(bridged, 'name', 'recognizer')}"
        self._bridged, self._labels, self._nlp_engine = bridged, labels, nlp_engine
        self.labels = frozenset(labels[entity] for entity in bridged.supported_entities)

    def find(self, view: View) -> Iterator[Span]:
        """Yield what the Presidio recognizer finds in the folded text.

        Raises:
            RecognizerError: one of its patterns ran out of time.
        """
        artifacts: Any = self._nlp_engine.process_text(view.text, "en") if self._nlp_engine else None
        with _no_timeouts(self.name):
            results = self._bridged.analyze(view.text, self._bridged.supported_entities, artifacts)
        for result in results or ():
            if result.start < result.end and result.score > 0:
                label = self._labels[result.entity_type]
                yield view.span(result.start, result.end, label, min(result.score, 1.0), self.name)


def from_presidio(
    bridged: "EntityRecognizer",
    *,
    labels: Mapping[str, Label] | None = None,
    nlp_engine: "NlpEngine | None" = None,
) -> PresidioRecognizer:
    """Make a Presidio recognizer usable in a Detector.

    Args:
        bridged: the Presidio recognizer, loaded.
        labels: what its entity names mean, beyond or instead of the usual ones.
        nlp_engine: for recognizers that read a spaCy pipeline's output.

    Raises:
        InputError: an entity name has no label.
    """
    known = {**_LABELS, **(labels or {})}
    unknown = sorted(entity for entity in bridged.supported_entities if entity not in known)
    if unknown:
        raise InputError(f"no label for the Presidio entities {', '.join(unknown)}; name them in labels=")
    return PresidioRecognizer(bridged, known, nlp_engine)


class _Timeouts(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen = False

    def emit(self, record: logging.LogRecord) -> None:
        raised: Sequence[object] = record.exc_info or ()
        self.seen = self.seen or TimeoutError in raised


@contextmanager
def _no_timeouts(name: str) -> Iterator[None]:
    log, watcher = logging.getLogger("presidio-analyzer"), _Timeouts()
    level = log.level
    log.addHandler(watcher)
    log.setLevel(min(log.getEffectiveLevel(), logging.WARNING))
    try:
        yield
    finally:
        log.removeHandler(watcher)
        log.setLevel(level)
    if watcher.seen:
        raise RecognizerError(f"recognizer {name}: a pattern ran out of time")
