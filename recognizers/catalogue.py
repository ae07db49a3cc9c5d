"""The shipped detectors, put together; models and word lists load when a detector is made."""

from collections.abc import Iterable
from typing import Literal

from annotation import Label, Span
from recognizers.context.columns import ColumnRecognizer
from recognizers.context.cues import CueRecognizer
from recognizers.context.facilities import FacilityRecognizer
from recognizers.context.headers import HeaderRecognizer
from recognizers.context.initials import InitialsRecognizer
from recognizers.context.lexicon import LexiconRecognizer
from recognizers.context.occupations import OccupationRecognizer
from recognizers.context.safe_words import SafeWordRecognizer
from recognizers.context.signatures import SignatureRecognizer
from recognizers.detector import Detector
from recognizers.expressions.patterns import PatternEngine
from recognizers.fold import View
from recognizers.identifiers import RECOGNIZERS, age
from recognizers.recognizer import Recognizer

Engine = Literal["accurate", "fast", "rules"]
"""``"accurate"`` reads notes with the shipped encoder too, ``"fast"`` with a small convolutional model
in its place, ``"rules"`` without any."""
Ages = Literal["over-89", "all"]
"""Which ages count: those that 45 CFR 164.514(b)(2)(i)(C) names, or every one that is stated."""


class FormattedRecognizer:
    """All identifiers that have a written form, found in one pass."""

    name = "identifiers"

    def __init__(self, *, ages: Ages = "over-89") -> None:
        of_age = age.recognizer(every=ages == "all")
        self._engine = PatternEngine([of_age if one is age.RECOGNIZER else one for one in RECOGNIZERS])
        self.labels: frozenset[Label] = frozenset().union(*(each.labels for each in RECOGNIZERS))

    def find(self, view: View) -> Iterable[Span]:
        """Spans of every identifier module, each with its own source."""
        return self._engine.find(view)


def rules(*, ages: Ages = "over-89") -> list[Recognizer]:
    """Recognizers that need no model."""
    return [
        FormattedRecognizer(ages=ages),
        HeaderRecognizer(),
        ColumnRecognizer(),
        CueRecognizer(),
        SignatureRecognizer(),
        InitialsRecognizer(),
        FacilityRecognizer(),
        OccupationRecognizer(),
        LexiconRecognizer(),
    ]


def beside_model(*, ages: Ages = "over-89") -> list[Recognizer]:
    """Recognizers whose evidence a model weighs: the rules, and words that nothing shows to be safe."""
    return [*rules(ages=ages), SafeWordRecognizer()]


def default(
    *,
    engine: Engine = "accurate",
    sensitivity: Literal["balanced", "high"] = "balanced",
    ages: Ages = "over-89",
    threads: int | None = None,
) -> Detector:
    """Make the shipped detector.

    Args:
        engine: see Engine.
        sensitivity: ``"high"`` finds more, at the price of more false spans.
        ages: see Ages.
        threads: how many windows of a note the model reads at a time, beside the rules; by default
            one on each core. Where processes share the cores, 1. The spans are the same.

    Raises:
        IntegrityError: the model or a word list is not the one its manifest names.
    """
    if engine == "rules":
        unsafe = [SafeWordRecognizer()] if sensitivity == "high" else []
        return Detector([*rules(ages=ages), *unsafe], sensitivity=sensitivity)
    from recognizers.ner import FOLDERS, NerRecognizer  # noqa: PLC0415 - onnxruntime loads for a second

    tagger = NerRecognizer(sensitivity=sensitivity, threads=threads, folder=FOLDERS[engine])
    return Detector([*beside_model(ages=ages), tagger], sensitivity=sensitivity)
