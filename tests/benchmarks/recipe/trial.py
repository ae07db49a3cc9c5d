"""Short trainings that differ in one thing each: what the recipe's choices are worth.

python tests/benchmarks/recipe/trial.py NAME … --carriers FOLDER [--base FOLDER] --out FOLDER --gold FILE …

A trial has three layers, shows the notes twice (or a share of them as many times more) and two
elevenths of the carriers: about ten minutes on one core. Each line gives, for the notes kept
apart (but for the judge's own parts) and each gold file, the characters hidden in % at 4, 8 and
12 false spans per 1,000 tokens, by the tagger alone. One seed: half a point is chance. Lines are
added to ``OUT/trials.tsv``.
"""

import argparse
import logging
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from forms import Chained, Distilled, Pruned, Shapeless, listed
from masked import pretrain
from measure import hidden
from torch import nn

from annotation.gold import from_marked
from annotation.gold import read as read_gold
from corpora.generator import multiply
from corpora.store import load
from recognizers.ner.pieces import PieceReader
from recognizers.training import carriers
from recognizers.training.base import find_base
from recognizers.training.course import PARTS_APART, Course, deal, kept_apart
from recognizers.training.encoder import Tagger, from_base
from recognizers.training.examples import Lesson, example_of
from recognizers.training.fit import Schedule, fit

ROUNDS, SHIPPED_ROUNDS = 2, 11
Form = Callable[[Tagger], nn.Module]
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a short training is made of.

    Attributes:
        layers: of the encoder.
        share: of the notes; they are shown as many times more.
        form: changes the tagger, if at all.
        lists: shapes also tell word lists.
        carried: foreign prose is among the lessons.
        masked: words are guessed before tags are learned.
        pruned: pieces that no lesson uses are dropped.
        seed: decides every draw.
        taught_by: trials run before whose mean it also learns.
    """

    layers: int = 3
    share: float = 1.0
    form: Form | None = None
    lists: bool = False
    carried: bool = True
    masked: bool = False
    pruned: bool = False
    seed: int = 7
    taught_by: tuple[str, ...] = ()


TRIALS: Mapping[str, Trial] = {
    "base": Trial(),
    "another seed": Trial(seed=8),
    "a third seed": Trial(seed=9),
    "distilled": Trial(seed=10, taught_by=("base", "another seed", "a third seed")),
    "half": Trial(share=1 / 2),
    "quarter": Trial(share=1 / 4),
    "eighth": Trial(share=1 / 8),
    "two layers": Trial(layers=2),
    "four layers": Trial(layers=4),
    "six layers": Trial(layers=6),
    "no shapes": Trial(form=Shapeless),
    "word lists": Trial(form=listed, lists=True),
    "crf": Trial(form=Chained),
    "no carriers": Trial(carried=False),
    "masked words": Trial(masked=True),
    "pruned vocabulary": Trial(pruned=True),
}


def main() -> int:
    """Run the trials that were named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="+", choices=TRIALS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--carriers", type=Path, required=True)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--gold", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    torch.set_num_threads(1)
    for name in options.names:
        _run(name, options)
    return 0


def _run(name: str, options: argparse.Namespace) -> None:
    trial, began = TRIALS[name], time.monotonic()
    folder = options.out / _folder(name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "checkpoint.pt").unlink(missing_ok=True)
    base = find_base(options.base, options.out)
    notes = [marked for marked in load("training") if not kept_apart(marked.note.note_id)]
    sets = carriers.read(options.carriers) if trial.carried else {}
    rounds = round(ROUNDS / trial.share)
    torch.manual_seed(trial.seed)
    texts = [one.text for lessons in sets.values() for one in lessons]
    smaller = Pruned(base, [*texts, *(m.note.text for m in notes)], folder) if trial.pruned else None
    tagger = smaller.tagger(trial.layers) if smaller else from_base(base, layers=trial.layers)
    reader = PieceReader(smaller.vocabulary if smaller else base / "vocab.txt", lists=trial.lists)
    hands = _hands(deal(sets, SHIPPED_ROUNDS, trial.seed), rounds)
    if trial.masked:
        every = [example_of(lesson, reader) for lessons in sets.values() for lesson in lessons]
        pretrain(tagger, every, reader, trial.seed)
    learner = trial.form(tagger) if trial.form else tagger
    if trial.taught_by:
        learner = Distilled(
            tagger, [_taught(options.out / _folder(one), base, trial.layers) for one in trial.taught_by]
        )
    drawn = sorted(notes, key=lambda marked: random.Random(marked.note.note_id).random())
    course = Course(drawn[: round(len(notes) * trial.share)], hands, reader, multiply, trial.seed)
    fit(learner, course, reader, Schedule(rounds=rounds, seed=trial.seed), folder)
    minutes = (time.monotonic() - began) / 60
    _tell(name, learner, reader, minutes, options)


def _folder(name: str) -> str:
    return name.replace(" ", "-")


def _taught(folder: Path, base: Path, layers: int) -> Tagger:
    """The tagger that a trial ended with."""
    tagger = from_base(base, layers=layers)
    tagger.load_state_dict(torch.load(folder / "checkpoint.pt", weights_only=True)["tagger"])
    return tagger


def _hands(dealt: Sequence[Sequence[Lesson]], rounds: int) -> list[list[Lesson]]:
    shown = [lesson for hand in dealt[:ROUNDS] for lesson in hand]
    return [shown[number::rounds] for number in range(rounds)]


def _tell(
    name: str, learner: nn.Module, reader: PieceReader, minutes: float, options: argparse.Namespace
) -> None:
    apart = [marked for marked in load("training") if kept_apart(marked.note.note_id)]
    older = [from_marked(one) for one in apart if one.note.note_id.partition("-")[0] not in PARTS_APART]
    golds = [older, *map(read_gold, options.gold)]
    cells = [" / ".join(map(str, hidden(learner, gold, reader))) for gold in golds]
    row = "\t".join([name, *cells, f"{minutes:.0f} min"])
    with (options.out / "trials.tsv").open("a", encoding="utf-8") as file:
        file.write(row + "\n")
    _LOG.info(row)


if __name__ == "__main__":
    sys.exit(main())
