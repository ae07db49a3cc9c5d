import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import Label
from annotation.errors import InputError
from notedeid.structured.joint import Reader, cue_frame, joint
from notedeid.structured.measures import measure

CUE = st.sampled_from(["x", "y", None])
ROWS = st.lists(st.tuples(st.sampled_from("ab"), CUE, CUE, st.integers(0, 9)), min_size=1, max_size=25)


@settings(deadline=None)
@given(ROWS)
def test_candidates_are_those_whom_no_cue_rules_out(rows):
    frame = pd.DataFrame(rows, columns=["q", "c", "d", "p"])
    found = joint(frame, ["q"], frame[["c", "d"]], k=2, patients=frame["p"])
    for i, (q, c, d, _) in enumerate(rows):
        left = {
            p
            for other, e, f, p in rows
            if other == q and (None in (c, e) or c == e) and (None in (d, f) or d == f)
        }
        assert found.candidates[i] == len(left)
        likely = {p for o, e, f, p in rows if o == q and c in (None, e) and d in (None, f)}
        assert found.likely[i] == len(likely)


@settings(deadline=None)
@given(ROWS)
def test_notes_never_make_a_table_safer(rows):
    frame = pd.DataFrame(rows, columns=["q", "c", "d", "p"])
    found = joint(frame, ["q"], frame[["c", "d"]], k=3)
    silent = joint(frame, ["q"], pd.DataFrame({"c": [None] * len(frame)}), k=3)
    assert found.told_below >= found.share_below >= found.table_below
    assert found.told_below >= max(found.by_cue.values()) >= found.table_below
    assert (
        silent.share_below
        == silent.told_below
        == found.table_below
        == measure(frame, ["q"]).report(3).share_below
    )


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("A 34-year-old woman with fever.", "34", "F"),
        ("58 y/o presents; his wife drove him.", "58", "M"),
        ("45F s/p fall", "45", "F"),
        ("Pt is 7 years old. She likes trains.", "7", "F"),
        ("Dose 20 mg for 10 years, seen at 5 pm, 3 F sutures", "", ""),
        ("aged 95 years old", "", ""),
        ("a 90 or older man fell", "90+", "M"),
        ("3-week-old girl, not feeding", "3 weeks", "F"),
        ("7 month old boy", "7 months", "M"),
        ("Seen with family.", "", ""),
    ],
)
def test_ages_and_sex_as_notes_say_them(text, age, sex):
    found = Reader().read(text)
    assert found["age"] == age
    if sex:
        assert found["sex"] == sex


def test_years_count_only_where_they_are_true():
    assert Reader(years=True).read("Stroke in 2014 and 1999.")["year"] == "1999; 2014"
    assert Reader().read("Stroke in 2014.")["year"] == ""


def test_conditions_and_what_the_profile_kept():
    kept = [
        (Label.PROFESSION, "Welder"),
        (Label.STATE, "NM"),
        (Label.CITY, "Hatch"),
        (Label.DATE, "3/4/2021"),
        (Label.DOCTOR, "Lee"),
        (Label.AGE, "44"),
    ]
    found = Reader(["stone man syndrome"]).read("Stone Man syndrome (M61.10), vs Z99", kept)
    assert found["condition"] == "M61.10; stone man syndrome"
    told = {name: found[name] for name in ("profession", "place", "date", "other", "age")}
    assert told == {
        "profession": "welder",
        "place": "hatch; nm",
        "date": "3/4/2021",
        "other": "lee",
        "age": "",
    }


def test_cues_of_a_table_by_row():
    notes = {1: [("A 34-year-old woman.", [(Label.STATE, "TX")]), ("She is well.", [])]}
    found = cue_frame(notes, pd.Index([7, 8, 9]), Reader())
    assert found.loc[8, ["age", "sex", "place"]].tolist() == ["34", "F", "tx"]
    assert found.loc[8, "condition"] == ""
    assert found.loc[[7, 9]].isna().all(axis=None)


def test_a_rare_condition_is_not_looked_for_in_notes_that_name_none():
    notes = {i: [("He is well." if i else "Known M61.10. He is well.", [])] for i in range(5)}
    frame = pd.DataFrame({"q": ["a"] * 6})
    found = joint(frame, ["q"], cue_frame(notes, frame.index, Reader()), k=3)
    assert found.candidates.tolist() == [2, 5, 5, 5, 5, 6]
    assert found.likely.tolist() == [1, 4, 4, 4, 4, 6]
    assert found.told["condition"] == pytest.approx(1 / 6)


def test_cues_must_fit_the_records():
    with pytest.raises(InputError, match="do not fit"):
        joint(pd.DataFrame({"q": [1, 2]}), ["q"], pd.DataFrame({"c": [np.nan]}), k=2)
