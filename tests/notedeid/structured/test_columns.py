import pandas as pd
import pytest

from annotation.errors import InputError
from notedeid.structured.columns import Role, classify


def roles(frame, **options):
    return {column.name: column.role for column in classify(frame, **options)}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("MRN", Role.DIRECT),
        ("PatientID", Role.DIRECT),
        ("last_name", Role.DIRECT),
        ("given", Role.DIRECT),
        ("Family", Role.DIRECT),
        ("first", Role.DIRECT),
        ("LAST", Role.DIRECT),
        ("surname", Role.DIRECT),
        ("forename", Role.DIRECT),
        ("middle_initial", Role.DIRECT),
        ("Home Phone", Role.DIRECT),
        ("email", Role.DIRECT),
        ("DateOfBirth", Role.QUASI),
        ("admission_date", Role.QUASI),
        ("age_at_admission", Role.QUASI),
        ("zip", Role.QUASI),
        ("Sex", Role.QUASI),
        ("marital-status", Role.QUASI),
        ("occupation", Role.QUASI),
        ("primary_diagnosis", Role.SENSITIVE),
        ("icd10_code", Role.SENSITIVE),
        ("salary-class", Role.SENSITIVE),
        ("chart", Role.DIRECT),
        ("hadm_id", Role.DIRECT),
        ("PAT_ENC_CSN_ID", Role.DIRECT),
        ("visit_occurrence_id", Role.DIRECT),
        ("Referring Physician", Role.DIRECT),
        ("birth", Role.QUASI),
        ("admittime", Role.QUASI),
        ("Start", Role.QUASI),
        ("latitude", Role.QUASI),
        ("county_fips", Role.QUASI),
        ("length_of_stay", Role.INSENSITIVE),
        ("concept_id", Role.INSENSITIVE),
        ("unit_price", Role.INSENSITIVE),
        ("start_dose", Role.INSENSITIVE),
        ("first_troponin", Role.INSENSITIVE),
        ("family_history", Role.INSENSITIVE),
        ("language_model", Role.INSENSITIVE),
    ],
)
def test_by_name(name, role):
    assert roles(pd.DataFrame({name: [1, 1, 2]})) == {name: role}


@pytest.mark.parametrize(
    ("values", "role"),
    [
        (["kim@example.org", "lou@example.org"], Role.DIRECT),
        (["000-12-3456", "000-65-4321"], Role.DIRECT),
        (["(555) 555-0101", "555-555-0102"], Role.DIRECT),
        (["2020-01-02", "2020-03-04"], Role.QUASI),
        (list(pd.to_datetime(["2020-01-02", "2020-03-04"])), Role.QUASI),
        (["I21.4", "E11.9"], Role.SENSITIVE),
        (
            ["seen today for cough and fever, mother present", "doing well after the operation, no new pain"],
            Role.DIRECT,
        ),
        (["AB0012345", "AB0076543"], Role.DIRECT),
        (["7d3f0a10-52c4-4c3e-9a34-0f5c8f1f3b21"] * 2, Role.DIRECT),
        (["NM", "WA"], Role.QUASI),
        (["3/4/2021", "11/30/2021"], Role.QUASI),
        (["a", "b"], Role.INSENSITIVE),
    ],
)
def test_by_content(values, role):
    (column,) = classify(pd.DataFrame({"v": values}))
    assert column.role == role
    assert all(
        value not in reason for value in map(str, values) for reason in column.reasons if len(value) > 1
    )


def test_by_uniqueness():
    (column,) = classify(pd.DataFrame({"v": [f"k{i}" for i in range(40)]}))
    assert (column.role, column.unique) == (Role.DIRECT, 1.0)
    assert roles(pd.DataFrame({"v": [i / 7 for i in range(40)]})) == {"v": Role.INSENSITIVE}


def test_unique_text_that_is_a_date_or_a_measure_is_no_identifier():
    days = pd.date_range("1950-01-01", periods=40, freq="37D").strftime("%Y-%m-%d")
    frame = pd.DataFrame({"seen": days, "sodium": [f"{i / 7:.2f}" for i in range(40)]})
    assert roles(frame) == {"seen": Role.QUASI, "sodium": Role.INSENSITIVE}


def test_words_in_a_column_that_could_hold_dates_are_none():
    frame = pd.DataFrame({"service": ["cardiology", "surgery"], "visit": ["2021-03-04", "2021-05-06"]})
    assert roles(frame) == {"service": Role.INSENSITIVE, "visit": Role.QUASI}


def test_the_users_word_stands():
    frame = pd.DataFrame({"mrn": [1, 2], "ward": ["a", None]})
    found = classify(frame, roles={"mrn": "insensitive"})
    assert found[0].role == Role.INSENSITIVE
    assert found[0].reasons[0] == "named by the user"
    assert found[1].missing == 0.5


@pytest.mark.parametrize(
    ("frame", "said", "message"),
    [
        (pd.DataFrame({"a": []}), {}, "no rows"),
        (pd.DataFrame({"a": [1]}), {"b": "quasi"}, "'b'"),
        (pd.DataFrame({"a": [1]}), {"a": "secret"}, "'secret' is no role"),
    ],
)
def test_bad_requests_are_refused(frame, said, message):
    with pytest.raises(InputError, match=message):
        classify(frame, roles=said)
