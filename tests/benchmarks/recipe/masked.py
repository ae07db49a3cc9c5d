"""Masked-word pretraining on raw clinical text before the tags are learned (Gururangan et al. 2020).

Fifteen pieces in a hundred are hidden, four in five of them by ``[MASK]`` (Devlin et al. 2019,
arXiv:1810.04805); the encoder names them from its own word vectors.
"""

import logging
import random
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from recognizers.ner.pieces import PieceReader
from recognizers.training.batches import batches_of
from recognizers.training.encoder import Tagger
from recognizers.training.examples import Example
from recognizers.training.fit import fast_bfloat16

MASK, FIRST_WORD = 103, 999
HIDDEN, RATE = 0.15, 1e-4
_LOG = logging.getLogger(__name__)


def pretrain(tagger: Tagger, examples: Sequence[Example], reader: PieceReader, seed: int) -> None:
    """Go through the examples once, in place."""
    torch.manual_seed(seed)
    width = tagger.sizes.width
    turn = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
    taught = [*tagger.parameters(), *turn.parameters()]
    optimizer = torch.optim.AdamW(taught, lr=RATE, weight_decay=0.01)
    tagger.train()
    batches = list(batches_of(examples, reader, random.Random(seed)))
    for step, batch in enumerate(batches):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / 60, (len(batches) - step) / len(batches))
        hidden = (torch.rand(batch.ids.shape) < HIDDEN) & (batch.ids > FIRST_WORD)
        shown = torch.where(hidden & (torch.rand(batch.ids.shape) < 0.8), MASK, batch.ids)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=fast_bfloat16()):
            states = turn(_states(tagger, shown, batch.shapes, batch.lengths)[hidden])
            loss = cross_entropy((states @ tagger.words.weight.T).float(), batch.ids[hidden])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(taught, 1.0)
        optimizer.step()
        if step % 50 == 0:
            _LOG.info("hidden words, step %d of %d: loss %.3f", step, len(batches), loss.item())


def _states(tagger: Tagger, ids: Tensor, shapes: Tensor, lengths: Tensor) -> Tensor:
    kept: list[Tensor] = []
    hook = tagger.layers[-1].register_forward_hook(lambda _layer, _given, states: kept.append(states))
    tagger(ids, shapes, lengths)
    hook.remove()
    return kept[0]
