import pytest

from annotation import Note
from recognizers.context.safe_words import SafeWordRecognizer
from recognizers.detector import Detector
from recognizers.fold import fold


def _found(text: str, sensitivity: str) -> list[str]:
    spans = Detector([SafeWordRecognizer()], sensitivity=sensitivity).detect(Note("n", text))
    return [text[span.start : span.end] for span in spans]


def test_only_high_sensitivity_takes_unknown_words() -> None:
    text = "then Vanterpool arrived"
    assert _found(text, "high") == ["Vanterpool"]
    assert _found(text, "balanced") == []


@pytest.mark.parametrize(
    "text",
    [
        "The patient denies fever and chills.",
        "Started Xeloda 500 mg twice daily",
        "Babinski negative, Foley catheter in place",
        "seen on Tuesday in March",
        "hypernatremia, gastritis and pyelonephritis resolved",
        "Zyvoxal 600 mg",
        "work-up was done",
    ],
)
def test_ordinary_and_clinical_words_are_safe(text: str) -> None:
    assert _found(text, "high") == []


def test_scores_stay_below_the_balanced_threshold() -> None:
    assert all(span.score < 0.5 for span in SafeWordRecognizer().find(fold("Vanterpool met Okafor-Reyes")))
