from collections import Counter

import pytest

from annotation import InputError
from annotation.assignment import assign

IDS = [f"n{i}" for i in range(90)]
KEY = b"k" * 32


def test_every_note_goes_to_two_different_people():
    work = assign(IDS, ["ann", "ben", "eva"], key=KEY)
    pairs = Counter((one.note_id, one.annotator) for one in work)
    assert set(pairs.values()) == {1}
    assert set(Counter(one.note_id for one in work).values()) == {2}
    loads = Counter(one.annotator for one in work)
    assert set(loads.values()) == {60}


def test_at_least_one_of_two_is_blind():
    work = assign(IDS, ["ann", "ben"], key=KEY, assisted=True)
    blind = {one.note_id for one in work if not one.preannotated}
    assert blind == set(IDS)
    assert Counter(one.annotator for one in work if one.preannotated) == {"ann": 45, "ben": 45}


def test_a_share_is_annotated_twice_and_the_rest_once():
    counts = Counter(one.note_id for one in assign(IDS, ["ann", "ben"], key=KEY, doubly=0.2))
    assert Counter(counts.values()) == {2: 18, 1: 72}


def test_the_order_of_work_follows_the_key_not_the_list():
    assert assign(IDS, ["ann", "ben"], key=KEY) == assign(IDS[::-1], ["ben", "ann"], key=KEY)
    assert assign(IDS, ["ann", "ben"], key=KEY) != assign(IDS, ["ann", "ben"], key=b"q" * 32)


def test_one_person_is_not_enough():
    with pytest.raises(InputError, match="two different"):
        assign(IDS, ["ann", "ann"], key=KEY)
    with pytest.raises(InputError, match="between 0 and 1"):
        assign(IDS, ["ann", "ben"], key=KEY, doubly=1.2)
