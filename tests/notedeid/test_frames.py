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
