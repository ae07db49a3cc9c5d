import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import KeyFileError, Label, Note, PatientRecord, Span
from annotation.roster import PersonName
from notedeid import Deidentifier, Key, Quarantined, Released
from recognizers.detector import Detector

KEY = Key(bytes(range(32)))


class Given:
    """Finds the spans it was given."""

    name = "given"
    labels = frozenset(Label)

    def __init__(self, spans):
        self.spans = spans

    def find(self, view):
        return [span for span in self.spans if span.end <= len(view.original)]


def deidentifier(*spans, **options):
    return Deidentifier(key=KEY, detector=Detector([Given(spans)]), **options)


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=12, max_size=80)
labels = st.sampled_from(list(Label))


@settings(max_examples=150, deadline=None)
@given(texts, st.lists(st.tuples(st.integers(0, 11), st.integers(1, 9), labels), max_size=4))
def test_text_outside_spans_is_as_it_was(text, ranges):
    spans = [Span(start, min(start + length, len(text)), label) for start, length, label in ranges]
    outcome = deidentifier(*spans).deidentify(Note("n", text))
    if isinstance(outcome, Quarantined):
        return
    kept = [text[a:b] for a, b in gaps([(e.start, e.end) for e in outcome.replacement.edits], len(text))]
    new = [(e.new_start, e.new_end) for e in outcome.replacement.edits]
    assert kept == [outcome.text[a:b] for a, b in gaps(new, len(outcome.text))]


def gaps(ranges, length):
    reached = 0
    for start, end in [*ranges, (length, length)]:
        yield reached, start
        reached = end


def test_outcomes_come_in_the_order_of_the_notes_whatever_the_patients():
    notes = [Note(str(i), f"note {i}", patient_id=f"p{i % 2}") for i in range(6)]
    assert [o.note.note_id for o in deidentifier().deidentify_many(notes)] == ["0", "1", "2", "3", "4", "5"]


def test_without_a_key_nothing_starts():
    with pytest.raises(KeyFileError, match="notedeid key new"):
        Deidentifier()


def test_two_datasets_under_one_key_share_no_surrogate():
    note, span = Note("n", "Mr. Wexcombe"), Span(4, 12, Label.PATIENT)
    one = deidentifier(span, dataset="one").deidentify(note)
    two = deidentifier(span, dataset="two").deidentify(note)
    assert one.text != two.text


def test_the_record_of_a_patient_reaches_the_search():
    record = PatientRecord("p", PersonName("Odalys", "", "Wexcombe"), mrn="5519-2207")
    outcome = deidentifier(roster=[record]).deidentify(Note("n", "odalys came, 55192207", patient_id="p"))
    assert isinstance(outcome, Released)
    assert {span.label for span in outcome.spans} == {Label.PATIENT, Label.MRN}


def test_a_name_missed_once_but_found_elsewhere_does_not_leave():
    outcome = deidentifier(Span(4, 12, Label.PATIENT)).deidentify(
        Note("n", "Mr. Wexcombe. Later Wexcombe left.")
    )
    assert "Wexcombe" not in outcome.text


def test_profiles_may_be_named_or_made():
    note, span = Note("n", "seen 3/14/2021"), Span(5, 14, Label.DATE)
    assert deidentifier(span, profile="limited-data-set").deidentify(note).text == note.text
    assert "2021" in deidentifier(span, profile="safe-harbor").deidentify(note).text
    assert "3/14" not in deidentifier(span, profile="safe-harbor").deidentify(note).text


def test_no_surrogate_is_a_name_of_the_cohort():
    note, span = Note("n", "Mr. Wexcombe"), Span(4, 12, Label.PATIENT)
    first = deidentifier(span).deidentify(note).text.split()[1]
    second = deidentifier(span, denied=[f"Ann {first.upper()}"]).deidentify(note).text.split()[1]
    assert second not in {first, "Wexcombe"}
