"""The model card: what the weights were made of and what they measured, written by the run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from annotation import Group
from annotation.gold import GoldNote
from annotation.intervals import Observations, bound
from annotation.scoring import NoteScore, Outcome, score
from annotation.tally import outcomes_of, tally
from recognizers.fold import fold
from recognizers.ner.model import Sensitivity, sha256
from recognizers.ner.recognizer import NerRecognizer

SENSITIVITIES: Final[tuple[Sensitivity, ...]] = ("balanced", "high")
_HEAD: Final = (
    "| set | sensitivity | characters | spans (lower bound) | names | group | false spans"
    " | notes without leak |\n|---|---|---|---|---|---|---|---|\n"
)
_TEXT: Final = """# Model card: {title}

{what} sha256 of {digests}.

## Made from
{made}

## Measured
The model alone, without rules, headers or roster. Characters and names: letters and digits hidden.
Spans: wholly hidden, with the lower 95 % bound of `annotation.intervals` (notes as clusters, ICC
floor 0.30). Group: right group among touched spans. False spans per 1,000 tokens.

{table}
The notes kept apart taught the judge and chose its thresholds, so their figures are flattered a little;
`clinical_notes_dev` was watched while the form of the
decoding was chosen, never its values. Sets of MTSamples text and the other carriers were learned from.
In a set without marks every find counts as false, right or wrong. All of this is synthetic, surrogate
or public text: none of these figures is recall on your notes, measure there.

## What it is bad at
{weak}
"""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says of its kind of model.

    Attributes:
        title: the model's name.
        what: what it is; ``{megabytes}`` stands for its size.
        base: where it starts from.
        weak: what it is bad at, one thing a line.
    """

    title: str
    what: str
    base: str
    weak: Sequence[str]


ENCODER: Final = Card(
    "clinical_ner",
    "A token classifier for identifiers in English clinical notes, made by `python -m recognizers.training`\n"
    "and read by `recognizers.ner`. Int8 ONNX, {megabytes:.1f} MB;",
    "Encoder: all-MiniLM-L6-v2 (Apache-2.0), see `recognizers/training/base.py`",
    (
        "Types that are rare in its notes: biometric ids, departments, URLs, addresses; rules find these.",
        "Ages over 89 in words, lower-case single names, usernames and initials without a cue near them.",
        "Short codes without a label, where a lab value, a model number and an identifier look the same.",
        "Text that is no clinical English; names are read by context and form; bare lists mislead it.",
        "Professions: what counts as one is the least certain of its types.",
    ),
)


@dataclass(frozen=True, slots=True)
class Origin:
    """What a run was made from.

    Attributes:
        notes: marked notes learned from.
        apart: marked notes kept apart.
        carriers: texts of each carrier set.
        lines: further facts, one a line.
    """

    notes: int
    apart: int
    carriers: Mapping[str, int]
    lines: Sequence[str]

    def lines_of(self, card: Card) -> str:
        """Everything, the base first, one fact a line."""
        sets = ", ".join(f"{name} {count}" for name, count in sorted(self.carriers.items())) or "none"
        facts = [
            card.base,
            f"Marked notes of `corpora/training`: {self.notes} learned from, {self.apart} kept apart",
            f"Carriers (texts learned from, never copied): {sets}",
            *self.lines,
        ]
        return _list(facts)


def _list(facts: Iterable[str]) -> str:
    return "\n".join(f"- {fact}" for fact in facts)


def write_card(
    folder: Path, origin: Origin, golds: Mapping[str, Sequence[GoldNote]], card: Card = ENCODER
) -> None:
    """Score a model folder on gold sets and write its ``README.md``."""
    rows = [
        row
        for name in SENSITIVITIES
        for row in _rows(NerRecognizer(sensitivity=name, folder=folder), name, golds)
    ]
    parts = sorted(folder.glob("model.onnx*"))
    text = _TEXT.format(
        title=card.title,
        what=card.what.format(megabytes=sum(path.stat().st_size for path in parts) / 1e6),
        digests=",\nof ".join(f"`{path.name}`\n`{sha256(path)}`" for path in parts),
        made=origin.lines_of(card),
        weak=_list(card.weak),
        table=_HEAD + "".join(rows),
    )
    (folder / "README.md").write_text(text, encoding="utf-8")


def _rows(
    recognizer: NerRecognizer, sensitivity: str, golds: Mapping[str, Sequence[GoldNote]]
) -> Iterable[str]:
    for name, gold in golds.items():
        found = recognizer.find_many([fold(one.note.text) for one in gold])
        scores = score(gold, {one.note.note_id: spans for one, spans in zip(gold, found, strict=True)})
        yield f"| {name} | {sensitivity} | {_cells(scores)} |\n"


def _cells(scores: Sequence[NoteScore]) -> str:
    outcomes = outcomes_of(scores)
    names = tally(outcome for outcome in outcomes if outcome.gold.group is Group.NAME).shares
    shares = tally(outcomes).shares
    false = 1000 * sum(len(one.false_spans) for one in scores) / sum(one.tokens for one in scores)
    clean = sum(not one.leaks() for one in scores) / len(scores) if outcomes else None
    cells = [
        _percent(shares["characters"]),
        f"{_percent(shares['covered'])} ({_percent(_lower(scores))})",
        _percent(names["characters"]),
        _percent(shares["right_group"]),
        f"{false:.1f}",
        _percent(clean),
    ]
    return " | ".join(cells)


def _lower(scores: Sequence[NoteScore]) -> float | None:
    pairs: list[tuple[Outcome, int]] = [(o, row) for row, one in enumerate(scores) for o in one.outcomes]
    if not pairs:
        return None
    hits = np.array([float(outcome.covered) for outcome, _ in pairs])
    return bound(Observations(hits, np.array([row for _, row in pairs]))).lower


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
