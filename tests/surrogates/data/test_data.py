import json

import pytest

from annotation import IntegrityError
from surrogates import data
from surrogates.pool import given, given_pool, nicknames, surname, surname_pool


def test_pools_are_of_census_scale():
    assert len(surname_pool().names) >= 20_000
    assert len(given_pool("F").names) >= 5_000
    assert len(given_pool("M").names) >= 5_000


def test_every_table_names_its_source_and_the_whole_is_small():
    tables = data.manifest()["tables"]
    files = [path for path in data.HERE.iterdir() if path.name.endswith((".xz", ".txt"))]
    assert {path.name.split(".")[0] for path in files} == set(tables)
    assert all(table["source"] and table["rows"] for table in tables.values())
    assert sum(path.stat().st_size for path in files) < 3_000_000


def test_a_changed_pool_is_refused(tmp_path, monkeypatch):
    for path in data.HERE.iterdir():
        if path.suffix in (".xz", ".json", ".txt"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(data, "HERE", tmp_path)
    data.rows.cache_clear()
    data.manifest.cache_clear()
    with (tmp_path / "states.csv.xz").open("ab") as table:
        table.write(b"x")
    try:
        with pytest.raises(IntegrityError, match="states"):
            data.rows("states")
        changed = json.loads((tmp_path / "MANIFEST.json").read_text()) | {"version": 99}
        (tmp_path / "MANIFEST.json").write_text(json.dumps(changed))
        data.manifest.cache_clear()
        with pytest.raises(IntegrityError, match="version 99"):
            data.manifest()
    finally:
        data.rows.cache_clear()
        data.manifest.cache_clear()


@pytest.mark.parametrize(
    "word", ["day", "head", "will", "may", "young", "brown", "foley", "washington", "junior"]
)
def test_no_surrogate_is_a_common_clinical_word(word):
    assert word not in surname_pool().names
    assert word not in given_pool("").names


def test_the_census_knows_names_that_are_not_drawn():
    assert surname("young") > 100_000
    assert given("mary").sex == "F"
    assert given("quillon").sex in ("M", "")
    assert "bill" in nicknames()["william"]


def test_the_rule_for_three_digits_has_the_prefixes_of_the_2020_census():
    small = [prefix for prefix, people, *_ in data.rows("zip3") if int(people) <= 20_000]
    assert small == [
        "036",
        "059",
        "102",
        "202",
        "203",
        "204",
        "205",
        "369",
        "556",
        "692",
        "753",
        "772",
        "821",
        "823",
        "878",
        "879",
        "884",
        "893",
    ]
    assert 1000 - len(data.rows("zip3")) == 106
