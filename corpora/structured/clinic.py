"""Make ``clinic.csv``; run it as ``python -m corpora.structured.clinic``.

A clinic's table in which every visit has a short note. The table is five-anonymous in bands of age; the notes
say the age itself, the sex, and now and then a rare condition, as notes do, and together they are not. People
are drawn like those of ``admissions.csv``; the notes are our own sentences. Nobody in the table exists.
"""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

from corpora.generator.names import draw_given, draw_origin, draw_surname
from corpora.structured.build import FIRST

HERE: Final = Path(__file__).parent
VISITS: Final = 240
FIELDS: Final = ("patient_id", "given", "family", "dob", "sex", "seen", "diagnosis", "note")
REASONS: Final = (
    ("M54.50", "low back pain for {days} days after lifting"),
    ("J06.9", "a cold and sore throat for {days} days"),
    ("I10", "a check of the blood pressure, {systolic} over 84 today"),
    ("E11.9", "a review of diabetes, sugars steady for {days} weeks"),
    ("K21.9", "heartburn at night, {days} times last week"),
    ("G43.909", "a headache, the third in {days} weeks"),
)
RARE: Final = ("Fabry disease", "Wilson disease", "acute intermittent porphyria")
NOTES: Final = (
    "{title} {family} is a {age}-year-old {person} seen for {reason}.{rare} {They} will call if worse.",
    "{age} y/o {person}, here for {reason}.{rare} No red flags. {title} {family} was told when to come back.",
    "Seen today: {given} {family}, {age} years old, with {reason}.{rare} {Their} examination was normal.",
    "Visit for {reason}.{rare} {They} feels well otherwise. {title} {family} will be seen again as needed.",
)


def build() -> str:
    """The table as CSV text; the same at every call."""
    random = Random(2_026)
    out = io.StringIO()
    sheet = csv.DictWriter(out, FIELDS, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(_visit(random, number) for number in range(VISITS))
    return out.getvalue()


def _visit(random: Random, number: int) -> dict[str, str]:
    sex, origin, age = random.choice("FM"), draw_origin(random), random.randrange(30, 70)
    given, family = draw_given(origin, random, female=sex == "F"), draw_surname(origin, random)
    seen = FIRST + timedelta(days=random.randrange(700))
    born = seen - timedelta(days=age * 365 + age // 4 + random.randrange(5, 350))
    diagnosis, reason = random.choice(REASONS)
    words = {
        "reason": reason.format(days=random.randrange(2, 9), systolic=random.randrange(118, 150)),
        "rare": f" Known {random.choice(RARE)}." if random.random() < 0.05 else "",  # noqa: PLR2004 one in twenty
        "person": "woman" if sex == "F" else "man",
        "title": "Ms." if sex == "F" else "Mr.",
        "They": "She" if sex == "F" else "He",
        "Their": "Her" if sex == "F" else "His",
    }
    return {
        "patient_id": f"c{number:04}",
        "given": given,
        "family": family,
        "dob": born.isoformat(),
        "sex": sex,
        "seen": seen.isoformat(),
        "diagnosis": diagnosis,
        "note": random.choice(NOTES).format(age=age, given=given, family=family, **words),
    }


if __name__ == "__main__":
    (HERE / "clinic.csv").write_text(build(), encoding="utf-8")
