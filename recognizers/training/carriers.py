r"""Foreign text with few or partial marks, as lessons that never teach a miss.

A carrier gives running prose and look-alikes. Where nobody has marked its identifiers, whatever
may be one is left open: dates, long numbers, words behind a title or before "Hospital", whole
sentences about work, and capitalised words inside a sentence unless the carriers write them in
many documents (brands, eponyms, instruments) or in lower case elsewhere.

>>> text = "Seen by Dr. Quill on 3/14/09."
>>> [text[claim.start : claim.end] for claim in unsure(text)]
['Dr', 'Quill ', '3/14/09']
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from annotation import InputError, Label
from annotation.labels import from_coarse
from recognizers.training.examples import Claim, Lesson

SETS: Final[Mapping[str, float]] = {
    "mtsamples_slotfill_dev": 1.0,
    "mtsamples_raw_dev": 0.5,
    "mts_dialog_sections_raw": 1.0,
    "primock57_notes_raw": 1.0,
    "uner_ewt_dev": 0.5,
    "wnut17_train": 0.5,
}
"""Sets that are read and the share of each that a run goes through once."""

COMMON: Final = 5
_MONTH: Final = (
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August"
    r"|September|October|November|December)"
)
_DAY: Final = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_FEAST: Final = (
    r"(?:Christmas|Thanksgiving|Easter|Halloween|Labor Day|Memorial Day|New Year\S*|Fourth of July)"
)
_WORK: Final = (
    r"work|employ|retire|occupation|\bjob\b|profession|student|teacher|nurse by|school|college|career"
    r"|business|military|army|navy|marine|veteran|self-|owner|manager|engineer|driver|factory|office"
)
_PLACE_HEAD: Final = (
    r"Hospital|Medical|Center|Centre|Clinic|Health|University|College|School|Church|County|Street|Avenue"
    r"|Road|Drive|Home|Institute|Foundation|Associates|Company|Inc|City|Department|Unit|Army|Navy|Base|Park"
)
_MAYBE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_MONTH}\b\.?(?:\s+(?:of\s+)?\d{{1,4}}(?:st|nd|rd|th)?\b)?(?:,?\s+(?:of\s+)?\d{{4}})?",
        rf"\b{_DAY}s?\b",
        _FEAST,
        r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:0?[1-9]|1[0-2])/(?:\d{1,2}|\d{4})\b(?!/)(?<!/[4-6])(?<!/10)",
        r"\b(?:18|19|20)\d\d\b|'\d\d\b|\bthe \d{1,2}(?:st|nd|rd|th)\b",
        r"(?i)\b(?:spring|summer|fall|autumn|winter) (?:of )?\d{4}",
        r"\b(?:9\d|1[01]\d)\b(?=[\s-]*(?:years?|y/?o|yr))|\b(?i:nineties|ninety)\b",
        r"\b[A-Za-z]{0,4}[-#]?\d[\d-]{5,}\b|\d{3}[-.)]\s?\d{3,4}",
        r"\S+@\S+|https?:\S+|www\.\S+|(?<!\w)@\w+",
        r"(?<=Dr\.)\s+(?:[A-Z][\w'.-]*\s?){1,3}|(?<=\bM[rs]\.)\s+(?:[A-Z][\w'-]*\s?){1,3}",
        r"(?<=Mrs\.)\s+(?:[A-Z][\w'-]*\s?){1,3}|(?<=Doctor)\s+[A-Z]\w*",
        r"[A-Z][\w'.-]*(?:,? (?:[A-Z][\w'.-]*)){0,2},? (?:M\.?D|D\.?O|R\.?N|N\.?P|P\.?A|Ph\.?D|PA-C)\b",
        rf"\b(?:(?:[A-Z][\w'.]*|of|and|St\.)\s)*(?:{_PLACE_HEAD})\b(?:\s(?:[A-Z]\w*|of))*",
        r"\b(?i:room|suite|bed|bay|OR|floor) #?\d+\w?\b",
        r"_{2,}|\*{3,}|\b(?i:x{3,}|xyz|abcd?)\b|\b(?i:sample) [A-Z]\w+|\[[^\]\n]{1,40}\]",
    )
)
_SENTENCE: Final = re.compile(r"[^.\n]+[.\n]?")
_CAPITAL: Final = re.compile(
    r"(?<=[a-z,;)] )(?:[A-Z][a-z'\u2019-]+[A-Za-z]*|[A-Z]\.)(?:\s(?:[A-Z][A-Za-z'-]+))*"
)
_PLACED: Final = re.compile(r"\b(?:in|from|at|to|near|named?)\s$")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]*")


@dataclass(frozen=True, slots=True)
class Familiar:
    """Words that carriers use in many documents or in lower case: no names, where capitalised."""

    documents: Counter[str] = field(repr=False)
    lower: frozenset[str] = field(repr=False)

    def __contains__(self, word: str) -> bool:
        return word.lower() in self.lower or self.documents[word] >= COMMON


def unsure(text: str, familiar: Familiar | None = None) -> list[Claim]:
    """Ranges of unmarked text that may be identifiers."""
    found = [Claim(hit.start(), hit.end()) for pattern in _MAYBE for hit in pattern.finditer(text)]
    found += _about_work(text)
    found += _capitals(text, familiar)
    return sorted({_trimmed(claim, text) for claim in found}, key=lambda claim: (claim.start, claim.end))


def _trimmed(claim: Claim, text: str) -> Claim:
    inside = text[claim.start : claim.end]
    return Claim(claim.start + len(inside) - len(inside.lstrip()), claim.end, claim.labels)


def _about_work(text: str) -> Iterator[Claim]:
    for sentence in _SENTENCE.finditer(text):
        if re.search(_WORK, sentence[0], re.IGNORECASE):
            yield Claim(sentence.start(), sentence.end())


def _capitals(text: str, familiar: Familiar | None) -> Iterator[Claim]:
    for hit in _CAPITAL.finditer(text):
        words = _WORD.findall(hit[0])
        known = familiar is not None and all(word in familiar for word in words)
        if not known or _PLACED.search(text, max(0, hit.start() - 8), hit.start()):
            yield Claim(hit.start(), hit.end())


def familiar_words(texts: Iterable[str]) -> Familiar:
    """Count the words of carriers by document."""
    documents: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for text in texts:
        words = set(_WORD.findall(text))
        documents.update(words)
        lower.update(word for word in words if word.islower())
    return Familiar(documents, frozenset(word for word, count in lower.items() if count >= COMMON - 2))


def read(folder: Path) -> dict[str, list[Lesson]]:
    """Read the carrier sets that a folder holds.

    Args:
        folder: holds ``<set>.jsonl`` files of ``{text, spans, meta}`` records.

    Returns:
        Lessons by name of set.

    Raises:
        InputError: the folder holds none of SETS.
    """
    sets = {name: _records(folder / f"{name}.jsonl") for name in SETS if (folder / f"{name}.jsonl").exists()}
    if not sets:
        raise InputError(f"{folder} holds no carrier set; expected one of {', '.join(SETS)} (.jsonl)")
    familiar = familiar_words(record["text"] for records in sets.values() for record in records)
    return {name: [_lesson(record, familiar) for record in records] for name, records in sets.items()}


def _records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _lesson(record: Mapping[str, Any], familiar: Familiar) -> Lesson:
    text = record["text"]
    marked = [claim for span in record["spans"] for claim in _claims(span)]
    decoys = [(raw["start"], raw["end"]) for raw in (record.get("meta") or {}).get("decoys", ())]
    ignored = [Claim(raw["start"], raw["end"]) for raw in (record.get("meta") or {}).get("ignore", ())]
    open_ranges = [claim for claim in unsure(text, familiar) if (claim.start, claim.end) not in decoys]
    return Lesson(text, (*marked, *open_ranges, *ignored))


def _claims(span: Mapping[str, Any]) -> Iterator[Claim]:
    fine, coarse = span.get("orig_label", ""), span["label"]
    if coarse == "AGE" and ">" not in fine:
        return
    labels = from_coarse(fine) if fine in Label.__members__ else from_coarse(coarse)
    yield Claim(span["start"], span["end"], labels)
