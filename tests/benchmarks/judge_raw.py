"""False spans per 1,000 tokens in sets without marks, by verdicts of a reader.

python tests/benchmarks/judge_raw.py FOLDER [--engine fast] [--unjudged]

A find in a set without marks may well be an identifier. So whole notes are drawn, each find in them
was read in its context against the annotation guideline, and the verdict is kept by set, note and
offsets in ``raw_verdicts.csv``:

- ``true``: an identifier;
- ``border``: one, but its type or its ends are wrong;
- ``blank``: what the publisher put in an identifier's place ("Dr. X");
- ``doubtful``: readers could differ; counted as false;
- ``false``: none.

A find takes the most favourable verdict among those it touches. One that touches none has not been read;
it counts as false until it is, and ``--unjudged`` prints it with its context. The bound takes the
set's notes as a sample of notes of their kind (`annotation.intervals`).
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Column, Table

from annotation import Note, Span
from annotation.gold import read
from annotation.intervals import Bound, Observations, bound
from annotation.sampling import Design, draw, list_population
from recognizers import catalogue

VERDICTS = Path(__file__).with_name("raw_verdicts.csv")
SIZES = {"mtsamples_raw_dev": 150, "mts_dialog_sections_raw": 1091, "primock57_notes_raw": 57}
KEY = b"sets without marks"
AROUND = 60


class Verdict(IntEnum):
    """What a find is, the most favourable first."""

    TRUE = 0
    BORDER = 1
    BLANK = 2
    DOUBTFUL = 3
    FALSE = 4
    UNJUDGED = 5


Kept = dict[tuple[str, str], list[tuple[int, int, Verdict]]]
"""Start, end and verdict of what was read, by set and note."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One find and what it is."""

    note: Note
    span: Span
    verdict: Verdict

    @property
    def is_false(self) -> bool:
        """True for what is no identifier, or not surely one."""
        return self.verdict > Verdict.BLANK


def read_verdicts(path: Path) -> Kept:
    """Read the kept verdicts."""
    kept: Kept = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            place = int(row["start"]), int(row["end"]), Verdict[row["verdict"].upper()]
            kept.setdefault((row["set"], row["note"]), []).append(place)
    return kept


def verdict_of(span: Span, places: Iterable[tuple[int, int, Verdict]]) -> Verdict:
    """The verdict on the same offsets, else the most favourable one that the span touches."""
    touched = [(s, e, v) for s, e, v in places if s < span.end and span.start < e]
    same = [v for s, e, v in touched if (s, e) == (span.start, span.end)]
    return min(same or [v for _, _, v in touched], default=Verdict.UNJUDGED)


def drawn(path: Path) -> list[Note]:
    """The notes of a set that are read."""
    notes = {gold.note.note_id: gold.note for gold in read(path)}
    sample = draw(list_population(notes.values(), ()), Design(SIZES[path.stem], ()), key=KEY)
    return [notes[one.note_id] for one in sample.drawn]


def rate(notes: Sequence[Note], finds: Iterable[Judged]) -> Bound:
    """Share of tokens that no false span takes; notes are the clusters."""
    false = Counter(one.note.note_id for one in finds if one.is_false)
    tokens = [len(note.text.split()) for note in notes]
    hits = np.concatenate(
        [np.arange(size) >= false[note.note_id] for note, size in zip(notes, tokens, strict=True)]
    )
    clusters = np.repeat(np.arange(len(notes)), tokens)
    return bound(Observations(hits.astype(np.float64), clusters), icc_floor=0.0)


def row(name: str, notes: Sequence[Note], finds: Sequence[Judged]) -> list[str]:
    """One set as a line of the table."""
    counts = Counter(one.verdict for one in finds)
    found = rate(notes, finds)
    return [
        name,
        *(str(number) for number in (len(notes), found.n, len(finds))),
        *(str(counts[verdict]) for verdict in Verdict),
        f"{1000 * (1 - found.estimate):.2f}",
        f"{1000 * (1 - found.lower):.2f}",
    ]


def context(name: str, one: Judged) -> str:
    """A find as a line of the verdicts, and the words around it."""
    text, start, end = one.note.text, one.span.start, one.span.end
    around = f"{text[max(0, start - AROUND) : start]}[[{text[start:end]}]]{text[end : end + AROUND]}"
    label = f"{one.span.label} by {one.span.source}"
    return f"{name},{one.note.note_id},{start},{end},\t{label}\t{' '.join(around.split())}"


def main() -> None:
    """Print the table, what the false spans are, and what nobody has read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the sets lie as JSONL")
    parser.add_argument("--engine", choices=["accurate", "fast", "rules"], default="accurate")
    parser.add_argument("--unjudged", action="store_true", help="print the finds without verdict")
    options = parser.parse_args()
    console = Console(width=150)
    detector = catalogue.default(engine=options.engine)
    kept = read_verdicts(VERDICTS)
    heads = ("notes", "tokens", "finds", *(v.name.lower() for v in Verdict), "false/1k", "at most")
    table = Table("set", *(Column(head, justify="right") for head in heads))
    kinds: Counter[tuple[str, str, str]] = Counter()
    for name in SIZES:
        notes = drawn(options.folder / f"{name}.jsonl")
        finds = [
            Judged(note, span, verdict_of(span, kept.get((name, note.note_id), ())))
            for note in notes
            for span in detector.detect(note)
        ]
        table.add_row(*row(name, notes, finds))
        kinds.update((name, one.span.label, one.span.source) for one in finds if one.is_false)
        if options.unjudged:
            for one in finds:
                if one.verdict is Verdict.UNJUDGED:
                    console.print(context(name, one), markup=False, soft_wrap=True)
    console.print(table)
    for (name, label, source), number in sorted(kinds.items(), key=lambda item: (item[0][0], -item[1])):
        console.print(f"{name}: {number} false {label} by {source}", highlight=False)


if __name__ == "__main__":
    main()
