import pandas as pd
import pytest

from annotation import InputError, Label
from notedeid import Key, deidentify_column
from recognizers import catalogue
from recognizers.detector import Detector

KEY = Key(bytes(range(32)))


@pytest.fixture(scope="module")
def rules():
    return catalogue.default(engine="rules")


def frame():
    notes = ["Mr. Tobias Wexcombe came on 3/14/2021.", None, "Mr. Wexcombe left on 3/17/2021."]
    return pd.DataFrame({"mrn": ["a", "a", "a"], "note": notes, "los": [1, 2, 3]}, index=[7, 7, 9])


def test_a_column_is_replaced_and_the_frame_is_not(rules):
    before = frame()
    after = deidentify_column(before, text="note", patient="mrn", key=KEY, detector=rules)
    pd.testing.assert_frame_equal(before, frame())
    assert list(after.index) == [7, 7, 9]
    assert "Wexcombe" not in " ".join(after["note"].dropna())
    family = after["note"].iloc[0].split()[2]
    assert after["note"].iloc[2].startswith(f"Mr. {family} ")
    assert pd.isna(after["note"].iloc[1])
    assert list(after["los"]) == [1, 2, 3]
    assert after["note_quarantined"].isna().all()


def test_without_a_patient_column_each_row_stands_alone(rules):
    after = deidentify_column(frame(), text="note", key=KEY, detector=rules)
    assert after["note"].iloc[0].split()[2] != after["note"].iloc[2].split()[1]


def test_the_order_of_rows_changes_nothing(rules):
    forth = deidentify_column(frame(), text="note", key=KEY, detector=rules)
    back = deidentify_column(frame()[::-1], text="note", key=KEY, detector=rules)
    pd.testing.assert_frame_equal(forth, back[::-1])


@pytest.mark.parametrize("sizes", [(1, 4, 1), (3, 3), (6,)])
def test_any_partition_by_patient_gives_the_same_notes(sizes, rules):
    """What Spark does with a frame, whatever its partitions: groups of patients in any order."""
    notes = [
        f"Mr. Tobias Wexcombe, MRN 5519-220{n}, came on 3/{n + 1}/2021 to Dr. Pettifer." for n in range(18)
    ]
    rows = pd.DataFrame({"mrn": [f"p{n % 6}" for n in range(18)], "note": notes})
    whole = deidentify_column(rows, text="note", patient="mrn", key=KEY, detector=rules)
    patients = iter([f"p{n}" for n in (4, 0, 5, 2, 1, 3)])
    parts = [rows[rows["mrn"].isin([next(patients) for _ in range(size)])] for size in sizes]
    made = [
        deidentify_column(part, text="note", patient="mrn", key=KEY, detector=rules) for part in parts[::-1]
    ]
    pd.testing.assert_frame_equal(pd.concat(made).sort_index(), whole)


def test_a_note_that_cannot_be_examined_is_missing_with_its_reason():
    class Raising:
        name = "raising"
        labels = frozenset(Label)

        def find(self, _view):
            raise ValueError

    after = deidentify_column(frame(), text="note", key=KEY, detector=Detector([Raising()]))
    assert after["note"].isna().all()
    assert after["note_quarantined"].iloc[0] == "recognizer raising failed (ValueError)"


def test_a_missing_column_is_named():
    with pytest.raises(InputError, match="no column 'body'"):
        deidentify_column(frame(), text="body", key=KEY)
