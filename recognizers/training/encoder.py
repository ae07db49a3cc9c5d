"""The tagger in plain torch: a BERT encoder with shapes, and two heads.

Layers and names follow Devlin et al. 2019 (arXiv:1810.04805), post-norm; weights are read from
the safetensors file of a MiniLM (Wang et al. 2020, arXiv:2002.10957). What is added, a shape
embedding and the heads, starts from zero, so that the first step sees the encoder as it was.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import gelu

from recognizers.ner.pieces import SHAPES
from recognizers.ner.scheme import LEAVES, TAGS
from recognizers.ner.windows import SIZE


@dataclass(frozen=True, slots=True)
class Sizes:
    """Widths of the encoder; the defaults are those of all-MiniLM-L6-v2."""

    vocabulary: int = 30_522
    layers: int = 6
    width: int = 384
    heads: int = 12
    inner: int = 1_536
    positions: int = SIZE + 2
    dropout: float = 0.1


class Layer(nn.Module):
    """One encoder layer: self-attention and a feed-forward part, each with its norm."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.heads = sizes.heads
        self.qkv = nn.Linear(sizes.width, 3 * sizes.width)
        self.mix = nn.Linear(sizes.width, sizes.width)
        self.mix_norm = nn.LayerNorm(sizes.width, eps=1e-12)
        self.up = nn.Linear(sizes.width, sizes.inner)
        self.down = nn.Linear(sizes.inner, sizes.width)
        self.down_norm = nn.LayerNorm(sizes.width, eps=1e-12)
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """States ``[batch, pieces, width]``; mask ``[batch, 1, 1, pieces]``, True where real."""
        batch, pieces, width = states.shape
        split = self.qkv(states).view(batch, pieces, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        alike = split[0] @ split[1].transpose(-1, -2) / split.shape[-1] ** 0.5
        seen = alike.masked_fill(~mask, -1e4).softmax(-1) @ split[2]
        mixed = self.mix(seen.transpose(1, 2).reshape(batch, pieces, width))
        states = self.mix_norm(states + self.dropout(mixed))
        return cast("Tensor", self.down_norm(states + self.dropout(self.down(gelu(self.up(states))))))


class Tagger(nn.Module):
    """Encoder with a tag head and a leaf head."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.words = nn.Embedding(sizes.vocabulary, sizes.width)
        self.positions = nn.Embedding(sizes.positions, sizes.width)
        self.shapes = nn.Embedding(SHAPES, sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))
        self.tags = nn.Linear(sizes.width, len(TAGS))
        self.leaves = nn.Linear(sizes.width, len(LEAVES))
        self.dropout = nn.Dropout(sizes.dropout)
        for fresh in (self.shapes.weight, self.tags.weight, self.leaves.weight):
            nn.init.zeros_(fresh)

    def forward(self, ids: Tensor, shapes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of tags and of leaves.

        Args:
            ids: ``[batch, pieces]``, padded on the right.
            shapes: ``[batch, pieces]``.
            lengths: ``[batch]``, real pieces of each row.

        Returns:
            ``[batch, pieces, len(TAGS)]`` and ``[batch, pieces, len(LEAVES)]``.
        """
        places = torch.arange(ids.shape[1], device=ids.device)
        mask = (places < lengths[:, None])[:, None, None, :]
        states = self.words(ids) + self.positions(places) + self.shapes(shapes)
        states = self.dropout(self.norm(states))
        for layer in self.layers:
            states = layer(states, mask)
        states = self.dropout(states)
        return self.tags(states), self.leaves(states)


def from_base(folder: Path, *, layers: int) -> Tagger:
    """A tagger whose encoder is the first ``layers`` layers of a MiniLM.

    Args:
        folder: holds ``model.safetensors``.
        layers: how many layers to keep, 1 to 6.
    """
    weights = load_file(folder / "model.safetensors")
    tagger = Tagger(Sizes(vocabulary=weights["embeddings.word_embeddings.weight"].shape[0], layers=layers))
    tagger.load_state_dict(_renamed(weights, tagger.sizes), strict=False)
    return tagger


def _renamed(weights: dict[str, Tensor], sizes: Sizes) -> dict[str, Tensor]:
    places = weights["embeddings.position_embeddings.weight"][: sizes.positions]
    renamed = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "positions.weight": places + weights["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
    }
    for index in range(sizes.layers):
        for part in ("weight", "bias"):
            renamed |= _layer(weights, index, part)
    return renamed


def _layer(weights: dict[str, Tensor], index: int, part: str) -> dict[str, Tensor]:
    old, new = f"encoder.layer.{index}", f"layers.{index}"
    qkv = [weights[f"{old}.attention.self.{role}.{part}"] for role in ("query", "key", "value")]
    return {
        f"{new}.qkv.{part}": torch.cat(qkv),
        f"{new}.mix.{part}": weights[f"{old}.attention.output.dense.{part}"],
        f"{new}.mix_norm.{part}": weights[f"{old}.attention.output.LayerNorm.{part}"],
        f"{new}.up.{part}": weights[f"{old}.intermediate.dense.{part}"],
        f"{new}.down.{part}": weights[f"{old}.output.dense.{part}"],
        f"{new}.down_norm.{part}": weights[f"{old}.output.LayerNorm.{part}"],
    }
