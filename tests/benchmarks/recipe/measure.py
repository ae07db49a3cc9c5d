"""What a tagger alone hides at equal false spans: no rules, no judge, one threshold on the odds."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from annotation.gold import GoldNote
from annotation.scoring import score
from recognizers.fold import fold
from recognizers.ner.candidates import candidates
from recognizers.ner.decode import log_softmax
from recognizers.ner.model import Reading
from recognizers.ner.pieces import PieceReader
from recognizers.ner.windows import OVERLAP, SIZE, cut

AT = (4, 8, 12)
"""False spans per 1,000 tokens."""
ODDS = np.arange(-5, 8, 0.25)


def read(tagger: nn.Module, text: str, reader: PieceReader) -> Reading:
    """Score a text in windows, as the shipped model is read, in float32."""
    pieces = reader.read(text)
    parts = []
    for window in cut(len(pieces), size=SIZE, overlap=OVERLAP):
        whole = slice(window.start, window.end)
        ids = np.concatenate(([reader.first], pieces.ids[whole], [reader.last]))
        shapes = np.pad(pieces.shapes[whole], 1)
        with torch.no_grad():
            given = (torch.from_numpy(row.astype(np.int64))[None] for row in (ids, shapes))
            logits = tagger(*given, torch.tensor([len(ids)]))
        shown = slice(window.first - window.start + 1, window.last - window.start + 1)
        parts.append([each[0, shown].float().numpy() for each in logits])
    tags, leaves = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    return Reading(pieces, log_softmax(tags), leaves)


def hidden(tagger: nn.Module, golds: Sequence[GoldNote], reader: PieceReader) -> list[float]:
    """Letters and digits hidden, in %, at each rate of AT."""
    tagger.eval()
    found = []
    for gold in golds:
        view = fold(gold.note.text)
        ones = candidates(view.text, read(tagger, view.text, reader)) if view.text.strip() else []
        found.append([(one.mean, view.span(one.start, one.end, one.label)) for one in ones])
    rates, shares = zip(*(_point(golds, found, least) for least in ODDS[::-1]), strict=True)
    return [round(float(np.interp(at, rates, shares)), 1) for at in AT]


def _point(golds: Sequence[GoldNote], found: Sequence[list], least: float) -> tuple[float, float]:
    chosen = {
        gold.note.note_id: [span for odds, span in spans if odds >= least]
        for gold, spans in zip(golds, found, strict=True)
    }
    scores = score(golds, chosen)
    outcomes = [outcome for one in scores for outcome in one.outcomes]
    leaked = sum(one.leaked for one in outcomes) / sum(one.characters for one in outcomes)
    false = 1000 * sum(len(one.false_spans) for one in scores) / sum(one.tokens for one in scores)
    return false, 100 * (1 - leaked)
