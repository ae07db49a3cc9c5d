import subprocess
import sys
from collections.abc import Iterable

import pytest
from presidio_analyzer import (
    AnalyzerEngine,
    Pattern,
    PatternRecognizer,
    RecognizerRegistry,
    pattern_recognizer,
)
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine

from annotation import InputError, Label, Note, RecognizerError, Span
from recognizers import catalogue
from recognizers.context.cues import CueRecognizer
from recognizers.context.headers import HeaderRecognizer
from recognizers.detector import Detector
from recognizers.fold import View, fold
from recognizers.presidio import LABEL_KEY, as_presidio, from_presidio

TEXTS = [
    "Patient: OKAFOR, TOVA B   MRN: 4417\nSeen by Dr. Reyes.",
    "\uff24r. Reyes and Ilse Marchetti, RN came.\u00adNothing else.",
    "No one is named here; Foley catheter in place.",
]


class Silent(NlpEngine):
    """An engine that reads nothing, so that only the bridged recognizers speak."""

    def load(self) -> None: ...

    def is_loaded(self) -> bool:
        return True

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        del text
        return NlpArtifacts([], [], [], [], self, language)

    def process_batch(self, texts, language, **_):
        return ((text, self.process_text(text, language)) for text in texts)

    def is_stopword(self, *_) -> bool:
        return False

    def is_punct(self, *_) -> bool:
        return False

    def get_supported_entities(self) -> list[str]:
        return []

    def get_supported_languages(self) -> list[str]:
        return ["en"]


def _engine(recognizer) -> AnalyzerEngine:
    registry = RecognizerRegistry(recognizers=[recognizer], supported_languages=["en"])
    return AnalyzerEngine(registry=registry, nlp_engine=Silent(), supported_languages=["en"])


@pytest.mark.parametrize("recognizer", [HeaderRecognizer(), CueRecognizer()], ids=lambda r: r.name)
def test_the_engine_gives_the_spans_of_the_direct_path(recognizer) -> None:
    engine = _engine(as_presidio(recognizer))
    for text in TEXTS:
        found = {(r.start, r.end, r.recognition_metadata[LABEL_KEY]) for r in engine.analyze(text, "en")}
        assert found == {(s.start, s.end, str(s.label)) for s in recognizer.find(fold(text))}


def test_a_whole_detector_gives_the_same_through_the_engine_and_in_batches() -> None:
    detector = catalogue.default(engine="rules")
    engine = _engine(as_presidio(detector))
    batch = detector.detect_many([Note(str(i), text) for i, text in enumerate(TEXTS)])
    for text, spans in zip(TEXTS, batch, strict=True):
        found = {(r.start, r.end, r.recognition_metadata[LABEL_KEY]) for r in engine.analyze(text, "en")}
        assert found == {(s.start, s.end, str(s.label)) for s in spans}


def _pattern(entity: str, regex: str):
    return PatternRecognizer(entity, name="badge", patterns=[Pattern("badge", regex, 0.7)])


def test_a_presidio_recognizer_finds_through_the_fold() -> None:
    recognizer = from_presidio(_pattern("BADGE", r"\bBG-\d{4}\b"), labels={"BADGE": Label.IDNUM})
    text = "badge BG\u20114\uff1471 shown"
    (span,) = Detector([recognizer]).detect(Note("n", text))
    assert (text[span.start : span.end], span.label) == ("BG\u20114\uff1471", Label.IDNUM)


def test_an_entity_without_a_label_is_refused() -> None:
    with pytest.raises(InputError, match="BADGE"):
        from_presidio(_pattern("BADGE", "x"))


def test_a_pattern_out_of_time_fails_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_recognizer, "REGEX_TIMEOUT_SECONDS", 0.01)
    recognizer = from_presidio(_pattern("PERSON", r"(?:a+a+)+$"))
    with pytest.raises(RecognizerError, match="presidio-badge"):
        Detector([recognizer]).detect(Note("n", "a" * 3000 + "!"))


def test_presidio_is_imported_only_when_a_bridge_is_made() -> None:
    code = "import sys, recognizers.presidio; sys.exit('presidio_analyzer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_failures_of_ours_pass_through_presidio() -> None:
    class Failing:
        name = "failing"
        labels = frozenset({Label.MRN})

        def find(self, view: View) -> Iterable[Span]:
            raise ValueError(view.text)

    bridged = as_presidio(Detector([Failing()]))
    with pytest.raises(RecognizerError):
        bridged.analyze("text", None)
