"""What the written files must show before they leave."""

from __future__ import annotations

from pathlib import Path

from notedeid.structured.job.words.base import Strict

__all__ = ["Gates", "NoteRecall"]


class NoteRecall(Strict):
    """A lower bound of recall that a measured evaluation must reach.

    Attributes:
        evaluation: `evaluation.json` of `notedeid evaluate --report`.
        name: a type, group or kind in it.
        least: the least lower bound.
    """

    evaluation: Path
    name: str
    least: float


class Gates(Strict):
    """What the written files must show; the release is refused otherwise.

    Attributes:
        k: least class size.
        l: least distinct values of each sensitive column in every class.
        t: largest distance of each sensitive column.
        risk: largest prosecutor risk of a record.
        journalist_risk: largest risk of a record against the population table.
        average_risk: largest mean risk.
        suppressed: largest share of suppressed records.
        quarantined: largest share of quarantined notes.
        joint_below_k: largest share of records with fewer candidates than the models' k once notes are read.
        joint_told_below_k: the same, where only patients whose notes tell as much count as candidates.
        note_recall: bounds of measured recall.
    """

    k: int | None = None
    l: int | None = None  # noqa: E741 the parameter's name in the literature
    t: float | None = None
    risk: float | None = None
    journalist_risk: float | None = None
    average_risk: float | None = None
    suppressed: float | None = None
    quarantined: float | None = None
    joint_below_k: float | None = None
    joint_told_below_k: float | None = None
    note_recall: tuple[NoteRecall, ...] = ()
