import pytest

from annotation import Group, Label
from annotation.labels import COARSE, from_coarse

LETTERS_WITH_TEXT_IDENTIFIERS = set("ABCDEFGHIJKLMNOPR")


def test_every_safe_harbor_item_that_text_can_hold_has_a_label():
    assert {label.safe_harbor for label in Label} - {""} == LETTERS_WITH_TEXT_IDENTIFIERS


def test_only_profession_is_on_no_item():
    assert [label for label in Label if not label.safe_harbor] == [Label.PROFESSION]


@pytest.mark.parametrize(
    ("coarse", "inside", "outside"),
    [
        ("NAME", Label.DOCTOR, Label.CITY),
        ("hospital/org", Label.HOSPITAL, Label.PATIENT),
        ("LOCATION", Label.ZIP, Label.PHONE),
        ("MRN/ID", Label.USERNAME, Label.EMAIL),
    ],
)
def test_coarse_names_stand_for_their_leaves(coarse, inside, outside):
    assert inside in from_coarse(coarse)
    assert outside not in from_coarse(coarse)


def test_unknown_coarse_name_stands_for_nothing():
    assert from_coarse("FLAVOUR") == frozenset()


def test_every_group_is_used_and_every_leaf_is_its_own_coarse_name():
    assert {label.group for label in Label} == set(Group)
    assert all(COARSE[str(label)] >= {label} for label in Label)
