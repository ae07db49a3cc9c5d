"""Score the shipped detector on several sets as one table.

python tests/benchmarks/score_sets.py ../shared/data/text/clinical_notes_dev.jsonl … [--every 10]

A set without marks shows only how many spans are taken per 1,000 tokens. Names are spans whose
every accepted label is a name. Figures are of synthetic or surrogate text, not of your notes.
"""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from annotation import Group
from annotation.gold import read
from annotation.scoring import NoteScore, Outcome, score
from recognizers import catalogue


def share(outcomes: Iterable[Outcome]) -> str:
    """Share of letters and digits hidden, in %."""
    chosen = list(outcomes)
    total = sum(one.characters for one in chosen)
    return f"{100 - 100 * sum(one.leaked for one in chosen) / total:.2f}" if total else ""


def is_name(outcome: Outcome) -> bool:
    """True for a span that can only be a name."""
    return {label.group for label in outcome.gold.labels} == {Group.NAME}


def row(path: Path, scores: tuple[NoteScore, ...], seconds: float) -> list[str]:
    """One set as a line of the table."""
    outcomes = [one for note in scores for one in note.outcomes]
    touched = [one for one in outcomes if one.overlap]
    tokens = sum(note.tokens for note in scores)
    free = [note for note in scores if not note.leaks()]
    decoys = sum(note.decoys for note in scores)
    return [
        path.stem,
        str(len(scores)),
        str(len(outcomes)),
        share(outcomes),
        share(filter(is_name, outcomes)),
        f"{100 * sum(one.right_group for one in touched) / len(touched):.1f}" if touched else "",
        f"{1000 * sum(len(note.false_spans) for note in scores) / tokens:.2f}",
        f"{100 * len(free) / len(scores):.1f}" if outcomes else "",
        f"{100 * sum(note.decoys_removed for note in scores) / decoys:.1f}" if decoys else "",
        f"{tokens / seconds:.0f}",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every n-th note")
    parser.add_argument("--engine", choices=["accurate", "fast", "rules"], default="accurate")
    parser.add_argument("--sensitivity", choices=["balanced", "high"], default="balanced")
    options = parser.parse_args()
    detector = catalogue.default(engine=options.engine, sensitivity=options.sensitivity)
    heads = (
        "notes",
        "spans",
        "chars %",
        "names %",
        "right group %",
        "false/1k",
        "leak-free %",
        "decoys %",
        "tokens/s",
    )
    table = Table("set", *(Column(head, justify="right") for head in heads))
    for path in options.sets:
        golds = read(path)[:: options.every]
        began = time.perf_counter()
        found = {gold.note.note_id: detector.detect(gold.note) for gold in golds}
        table.add_row(*row(path, score(golds, found), time.perf_counter() - began))
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
