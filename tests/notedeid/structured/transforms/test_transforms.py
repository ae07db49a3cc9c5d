from datetime import date, timedelta
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import Label, MarkedNote, Note, Span
from annotation.errors import InputError, ProfileError
from notedeid.structured import transforms as t
from notedeid.structured.transforms.calendar import latest_dates
from surrogates import World
from surrogates.keys import Key
from surrogates.policy import Dates, Policy

KEY = Key(bytes(range(32)))
NUMBERS = st.lists(st.floats(-1e4, 1e4, allow_nan=False).map(lambda x: round(x, 3)), min_size=6, max_size=30)


def test_codes_tell_values_apart_and_keep_what_is_missing():
    values = pd.Series([17, 17.0, 18, None], index=[9, 4, 4, 1])
    codes = t.pseudonyms(values, KEY, context="a")
    assert codes.iloc[0] == codes.iloc[1] != codes.iloc[2]
    assert codes.iloc[3] is None
    assert list(codes.index) == [9, 4, 4, 1]
    assert codes.iloc[:3].tolist() == t.pseudonyms(pd.Series(["17", "17", "18"]), KEY, context="a").tolist()


def test_short_codes_are_refused():
    with pytest.raises(InputError, match="at least 8"):
        t.pseudonyms(pd.Series(["x"]), KEY, context="a", length=4)


def test_a_codebook_is_new_each_time_and_leads_back():
    values = pd.Series(["x", "y", "x"])
    (first, book), (second, _) = t.codebook(values), t.codebook(values)
    assert set(first) & set(second) == set()
    assert first.map(book.set_index("code")["value"]).tolist() == ["x", "y", "x"]


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%m/%d/%Y", "%d %B %Y"])
def test_a_cell_moves_as_the_same_date_in_a_note(form):
    day = date(2023, 4, 19)
    text = f"{day:{form}}"
    marked = MarkedNote(Note("n", f"Seen {text}.", "P7"), (Span(5, 5 + len(text), Label.DATE),))
    note = World(KEY, "P7", Policy()).replace(marked).text
    cell = t.Shift(KEY)(pd.Series([text]), pd.Series(["P7"]))[0]
    assert note == f"Seen {cell}."
    assert cell != text


@settings(max_examples=25, deadline=None)
@given(st.lists(st.dates(date(1990, 1, 1), date(2030, 1, 1)), min_size=2, max_size=6))
def test_a_shift_keeps_intervals_in_text_and_timestamps(days):
    who = pd.Series(["P1"] * len(days))
    text = t.Shift(KEY)(pd.Series([day.isoformat() for day in days]), who)
    stamps = t.Shift(KEY)(pd.Series(pd.to_datetime(days)), who)
    moved = [date.fromisoformat(cell) for cell in text]
    assert {new - old for new, old in zip(moved, days, strict=True)} == {timedelta(t.Shift(KEY).offset("P1"))}
    assert [stamp.date() for stamp in stamps] == moved


def test_a_shift_takes_times_of_day_along_and_leaves_gaps():
    stamps = pd.Series(pd.to_datetime(["2022-05-06 14:30", None]))
    moved = t.Shift(KEY)(stamps, pd.Series(["P1", None]))
    assert moved[0] - stamps[0] == pd.Timedelta(days=t.Shift(KEY).offset("P1"))
    assert pd.isna(moved[1])


def test_a_birth_year_that_shows_ninety_is_pooled_as_in_the_notes():
    frame = pd.DataFrame({"born": ["1925-03-04", "1960-03-04"], "seen": ["2024-08-01", "2024-08-01"]})
    who = pd.Series(["P1", "P2"])
    shift = t.Shift(KEY, latest=latest_dates(frame, ["born", "seen"], who))
    born, seen = shift(frame["born"], who), shift(frame["seen"], who)
    assert t.age_at(born, seen).tolist() == [90, 64]
    assert pd.Timestamp(seen[0]).year - pd.Timestamp(born[0]).year <= 91


def test_a_date_that_cannot_be_read_never_stays():
    assert t.Shift(KEY)(pd.Series(["soon after"]), pd.Series(["P1"]))[0] == "[DATE]"


def test_a_shift_needs_a_patient_and_a_policy_that_shifts():
    with pytest.raises(InputError, match="without a patient"):
        t.Shift(KEY)(pd.Series(["2020-01-02"]), pd.Series([None]))
    with pytest.raises(InputError, match="column 'cost': most cells are plain numbers"):
        t.Shift(KEY)(pd.Series(["1246.07", "97.5", "3/4/2021"], name="cost"), pd.Series([1, 1, 1]))
    with pytest.raises(ProfileError, match="dates=year"):
        t.Shift(KEY, Policy(dates=Dates.YEAR))


def test_ages_count_birthdays_and_refuse_an_event_before_birth():
    born = pd.Series(["2000-02-29", "2000-03-01", None])
    assert t.age_at(born, pd.Series(["2018-02-28"] * 3)).tolist()[:2] == [17, 17]
    assert t.age_at(born, pd.Series(["2018-03-01"] * 3)).tolist()[:2] == [18, 18]
    with pytest.raises(InputError, match="before birth"):
        t.age_at(pd.Series(["2020-01-01"]), pd.Series(["2019-01-01"]))


def test_days_since_name_the_cells_that_are_no_dates():
    with pytest.raises(InputError, match="1 cells are no dates"):
        t.days_since(pd.Series(["2020-01-01", "later"]), pd.Series(["2020-01-01"] * 2))


