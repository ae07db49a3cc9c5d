"""The training loop: AdamW, warm-up, linear decay, a checkpoint after every round.

A round is all marked notes once, drawn anew, among a share of the carriers. Each round has its
own seed, so a run that is broken off and resumed ends in the same weights as one that is not.
"""

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from recognizers.ner.pieces import PieceReader
from recognizers.training.batches import Batch, batches_of
from recognizers.training.encoder import Tagger
from recognizers.training.examples import Example
from recognizers.training.fast.student import Student

_LOG = logging.getLogger(__name__)

Learner = Tagger | Student
"""What can be trained: called with pieces, shapes and lengths, it gives logits of tags and leaves."""

Lessons = Callable[[int], Sequence[Example]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn.

    Attributes:
        rounds: times that the marked notes are gone through.
        seed: decides order, draws and dropout.
        encoder_rate: peak learning rate of all but heads and shapes.
        head_rate: peak learning rate of heads and shapes.
        warm_up: steps until the peak.
        leaf_weight: weight of the leaf loss beside the tag loss.
    """

    rounds: int = 8
    seed: int = 7
    encoder_rate: float = 1.5e-4
    head_rate: float = 1e-3
    warm_up: int = 120
    leaf_weight: float = 0.5


@dataclass(slots=True)
class _State:
    round: int
    step: int
    steps: int

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.round, self.step, self.steps


def fit(tagger: Learner, lessons: Lessons, reader: PieceReader, schedule: Schedule, out: Path) -> None:
    """Train in place; resume from ``out/checkpoint.pt`` where there is one.

    Args:
        tagger: what is trained.
        lessons: the examples of a round, by its number.
        reader: for the ends and the padding of windows.
        schedule: see Schedule.
        out: folder for checkpoints.
    """
    optimizer = torch.optim.AdamW(_rates(tagger, schedule), weight_decay=0.01, fused=True)
    state = _resume(tagger, optimizer, out / "checkpoint.pt")
    for number in range(state.round, schedule.rounds):
        torch.manual_seed(schedule.seed * 1_000 + number)
        rng = random.Random(f"{schedule.seed}-{number}")
        batches = list(batches_of(lessons(number), reader, rng))
        state.steps = state.steps or len(batches) * schedule.rounds
        _round(tagger, optimizer, batches, schedule, state)
        state.round = number + 1
        _save(tagger, optimizer, state, out / "checkpoint.pt")


def _rates(tagger: Learner, schedule: Schedule) -> list[dict[str, object]]:
    fresh = [*tagger.shapes.parameters(), *tagger.tags.parameters(), *tagger.leaves.parameters()]
    names = {id(parameter) for parameter in fresh}
    encoder = [parameter for parameter in tagger.parameters() if id(parameter) not in names]
    return [
        {"params": encoder, "lr": schedule.encoder_rate, "peak": schedule.encoder_rate},
        {"params": fresh, "lr": schedule.head_rate, "peak": schedule.head_rate},
    ]


def _round(
    tagger: Learner,
    optimizer: torch.optim.Optimizer,
    batches: Sequence[Batch],
    schedule: Schedule,
    state: _State,
) -> None:
    tagger.train()
    began, total, pieces = time.monotonic(), 0.0, 0
    for batch in batches:
        _set_rates(optimizer, schedule, state)
        loss = _loss(tagger, batch, schedule.leaf_weight)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call] # torch leaves it untyped
        nn.utils.clip_grad_norm_(tagger.parameters(), 1.0)
        optimizer.step()
        state.step += 1
        total, pieces = total + loss.item(), pieces + batch.size
        if state.step % 20 == 0:
            rate = pieces / (time.monotonic() - began)
            _LOG.info("round %d, step %d of %d: loss %.4f, %.0f pieces/s", *state.numbers, total / 20, rate)
            total = 0.0


def _set_rates(optimizer: torch.optim.Optimizer, schedule: Schedule, state: _State) -> None:
    rising = (state.step + 1) / schedule.warm_up
    falling = (state.steps - state.step) / max(1, state.steps - schedule.warm_up)
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * max(0.0, min(rising, falling, 1.0))


def _loss(tagger: Learner, batch: Batch, leaf_weight: float) -> Tensor:
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=fast_bfloat16()):
        tags, leaves = tagger(batch.ids, batch.shapes, batch.lengths)
    known = loss_of_sets(tags.float(), batch.tags)
    fine = loss_of_sets(leaves.float(), batch.leaves)
    return known + leaf_weight * fine


def loss_of_sets(logits: Tensor, masks: Tensor) -> Tensor:
    """Mean, over pieces that are taught something, of what a set of answers lacks to certainty."""
    options = logits.shape[-1]
    taught = (masks > 0) & (masks < (1 << options) - 1)
    allowed = (masks[taught][:, None] >> torch.arange(options)) & 1
    scores = logits[taught]
    losses = scores.logsumexp(-1) - scores.masked_fill(allowed == 0, -torch.inf).logsumexp(-1)
    return losses.sum() / max(1, len(losses))


def fast_bfloat16() -> bool:
    """True where the processor multiplies bfloat16 itself, which halves the time."""
    return bool(torch.cpu._is_avx512_bf16_supported())  # noqa: SLF001 - torch has no public question


def _resume(tagger: Learner, optimizer: torch.optim.Optimizer, path: Path) -> _State:
    if not path.exists():
        return _State(0, 0, 0)
    saved = torch.load(path, weights_only=True)
    tagger.load_state_dict(saved["tagger"])
    optimizer.load_state_dict(saved["optimizer"])
    return _State(**saved["state"])


def _save(tagger: Learner, optimizer: torch.optim.Optimizer, state: _State, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fields = {"round": state.round, "step": state.step, "steps": state.steps}
    temporary = path.with_suffix(".tmp")
    torch.save(
        {"tagger": tagger.state_dict(), "optimizer": optimizer.state_dict(), "state": fields}, temporary
    )
    temporary.replace(path)
