import time

import pytest

from annotation import Label
from recognizers.ner.candidates import Candidate
from recognizers.ner.scheme import Kind
from recognizers.ner.signs import SIGNS, signs_of


def candidate(text: str, written: str, *odds: float, label: Label = Label.PATIENT) -> Candidate:
    start = text.index(written)
    kind = Kind.NAME if label is Label.PATIENT else Kind.DATE
    return Candidate(start, start + len(written), kind, label, odds or (1.0,), -0.1, 1.0)


def signs(text: str, written: str, *odds: float, label: Label = Label.PATIENT) -> dict[str, float]:
    (row,) = signs_of(text, [candidate(text, written, *odds, label=label)])
    return dict(zip(SIGNS, row.tolist(), strict=True))


def test_odds_of_pieces_are_told_by_mean_ends_and_extremes():
    told = signs("saw Abara", "Abara", 3.0, -1.0, 1.0)
    assert (told["odds"], told["highest odds"], told["lowest odds"]) == (1, 3, -1)
    assert (told["odds at start"], told["odds at end"]) == (3, 1)


@pytest.mark.parametrize(
    ("text", "written", "present", "absent"),
    [
        (
            "seen by Dr. Lindquist, who",
            "Lindquist",
            ["behind title", "before comma", "title case"],
            ["capitals"],
        ),
        ("care of the foley catheter", "foley", ["lower case", "behind article", "eponyms"], ["title case"]),
        ("Mother: Oduya's son", "Oduya", ["behind colon", "before possessive"], ["before comma"]),
        ("PT SEEN BY ABARA TODAY", "ABARA", ["among capitals", "capitals", "behind with"], ["title case"]),
        (
            "lives in Ohio (since)",
            "Ohio",
            ["behind place word", "before aside", "region"],
            ["starts sentence"],
        ),
        ("Plan:\nHope to go home", "Hope", ["starts line", "starts sentence", "ordinary words"], ["digits"]),
        ("faith helps. Faith is strong", "Faith", ["also lower case", "one word"], ["over lines"]),
        ("Abara\nOduya called", "Abara\nOduya", ["over lines"], ["one word"]),
    ],
)
def test_signs_of_form_and_place(text, written, present, absent):
    told = signs(text, written)
    assert [name for name in present if not told[name]] == []
    assert [name for name in absent if told[name]] == []


def test_lists_are_told_by_the_share_of_words():
    told = signs("saw Guadalupe Edema", "Guadalupe Edema")
    assert told["given names"] == 0.5
    assert told["clinical words"] == 0.5


def test_the_best_odds_of_the_same_words_elsewhere_count():
    text = "Abara came. abara left."
    rows = signs_of(text, [candidate(text, "Abara", 4.0), candidate(text, "abara", 0.0)])
    column = list(SIGNS).index("odds elsewhere")
    assert rows[:, column].tolist() == [0, 4]
    assert rows[:, list(SIGNS).index("times found")].tolist() == [2, 2]


def test_what_cannot_be_its_label_is_told():
    assert not signs("seen Mon-Fri only", "Mon-Fri", label=Label.DATE)["plausible"]
    assert signs("seen 3/14/2021 only", "3/14/2021", label=Label.DATE)["plausible"]


def test_no_candidates_no_rows():
    assert signs_of("nothing", []).shape == (0, len(SIGNS))


def test_cost_is_linear_in_the_number_of_candidates():
    def seconds(count: int) -> float:
        text = "Abara came. " * count
        found = [Candidate(12 * n, 12 * n + 5, Kind.NAME, Label.PATIENT, (1.0,), 0, 1) for n in range(count)]
        began = time.perf_counter()
        signs_of(text, found)
        return time.perf_counter() - began

    seconds(50)
    assert seconds(2_000) < 60 * max(seconds(100), 0.002)


def row(text: str, *written: tuple[str, float], of: str) -> dict[str, float]:
    found = [candidate(text, one, odds, label=Label.DATE) for one, odds in written]
    rows = signs_of(text, sorted(found, key=lambda one: one.start))
    place = sorted(text.index(one) for one, _ in written).index(text.index(of))
    return dict(zip(SIGNS, rows[place].tolist(), strict=True))


def test_others_written_alike_count_with_their_odds():
    told = row("seen 3/14, then 4/02; rn mko", ("3/14", 1.0), ("4/02", 5.0), ("mko", 2.0), of="3/14")
    assert (told["others alike"], told["odds of others alike"]) == (1, 5)
    assert row("rn mko", ("mko", 2.0), of="mko")["odds of others alike"] == 0


@pytest.mark.parametrize(
    ("text", "written", "present", "absent"),
    [
        ("by ACLS 2019 rules", "2019", ["year", "fraction or year behind acronym"], ["fraction", "weekday"]),
        ("MFS 4/15 now", "4/15", ["fraction", "fraction of a scale", "behind acronym"], ["year"]),
        ("seen 9/14 at home", "9/14", ["fraction"], ["fraction of a scale", "behind acronym"]),
        ("obs until 1945", "1945", ["hour", "year"], ["fraction or year behind acronym"]),
        ("told tues, again", "tues", ["weekday"], ["hour"]),
    ],
)
def test_signs_of_dates_and_what_looks_like_them(text, written, present, absent):
    told = signs(text, written, label=Label.DATE)
    assert [name for name in present if not told[name]] == []
    assert [name for name in absent if told[name]] == []
