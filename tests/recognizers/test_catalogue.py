from annotation import Note
from recognizers import catalogue


def test_rules_need_no_model() -> None:
    text = "Patient: OKAFOR, TOVA B\nSeen by Dr. Reyes."
    spans = catalogue.default(engine="rules").detect(Note("n", text))
    assert [text[s.start : s.end] for s in spans] == ["OKAFOR, TOVA B", "Reyes"]
