"""Forms of the tagger that the recipe does not take: without shapes, with word lists, a CRF, distilled."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn.functional import kl_div

from recognizers.ner.listed import LISTINGS
from recognizers.ner.pieces import SHAPES, PieceReader
from recognizers.ner.scheme import OUTSIDE, TAGS
from recognizers.training.encoder import Tagger, from_base

NEVER = -1e4
SWIFT = 10
"""How much faster than the encoder the steps of the chain learn."""


def listed(tagger: Tagger) -> Tagger:
    """Let the shapes of a tagger also tell which word lists hold a word."""
    tagger.shapes = nn.Embedding(SHAPES * LISTINGS, tagger.sizes.width)
    nn.init.zeros_(tagger.shapes.weight)
    return tagger


class Around(nn.Module):
    """Something around a tagger that can be trained as a tagger is."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        self.inner = tagger
        self.shapes, self.tags, self.leaves = tagger.shapes, tagger.tags, tagger.leaves


class Shapeless(Around):
    """A tagger that is not told how words are written."""

    def forward(self, ids: Tensor, shapes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        return cast("tuple[Tensor, Tensor]", self.inner(ids, torch.zeros_like(shapes), lengths))


class Chained(Around):
    """A linear-chain CRF above the tagger (Lafferty et al. 2001, ICML 282-289).

    Its output is the marginal of each piece's tag, found by forward and backward sums, and so is
    what it learns by (Kakade et al. 2002, https://doi.org/10.7551/mitpress/1120.003.0106).
    """

    def __init__(self, tagger: Tagger) -> None:
        super().__init__(tagger)
        self.steps = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        inside = torch.tensor([name.startswith("I-") for name in TAGS])
        follows = torch.eye(len(TAGS), dtype=torch.bool)
        follows |= torch.roll(follows, -1, dims=0)
        self.register_buffer("forbidden", torch.where(inside & ~follows, NEVER, 0.0))
        self.register_buffer("opening", torch.where(inside, NEVER, 0.0))

    def forward(self, ids: Tensor, shapes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        tags, leaves = self.inner(ids, shapes, lengths)
        with torch.autocast("cpu", enabled=False):
            return self.marginals(tags.float(), lengths), leaves

    def marginals(self, scores: Tensor, lengths: Tensor) -> Tensor:
        """Log-marginals ``[batch, pieces, tags]`` of scores of the same form."""
        padded = torch.arange(scores.shape[1]) >= lengths[:, None]
        outside = torch.full((len(TAGS),), NEVER)
        outside[OUTSIDE] = 0
        scores = torch.where(padded[..., None], outside, scores)
        steps = SWIFT * self.steps + self.forbidden
        forth = [scores[:, 0] + self.opening]
        for row in scores[:, 1:].unbind(1):
            forth.append((forth[-1][:, :, None] + steps).logsumexp(1) + row)
        back = [torch.zeros_like(forth[-1])]
        for row in scores[:, 1:].flip(1).unbind(1):
            back.append((steps + (back[-1] + row)[:, None, :]).logsumexp(2))
        both = torch.stack(forth, 1) + torch.stack(back[::-1], 1)
        return both - both.logsumexp(-1, keepdim=True)


class _Beside(torch.autograd.Function):
    """Gives logits as they are, and lets a loss of their own be learned beside whatever they are used for."""

    @staticmethod
    def forward(_context: Any, logits: Tensor, _loss: Tensor) -> Tensor:
        return logits.view_as(logits)

    @staticmethod
    def backward(_context: Any, *gradients: Tensor) -> tuple[Tensor, Tensor]:
        return gradients[0], torch.ones(())


class Distilled(Around):
    """A tagger that also learns what several others make of each piece, on average.

    Hinton et al. 2015, https://arxiv.org/abs/1503.02531, at temperature one and equal weight.

    Args:
        tagger: learns.
        teachers: taggers that have learned the same lessons from other seeds.
    """

    def __init__(self, tagger: Tagger, teachers: Sequence[Tagger]) -> None:
        super().__init__(tagger)
        self.teachers = [teacher.eval() for teacher in teachers]

    def forward(self, ids: Tensor, shapes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        tags, leaves = self.inner(ids, shapes, lengths)
        if not self.training:
            return tags, leaves
        with torch.no_grad():
            told = [teacher(ids, shapes, lengths)[0].float().log_softmax(-1) for teacher in self.teachers]
            mean = torch.stack(told).logsumexp(0).log_softmax(-1)
        shown = torch.arange(tags.shape[1]) < lengths[:, None]
        apart = kl_div(tags.float().log_softmax(-1)[shown], mean[shown], reduction="none", log_target=True)
        return cast("Tensor", _Beside.apply(tags, apart.sum(-1).mean())), leaves


class Pruned:
    """A base without the word pieces that given texts do not use.

    Args:
        base: folder of the pretrained encoder.
        texts: whatever pieces they hold stay, and every single character.
        folder: where the smaller vocabulary goes.
    """

    def __init__(self, base: Path, texts: list[str], folder: Path) -> None:
        pieces = (base / "vocab.txt").read_text(encoding="utf-8").splitlines()
        reader = PieceReader(base / "vocab.txt")
        used = {row for text in texts for row in reader.read(text).ids.tolist()}
        short = {row for row, piece in enumerate(pieces) if len(piece.removeprefix("##")) == 1}
        special = {row for row, piece in enumerate(pieces) if piece.startswith("[")}
        self.rows = sorted(used | short | special)
        self.base, self.vocabulary = base, folder / "vocab.txt"
        self.vocabulary.write_text("\n".join(pieces[row] for row in self.rows) + "\n", encoding="utf-8")

    def tagger(self, layers: int) -> Tagger:
        """The encoder over the pieces that stay."""
        tagger = from_base(self.base, layers=layers)
        tagger.words = nn.Embedding.from_pretrained(tagger.words.weight[self.rows], freeze=False)
        return tagger
