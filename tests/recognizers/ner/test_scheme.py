from annotation import Group, Label
from recognizers.ner.scheme import KIND_OF, KINDS, LEAVES, TAGS, Kind, begin, leaves_of


def test_every_label_has_a_kind_and_every_kind_a_label():
    assert set(KIND_OF) == set(Label)
    assert all(leaves_of(kind) for kind in KINDS)


def test_leaves_of_kinds_are_a_partition():
    assert sorted(leaf for kind in KINDS for leaf in leaves_of(kind)) == list(range(len(LEAVES)))


def test_tags_open_and_continue_each_kind():
    assert len(TAGS) == 1 + 2 * len(KINDS)
    for kind in KINDS:
        assert TAGS[begin(kind)] == f"B-{kind}"
        assert TAGS[begin(kind) + 1] == f"I-{kind}"


def test_user_names_are_read_as_codes_but_stay_names_to_the_user():
    assert KIND_OF[Label.USERNAME] is Kind.ID
    assert Label.USERNAME.group is Group.NAME
