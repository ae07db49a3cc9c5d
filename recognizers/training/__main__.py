"""Train the shipped model: ``python -m recognizers.training --help``."""

import argparse
import logging
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import torch

from annotation import MarkedNote
from annotation.gold import from_marked
from annotation.gold import read as read_gold
from corpora.generator import multiply
from corpora.store import load
from recognizers.ner.pieces import PieceReader
from recognizers.training import carriers
from recognizers.training.base import find_base
from recognizers.training.card import Origin, write_card
from recognizers.training.command import parser_of, start
from recognizers.training.course import Course, deal, kept_apart
from recognizers.training.encoder import Tagger, from_base
from recognizers.training.examples import Lesson
from recognizers.training.fit import Schedule, fit
from recognizers.training.jury import rule
from recognizers.training.package import write_model, write_settings

_LOG = logging.getLogger(__name__)


def options() -> argparse.ArgumentParser:
    """The command's options."""
    description = "Fine-tune, quantize and package the clinical_ner model. Two cores, about an hour."
    parser = parser_of("python -m recognizers.training", description, rounds=11)
    parser.add_argument("--start", type=Path, help="checkpoint of an earlier run whose weights learn on")
    parser.add_argument("--beside", type=Path, help="folder of a fast model that shall read along")
    parser.add_argument("--layers", type=int, default=6, choices=range(1, 7), help="encoder layers kept")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads(), help="threads of torch")
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
    hands = deal(sets, args.rounds, args.seed)
    tagger = _train(args, base, taught, hands)
    minutes = (time.monotonic() - began) / 60
    folder = args.out / "model"
    layout = write_model(tagger, base / "vocab.txt", folder, args.beside)
    write_settings(folder, *rule(folder, apart), layout)
    spent = f"{minutes:.0f} minutes on {args.threads} threads"
    facts = [f"{args.rounds} rounds, seed {args.seed}, {args.layers} layers, {spent}"]
    facts += ["They went on from the weights of an earlier run"] if args.start else []
    facts += ["The fast model reads along"] if args.beside else []
    dealt = {name: round(len(lessons) * carriers.SETS[name]) for name, lessons in sets.items()}
    origin = Origin(len(taught), len(apart), dealt, facts)
    golds = {"notes kept apart": [from_marked(marked) for marked in apart]}
    write_card(folder, origin, golds | {path.stem: read_gold(path) for path in args.score})
    _LOG.info("model, settings and card are in %s", folder)


def _train(
    args: argparse.Namespace, base: Path, taught: Sequence[MarkedNote], hands: Sequence[Sequence[Lesson]]
) -> Tagger:
    torch.set_num_threads(args.threads)
    reader = PieceReader(base / "vocab.txt")
    torch.manual_seed(args.seed)
    tagger = from_base(base, layers=args.layers)
    if args.start:
        tagger.load_state_dict(torch.load(args.start, weights_only=True)["tagger"])
    if not args.resume:
        (args.out / "checkpoint.pt").unlink(missing_ok=True)
    course = Course(taught, hands, reader, multiply, args.seed)
    fit(tagger, course, reader, Schedule(rounds=args.rounds, seed=args.seed), args.out)
    return tagger


if __name__ == "__main__":
    sys.exit(main())
