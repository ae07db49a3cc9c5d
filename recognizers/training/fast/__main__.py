"""Train the fast model: ``python -m recognizers.training.fast --help``."""

import argparse
import logging
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch

from annotation.gold import from_marked
from annotation.gold import read as read_gold
from corpora.generator import multiply
from corpora.store import load
from recognizers.ner.model import SHIPPED, Model
from recognizers.ner.pieces import PieceReader
from recognizers.training import carriers
from recognizers.training.base import find_base
from recognizers.training.card import Origin, write_card
from recognizers.training.command import parser_of, start
from recognizers.training.course import Course, deal, kept_apart
from recognizers.training.examples import Example
from recognizers.training.fast.package import CARD, LAYOUT, PRICES, write_model
from recognizers.training.fast.silver import silvered
from recognizers.training.fast.student import Student, Widths, vectors_of
from recognizers.training.fit import Schedule, fit
from recognizers.training.jury import rule
from recognizers.training.package import write_settings

_LOG = logging.getLogger(__name__)
RATE: Final = 2e-3


def options() -> argparse.ArgumentParser:
    """The command's options."""
    description = "Train and package the fast clinical_ner model. One core, about twenty minutes."
    parser = parser_of("python -m recognizers.training.fast", description, rounds=12)
    parser.add_argument("--teacher", type=Path, default=SHIPPED, help="folder of the accurate model")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the recipe; returns the exit code."""
    return start(options(), _run, argv)


def _run(args: argparse.Namespace) -> None:
    began = time.monotonic()
    args.out.mkdir(parents=True, exist_ok=True)
    base = find_base(args.base, args.out)
    sets = carriers.read(args.carriers) if args.carriers else {}
    notes = load("training")
    apart = [marked for marked in notes if kept_apart(marked.note.note_id)]
    taught = [marked for marked in notes if not kept_apart(marked.note.note_id)]
    reader = PieceReader(base / "vocab.txt", lists=True)
    course = Course(taught, deal(sets, args.rounds, args.seed), reader, multiply, args.seed)
    student = _train(args, base, course)
    minutes = (time.monotonic() - began) / 60
    folder = args.out / "model"
    write_model(student, base / "vocab.txt", folder)
    write_settings(folder, *rule(folder, apart, PRICES), LAYOUT)
    dealt = {name: round(len(lessons) * carriers.SETS[name]) for name, lessons in sets.items()}
    form = f"{len(student.widths.dilations)} layers, {student.widths.states} wide"
    facts = [f"{args.rounds} rounds, seed {args.seed}, {form}, {minutes:.0f} minutes on 1 thread"]
    golds = {"notes kept apart": [from_marked(marked) for marked in apart]}
    golds |= {path.stem: read_gold(path) for path in args.score}
    write_card(folder, Origin(len(taught), len(apart), dealt, facts), golds, CARD)
    _LOG.info("model, settings and card are in %s", folder)


def _train(args: argparse.Namespace, base: Path, course: Course) -> Student:
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    widths = Widths()
    student = Student(vectors_of(base, widths.pieces), widths)
    teacher = Model(args.teacher)
    if not args.resume:
        (args.out / "checkpoint.pt").unlink(missing_ok=True)

    def lessons(number: int) -> list[Example]:
        return [silvered(example, teacher) for example in course(number)]

    schedule = Schedule(rounds=args.rounds, seed=args.seed, encoder_rate=RATE, head_rate=RATE)
    fit(student, lessons, course.reader, schedule, args.out)
    return student


if __name__ == "__main__":
    sys.exit(main())
