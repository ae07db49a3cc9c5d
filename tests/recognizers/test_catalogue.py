import pytest

from annotation import Label, Note
from recognizers import catalogue

NOTE = Note("n", "Went home with Tobias. Lives in Torvale, was a plumber. MRN 77-4410-2, call 555-0134.")


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


@pytest.mark.parametrize("engine", ["accurate", "fast"])
def test_engines_add_a_model_to_the_rules(engine) -> None:
    ruled = catalogue.default(engine="rules").detect(NOTE)
    spans = catalogue.default(engine=engine).detect(NOTE)
    assert {place for span in ruled for place in range(span.start, span.end)} <= {
        place for span in spans for place in range(span.start, span.end)
    }
    found = {NOTE.text[span.start : span.end]: span for span in spans}
    assert found["Tobias"].label.group is Label.PATIENT.group
    assert found["Tobias"].source == "ner"
    assert "Tobias" not in {NOTE.text[span.start : span.end] for span in ruled}
