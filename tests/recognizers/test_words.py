import json

import pytest

from annotation import IntegrityError
from recognizers import words


def test_every_list_matches_its_manifest() -> None:
    for name in words._manifest():
        assert words.lines(name)


def test_a_changed_list_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = json.loads(json.dumps(words._manifest()))
    manifest["states"]["sha256"] = "0" * 64
    monkeypatch.setattr(words, "_manifest", lambda: manifest)
    words.lines.cache_clear()
    with pytest.raises(IntegrityError, match="states"):
        words.lines("states")
    words.lines.cache_clear()


@pytest.mark.parametrize("word", ["catheterizing", "worries", "stopped", "bravest", "Hobbies"])
def test_inflected_words_are_ordinary(word: str) -> None:
    assert words.is_ordinary(word)


@pytest.mark.parametrize("word", ["cornplains", "farnily", "vvound", "s1eepy", "cliscuss"])
def test_misread_words_are_ordinary_and_told(word: str) -> None:
    assert words.is_ordinary(word)
    assert words.is_misread(word)


@pytest.mark.parametrize("word", ["Arnold", "Bernal", "wound", "Okafor"])
def test_names_and_plain_words_are_not_misread(word: str) -> None:
    assert not words.is_misread(word)


def test_hyphenated_names_are_names_when_each_part_is() -> None:
    assert words.is_name("Okafor-Reyes")
    assert not words.is_name("Okafor-edema")


@pytest.mark.parametrize("name", ["abbreviations", "brand_drugs", "generics", "holidays", "note_words"])
def test_hand_kept_lists_have_no_entry_twice(name: str) -> None:
    entries = words.listed(name)
    assert len(entries) == len({entry.lower() for entry in entries})
    assert all(entry == entry.strip() for entry in entries)


@pytest.mark.parametrize("written", ["COPD", "copd", "Losartan", "ANA"])
def test_drugs_and_abbreviations_are_clinical(written: str) -> None:
    assert words.is_clinical(written)


@pytest.mark.parametrize("written", ["Ana", "ana", "Okafor"])
def test_an_abbreviation_that_is_a_name_counts_in_capitals_only(written: str) -> None:
    assert not words.is_clinical(written)
