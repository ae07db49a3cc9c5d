import pytest

from recognizers.context.occupations import OccupationRecognizer
from recognizers.fold import fold


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
        ("Her mother Adwoa, a harbour pilot, drove in", "harbour pilot"),
        ("wife Tindra (0161 496 0133), an NP at a clinic", "NP"),
        ("their daughter is a CNA in Yarrow", "CNA"),
        ("dad optometrist, mum farrier.", "farrier"),
        ("she is a licensed cosmetologist", "cosmetologist"),
        ("wife (hospice aide), here", "hospice aide"),
        ("NKDA. Social: dental hygienist at a clinic", "dental hygienist"),
        ("i am a house cleaner so mornings are busy", "house cleaner"),
        ("taught second grade (teacher 40 yrs)", "teacher"),
        ("employed as a machine operative", "machine operative"),
        ("he is licensed as a barber", "barber"),
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
        "He is a provider, a volunteer and a general nuisance.",
        "sent to a home, a good one, by car",
    ],
)
def test_leaves_what_is_no_work(text: str) -> None:
    assert _found(text) == set()


def test_without_an_article_an_occupation_is_in_doubt() -> None:
    found = {s.score for s in OccupationRecognizer().find(fold("Seen with Ottoline (school cook), 4pm."))}
    assert found == {0.45}
