"""Make the frozen word lists anew: ``python -m recognizers.data.freeze SOURCE WEB2 WORDNET``.

``SOURCE`` is a folder with ``lexicons/`` (the tables named in MANIFEST.json, as CSV) and ``text/``
(note carriers as JSONL); ``WEB2`` a text file with the word list of Webster's Second International
Dictionary, one word a line; ``WORDNET`` the folder of WordNet 3.0's noun files. Only words are kept
of the carriers, never sentences: those written in lower case at least twice, or once when the
dictionary knows them too.
"""

import csv
import hashlib
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from recognizers.data.wordnet import workers

HERE = Path(__file__).parent
_CENSUS = "US Census Bureau, public domain"
_GEONAMES = "GeoNames, CC BY 4.0"
_CARRIERS = ("mtsamples_raw_dev", "mts_dialog_sections_raw", "primock57_notes_raw")
_CARRIER_SOURCE = "words of MTSamples (CC0), MTS-Dialog and PriMock57 (CC BY 4.0)"
_WORDNET = "WordNet 3.0, copyright 2006 by Princeton University, see wordnet.LICENSE"
_NAME_LIKE = 4
_WORD = re.compile(r"(?<![\w'-])[a-z]{2,24}(?!\w)")
_CAPITALS = re.compile(r"(?<![\w'-])[A-Z]{2,6}(?![\w'-])")
_TITLED = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,18}(?![\w.])")


def _column(path: Path, *names: str) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            yield "|".join(row[name].strip() for name in names)


def _frequent(path: Path, least: float) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="") as rows:
        yield from (row["name"].lower() for row in csv.DictReader(rows) if float(row["count"]) >= least)


def _texts(folder: Path) -> Iterator[str]:
    for name in _CARRIERS:
        with (folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def _inflected(word: str, known: frozenset[str]) -> bool:
    stems = {word, *(word.removesuffix(end) for end in ("s", "es", "ed", "d", "ing", "ly", "er"))}
    stems |= {word.removesuffix(end) + "e" for end in ("ing", "ed")} | {re.sub("ie[sd]$", "y", word)}
    return not stems.isdisjoint(known)


def _clinical(texts: list[str], english: frozenset[str], names: frozenset[str]) -> Iterator[str]:
    counts = Counter(word for text in texts for word in _WORD.findall(text))
    for word, count in counts.items():
        known = _inflected(word, english)
        if known or count > (_NAME_LIKE if word in names else 1):
            yield word


def _capitalised(texts: list[str], names: frozenset[str]) -> Iterator[str]:
    mixed = [line for text in texts for line in text.splitlines() if re.search("[a-z]{3}", line)]
    titled = Counter(word for line in mixed for word in _TITLED.findall(line))
    capitals = Counter(word for line in mixed for word in _CAPITALS.findall(line))
    yield from (word for word, count in titled.items() if count > 1 and word.lower() not in names)
    yield from (word for word, count in capitals.items() if count > 1)


def _nicknames(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["relationship"] == "has_nickname":
                yield f"{row['name1']}|{row['name2']}"


def _lists(source: Path, web2: Path, wordnet: Path) -> Iterator[tuple[str, str, Iterable[str]]]:
    tables = source / "lexicons"
    english = frozenset(w for w in web2.read_text(encoding="utf-8").split() if re.fullmatch("[a-z]{2,}", w))
    surnames = {name.lower() for name in _column(tables / "us_surnames_census2020.csv", "name")}
    given = {name.lower() for name in _column(tables / "us_firstnames_census2020_sex.csv", "name")}
    given |= {name.lower() for name in _column(tables / "us_firstnames_census1990.csv", "name")}
    given.discard("all other names")
    texts = list(_texts(source / "text"))
    names = frozenset(surnames | given)
    yield "surnames", f"{_CENSUS}, surnames 2020", surnames
    yield "given", f"{_CENSUS}, first names 1990 and 2020", given
    bearers = 5000
    frequent = set(_frequent(tables / "us_surnames_census2020.csv", bearers))
    frequent |= set(_frequent(tables / "us_firstnames_census2020_sex.csv", bearers)) - {"all other names"}
    yield "frequent", f"{_CENSUS}, surnames and first names 2020 with {bearers:,} bearers", frequent
    yield "nicknames", "carltonnorthern/nicknames, Apache-2.0", _nicknames(tables / "nicknames.csv")
    yield "places", _GEONAMES, _column(tables / "us_places_geonames_pop500.csv", "name", "state")
    yield "cities", _GEONAMES, _column(tables / "world_cities_pop100k.csv", "name")
    yield "countries", _GEONAMES, _column(tables / "countries.csv", "name")
    yield "counties", _CENSUS, _column(tables / "us_counties.csv", "name", "state")
    yield "states", _CENSUS, _column(tables / "us_states.csv", "name", "code")
    yield (
        "hospitals",
        "CMS Hospital General Information, public domain",
        _column(tables / "us_hospitals_cms.csv", "Facility Name"),
    )
    yield "occupations", "dariusk/corpora, CC0", _column(tables / "occupations_corpora.csv", "name")
    yield "workers", _WORDNET, workers(wordnet)
    yield "drugs", "dariusk/corpora, CC0", _column(tables / "drugs_corpora.csv", "name")
    yield "nationalities", "dariusk/corpora, CC0", _column(tables / "nationalities_corpora.csv", "name")
    yield "english", "Webster's Second International Dictionary (1934), public domain", english
    yield "clinical", _CARRIER_SOURCE, _clinical(texts, english, names)
    yield "capitalised", _CARRIER_SOURCE, _capitalised(texts, names)


def freeze(source: Path, web2: Path, wordnet: Path, target: Path = HERE) -> None:
    """Write every list as ``NAME.txt.xz`` and the manifest beside them."""
    manifest: dict[str, dict[str, str | int]] = {}
    for name, origin, entries in _lists(source, web2, wordnet):
        words = sorted({" ".join(entry.split()) for entry in entries if entry.strip()})
        packed = lzma.compress(("\n".join(words) + "\n").encode(), preset=9)
        (target / f"{name}.txt.xz").write_bytes(packed)
        digest = hashlib.sha256(packed).hexdigest()
        manifest[name] = {"source": origin, "entries": len(words), "sha256": digest}
    text = json.dumps({"made_by": "recognizers/data/freeze.py", "lists": manifest}, indent=1)
    (target / "MANIFEST.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    freeze(*map(Path, sys.argv[1:4]))
