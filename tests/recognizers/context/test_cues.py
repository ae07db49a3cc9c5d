import pytest

from recognizers.context.cues import CueRecognizer
from recognizers.fold import fold


def _found(text: str) -> set[tuple[str, str]]:
    return {(str(s.label), text[s.start : s.end]) for s in CueRecognizer().find(fold(text))}


@pytest.mark.parametrize(
    ("text", "label", "name"),
    [
        ("seen by Dr. Okafor today", "DOCTOR", "Okafor"),
        ("Dr. Hope will call", "DOCTOR", "Hope"),
        ("Prof.Reyes noted", "DOCTOR", "Reyes"),
        ("Drs. Okafor and Reyes agree", "DOCTOR", "Reyes"),
        ("Mrs Okafor slept", "PATIENT", "Okafor"),
        ("spoke with dr okafor about it", "DOCTOR", "okafor"),
        ("told dr q. about it", "DOCTOR", "q"),
        ("bed 4 mrs v slept", "PATIENT", "v"),
        ("Ilse Reyes, RN at bedside", "DOCTOR", "Ilse Reyes"),
        ("REYES, ILSE B, MD", "DOCTOR", "REYES, ILSE B"),
        ("his daughter Almaz drove", "PATIENT", "Almaz"),
        ("lives with son (Benedict)", "PATIENT", "Benedict"),
        ("a cousin named Tova came", "PATIENT", "Tova"),
        ("she goes by Tova at home", "PATIENT", "Tova"),
        ("report to Ilse at 0700", "DOCTOR", "Ilse"),
        ("Dear Tova,\nyour labs", "PATIENT", "Tova"),
    ],
)
def test_a_cue_announces_a_name(text: str, label: str, name: str) -> None:
    assert (label, name) in _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Mother Hypertension, father Diabetes.",
        "placed a 16 Fr Coude catheter",
        "wife is Irish",
        "trace mr w/ mild tr",
        "ask the dr a few things",
        "daughter American by birth",
        "the nurse held pressure",
        "Rev. D of the form",
        "Dear colleagues,",
        "Take 1 tab by mouth",
        "Mother: Rice, she said.",
        "bitten by a dog named Tova",
    ],
)
def test_no_name_follows(text: str) -> None:
    assert _found(text) == set()
