import itertools
import string

from hypothesis import given
from hypothesis import strategies as st

from annotation import Label, Span
from annotation.spans import covered
from recognizers.settle.resolve import resolve

LABELS = [Label.PATIENT, Label.DOCTOR, Label.CITY, Label.DATE, Label.MRN, Label.HOSPITAL]
SOURCES = ["mrn", "headers", "roster", "facilities", "lexicon"]


def _spans(size: int) -> st.SearchStrategy[Span]:
    return st.builds(
        lambda start, length, label, source, score: Span(
            start, min(size, start + length), label, score, source
        ),
        st.integers(0, size - 1),
        st.integers(1, 12),
        st.sampled_from(LABELS),
        st.sampled_from(SOURCES),
        st.sampled_from([0.3, 0.6, 1.0]),
    )


TEXT = "".join(c for _, c in zip(range(60), string.ascii_letters * 2, strict=False))


@given(st.lists(_spans(len(TEXT)), max_size=8), st.randoms())
def test_covers_all_evidence_once_in_any_order(spans: list[Span], shuffler: object) -> None:
    settled = resolve(TEXT, spans)
    assert all(one.end <= two.start for one, two in itertools.pairwise(settled))
    assert all(covered(span, settled) == len(span) for span in spans if span.score >= 0.5)
    mixed = list(spans)
    shuffler.shuffle(mixed)
    assert resolve(TEXT, mixed) == settled


def _texts(text: str, spans: list[Span]) -> list[tuple[str, str]]:
    return [(text[s.start : s.end], str(s.label)) for s in resolve(text, spans)]


def test_city_state_and_zip_stay_three() -> None:
    text = "Yarrow, OR 97999"
    found = [
        Span(0, 16, Label.CITY, 0.9, "ner"),
        Span(8, 10, Label.STATE, 0.9, "state"),
        Span(11, 16, Label.ZIP, 0.9, "zip"),
    ]
    assert _texts(text, found) == [("Yarrow", "CITY"), ("OR", "STATE"), ("97999", "ZIP")]


def test_name_pieces_become_one() -> None:
    text = "Tova Vanterpool and Ilse B. Reyes"
    found = [
        Span(0, 4, Label.PATIENT, 0.9, "ner"),
        Span(5, 15, Label.PATIENT, 0.7, "lexicon"),
        Span(20, 24, Label.PATIENT, 0.9, "ner"),
        Span(28, 33, Label.DOCTOR, 0.9, "headers"),
    ]
    assert _texts(text, found) == [("Tova Vanterpool", "PATIENT"), ("Ilse B. Reyes", "DOCTOR")]


def test_reliable_source_decides_the_type_and_keeps_the_longer_reach() -> None:
    text = "seen by Tova Vanterpool"
    found = [Span(8, 12, Label.DOCTOR, 0.8, "headers"), Span(8, 23, Label.PATIENT, 0.99, "ner")]
    assert _texts(text, found) == [("Tova Vanterpool", "DOCTOR")]


def test_weak_evidence_counts_only_below_the_threshold_given() -> None:
    weak = [Span(0, 4, Label.PATIENT, 0.4, "ner")]
    assert resolve("Tova", weak) == ()
    assert len(resolve("Tova", weak, threshold=0.25)) == 1


def test_a_field_label_left_of_a_model_span_is_no_identifier() -> None:
    text = "SSN 532-10-4986"
    found = [Span(0, 15, Label.SSN, 0.9, "ner"), Span(4, 15, Label.IDNUM, 0.9, "idnum")]
    assert _texts(text, found) == [("532-10-4986", "IDNUM")]


def test_model_names_the_type_where_a_source_tells_only_the_kind() -> None:
    text = "seen Okafor B-4471-20 at Yarrow House"
    found = [
        Span(5, 11, Label.DOCTOR, 0.8, "document"),
        Span(5, 11, Label.PATIENT, 0.97, "ner"),
        Span(12, 21, Label.IDNUM, 0.55, "idnum"),
        Span(12, 21, Label.MRN, 0.99, "ner"),
        Span(25, 37, Label.ORGANIZATION, 0.8, "facilities"),
        Span(25, 37, Label.HOSPITAL, 0.95, "ner"),
    ]
    assert [label for _, label in _texts(text, found)] == ["PATIENT", "MRN", "HOSPITAL"]


def test_label_before_a_number_outweighs_the_model() -> None:
    text = "MRN 447120"
    found = [Span(4, 10, Label.MRN, 0.9, "mrn"), Span(4, 10, Label.IDNUM, 0.99, "ner")]
    assert _texts(text, found) == [("447120", "MRN")]


def test_pieces_of_a_facility_or_occupation_become_one() -> None:
    text = "a rope and sail maker at House of Yarrow and Quill Clinic"
    found = [
        Span(2, 6, Label.PROFESSION, 0.9, "ner"),
        Span(11, 21, Label.PROFESSION, 0.9, "ner"),
        Span(25, 30, Label.HOSPITAL, 0.9, "ner"),
        Span(34, 40, Label.HOSPITAL, 0.9, "ner"),
        Span(45, 57, Label.HOSPITAL, 0.9, "ner"),
    ]
    assert [written for written, _ in _texts(text, found)] == [
        "rope and sail maker",
        "House of Yarrow",
        "Quill Clinic",
    ]


def test_what_is_left_of_a_login_beside_a_known_name_is_kept() -> None:
    text = "read by hquill.rad at 0915"
    known, login = Span(8, 14, Label.DOCTOR, 0.99, "roster"), Span(8, 18, Label.USERNAME, 0.9, "ner")
    assert covered(login, resolve(text, [known, login])) >= len("hquillrad")
