import pytest

from recognizers.ner.written import WRITTEN, written


def told(text: str) -> dict[str, float]:
    return dict(zip(WRITTEN, written(text).signs, strict=True))


@pytest.mark.parametrize(
    ("text", "form"), [("Q7-44", "A9-9"), ("O'Dell", "A'Aa"), ("2/19", "9/9"), ("", ""), ("ÉVA", "ÉA")]
)
def test_runs_of_one_kind_become_one_character(text: str, form: str) -> None:
    assert written(text).form == form


def test_a_text_is_judged_once() -> None:
    assert written("Okafor Lane") is written("Okafor Lane")


def test_a_fraction_of_a_scale_has_a_usual_whole_and_no_more_than_it() -> None:
    assert told("4/10")["fraction of a scale"] == 1
    assert told("11/10")["fraction of a scale"] == told("4/11")["fraction of a scale"] == 0
    assert told("11/10")["fraction"] == 1


def test_case_is_told_in_exclusive_ways() -> None:
    ways = ("capitals", "lower case", "title case", "mixed case")
    for text in ("EDEMA", "edema", "Edema", "eDema"):
        assert sum(told(text)[way] for way in ways) == 1


def test_note_text_is_not_shown() -> None:
    assert "Okafor" not in repr(written("Okafor"))
