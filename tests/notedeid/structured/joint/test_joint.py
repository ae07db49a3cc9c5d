import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import InputError
from notedeid.structured.joint import Reader, cue_frame, joint
from notedeid.structured.measures import measure

CUE = st.sampled_from(["x", "y", None])
ROWS = st.lists(st.tuples(st.sampled_from("ab"), CUE, CUE, st.integers(0, 9)), min_size=1, max_size=25)


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


@given(ROWS)
def test_notes_never_make_a_table_safer(rows):
    frame = pd.DataFrame(rows, columns=["q", "c", "d", "p"])
    found = joint(frame, ["q"], frame[["c", "d"]], k=3)
    silent = joint(frame, ["q"], pd.DataFrame({"c": [None] * len(frame)}), k=3)
    assert found.share_below >= max(found.by_cue.values()) >= found.table_below
    assert silent.share_below == found.table_below == measure(frame, ["q"]).report(3).share_below


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("A 34-year-old woman with fever.", "34", "F"),
        ("58 y/o presents; his wife drove him.", "58", "M"),
        ("45F s/p fall", "45", "F"),
        ("Pt is 7 years old. She likes trains.", "7", "F"),
        ("Dose 20 mg for 10 years, seen at 5 pm, 3 F sutures", "", ""),
        ("aged 95 years old", "", ""),
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
    found = Reader(["stone man syndrome"]).read(
        "Stone Man syndrome (M61.10), vs Z99", ["Welder", "NM", "welder"]
    )
    assert found["condition"] == "M61.10; stone man syndrome"
    assert found["kept"] == "nm; welder"


def test_cues_of_a_table_by_row():
    notes = {1: [("A 34-year-old woman.", ["TX"]), ("She is well.", [])]}
    found = cue_frame(notes, pd.Index([7, 8, 9]), Reader())
    assert found.loc[8, ["age", "sex", "kept"]].tolist() == ["34", "F", "tx"]
    assert found.loc[8, "condition"] == ""
    assert found.loc[[7, 9]].isna().all(axis=None)


def test_a_rare_condition_is_not_looked_for_in_notes_that_name_none():
    notes = {i: [("He is well." if i else "Known M61.10. He is well.", [])] for i in range(5)}
    frame = pd.DataFrame({"q": ["a"] * 6})
    found = joint(frame, ["q"], cue_frame(notes, frame.index, Reader()), k=3)
    assert found.candidates.tolist() == [2, 5, 5, 5, 5, 6]
    assert found.told["condition"] == pytest.approx(1 / 6)


def test_cues_must_fit_the_records():
    with pytest.raises(InputError, match="do not fit"):
        joint(pd.DataFrame({"q": [1, 2]}), ["q"], pd.DataFrame({"c": [np.nan]}), k=2)
