"""What the commands of the recipe share: their common options, and how they end."""

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from annotation import NotedeidError

_LOG = logging.getLogger(__name__)


def parser_of(program: str, description: str, *, rounds: int) -> argparse.ArgumentParser:
    """A parser with the options of every training.

    Args:
        program: name of the command.
        description: what it does.
        rounds: their number unless told.
    """
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and the model")
    parser.add_argument("--base", type=Path, help="folder of the pretrained encoder; else it is downloaded")
    parser.add_argument("--carriers", type=Path, help="folder of carrier sets (JSONL)")
    parser.add_argument("--rounds", type=int, default=rounds, help="times that the notes are gone through")
    parser.add_argument("--seed", type=int, default=7, help="decides every draw")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--score", type=Path, nargs="*", default=[], help="gold files for the model card")
    return parser


def start(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], None], argv: Sequence[str] | None
) -> int:
    """Parse, run and return the exit code; what is wrong is one line."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    try:
        run(parser.parse_args(argv))
    except NotedeidError as fault:
        _LOG.error("%s: %s", type(fault).__name__, fault)
        return 1
    return 0
