import re
from itertools import permutations
from pathlib import Path

from annotation.desk.keys import KEYS, legend
from annotation.labels import Label

TEMPLATES = Path(__file__).parents[3] / "annotation" / "desk" / "templates"


def test_every_label_has_one_way_to_type_it():
    assert {key.label for key in KEYS} == set(Label)
    assert len({key.typed for key in KEYS}) == len(KEYS) == len(Label)


def test_no_typing_begins_another():
    typed = [key.typed for key in KEYS] + [key.leader + key.key for key in KEYS if key.leader]
    assert not any(a != b and b.startswith(a) for a, b in permutations(typed, 2))


def test_labels_leave_the_keys_of_the_actions_free():
    first = {key.typed[0] for key in KEYS} | {key.leader for key in KEYS}
    for page in TEMPLATES.glob("*.html"):
        taken = " ".join(re.findall(r'data-key="([^"{]+)"', page.read_text())).split()
        assert not first & set(taken)
        assert len(taken) == len(set(taken))


def test_kinds_share_a_leader_and_short_names_are_short():
    for keys in legend().values():
        assert len({key.leader for key in keys}) == 1
        assert bool(keys[0].leader) is (len(keys) > 1)
    assert max(len(key.short) for key in KEYS) <= 8


def test_what_is_met_most_needs_one_key():
    frequent = {Label.PATIENT, Label.DOCTOR, Label.DATE, Label.HOSPITAL, Label.ORGANIZATION, Label.CITY}
    assert all(len(key.typed) == 1 for key in KEYS if key.label in frequent)
