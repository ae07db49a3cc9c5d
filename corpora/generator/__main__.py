"""``python -m corpora.generator --seed 1 --copies 2 --out FILE.jsonl``: multiply the training notes."""

import argparse
from pathlib import Path

from annotation.formats import jsonl
from corpora.generator.copies import Strength, copies
from corpora.store import load


def main() -> None:
    """Write the copies as JSONL."""
    parser = argparse.ArgumentParser(prog="python -m corpora.generator", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument(
        "--form", type=float, default=Strength().form, help="strength of perturbation, 0 to 1"
    )
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    strength = Strength(form=given.form)
    jsonl.write(given.out, copies(load("training"), seed=given.seed, count=given.copies, strength=strength))


if __name__ == "__main__":
    main()
