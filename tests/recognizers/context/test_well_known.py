import pytest

from recognizers.context.well_known import known_by_name


def _found(text: str) -> set[tuple[str, str]]:
    return {(str(label), text[start:end]) for start, end, label, _ in known_by_name(text)}


def _scores(text: str) -> list[float]:
    return [score for *_, score in known_by_name(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("picked up at walgreens today", ("ORGANIZATION", "walgreens")),
        ("sent to Rite Aid 4410, then home", ("ORGANIZATION", "Rite Aid 4410")),
        ("stent at Cleveland Clinic", ("HOSPITAL", "Cleveland Clinic")),
        ("baby goes to Sick Kids", ("HOSPITAL", "Sick Kids")),
    ],
)
def test_finds_the_well_known(text: str, found: tuple[str, str]) -> None:
    assert found in _found(text)


def test_a_well_known_name_that_means_more_is_in_doubt() -> None:
    assert _scores("script to CVS") == [0.45]
    assert _scores("transferred to Mercy today") == [0.45]


@pytest.mark.parametrize(
    "text", ["at the mercy of the weather", "Mercy, she said", "her pens are out", "ups and downs"]
)
def test_a_common_word_is_no_well_known_name(text: str) -> None:
    assert _scores(text) == []


def test_a_company_that_bears_a_persons_name_is_in_doubt() -> None:
    assert _scores("met Edward Jones in the hall") == [0.45]
