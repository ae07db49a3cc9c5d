"""Cues that a released note gives of its patient: age, sex, conditions, and what the profile keeps.

De-identification leaves ages under 90, the sex that pronouns tell, codes and names of conditions, years under
Safe Harbor, and whatever kinds of identifiers the profile lets stay (states, professions). None of them is an
identifier on its own; together with a table they may be.

>>> cues = Reader(conditions=["Kabuki syndrome"]).read("66M w/ Kabuki syndrome, E11.9. He is 66 years old.")
>>> cues["age"], cues["sex"], cues["condition"]
('66', 'M', 'E11.9; Kabuki syndrome')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
import re2

from notedeid.structured.hierarchies.icd10 import chapter

__all__ = ["CUES", "Reader", "cue_frame"]

CUES = ("age", "sex", "condition", "kept", "year")
OLDEST = 90
_OLD = r"\s?-?\s?(?:years?|yrs?)\s?-?\s?(?:old\b|(?=man\b|woman\b|male\b|female\b))"
_AGE = re.compile(rf"\b(\d{{1,2}})(?:{_OLD}|\s?-?\s?y\s?/?\s?o\b|\s?y\.o\.|(?=[MF]\b))", re.ASCII)
_SEXED = re.compile(rf"\b\d{{1,2}}(?:{_OLD}\s|\s?y\s?/?\s?o\s)?([MF])\b", re.ASCII)
_WORDS = {
    "M": re.compile(r"\b(?:he|his|him|man|male|gentleman)\b", re.IGNORECASE),
    "F": re.compile(r"\b(?:she|her|hers|woman|female|lady)\b", re.IGNORECASE),
}
_CODE = re.compile(r"\b[A-TV-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}\b")
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

    def read(self, text: str, kept: Iterable[str] = ()) -> dict[str, str]:
        """The cues of a released note; empty where it gives none.

        Args:
            text: the note as released.
            kept: identifiers that the profile let stay in it.
        """
        codes = {code for code in _CODE.findall(text) if _is_code(code)}
        named = self._conditions.findall(text) if self._conditions else []
        found = codes | {self._names[name.lower()] for name in named}
        return {
            "age": _age(text),
            "sex": _sex(text),
            "condition": "; ".join(sorted(found)),
            "kept": "; ".join(sorted({" ".join(value.lower().split()) for value in kept})),
            "year": "; ".join(sorted(set(_YEAR.findall(text)))) if self._years else "",
        }


def cue_frame(
    notes: Mapping[int, Sequence[tuple[str, Sequence[str]]]], index: pd.Index, reader: Reader
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
    ages = Counter(match for match in _AGE.findall(text) if int(match) < OLDEST)
    return min(ages, key=lambda age: (-ages[age], age), default="")


def _sex(text: str) -> str:
    said = Counter(letter.upper() for letter in _SEXED.findall(text))
    counts = {sex: len(words.findall(text)) + 3 * said[sex] for sex, words in _WORDS.items()}
    high, low = max(counts, key=counts.__getitem__), min(counts.values())
    return high if counts[high] > low else ""


def _is_code(text: str) -> bool:
    return chapter(text) != text[0]
