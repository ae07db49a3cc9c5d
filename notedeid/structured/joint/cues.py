"""Cues that a released note gives of its patient: age, sex, conditions, and what the profile keeps.

De-identification leaves ages under 90 (and "90 or older"), the sex that words tell, codes and names of
conditions, years under Safe Harbor, and whatever kinds of identifiers the profile lets stay (states and
professions, dates of a limited data set). None of them is an identifier on its own; with a table they may be.

>>> cues = Reader(conditions=["Kabuki syndrome"]).read("66M w/ Kabuki syndrome, E11.9. He is 66 years old.")
>>> cues["age"], cues["sex"], cues["condition"]
('66', 'M', 'E11.9; Kabuki syndrome')
>>> Reader().read("Works on the railway.", [(Label.PROFESSION, "brakeman")])["profession"]
'brakeman'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import pandas as pd
import re2

from annotation import Label
from annotation.labels import Group
from notedeid.structured.hierarchies.icd10 import chapter

__all__ = ["CUES", "Kept", "Reader", "cue_frame"]

Kept: TypeAlias = tuple[Label, str]
CUES = ("age", "sex", "condition", "place", "profession", "date", "other", "year")
OLDEST = 90
_OF_GROUP = {Group.LOCATION: "place", Group.PROFESSION: "profession", Group.DATE: "date"}
_OLD = r"\s?-?\s?(?:years?|yrs?)\s?-?\s?(?:old\b|(?=man\b|woman\b|male\b|female\b|boy\b|girl\b))"
_AGE = re.compile(rf"\b(\d{{1,2}})(?:{_OLD}|\s?-?\s?y\s?/?\s?o\b|\s?y\.o\.|(?=[MF]\b))", re.ASCII)
_YOUNG = re.compile(r"\b(\d{1,2})\s?-?\s?(day|week|month)s?\s?-?\s?old\b", re.ASCII | re.IGNORECASE)
_POOLED = re.compile(r"\b(?:90 (?:years )?or older|90 (?:years )?and over|90\+|over 89)(?!\w)", re.IGNORECASE)
_SEXED = re.compile(rf"\b\d{{1,2}}(?:{_OLD}\s|\s?y\s?/?\s?o\s)?([MF])\b", re.ASCII)
_WORDS = {
    "M": re.compile(r"\b(?:he|his|him|man|male|gentleman|boy)\b", re.IGNORECASE),
    "F": re.compile(r"\b(?:she|her|hers|woman|female|lady|girl)\b", re.IGNORECASE),
}
_CODE = re.compile(r"\b[A-TV-Z](?:\d[0-9A-Z]|A\d)\.[0-9A-Z]{1,4}\b")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


class Reader:
    """Reads cues.

    Args:
        conditions: names of conditions to look for, beside ICD-10-CM codes; in any case.
        years: whether years are true (the year profile); shifted years tell nothing.
    """

    def __init__(self, conditions: Sequence[str] = (), *, years: bool = False) -> None:
        self._years = years
        self._names = {name.lower(): name for name in conditions}
        words = "|".join(re2.escape(name) for name in sorted(self._names, key=len, reverse=True))
        self._conditions = re2.compile(rf"(?i)\b(?:{words})\b") if words else None

    def read(self, text: str, kept: Iterable[Kept] = ()) -> dict[str, str]:
        """The cues of a released note; empty where it gives none.

        Args:
            text: the note as released.
            kept: identifiers that the profile let stay in it; ages are read from the text.
        """
        codes = {code for code in _CODE.findall(text) if _is_code(code)}
        named = self._conditions.findall(text) if self._conditions else []
        found = codes | {self._names[name.lower()] for name in named}
        stayed: dict[str, set[str]] = {name: set() for name in ("place", "profession", "date", "other")}
        for label, value in kept:
            if label is not Label.AGE:
                stayed[_OF_GROUP.get(label.group, "other")].add(" ".join(value.lower().split()))
        return {
            "age": _age(text),
            "sex": _sex(text),
            "condition": "; ".join(sorted(found)),
            **{name: "; ".join(sorted(values)) for name, values in stayed.items()},
            "year": "; ".join(sorted(set(_YEAR.findall(text)))) if self._years else "",
        }


def cue_frame(
    notes: Mapping[int, Sequence[tuple[str, Sequence[Kept]]]], index: pd.Index, reader: Reader
) -> pd.DataFrame:
    """Cues of the rows of a table.

    Args:
        notes: by place of the row, its released notes, each with the identifiers kept in it.
        index: the rows.
        reader: what reads them.

    Returns:
        One row a record; a missing cell is no cue, an empty condition is notes that name none: whoever has
        a rare one is not looked for among them.
    """
    found = pd.DataFrame(None, index=index, columns=list(CUES), dtype=object)
    for place, texts in notes.items():
        whole = "\n".join(text for text, _ in texts)
        cues = reader.read(whole, [value for _, kept in texts for value in kept])
        silent = {**dict.fromkeys(CUES), "condition": ""}
        found.iloc[place] = pd.Series({name: cues[name] or silent[name] for name in CUES})
    return found


def _age(text: str) -> str:
    ages = Counter(age for age in _AGE.findall(text) if int(age) < OLDEST)
    ages.update(f"{number} {unit.lower()}s" for number, unit in _YOUNG.findall(text))
    ages.update("90+" for _ in _POOLED.findall(text))
    return min(ages, key=lambda age: (-ages[age], age), default="")


def _sex(text: str) -> str:
    said = Counter(letter.upper() for letter in _SEXED.findall(text))
    counts = {sex: len(words.findall(text)) + 3 * said[sex] for sex, words in _WORDS.items()}
    high, low = max(counts, key=counts.__getitem__), min(counts.values())
    return high if counts[high] > low else ""


def _is_code(text: str) -> bool:
    return chapter(text) != text[0]