def test_bins_and_bounds():
    values = pd.Series([1, 5, 10, 11, None])
    assert t.bins(values, [5, 10]).tolist() == ["< 5", "[5, 10)", ">= 10", ">= 10", None]
    assert t.bound(values, bottom=2, top=10).tolist()[:4] == [2, 5, 10, 10]
    for wrong in ([], [3, 3]):
        with pytest.raises(InputError):
            t.bins(values, wrong)
    with pytest.raises(InputError, match="below the top"):
        t.bound(values, bottom=3, top=3)


@settings(deadline=None)
@given(NUMBERS, st.sampled_from([0.5, 5, 10]))
def test_rounding_moves_by_half_a_base_at_most(values, base):
    rounded = t.round_to(pd.Series(values), base).astype(float)
    assert (np.abs(rounded - values) <= base / 2 + 1e-6).all()
    assert np.allclose(np.round(rounded / base), rounded / base)


@settings(deadline=None)
@given(st.lists(st.sampled_from("aabbbcde"), min_size=1, max_size=40), st.integers(2, 6))
def test_no_small_category_is_left_unless_all_are_one(values, minimum):
    counts = t.group_rare(pd.Series(values), minimum).value_counts()
    assert counts.min() >= minimum or list(counts.index) == ["other"]


def brute(values, size):
    """Least sum of squares over all ways to cut the sorted values into groups of at least `size`."""
    values = np.sort(values)
    best = np.inf
    for parts in range(1, len(values) // size + 1):
        for cuts in combinations(range(size, len(values)), parts - 1):
            groups = np.split(values, cuts)
            if min(map(len, groups)) >= size:
                best = min(best, sum(((g - g.mean()) ** 2).sum() for g in groups))
    return best


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=4, max_size=10), st.integers(2, 4))
def test_one_column_is_grouped_with_least_loss(values, size):
    frame = pd.DataFrame({"x": values})
    means = t.microaggregate(frame, size)["x"]
    assert ((means - values) ** 2).sum() == pytest.approx(brute(np.array(values, float), size), abs=1e-6)
    assert means.sum() == pytest.approx(sum(values), abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=5, max_size=40))
def test_several_columns_share_groups_of_the_size(rows):
    frame = pd.DataFrame(rows, columns=["x", "y"])
    out = t.microaggregate(frame, 3)
    assert out.groupby(["x", "y"]).size().min() >= 3
    assert np.allclose(out.mean(), frame.mean())


def test_groups_larger_than_the_table_are_refused():
    with pytest.raises(InputError, match="as many complete records"):
        t.microaggregate(pd.DataFrame({"x": [1, None]}), 2)


@settings(deadline=None)
@given(NUMBERS)
def test_jitter_is_bounded_and_keeps_the_range(values):
    column = pd.Series([*values, 0.5], name="dose")
    moved = t.jitter(column, KEY, width=0.2)
    assert moved.min() >= column.min() - 1e-9
    assert moved.max() <= column.max() + 1e-9
    assert t.jitter(column, KEY, width=0.2).equals(moved)


def test_jitter_hides_an_outlier_and_keeps_whole_numbers():
    column = pd.Series([*range(50), 100_000], name="cost")
    moved = t.jitter(column, KEY)
    assert moved.max() < 200
    assert moved.dtype == "Int64"
    assert (moved[:50] - column[:50]).abs().max() <= 3


def test_swapping_keeps_distributions_within_groups():
    frame = pd.DataFrame({"zip": [f"{i:05}" for i in range(60)], "sex": ["F", "M"] * 30, "dx": range(60)})
    out = t.swap(frame, ["zip"], KEY, share=0.5, within=["sex"])
    moved = out["zip"] != frame["zip"]
    assert 20 <= moved.sum() <= 30
    assert out["dx"].equals(frame["dx"])
    for sex in "FM":
        assert sorted(out.loc[out.sex == sex, "zip"]) == sorted(frame.loc[frame.sex == sex, "zip"])


def test_the_parts_of_a_split_join_only_by_the_link():
    frame = pd.DataFrame({"age": range(30), "dx": [f"d{i}" for i in range(30)]})
    parts = t.split(frame, ["age"])
    joined = parts.link.merge(parts.demographic).merge(parts.clinical).sort_values("age")
    assert joined["dx"].tolist() == frame["dx"].tolist()
    assert not set(parts.demographic["demographic_id"]) & set(parts.clinical["clinical_id"])
    assert parts.demographic["age"].tolist() != parts.clinical["dx"].str[1:].astype(int).tolist()


def test_safe_harbor_takes_small_places_and_the_years_of_the_old():
    frame = pd.DataFrame(
        {
            "city": ["Ely", "Ely"],
            "state": ["NV", "NV"],
            "birth_date": ["1920-05-05", "1970-05-05"],
            "discharge_date": ["2022-01-03", "2022-01-04"],
            "age": [101, 51],
            "dx": ["I10", "E11.9"],
        }
    )
    out = t.safe_harbor(frame)
    assert list(out.columns) == ["state", "birth_date", "discharge_date", "age", "dx"]
    assert out["birth_date"].tolist() == [None, "1970"]
    assert out["discharge_date"].tolist() == ["2022", "2022"]
    assert out["age"].tolist() == ["90+", "51"]
