"""Freeze the pools: ``python -m surrogates.data.build --lexicons FOLDER --zcta FOLDER``.

Reads public figures and writes the compressed tables of this folder with a MANIFEST of sources
and sha256. The same figures give the same bytes. Sources: US Census Bureau surnames and given
names 2020 (public domain); CMS hospital list (public domain); GeoNames places (CC BY 4.0), for
the spelling of town names; Census ZCTA counts and the ZCTA-county relation (public domain);
area codes from the geocoding data of the ``phonenumbers`` package (facts); occupations of the
corpora project (CC0); nicknames (Apache-2.0); days of moon calendars from the ``holidays`` package
(facts), which only this module needs.
"""

import argparse
import csv
import hashlib
import io
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path

from annotation import InputError

HERE = Path(__file__).parent
VINTAGE = "2020 Census"
_SURNAMES_KEPT, _SURNAMES_DRAWN, _GIVEN_DRAWN = 60_000, 25_000, 6_000
_ONE_SEX = 95.0
_LISTS = (
    "date_words",
    "fiction_phones",
    "generic_words",
    "kind_words",
    "named_days",
    "particles",
    "rude",
    "saints",
    "street_words",
    "suffixes",
    "titles",
)
_SHORT, _AREA, _STATE = 2, 3, 2


def _rows(path: Path) -> Iterator[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)
    except FileNotFoundError:
        raise InputError(f"{path}: not found; give the folders of public figures") from None


def _unfit(lexicons: Path) -> frozenset[str]:
    words = {row["word"] for row in _rows(lexicons / "surnames_that_are_clinical_words.csv")}
    words |= {row["term"].casefold() for row in _rows(lexicons / "medical_eponyms_devices_observed.csv")}
    words |= {row["name"].casefold() for row in _rows(lexicons / "drugs_corpora.csv")}
    words |= {
        part for row in _rows(lexicons / "drug_names_dner.csv") for part in row["name"].casefold().split()
    }
    words |= {row["name"].casefold() for row in _rows(lexicons / "us_states.csv")}
    words |= {row["name"].casefold() for row in _rows(lexicons / "countries.csv")}
    return frozenset(words) | {word for name in ("rude", "generic_words") for word in _listed(name).split()}


def _listed(name: str) -> str:
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


