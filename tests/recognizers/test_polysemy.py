"""Names that are also words, and eponyms: both read rightly by their place alone."""

from pathlib import Path

import pytest

from annotation import Note
from recognizers import catalogue
from recognizers.detector import Detector

NAMES = (Path(__file__).parent / "data" / "polysemous_names.txt").read_text(encoding="utf-8").split()
SLOTS = (
    "Patient: {} Okafor\n",
    "Name: OKAFOR, {}   MRN: 4471\n",
    "Dear Mr. {},\n",
    "seen by Dr. {} today",
    "Attending: Dr. {}\n",
)
EPONYMS = (
    "A Foley catheter was placed.",
    "known Parkinson's disease, stable",
    "positive Babinski on the left",
    "Crohn's flare last year",
    "Cushing syndrome ruled out",
    "a Penrose drain was left",
    "Wells score 3",
    "Glasgow Coma Scale 15",
    "Mayo scissors and Kocher clamps",
    "Bell's palsy resolved",
    "Hodgkin lymphoma in remission",
    "Apgar 8 and 9",
    "Murphy sign negative",
    "Trendelenburg position",
    "Addison disease excluded",
    "Epley maneuver twice",
    "Barrett esophagus without dysplasia",
    "Graves disease on methimazole",
    "Wernicke encephalopathy",
    "Dupuytren contracture",
)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return catalogue.default(engine="rules")


@pytest.mark.parametrize("slot", SLOTS)
def test_names_that_are_words_are_found_in_their_slots(detector: Detector, slot: str) -> None:
    found = 0
    for name in NAMES:
        written = name.upper() if "OKAFOR" in slot else name
        text, start = slot.format(written), slot.index("{}")
        spans = detector.detect(Note("n", text))
        found += any(span.start <= start and start + len(name) <= span.end for span in spans)
    assert found / len(NAMES) >= 0.9


def test_eponyms_are_no_names(detector: Detector) -> None:
    flagged = [text for text in EPONYMS if detector.detect(Note("n", text))]
    assert len(flagged) <= 0.02 * len(EPONYMS)
