"""The shipped detector finds the names of all origins alike, and names that are words."""

import pytest

from recognizers import catalogue
from tests.recognizers.fairness.trials import by_set, people, recall, share, trials

WIDEST_GAP = 0.03
WORDS = "word names"
EVERY = 12


@pytest.fixture(scope="module")
def counts() -> dict[tuple[str, str], tuple[int, int]]:
    return dict(recall(catalogue.default(), every=EVERY))


def test_no_set_is_found_less_often(counts: dict[tuple[str, str], tuple[int, int]]) -> None:
    shares = by_set(counts)

    assert max(shares.values()) - min(shares.values()) <= WIDEST_GAP, shares


def test_names_that_are_words_are_found_in_headers_and_salutations(
    counts: dict[tuple[str, str], tuple[int, int]],
) -> None:
    assert share(counts, WORDS, "header", "salutation") >= 0.9


def test_sets_are_many_and_large_enough() -> None:
    sets = dict(people())

    assert len(sets) >= 16
    assert all(len(set(names)) == 40 for names in sets.values())
    assert len({trial.text for trial in trials(every=EVERY) if trial.origin == WORDS}) > 100


def test_each_set_is_tried_in_all_carriers() -> None:
    sentences = {trial.text.replace(trial.text[trial.start : trial.end], "*") for trial in trials()}
    tried = [trial.origin for trial in trials()]

    assert len(sentences) >= 30
    assert len({tried.count(origin) for origin, _ in people()}) == 1
