"""One evaluation: the scores of notes, where the text comes from, how the notes were drawn."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum

from annotation.intervals import CONSERVATIVE_ICC
from annotation.sample_file import Weights
from annotation.sampling import Drawn
from annotation.scoring import NoteScore


class Origin(StrEnum):
    """Where the text of a gold corpus comes from.

    A figure measured on surrogate or synthetic text does not carry over to real notes
    (Yeniterzi et al. 2010, JAMIA 17:159: F 0.728 against 0.960), so the origin stands beside
    every figure and only ``real`` and ``surrogate`` text may call it recall.
    """

    REAL = "real"
    SURROGATE = "surrogate"
    SYNTHETIC = "synthetic"
    UNSTATED = "unstated"

    @property
    def heading(self) -> str:
        """What the share of identifiers found may be called."""
        return {
            Origin.REAL: "recall",
            Origin.SURROGATE: "recall on surrogate text",
            Origin.SYNTHETIC: "share found in synthetic text",
            Origin.UNSTATED: "share found (origin of the text not stated)",
        }[self]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a detector did on a gold corpus.

    Attributes:
        origin: where the text comes from.
        scores: one a note.
        unlisted: ids of gold notes without a record in the found spans; scored as missed.
        weights: how the notes were drawn; None takes them as a simple sample of a large corpus.
        icc_floor: how much misses are assumed to cluster at least.
    """

    origin: Origin
    scores: tuple[NoteScore, ...]
    unlisted: tuple[str, ...] = ()
    weights: Weights | None = None
    icc_floor: float = CONSERVATIVE_ICC

    def place(self, score: NoteScore) -> Drawn:
        """How a note was drawn."""
        if self.weights:
            return self.weights.drawn[score.note_id]
        cluster = f"patient {score.patient_id}" if score.patient_id else f"note {score.note_id}"
        return Drawn(score.note_id, cluster, score.note_type or "no type", 1.0, 0.0)

    def patients(self) -> dict[str, list[NoteScore]]:
        """Notes by patient, in order; a note without a patient stands alone."""
        found: defaultdict[str, list[NoteScore]] = defaultdict(list)
        for score in self.scores:
            found[self.place(score).cluster].append(score)
        return dict(sorted(found.items()))

    def false_spans(self) -> dict[str, int]:
        """Number of false spans by label, most frequent first."""
        return dict(Counter(str(span.label) for s in self.scores for span in s.false_spans).most_common())

    def tokens(self) -> int:
        """Maximal runs of non-space characters."""
        return sum(score.tokens for score in self.scores)

    def false_rate(self) -> float:
        """False spans per 1,000 tokens."""
        return 1000 * sum(self.false_spans().values()) / self.tokens() if self.tokens() else 0.0
