"""Freeze the public figures that the generator draws from: small, compressed, reproducible.

Reads a folder of source tables and writes beside this module

* ``surnames.csv.gz``: the 20,000 commonest surnames of the 2010 Census with count and shares of
  group (US Census Bureau, "Frequently Occurring Surnames from the 2010 Census"),
* ``given.csv.gz``: 5,000 given names of the 2020 Census with count, share of men and shares of
  group (US Census Bureau, first names of the 2020 Census),
* ``places.csv.gz``: the 10,000 largest US places with state (GeoNames, CC BY 4.0),
* ``cities.csv.gz``: cities of 100,000 and more elsewhere with country (GeoNames, CC BY 4.0),
* ``counties.csv.gz``: US counties with state (US Census Bureau),
* ``zip3.csv.gz``: first three digits of ZIP codes with state (2020 Census ZCTA counts),
* ``hospitals.csv.gz``: names of US hospitals (CMS Hospital General Information),

and ``SHA256SUMS``. Census and CMS figures are in the public domain. Run it as
``python -m corpora.generator.data.freeze LEXICONS ZCTA``.
"""

import csv
import gzip
import hashlib
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
Row = Sequence[str]


def rows(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def freeze(name: str, header: Row, table: Iterable[Row]) -> None:
    """Write one compressed table whose bytes depend on its rows alone."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(table)
    packed = gzip.compress(text.getvalue().encode(), compresslevel=9, mtime=0)
    (HERE / f"{name}.csv.gz").write_bytes(packed)


def names(lexicons: Path) -> None:
    """Freeze surnames and given names."""
    shares = ("pctwhite", "pctblack", "pctapi", "pcthispanic")
    surnames = rows(lexicons / "us_surnames_census2010.csv")[:20_000]
    freeze(
        "surnames",
        ("name", "count", *shares),
        [(row["name"], row["count"], *(row[share] for share in shares)) for row in surnames],
    )
    given = rows(lexicons / "us_firstnames_census2020_sex.csv")[:5_000]
    freeze(
        "given",
        ("name", "count", "pctmale", *shares),
        [(row["name"], row["count"], row["pctmale"], *(row[share] for share in shares)) for row in given],
    )


def places(lexicons: Path, zcta: Path) -> None:
    """Freeze places, cities, counties and ZIP prefixes."""
    largest = sorted(
        rows(lexicons / "us_places_geonames_pop500.csv"),
        key=lambda row: (-int(row["population"]), row["name"], row["state"]),
    )
    freeze("places", ("name", "state"), [(row["name"], row["state"]) for row in largest[:10_000]])
    cities = rows(lexicons / "world_cities_pop100k.csv")
    freeze("cities", ("name", "country"), [(row["name"], row["country"]) for row in cities])
    counties = rows(lexicons / "us_counties.csv")
    freeze("counties", ("name", "state"), [(row["name"], row["state"]) for row in counties])
    prefixes = rows(zcta / "zip3_population_state_region.csv")
    freeze("zip3", ("zip3", "state"), [(row["zip3"], row["state"]) for row in prefixes])


def hospitals(lexicons: Path) -> None:
    """Freeze hospital names."""
    found = sorted({row["Facility Name"].strip() for row in rows(lexicons / "us_hospitals_cms.csv")})
    freeze("hospitals", ("name",), [(name,) for name in found])


def seal() -> None:
    """Write the sums of all tables."""
    tables = sorted([*HERE.glob("*.csv.gz"), *HERE.glob("*.tsv"), *HERE.glob("*.txt")])
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in tables)
    (HERE / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    lexicon_folder, zcta_folder = map(Path, sys.argv[1:])
    names(lexicon_folder)
    places(lexicon_folder, zcta_folder)
    hospitals(lexicon_folder)
    seal()