def surnames(lexicons: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``name, count, drawable`` by falling count."""
    unfit = _unfit(lexicons)
    drawn = 0
    for rank, row in enumerate(_rows(lexicons / "us_surnames_census2020.csv")):
        name = row["name"]
        if rank >= _SURNAMES_KEPT:
            return
        fit = (
            name.isalpha() and len(name) > _SHORT and name.casefold() not in unfit and drawn < _SURNAMES_DRAWN
        )
        drawn += fit
        yield name, row["count"], int(fit)


def givens(lexicons: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``name, count, percent female, drawable`` by falling count."""
    unfit = _unfit(lexicons)
    drawn: Counter[str] = Counter()
    for row in _rows(lexicons / "us_firstnames_census2020_sex.csv"):
        name, female = row["name"], float(row["pctfemale"] or -1)
        if not name.isalpha() or female < 0:
            continue
        sex = "F" if female >= _ONE_SEX else "M" if female <= 100 - _ONE_SEX else ""
        fit = bool(sex) and len(name) > _SHORT and name.casefold() not in unfit and drawn[sex] < _GIVEN_DRAWN
        drawn[sex] += fit
        yield name, row["count"], round(female), int(fit)


def nicknames(lexicons: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``given name, nickname`` pairs."""
    yield from sorted(
        {(row["name1"].strip(), row["name2"].strip()) for row in _rows(lexicons / "nicknames.csv")}
    )


def area_codes() -> Iterator[tuple[str, str]]:
    """Yield ``area code, state`` where most exchanges of the code lie in the state."""
    from phonenumbers.geodata import GEOCODE_DATA  # noqa: PLC0415 - large, for building only

    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for prefix, names in GEOCODE_DATA.items():
        _, comma, state = names.get("en", "").rpartition(", ")
        if comma and prefix.startswith("1") and len(prefix) > _AREA and len(state) == _STATE:
            votes[prefix[1:4]][state] += 1
    yield from sorted((code, states.most_common(1)[0][0]) for code, states in votes.items())


def _spelling(lexicons: Path) -> dict[tuple[str, str], str]:
    rows = _rows(lexicons / "us_places_geonames_pop500.csv")
    return {(row["name"].casefold(), row["state"]): row["name"] for row in rows if row["country"] == "US"}


def _counties(lexicons: Path) -> dict[str, str]:
    return {row["fips"]: row["name"] for row in _rows(lexicons / "us_counties.csv")}


def places(lexicons: Path, zcta: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``city, county, state, ZIP, area code`` that agree by three independent tables."""
    spelling, counties, areas = _spelling(lexicons), _counties(lexicons), dict(area_codes())
    home = {row["zcta"]: row for row in _rows(zcta / "zcta2010_to_county_state.csv")}
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for row in _rows(lexicons / "us_hospitals_cms.csv"):
        code, state, area = row["ZIP Code"].zfill(5), row["State"], row["Phone Number"][1:4]
        city = spelling.get((row["City"].casefold(), state))
        relation = home.get(code, {})
        county = counties.get(relation.get("county_fips_major", ""), "")
        agree = relation.get("state_major") == state == areas.get(area)
        if city and agree and county.casefold().startswith(row["County Name"].casefold()):
            found[city, county, state, code][area] += 1
    yield from sorted((*place, area.most_common(1)[0][0]) for place, area in found.items())


def zip3(zcta: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``prefix, people 2020, state, people 2010, states touched, region`` where a census area is.

    The state is the one with most of the prefix's census tracts. 2010 has no counts for Puerto Rico.
    """
    for row in _rows(zcta / "zip3_population_state_region.csv"):
        if int(row["zctas2020"]):
            yield tuple(row[name] for name in ("zip3", "pop2020", "state", "pop2010", "n_states", "region"))


def _proper(lexicons: Path) -> set[str]:
    names = [row["name"] for row in _rows(lexicons / "us_places_geonames_pop500.csv")]
    common = [row["name"] for row in _rows(lexicons / "us_surnames_census2020.csv")][:_SURNAMES_DRAWN]
    return {word for name in names + common for word in name.casefold().split()}


def facility_words(lexicons: Path) -> Iterator[tuple[object, ...]]:
    """Yield ``word, hospitals`` for proper words of hospital names that two or more share."""
    unfit, proper = _unfit(lexicons), _proper(lexicons)
    counts: Counter[str] = Counter()
    for row in _rows(lexicons / "us_hospitals_cms.csv"):
        counts.update({word for word in row["Facility Name"].casefold().split() if word.isalpha()})
    yield from sorted(
        (word, n) for word, n in counts.items() if n > 1 and len(word) > _AREA and word in proper - unfit
    )


_FEASTS = {
    "chinese._ChineseLunisolar": "DRAGON_BOAT LUNAR_NEW_YEAR MID_AUTUMN BUDDHA_BIRTHDAY:vesak",
    "hebrew._HebrewLunisolar": "HANUKKAH LAG_BAOMER PASSOVER PURIM ROSH_HASHANAH SHAVUOT SUKKOT "
    "TISHA_BAV YOM_KIPPUR",
    "hindu._HinduLunisolar": "DIWALI DUSSEHRA GANESH_CHATURTHI HOLI JANMASHTAMI MAHA_ASHTAMI:durga-puja "
    "SHARAD_NAVRATRI:navratri ONAM PONGAL RAKSHA_BANDHAN MAHA_SHIVARATRI:shivaratri VAISAKHI",
    "islamic._IslamicLunar": "ASHURA EID_AL_ADHA EID_AL_FITR HIJRI_NEW_YEAR:islamic-new-year LAYLAT_AL_QADR "
    "MAWLID RAMADAN_BEGINNING:ramadan",
}
_LAST_YEAR, _LEAP = 2100, 380


def feasts() -> Iterator[tuple[str, str]]:
    """Yield ``feast, day`` of moon calendars, as long as the sources reach (at most to 2100)."""
    found: list[tuple[str, date]] = []
    for calendar, names in _FEASTS.items():
        module, _, cls = calendar.partition(".")
        tables = getattr(import_module(f"holidays.calendars.{module}"), cls)
        for name in names.split():
            table, _, feast = name.partition(":")
            days = getattr(tables, f"{table}_DATES")
            found += [
                (feast or table.lower().replace("_", "-"), date(year, *day))
                for year, listed in days.items()
                for day in (listed if isinstance(listed[0], tuple) else (listed,))
            ]
    yield from sorted((name, day.isoformat()) for name, day in (*found, *_bishvat(found), *_advent()))


def _bishvat(found: Iterable[tuple[str, date]]) -> Iterator[tuple[str, date]]:
    """15 Shevat is 59 days before Passover, 89 where the year between two Rosh Hashanahs has a leap month."""
    days = {(name, day.year): day for name, day in found}
    for (name, year), passover in days.items():
        begin = days.get(("rosh-hashanah", year - 1))
        if name == "passover" and begin:
            leap = (days["rosh-hashanah", year] - begin).days > _LEAP
            yield "tu-bishvat", passover - timedelta(days=89 if leap else 59)


def _advent() -> Iterator[tuple[str, date]]:
    """The Sunday from 27 November to 3 December."""
    for year in range(1900, _LAST_YEAR):
        first = date(year, 11, 27)
        yield "advent", first + timedelta(days=6 - first.weekday())


def _column(path: Path, name: str) -> Iterator[tuple[object, ...]]:
    yield from sorted({(row[name],) for row in _rows(path)})


def _freeze(name: str, rows: Iterable[tuple[object, ...]], source: str) -> dict[str, object]:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    packed = lzma.compress(text.getvalue().encode(), preset=9)
    (HERE / f"{name}.csv.xz").write_bytes(packed)
    return {
        "sha256": hashlib.sha256(packed).hexdigest(),
        "rows": text.getvalue().count("\n"),
        "source": source,
    }


def build(lexicons: Path, zcta: Path) -> None:
    """Write every table and the MANIFEST.

    Raises:
        InputError: a table of figures is missing.
    """
    census, cms = "US Census Bureau, 2020 Census, public domain", "CMS hospital list, public domain"
    tables = {
        "surnames": _freeze("surnames", surnames(lexicons), census),
        "givens": _freeze("givens", givens(lexicons), census),
        "nicknames": _freeze("nicknames", nicknames(lexicons), "nicknames, Apache-2.0"),
        "area_codes": _freeze("area_codes", area_codes(), "phonenumbers geocoding data, facts"),
        "places": _freeze(
            "places", places(lexicons, zcta), f"{cms}; GeoNames, CC BY 4.0; ZCTA relation 2010"
        ),
        "zip3": _freeze(
            "zip3", zip3(zcta), "US Census Bureau, ZCTA populations 2010 and 2020, public domain"
        ),
        "facility_words": _freeze("facility_words", facility_words(lexicons), cms),
        "states": _freeze(
            "states", ((r["code"], r["name"]) for r in _rows(lexicons / "us_states.csv")), census
        ),
        "countries": _freeze("countries", _column(lexicons / "countries.csv", "name"), "GeoNames, CC BY 4.0"),
        "feasts": _freeze("feasts", feasts(), "holidays package, facts of moon calendars"),
        "professions": _freeze(
            "professions", _column(lexicons / "occupations_corpora.csv", "name"), "corpora project, CC0"
        ),
    }
    own = "written for this project"
    for name in _LISTS:
        digest = hashlib.sha256(_listed(name).encode()).hexdigest()
        tables[name] = {"sha256": digest, "rows": len(_listed(name).split()), "source": own}
    manifest = {"version": 1, "vintage": VINTAGE, "tables": tables}
    (HERE / "MANIFEST.json").write_text(
        json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )


def main() -> None:
    """Read the folders from the command line and build."""
    parser = argparse.ArgumentParser(description="Freeze the surrogate pools from public figures.")
    parser.add_argument("--lexicons", type=Path, required=True, help="folder of name and place tables")
    parser.add_argument("--zcta", type=Path, required=True, help="folder of ZCTA tables")
    options = parser.parse_args()
    build(options.lexicons, options.zcta)


if __name__ == "__main__":
    main()
