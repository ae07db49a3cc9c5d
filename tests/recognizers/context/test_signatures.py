import pytest

from recognizers.context.signatures import SignatureRecognizer
from recognizers.fold import fold


def _found(text: str) -> set[tuple[str, str]]:
    return {(str(s.label), text[s.start : s.end]) for s in SignatureRecognizer().find(fold(text))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Plan as above.\n\nSincerely,\nIlse Reyes", ("DOCTOR", "Ilse Reyes")),
        ("see you then\nThanks,\nAlmaz", ("DOCTOR", "Almaz")),
        ("/s/ Benedict Okafor", ("DOCTOR", "Benedict Okafor")),
        ("Dictated by: IMR/kt", ("DOCTOR", "IMR/kt")),
        ("end of note\nIMR/kt\n", ("DOCTOR", "IMR/kt")),
        ("line\n- Almaz", ("DOCTOR", "Almaz")),
        ("wound dry.\nimr/kt\n", ("DOCTOR", "imr/kt")),
        ("wound dry.  IMR : kt", ("DOCTOR", "IMR : kt")),
        ("wound dry.\nqz\n\nLater", ("DOCTOR", "qz")),
        ("wound dry.\n~ qz, RN\n\nLater", ("DOCTOR", "qz")),
        ("wound dry. QZ\n\nLater", ("DOCTOR", "QZ")),
        ("scribed by QZ 3/4", ("DOCTOR", "QZ")),
        ("D: IMR  T: qz  job", ("DOCTOR", "qz")),
        ("drawn by qz at noon", ("DOCTOR", "qz")),
        ("that is R-E-Y-E-S please", ("PATIENT", "R-E-Y-E-S")),
        ("spelled O K A F O R", ("PATIENT", "O K A F O R")),
    ],
)
def test_finds_signers_and_spelled_names(text: str, found: tuple[str, str]) -> None:
    assert found in _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "EMG/NCS\nnormal",
        "dialysis M-W-F",
        "- Lisinopril\n- Metoprolol",
        "Thanks,\nwill follow up",
        "TMP/SMX\n",
        "as before\n\nQZ\n\nnone",
        "wound dry. OK",
        "given by IV today",
        "set by the nurse",
        "wound dry.\nECG : wide",
        "he said\nso\n\nthen",
    ],
)
def test_leaves_tests_and_lists(text: str) -> None:
    assert _found(text) == set()
