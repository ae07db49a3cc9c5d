import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import InputError, Note
from notedeid.memorization import copied_lines, near_duplicates

WORDS = [f"word{i}" for i in range(400)]


def text(seed, words=120):
    return " ".join(random.Random(seed).choices(WORDS, k=words))


def jaccard(one, other):
    a, b = (
        {tuple(words[i : i + 5]) for i in range(max(len(words) - 4, 1))}
        for words in (one.split(), other.split())
    )
    return len(a & b) / len(a | b)


def test_copies_with_small_changes_are_one_group_and_others_stay():
    pytest.importorskip("datasketch")
    notes = [Note(f"n{i}", text(i)) for i in range(40)]
    notes += [
        Note("again", notes[3].text.upper().replace(" ", "\n")),
        Note("more", notes[7].text + " and two more words"),
    ]
    found = near_duplicates(notes)
    assert found.groups == (("n3", "again"), ("n7", "more"))
    assert found.dropped == {"again", "more"}


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 40), st.integers(0, 10**6))
def test_what_is_unlike_is_never_thrown_away(changed, seed):
    pytest.importorskip("datasketch")
    words = text(seed).split()
    for place in random.Random(seed + 1).sample(range(len(words)), changed):
        words[place] = f"other{place}"
    one, other = Note("a", text(seed)), Note("b", " ".join(words))
    dropped = near_duplicates([one, other], threshold=0.7).dropped
    if jaccard(one.text, other.text) < 0.7:
        assert not dropped
    if changed == 0:
        assert dropped == {"b"}


def test_nearly_all_near_duplicates_are_found():
    pytest.importorskip("datasketch")
    notes, pairs = [], 60
    for i in range(pairs):
        words = text(i, 200).split()
        notes.append(Note(f"a{i}", " ".join(words)))
        words[100] = "changed"
        notes.append(Note(f"b{i}", " ".join(words)))
    assert len(near_duplicates(notes, threshold=0.9).dropped) >= 0.95 * pairs


def test_lines_copied_forward_are_counted_within_a_patient():
    plan = "Continue aspirin and see the clinic again in two weeks."
    notes = [
        Note("1", f"Admitted today with pain in the left leg.\n{plan}", "p"),
        Note("2", f"{plan}\nThe leg is much better than it was before.\nok", "p"),
        Note("3", plan, "q"),
        Note("4", "ok", "q"),
    ]
    assert copied_lines(notes) == {"1": 0, "2": 0.5, "3": 0, "4": 0}


def test_wrong_requests_are_said(monkeypatch):
    with pytest.raises(InputError, match=r"at most 1, not 1\.5"):
        near_duplicates([], threshold=1.5)
    pytest.importorskip("datasketch")
    with pytest.raises(InputError, match="note a occurs twice"):
        near_duplicates([Note("a", "x"), Note("a", "y")])
    monkeypatch.setitem(sys.modules, "datasketch", None)
    with pytest.raises(InputError, match=r"pip install 'notedeid\[dedupe\]'"):
        near_duplicates([Note("a", "x")])
