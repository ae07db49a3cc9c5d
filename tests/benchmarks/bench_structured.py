"""The structured engine on the shared tables: each line a goal and the figure reached.

    python tests/benchmarks/bench_structured.py            # Adult: search, proof, measures
    python tests/benchmarks/bench_structured.py --large  # also a million rows, 20 columns, synthetic

Seconds are medians of wall clock and of processor time, encoding of the frame and the proof of the release
included, reading of the files not. On a busy machine look at the processor time, by which goals are judged.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from notedeid.structured import (
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    RecursiveLDiversity,
    Release,
    Spec,
    TCloseness,
    anonymize,
    measure,
)
from notedeid.structured.aggregates import aggregate
from notedeid.structured.hierarchies import Hierarchy, read_arx_csv
from notedeid.structured.search import below_k
from notedeid.structured.synthetic import fit, nearest
from notedeid.structured.table import encode

FOLDER = Path(__file__).parents[2] / ".." / "shared" / "data" / "structured"
KS = [2, 3, 5, 10, 11, 25, 50, 100]


def timed(name: str, goal: float, run: Callable[[], object], *, times: int = 5) -> None:
    """Print the goal in seconds, the median wall and processor seconds of a run, and what it found."""
    wall, cpu, found = [], [], None
    for _ in range(times):
        start, used = time.perf_counter(), time.process_time()
        found = run()
        wall.append(time.perf_counter() - start)
        cpu.append(time.process_time() - used)
    note = ""
    if isinstance(found, Release):
        proof = "optimal" if found.certificate.proven else f">= {found.certificate.lower_bound:.4f}"
        note = f"loss {found.loss:.6f} ({proof}), {found.certificate.checked} checks"
    spent = statistics.median(cpu)
    met = "met" if spent <= goal else "MISSED"
    line = (
        f"{name:<44} goal {goal:>6.2f} s {statistics.median(wall):>8.3f} s wall {spent:>8.3f} s cpu {met:<7}"
    )
    sys.stdout.write(f"{line} {note}\n")


def hierarchies(folder: Path, prefix: str, columns: list[str]) -> dict[str, Hierarchy]:
    """The ARX hierarchy files of some columns."""
    return {name: read_arx_csv(folder / f"{prefix}_hierarchy_{name}.csv") for name in columns}


def adult() -> tuple[pd.DataFrame, dict[str, Hierarchy]]:
    """The Adult table and its nine hierarchies."""
    frame = pd.read_csv(FOLDER / "arx" / "adult.csv", sep=";")
    return frame, hierarchies(FOLDER / "arx", "adult", list(frame.columns))


def searches(frame: pd.DataFrame, quasi: dict[str, Hierarchy]) -> None:
    """Adult with nine quasi-identifiers and k = 5, then with diversity and closeness."""
    for limit, goal in ((0.0, 0.10), (0.02, 0.25), (0.05, 0.25), (0.5, 3.0), (1.0, 3.0)):
        spec = Spec(quasi=quasi, models=[KAnonymity(5)], suppression=limit)
        timed(f"k=5, {limit:.0%} suppression", goal, lambda spec=spec: anonymize(frame, spec))
    rest = {name: hierarchy for name, hierarchy in quasi.items() if name != "occupation"}
    models = [
        DistinctLDiversity("occupation", 3),
        EntropyLDiversity("occupation", 2),
        RecursiveLDiversity("occupation", 4, 2),
        TCloseness("occupation", 0.2),
        TCloseness("occupation", 0.2, "ordered"),
        TCloseness("occupation", 0.2, quasi["occupation"]),
    ]
    for model in models:
        for limit in (0.0, 0.05, 0.5, 1.0):
            spec = Spec(quasi=rest, models=[KAnonymity(5), model], suppression=limit)
            ground = getattr(model, "ground", "")
            name = f"k=5, {type(model).__name__} {ground if isinstance(ground, str) else 'tree'}, {limit:.0%}"
            timed(name, 3.0, lambda spec=spec: anonymize(frame, spec), times=3)


def large(frame: pd.DataFrame, quasi: dict[str, Hierarchy]) -> None:
    """A million rows with more combinations than Adult, and 30,000 rows x 20 quasi-identifiers."""
    rng = np.random.default_rng(1)
    rows = frame.sample(1_000_000, replace=True, random_state=1).reset_index(drop=True)
    for name in rows.columns:
        changed = rng.random(len(rows)) < 0.1
        drawn = frame[name].sample(int(changed.sum()), replace=True, random_state=2)
        rows.loc[changed, name] = drawn.to_numpy()
    spec = Spec(quasi=quasi, models=[KAnonymity(10)], suppression=0.05)
    timed("1,000,000 x 9, k=10, 5%", 60, lambda: anonymize(rows, spec), times=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"peak memory: goal 4096 MB, reached {peak:.0f} MB\n")
    folder = FOLDER / "genetic-benchmark"
    wide = pd.read_csv(folder / "data" / "creditcard_int.csv", sep=None, engine="python")
    chosen = hierarchies(folder / "hierarchies", "creditcard_int", list(wide.columns[:20]))
    budget = Spec(quasi=chosen, models=[KAnonymity(5)], suppression=0.05, time_budget=55)
    timed("30,000 x 20, k=5, 5%", 60, lambda: anonymize(wide, budget), times=1)


def second_half(frame: pd.DataFrame) -> None:
    """Synthetic rows of a whole table, their nearest records, and a table of counts."""
    timed(
        "30,000 synthetic rows fitted and drawn", 10, lambda: fit(frame).sample(len(frame), seed=1), times=1
    )
    made = fit(frame).sample(len(frame), seed=1)[list(frame.columns)]
    timed(
        "30,000 x 30,000 nearest records",
        10,
        lambda: nearest(made, frame, frame, list(frame.columns)),
        times=1,
    )
    pair = ["marital-status", "race"]
    timed("counts of two columns with suppression", 10, lambda: aggregate(frame, pair), times=3)


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description="Medians of the structured engine.")
    parser.add_argument("--large", action="store_true", help="also a million rows and 20 quasi-identifiers")
    options = parser.parse_args()
    frame, quasi = adult()
    searches(frame, quasi)
    timed("all 12,960 nodes x 8 k by brute force", 6, lambda: below_k(encode(frame, quasi, []), KS), times=3)
    names = [name for name in frame.columns if name != "occupation"]
    timed("all measures of Adult", 0.05, lambda: measure(frame, names, ["occupation"]))
    if options.large:
        large(frame, quasi)
        second_half(frame)


if __name__ == "__main__":
    main()
