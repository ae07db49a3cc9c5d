import json
import re
import stat

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from annotation.errors import InputError
from notedeid.cli import app
from notedeid.structured.utility import accuracy, associations, column_change, compare, numeric, write


def table(rows=600, seed=3):
    random = np.random.default_rng(seed)
    age = random.integers(20, 90, rows)
    dx = np.where(age + random.normal(0, 8, rows) > 55, "CHF", "asthma")
    ward = np.where(dx == "CHF", random.choice(list("AB"), rows), random.choice(list("BC"), rows))
    return pd.DataFrame({"age": age, "dx": dx, "ward": ward, "coin": random.choice(["h", "t"], rows)})


def banded(frame, width):
    low = frame["age"] // width * width
    return frame.assign(age=low.astype(str) + "-" + (low + width - 1).astype(str))


@settings(deadline=None)
@given(st.lists(st.integers(0, 99), min_size=3, max_size=40))
def test_a_band_stands_for_its_middle(ages):
    after = banded(pd.DataFrame({"age": ages}), 10)["age"]
    assert (numeric(after) - np.array(ages)).abs().max() <= 4.5


def test_distances_of_a_column():
    same = column_change(pd.Series([1, 2, 3], name="x"), pd.Series([3, 2, 1], name="x"))
    moved = column_change(pd.Series([0.0, 2.0], name="x"), pd.Series([1.0, 3.0], name="x"))
    assert (same.distance, moved.distance) == (0, 1)
    half = column_change(pd.Series(list("aabb"), name="c"), pd.Series(["a", "a", "a", None], name="c"))
    assert half.distance == 0.5
    assert half.missing == (0, 0.25)
    assert column_change(pd.Series(["a"], name="c"), pd.Series(["*"], name="c")).distance is None


def test_associations_tell_what_belongs_together():
    found = associations(table(3000))
    assert found.loc["age", "dx"] > 0.6
    assert found.loc["dx", "ward"] > 0.6
    assert found.loc["coin"].drop("coin").max() < 0.08
    assert np.allclose(found, found.T)
    assert ((found >= 0) & (found <= 1)).all(axis=None)


def test_a_model_loses_with_wider_bands_and_all_with_none():
    frame = table()
    fine = accuracy(frame, banded(frame, 5), "dx", ["age"])
    none = accuracy(frame, frame.assign(age="*"), "dx", ["age"])
    assert fine.before > 0.85
    assert fine.after > 0.8
    assert none.after == pytest.approx(none.guessing) == 0.5


def test_a_target_needs_classes():
    with pytest.raises(InputError, match="fewer than two classes"):
        accuracy(table(30), table(30), "age", ["dx"])


def test_the_report_is_one_offline_page_for_its_owner(tmp_path):
    frame = table()
    utility = compare(frame, banded(frame, 10), quasi=["age", "coin"], targets=["dx"])
    page = write(tmp_path / "report", utility)
    html = page.read_text(encoding="utf-8")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert html.count("<svg") == 4 + 6
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", html)
    figures = json.loads((tmp_path / "report" / "utility.json").read_text(encoding="utf-8"))
    assert figures["rows"] == [600, 600]
    assert figures["mean_change_of_associations"] < 0.05
    assert utility.sizes[0][0] < utility.sizes[1][0]
    assert write(tmp_path / "again", utility).read_bytes() == page.read_bytes()


def test_what_cannot_be_compared_is_said():
    with pytest.raises(InputError, match="no column 'dx'"):
        compare(table(), table().drop(columns="dx"), columns=["dx"])
    with pytest.raises(InputError, match="need rows"):
        compare(table(), table().iloc[:0])


def test_a_column_may_be_called_name():
    frame = table().rename(columns={"dx": "name"})
    assert [one.distance for one in compare(frame, frame).columns] == [0.0] * len(frame.columns)


def test_the_command(tmp_path):
    frame = table(200)
    frame.to_csv(tmp_path / "a.csv", index=False)
    banded(frame, 10).to_csv(tmp_path / "b.csv", index=False)
    args = ["--report", tmp_path / "r", "--quasi", "age", "--target", "dx"]
    done = CliRunner().invoke(
        app, ["structured", "utility", *map(str, [tmp_path / "a.csv", tmp_path / "b.csv", *args])]
    )
    assert done.exit_code == 0, done.output
    assert "predict dx" in done.stdout
    assert (tmp_path / "r" / "utility.html").exists()


def test_dates_are_compared_as_years_and_codes_as_categories():
    days = pd.date_range("2021-01-01", "2023-12-30", periods=300)
    zips = ["02139", "10001", "60601"] * 100
    before = pd.DataFrame({"seen": days.strftime("%m/%d/%Y"), "zip": zips, "odd": range(300)})
    after = pd.DataFrame({"seen": days.strftime("%Y"), "zip": [z[:3] for z in zips], "odd": "*"})
    seen, zip_code, odd = compare(before, after).columns
    assert seen.numeric
    assert 0 < seen.distance < 0.4
    assert [round(after, 2) for _, _, after in seen.shares] == [0.33, 0.33, 0.33]
    assert not zip_code.numeric
    assert odd.shares[-1] == ("*", 0.0, 1.0)
    assert associations(before)["seen"].drop("seen").max() <= 1


def test_a_column_of_codes_is_not_drawn(tmp_path):
    frame = table(60).assign(code=[f"k{i}" for i in range(60)])
    html = write(tmp_path, compare(frame, frame.assign(code=[f"m{i}" for i in range(60)]))).read_text()
    assert "none of them the same" in html
    assert "Distribution of code" not in html


def test_the_page_has_a_dark_side(tmp_path):
    assert "prefers-color-scheme: dark" in write(tmp_path, compare(table(), table())).read_text()
