import pytest

from annotation import Label, Span
from recognizers.plausible import is_plausible


def _plausible(text: str, written: str, label: Label, score: float = 0.9) -> bool:
    at = text.rindex(written)
    return is_plausible(text, Span(at, at + len(written), label, score, "ner"))


@pytest.mark.parametrize(
    ("text", "written", "label"),
    [
        ("woke at 0310 in pain", "0310", Label.ROOM),
        ("out 2145", "2145", Label.IDNUM),
        ("he is 74 and well", "74", Label.AGE),
        ("pain 3/10 now", "3/10", Label.DATE),
        ("BP 141/90", "141/90", Label.DATE),
        ("swims on Mondays", "Mondays", Label.DATE),
        ("in the fall", "the fall", Label.DATE),
        ("last Augmentin", "Augmentin", Label.DATE),
        ("SSN 532", "SSN", Label.IDNUM),
        ("Tova Okafor, LICSW", "LICSW", Label.ORGANIZATION),
        ("the GI clinic", "GI", Label.ORGANIZATION),
        ("a dose of lactulose", "lactulose", Label.PATIENT),
        ("by Zoom", "Zoom", Label.DOCTOR),
        ("named after his father Jr.", "Jr.", Label.PATIENT),
        ("interpreter (Vietnamese)", "Vietnamese", Label.PATIENT),
        ("K in the serum", "K", Label.DOCTOR),
        ("to the South", "South", Label.STREET),
    ],
)
def test_what_cannot_be_is_refused(text: str, written: str, label: Label) -> None:
    assert not _plausible(text, written, label)


@pytest.mark.parametrize(
    ("text", "written", "label"),
    [
        ("moved to room 0310", "0310", Label.ROOM),
        ("she is 94", "94", Label.AGE),
        ("seen 3/28 again", "3/28", Label.DATE),
        ("in 2020", "2020", Label.DATE),
        ("on Nochebuena", "Nochebuena", Label.DATE),
        ("since the third of June", "the third of June", Label.DATE),
        ("case A-4471", "A-4471", Label.IDNUM),
        ("at the VA", "VA", Label.HOSPITAL),
        ("Okafor Creek Surgery", "Okafor Creek Surgery", Label.HOSPITAL),
        ("saw okafor", "okafor", Label.PATIENT),
        ("Mrs. K slept", "K", Label.PATIENT),
        ("OKAFOR, R", "R", Label.PATIENT),
        ("Yarrow MA", "MA", Label.STATE),
        ("left Ukraine", "Ukraine", Label.COUNTRY),
    ],
)
def test_what_may_be_is_kept(text: str, written: str, label: Label) -> None:
    score = 0.98 if written == "Nochebuena" else 0.9
    assert _plausible(text, written, label, score)
