"""The judge's weights, and how sure it must be: learned on the marked notes kept apart.

The tagger has not seen these notes, so its odds are as doubtful there as on any other text.
Candidates that a rule is sure of are left out: the judge decides only about the rest, and about
what rules doubt. A sensitivity is a price: how much of all identifier characters one false span
per 1,000 tokens may cost; half as much for a name, since a missed one tells the most. Thresholds
are chosen on chances of judges that did not see the note
(Stone 1974, https://doi.org/10.1111/j.2517-6161.1974.tb00994.x).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler

from annotation import MarkedNote, Span
from annotation.spans import covered
from recognizers.catalogue import beside_model
from recognizers.fold import fold
from recognizers.ner.candidates import candidates
from recognizers.ner.judge import BIAS, Judge, chance
from recognizers.ner.model import Least
from recognizers.ner.panel import Reader, open_reader
from recognizers.ner.recognizer import FIRM, hints_of
from recognizers.ner.scheme import Kind
from recognizers.ner.signs import SIGNS, signs_of
from recognizers.recognizer import Recognizer
from recognizers.training.package import THRESHOLDS, UNTAUGHT

PRICES: Final[Mapping[str, float]] = {"balanced": 0.002, "high": 0.0011}
OF_NAMES: Final = 0.5
"""What a false name costs, as a part of what any other false span does."""
UNKNOWN: Final = 0.5
"""What is asked of spans of which no note kept apart has any."""
FOLDS: Final = 8
SHRINKAGE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Trial:
    """Candidates of all notes kept apart.

    Attributes:
        signs: ``[candidates, len(SIGNS)]``.
        hides: marked characters that each covers; 0 when it is false.
        notes: the number of each candidate's note.
        named: whether each would be a name.
        characters: marked characters in all.
        tokens: tokens in all.
    """

    signs: NDArray[np.float64] = field(repr=False)
    hides: NDArray[np.int64] = field(repr=False)
    notes: NDArray[np.int64] = field(repr=False)
    named: NDArray[np.bool_] = field(repr=False)
    characters: int
    tokens: int

    def judge(self, rows: NDArray[np.int64] | None = None) -> Judge:
        """Weights learned on some rows, or on all."""
        chosen = np.arange(len(self.hides)) if rows is None else rows
        scaler = StandardScaler().fit(self.signs[chosen])
        model = LogisticRegression(C=SHRINKAGE, max_iter=2_000)
        model.fit(scaler.transform(self.signs[chosen]), self.hides[chosen] > 0)
        slopes = model.coef_[0] / scaler.scale_
        bias = float(model.intercept_[0] - slopes @ scaler.mean_)
        weights = dict(zip(SIGNS, np.round(slopes, 5).tolist(), strict=True))
        return Judge({BIAS: round(bias, 5), **weights})

    def unseen(self) -> NDArray[np.float64]:
        """Chance of each candidate by a judge that did not see its note."""
        chances = np.zeros(len(self.hides))
        for learned, held in GroupKFold(FOLDS).split(self.signs, groups=self.notes):
            judge = self.judge(learned)
            weights = np.array([judge.weights[name] for name in SIGNS])
            chances[held] = chance(self.signs[held] @ weights + judge.weights[BIAS])
        return chances

    def threshold(self, price: float, chances: NDArray[np.float64]) -> Least:
        """The chances at which what is hidden, less the price of false spans, is highest."""
        return Least(
            self._threshold(OF_NAMES * price, chances, self.named),
            self._threshold(price, chances, ~self.named),
        )

    def _threshold(self, price: float, chances: NDArray[np.float64], rows: NDArray[np.bool_]) -> float:
        if not rows.any():
            return UNKNOWN
        mine, hides = chances[rows], self.hides[rows]
        order = np.argsort(-mine, kind="stable")
        hidden = np.cumsum(hides[order]) / self.characters
        false = 1000 * np.cumsum(hides[order] == 0) / self.tokens
        return round(float(mine[order[int(np.argmax(hidden - price * false))]]), 4)


def hear(reader: Reader, notes: Sequence[MarkedNote], others: Sequence[Recognizer]) -> Trial:
    """Gather the candidates of notes that no weight has seen.

    Args:
        reader: reads them.
        notes: marked notes.
        others: what finds identifiers without the model.
    """
    rows = [row for number, marked in enumerate(notes) for row in _rows(reader, marked, others, number)]
    signs = np.array([row[0] for row in rows]).reshape(-1, len(SIGNS))
    hides, numbers = (np.array([row[place] for row in rows], dtype=np.int64) for place in (1, 2))
    named = np.array([row[3] for row in rows], dtype=np.bool_)
    characters = sum(span.end - span.start for marked in notes for span in marked.spans)
    tokens = sum(len(marked.note.text.split()) for marked in notes)
    return Trial(signs, hides, numbers, named, characters, tokens)


def _rows(
    reader: Reader, marked: MarkedNote, others: Sequence[Recognizer], number: int
) -> Iterator[tuple[NDArray[np.float64], int, int, bool]]:
    view = fold(marked.note.text)
    evidence = [span for other in others for span in other.find(view)]
    hints = [hint for hint, _ in hints_of(view, evidence)]
    found = candidates(view.text, reader.read(view.text), hints)
    ruled = [span for span in evidence if span.score >= FIRM]
    for one, signs in zip(found, signs_of(view.text, found), strict=True):
        span = view.span(one.start, one.end, one.label, 1.0, "ner")
        if not _is_within(span, ruled):
            hidden = sum(covered(mark, [span]) for mark in marked.spans)
            yield signs, hidden, number, one.kind is Kind.NAME


def _is_within(span: Span, others: Sequence[Span]) -> bool:
    return covered(span, others) >= span.end - span.start


def rule(
    folder: Path, notes: Sequence[MarkedNote], prices: Mapping[str, float] = PRICES
) -> tuple[Judge, dict[str, Least]]:
    """The judge, and what is asked of its chances by name of sensitivity.

    Args:
        folder: a model whose settings may hold any judge.
        notes: marked notes that no weight has seen; with fewer than FOLDS in which something is
            found, or without a false candidate, the tagger's odds decide alone.
        prices: of a false span, by name of sensitivity; see above.
    """
    trial = hear(open_reader(folder), notes, beside_model())
    if len(set(trial.notes.tolist())) < FOLDS or (trial.hides > 0).all():
        return UNTAUGHT, dict(THRESHOLDS)
    chances = trial.unseen()
    return trial.judge(), {name: trial.threshold(price, chances) for name, price in prices.items()}
