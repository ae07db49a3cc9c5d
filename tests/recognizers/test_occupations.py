import pytest

from recognizers.fold import fold
from recognizers.occupations import OccupationRecognizer


def _found(text: str) -> set[str]:
    return {text[s.start : s.end] for s in OccupationRecognizer().find(fold(text))}


@pytest.mark.parametrize(
    ("text", "occupation"),
    [
        ("He is a retired glazier.", "glazier"),
        ("works as a boilermaker at the yard", "boilermaker"),
        ("she is an electrician", "electrician"),
        ("worked as a line cook", "line cook"),
        ("stonemason by trade", "stonemason"),
    ],
)
def test_finds_work(text: str, occupation: str) -> None:
    assert occupation in _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "She is a poor historian.",
        "He is a smoker.",
        "This is a pleasant gentleman.",
        "There is a mist.",
        "former drinker",
        "works as tolerated",
    ],
)
def test_leaves_what_is_no_work(text: str) -> None:
    assert _found(text) == set()
