"""Make ``admissions.csv``; run it as ``python -m corpora.structured.build``.

The stays of the demonstration patients are read off their notes by hand (``stays.csv``: note, first and
last day, principal diagnosis as ICD-10-CM). All others are drawn: names from the Census figures of the
generator, ages from the age profile of hospital stays (about a tenth under 25, half from 45 to 74), ZIP
codes from the list below, diagnoses by age and sex and lengths of stay from ``diagnoses.csv``. Nobody in
the table exists.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from corpora.generator.names import draw_given, draw_origin, draw_surname
from corpora.store import folder, load

HERE: Final = Path(__file__).parent
PATIENTS: Final = 282
FIELDS: Final = (
    *("patient_id", "mrn", "given", "family", "dob", "sex", "zip"),
    *("admitted", "discharged", "diagnosis", "drg_weight", "died", "summary"),
)
AGES: Final = ((0, 17, 6), (18, 24, 5), (25, 44, 22), (45, 64, 30), (65, 74, 19), (75, 89, 15), (90, 97, 3))
ZIPS: Final = {
    "CB-": (
        "98402",
        "98404",
        "98405",
        "98406",
        "98407",
        "98408",
        "98418",
        "98444",
        "98466",
        "98498",
        "98499",
    ),
    "3": ("01520", "01602", "01603", "01604", "01605", "01606", "01609", "01610"),
    "OM": ("88001", "88005", "88007", "88011", "88012", "87937"),
}
DIAGNOSES: Final = (HERE / "diagnoses.csv").read_text(encoding="utf-8")
FIRST: Final = date(2023, 7, 1)
DAYS: Final = 790


def build() -> str:
    """The table as CSV text; the same at every call."""
    rows = sorted([*_demonstration(), *_invented(Random(20_250))], key=_place)
    out = io.StringIO()
    sheet = csv.DictWriter(out, FIELDS, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return out.getvalue()


def _place(row: dict[str, str]) -> tuple[str, str]:
    return row["admitted"], row["mrn"]


def _demonstration() -> Iterator[dict[str, str]]:
    lines = (folder("demonstration") / "patients.jsonl").read_text(encoding="utf-8").splitlines()
    people = {one["patient_id"]: one for one in map(json.loads, lines)}
    notes = {marked.note.note_id: marked.note for marked in load("demonstration")}
    for stay in csv.DictReader((HERE / "stays.csv").read_text(encoding="utf-8").splitlines()):
        note = notes[stay["note_id"]]
        person = people[str(note.patient_id)]
        yield {
            "patient_id": person["patient_id"],
            "mrn": person["mrn"],
            "given": person["name"]["given"],
            "family": person["name"]["family"],
            "dob": person["dob"],
            "sex": person["sex"],
            "zip": person["address"]["zip"],
            "admitted": stay["admitted"],
            "discharged": stay["discharged"],
            "diagnosis": stay["diagnosis"],
            "drg_weight": stay["drg_weight"],
            "died": "0",
            "summary": note.text,
        }


def _invented(random: Random) -> Iterator[dict[str, str]]:
    for number in range(PATIENTS):
        person = _person(random, number)
        first = FIRST + timedelta(days=random.randrange(DAYS - 60))
        for stay in range(1 + (random.random() < 0.2)):  # noqa: PLR2004 one in five comes back
            yield person | _stay(random, person, first + timedelta(days=stay * random.randrange(20, 60)))


def _person(random: Random, number: int) -> dict[str, str]:
    low, high, _ = random.choices(AGES, [share for _, _, share in AGES])[0]
    born = FIRST - timedelta(days=random.randrange(low * 365, high * 365 + 364))
    sex, origin = random.choice("FM"), draw_origin(random)
    site = random.choice(tuple(ZIPS))
    return {
        "patient_id": f"s{number:04}",
        "mrn": f"{site}{random.randrange(10**6, 10**7)}",
        "given": draw_given(origin, random, female=sex == "F"),
        "family": draw_surname(origin, random),
        "dob": born.isoformat(),
        "sex": sex,
        "zip": random.choice(ZIPS[site]),
    }


def _stay(random: Random, person: dict[str, str], admitted: date) -> dict[str, str]:
    age = (admitted - date.fromisoformat(person["dob"])).days // 365
    fitting = [
        one
        for one in csv.DictReader(DIAGNOSES.splitlines())
        if int(one["youngest"]) <= age <= int(one["oldest"]) and person["sex"] in one["sexes"]
    ]
    drawn = random.choices(fitting, [float(one["share"]) for one in fitting])[0]
    weight = float(drawn["drg_weight"])
    nights = 1 + int(random.expovariate(1 / (2.5 * weight)))
    return {
        "admitted": admitted.isoformat(),
        "discharged": (admitted + timedelta(days=nights)).isoformat(),
        "diagnosis": drawn["diagnosis"],
        "drg_weight": f"{weight * random.uniform(0.9, 1.1):.2f}",
        "died": str(int(random.random() < 0.05 * weight * max(age - 40, 0) / 20)),
        "summary": "",
    }


if __name__ == "__main__":
    (HERE / "admissions.csv").write_text(build(), encoding="utf-8")
