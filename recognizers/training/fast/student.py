"""The fast tagger in plain torch: piece vectors, shapes and lists under a few convolutions.

A layer mixes each piece with the pieces ``dilation`` before and behind it and passes the mix
through a gated linear unit beside a residual path (Dauphin et al. 2017, arXiv:1612.08083; dilated
for tagging as in Strubell et al. 2017, D17-1283). Piece vectors start as the principal components
of the pretrained encoder's; everything else starts from chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import glu, pad

from recognizers.ner.listed import LISTINGS
from recognizers.ner.pieces import SHAPES
from recognizers.ner.scheme import LEAVES, TAGS


@dataclass(frozen=True, slots=True)
class Widths:
    """Form of the network.

    Attributes:
        pieces: width of a piece's own vector.
        states: width of the states that layers pass on.
        dilations: reach of each layer, in pieces.
        dropout: share of states dropped while learning.
    """

    pieces: int = 96
    states: int = 160
    dilations: Sequence[int] = (1, 1, 2, 4, 1, 2)
    dropout: float = 0.15

    @property
    def reach(self) -> int:
        """How many pieces away a piece may still count."""
        return sum(self.dilations)


class Layer(nn.Module):
    """One dilated, gated convolution of three pieces, beside a residual path."""

    def __init__(self, width: int, dilation: int, dropout: float) -> None:
        super().__init__()
        self.dilation = dilation
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(3 * width, 2 * width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """States ``[batch, pieces, width]``; mask ``[batch, pieces, 1]``, True where real."""
        inner, reach = self.norm(states) * mask, self.dilation
        before, behind = pad(inner, (0, 0, reach, 0)), pad(inner, (0, 0, 0, reach))
        seen = torch.cat([before[:, :-reach], inner, behind[:, reach:]], dim=-1)
        return cast("Tensor", states + self.dropout(glu(self.mix(seen))))


class Student(nn.Module):
    """Convolutions with a tag head and a leaf head; called as the encoder's Tagger is.

    Args:
        vectors: first vectors of the vocabulary, ``[rows, widths.pieces]``.
        widths: see Widths.
    """

    def __init__(self, vectors: Tensor, widths: Widths) -> None:
        super().__init__()
        self.widths = widths
        self.words = nn.Embedding(vectors.shape[0], vectors.shape[1])
        self.widen = nn.Linear(vectors.shape[1], widths.states)
        self.shapes = nn.Embedding(SHAPES, widths.states)
        self.lists = nn.Embedding(LISTINGS, widths.states)
        self.layers = nn.ModuleList(Layer(widths.states, d, widths.dropout) for d in widths.dilations)
        self.norm = nn.LayerNorm(widths.states)
        self.tags = nn.Linear(widths.states, len(TAGS))
        self.leaves = nn.Linear(widths.states, len(LEAVES))
        self.dropout = nn.Dropout(widths.dropout)
        self.words.weight.data.copy_(vectors)
        for fresh in (self.shapes.weight, self.lists.weight):
            nn.init.normal_(fresh, std=0.1)

    def forward(self, ids: Tensor, shapes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of tags and of leaves; see Tagger.forward, but for shapes, which tell lists too."""
        mask = (torch.arange(ids.shape[1], device=ids.device) < lengths[:, None])[..., None]
        states = self.widen(self.dropout(self.words(ids)))
        states = states + self.shapes(shapes % SHAPES) + self.lists(shapes // SHAPES)
        for layer in self.layers:
            states = layer(states, mask)
        states = self.dropout(self.norm(states))
        return self.tags(states), self.leaves(states)


def vectors_of(base: Path, width: int) -> Tensor:
    """Principal components of a pretrained encoder's piece vectors, ``[rows, width]``.

    Args:
        base: holds ``model.safetensors``.
        width: how many components.
    """
    rows = load_file(base / "model.safetensors")["embeddings.word_embeddings.weight"].double()
    rows -= rows.mean(dim=0)
    _, directions = torch.linalg.eigh(rows.T @ rows)
    found = rows @ directions[:, -width:]
    return torch.as_tensor(found / (2 * found.std()), dtype=torch.float32)
