"""How fast the formatted identifiers are found, in megabytes of note text a second.

Run ``python tests/benchmarks/bench_rules.py [NOTES.jsonl ...]``; without files it reads the
forms of the tests. Every figure is processor time of one run on one core, the best of three,
and is printed beside its ratio to the slowest way, so that figures of different machines can be
compared: one by one (no prefilter), the engine, the engine on notes it has not seen (automata
being built), and folding alone.
"""

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from annotation.formats.jsonl import records
from recognizers.expressions.patterns import PatternEngine
from recognizers.fold import View, fold
from recognizers.identifiers import RECOGNIZERS

FORMS = Path(__file__).parents[1] / "recognizers" / "identifiers" / "forms"


def texts(paths: Iterable[str]) -> list[str]:
    """Notes of JSONL files, or the forms of the tests."""
    notes = [record["text"] for path in paths for record in records(Path(path))]
    return notes or [path.read_text(encoding="utf-8") for path in sorted(FORMS.glob("*.txt"))] * 20


def seconds(work: Callable[[], object], runs: int = 3) -> float:
    """Processor time of the fastest of some runs."""
    spent = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        spent.append(time.process_time() - begin)
    return min(spent)


def ways(notes: list[str], views: list[View]) -> dict[str, float]:
    """Processor seconds of each way over all notes."""
    fresh = PatternEngine(RECOGNIZERS)
    unseen = seconds(lambda: [fresh.find(view) for view in views] and None, runs=1)
    return {
        "one by one": seconds(lambda: [r.find(view) for view in views for r in RECOGNIZERS]),
        "engine": seconds(lambda: [fresh.find(view) for view in views]),
        "engine, first pass": unseen,
        "fold": seconds(lambda: [fold(note) for note in notes]),
    }


def main(paths: list[str]) -> None:
    """Print the table."""
    notes = texts(paths)
    size = sum(map(len, notes)) / 1e6
    spent = ways(notes, [fold(note) for note in notes])
    slowest = max(spent.values())
    lines = [f"{len(notes)} texts, {size:.2f} MB, {sum(len(r.patterns) for r in RECOGNIZERS)} patterns"]
    lines += [f"{name:20s} {size / cost:8.2f} MB/s {slowest / cost:7.1f} x" for name, cost in spent.items()]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
