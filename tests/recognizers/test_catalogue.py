from annotation import Note
from recognizers import catalogue


def test_rules_need_no_model() -> None:
    text = "Patient: OKAFOR, TOVA B\nSeen by Dr. Reyes."
    spans = catalogue.default(engine="rules").detect(Note("n", text))
    assert [text[s.start : s.end] for s in spans] == ["OKAFOR, TOVA B", "Reyes"]


def test_every_age_counts_where_it_is_asked_for() -> None:
    note = Note("n1", "A 47-year-old woman and her 92-year-old aunt, BP 120/80.")
    found = {
        ages: [note.text[s.start : s.end] for s in catalogue.default(engine="rules", ages=ages).detect(note)]
        for ages in ("over-89", "all")
    }
    assert found == {"over-89": ["92"], "all": ["47", "92"]}
