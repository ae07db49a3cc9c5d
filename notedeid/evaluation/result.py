"""One evaluation: the counts a report is made of."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from annotation.scoring import NoteScore
from annotation.tally import Tally, outcomes_of, tally, tally_by


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
    """

    origin: Origin
    scores: tuple[NoteScore, ...]
    unlisted: tuple[str, ...] = ()

    def tallies(self) -> dict[str, dict[str, Tally]]:
        """Counts by view: ``all``, ``kind`` (direct, quasi), ``group`` and ``type``.

        ``all`` holds ``marked`` (every gold span) and ``removable`` (without what Safe Harbor
        lets stay although it is marked).
        """
        outcomes = outcomes_of(self.scores)
        removable = [o for o in outcomes if o.gold.removable]
        return {
            "all": {"marked": tally(outcomes), "removable": tally(removable)},
            "kind": tally_by(removable, lambda o: "direct" if o.gold.direct else "quasi"),
            "group": tally_by(outcomes, lambda o: str(o.gold.group)),
            "group_removable": tally_by(removable, lambda o: str(o.gold.group)),
            "type": tally_by(outcomes, lambda o: o.gold.name),
        }

    def false_spans(self) -> dict[str, int]:
        """Number of false spans by label, most frequent first."""
        return dict(Counter(str(span.label) for s in self.scores for span in s.false_spans).most_common())

    def false_rate(self) -> float:
        """False spans per 1,000 tokens (a token is a maximal run of non-space characters)."""
        tokens = sum(score.tokens for score in self.scores)
        return 1000 * sum(self.false_spans().values()) / tokens if tokens else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The JSON form; it holds counts and ids, never note text."""
        return {
            "origin": str(self.origin),
            "heading": self.origin.heading,
            "notes": len(self.scores),
            "notes_without_record": len(self.unlisted),
            **{view: _rows(rows) for view, rows in self.tallies().items()},
            "false_spans": {
                "count": sum(self.false_spans().values()),
                "tokens": sum(score.tokens for score in self.scores),
                "per_1000_tokens": self.false_rate(),
                "by_label": self.false_spans(),
            },
            "decoys": {
                "count": sum(score.decoys for score in self.scores),
                "removed": sum(score.decoys_removed for score in self.scores),
            },
            "notes_leaking": sum(score.leaks() for score in self.scores),
            "notes_leaking_direct": sum(score.leaks(direct_only=True) for score in self.scores),
        }


def _rows(rows: Mapping[str, Tally]) -> dict[str, Any]:
    return {
        name: {
            "spans": row.spans,
            "covered_spans": row.covered,
            "characters": row.characters,
            "leaked_characters": row.leaked,
            "share": row.shares,
        }
        for name, row in rows.items()
    }


def patients(scores: Sequence[NoteScore]) -> Iterable[tuple[str, list[NoteScore]]]:
    """Notes by patient; a note without patient is a patient of its own."""
    found: dict[str, list[NoteScore]] = {}
    for score in scores:
        found.setdefault(f"p:{score.patient_id}" if score.patient_id else f"n:{score.note_id}", []).append(
            score
        )
    return sorted(found.items())
