import re

import pytest
import re2

from recognizers.expressions import prefilter
from recognizers.expressions.linear import compiled
from recognizers.expressions.prefilter import CONNECT, Labels, Sets, label_of
from recognizers.identifiers import RECOGNIZERS

SOURCES = [pattern.regex for recognizer in RECOGNIZERS for pattern in recognizer.patterns]
LABELLED = [source for source in SOURCES if label_of(source)]
TEXT = b"MRN 448812, rx#4471, seen 03/14/2019\nAcct no.: 7719045 bed 4 Tel 01943 550 216 x" * 2


class Exhausted:
    def Match(self, _text):  # noqa: N802 - the name that RE2 gives it
        return None


def test_sets_name_every_pattern_that_matches():
    matching = {index for index, source in enumerate(SOURCES) if compiled(source).search(TEXT)}
    possible = Sets(SOURCES).possible(TEXT)
    assert matching <= set(possible)
    assert possible == sorted(possible)
    assert len(possible) < len(SOURCES) / 2


def test_labels_name_every_place_where_a_match_begins():
    places = Labels(LABELLED).places(TEXT)
    assert len(places) > 5
    for index, source in enumerate(LABELLED):
        starts = {match.start() for match in compiled(source).finditer(TEXT)}
        assert starts <= set(places.get(index, ()))


def test_a_label_may_stand_first_within_another_or_behind_a_word():
    labels = Labels([rf"\b(?i:(?:patient id|id|#)){CONNECT}[0-9]"])
    assert labels.places(b"patient id 3, rx#4, x id") == {0: [0, 8, 16]}


def test_no_patterns_have_no_places():
    assert Labels([]).places(b"MRN 4") == {}
    assert Sets([]).possible(b"MRN 4") == []


def test_a_label_ends_where_its_groups_close():
    assert label_of(rf"\b(?i:(?:a\)|b[)(]){CONNECT})(?P<id>1)") == r"\b(?i:(?:a\)|b[)(]))"
    assert label_of(r"\b[0-9]{5}\b") == ""
    assert all(re.compile(label_of(source)) for source in LABELLED)


@pytest.mark.parametrize("kind", ["_sets", "_set"])
def test_out_of_memory_every_pattern_is_possible(monkeypatch, kind):
    chosen = Sets(SOURCES) if kind == "_sets" else Labels(LABELLED)
    broken = [Exhausted() for _ in chosen._sets] if kind == "_sets" else Exhausted()
    monkeypatch.setattr(chosen, kind, broken)
    if kind == "_sets":
        assert chosen.possible(b"") == list(range(len(SOURCES)))
    else:
        assert list(chosen.places(b"MRN 4")) == list(range(len(LABELLED)))


def test_a_set_answers_with_the_pattern_that_matches_always():
    chosen = re2.Set.SearchSet()
    chosen.Add("a+")
    chosen.Add("")
    chosen.Compile()
    assert sorted(chosen.Match(b"xyz")) == [1]


def test_relaxing_lifts_upper_bounds_only():
    assert prefilter._relaxed(r"a{2,5}b{0,3}?c{4}\{1,2\}") == r"a{2,}b{0,}?c{4}\{1,2\}"
