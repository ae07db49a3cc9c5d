"""From files to an evaluation."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from annotation import sample_file
from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.gold import GoldNote
from annotation.gold import read as read_gold
from annotation.intervals import CONSERVATIVE_ICC
from annotation.scoring import score
from annotation.spans import Span
from notedeid.evaluation.result import Evaluation, Origin


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of an evaluation.

    Attributes:
        gold: JSONL of marked notes or a folder of ``.marked`` files.
        found: JSONL of ``{"note_id", "spans"}``; notes that are not in the gold are passed over.
        sample: JSONL of ``annotate sample``, whose weights make figures of the population.
        annotator: whose marks to take where the gold holds several annotators'.
    """

    gold: Path
    found: Path
    sample: Path | None = None
    annotator: str | None = None


def evaluate(
    sources: Sources, *, origin: Origin | None = None, icc_floor: float = CONSERVATIVE_ICC
) -> Evaluation:
    """Score found spans against gold.

    Args:
        sources: the files.
        origin: where the text comes from; None takes what the gold says.
        icc_floor: how much misses are assumed to cluster at least.

    Raises:
        InputError: a file cannot be used, no note of the gold has a record in the found spans, or
            a note of the gold was not drawn.
        SpanError: a span does not fit its note.
    """
    return score_notes(
        read_gold(sources.gold, annotator=sources.annotator), sources, origin=origin, icc_floor=icc_floor
    )


def score_notes(
    notes: tuple[GoldNote, ...], sources: Sources, *, origin: Origin | None, icc_floor: float
) -> Evaluation:
    """Score found spans against gold that has been read; see ``evaluate``."""
    spans = read_found(sources.found)
    unlisted = tuple(note.note.note_id for note in notes if note.note.note_id not in spans)
    if len(unlisted) == len(notes):
        raise InputError(f"{sources.found}: no note_id of it is in {sources.gold}")
    weights = sample_file.read(sources.sample) if sources.sample else None
    if weights and (strange := [n.note.note_id for n in notes if n.note.note_id not in weights.drawn]):
        raise InputError(f"{sources.sample}: note {strange[0]} of the gold was not drawn")
    return Evaluation(origin or stated_origin(notes), score(notes, spans), unlisted, weights, icc_floor)


def stated_origin(notes: Iterable[GoldNote]) -> Origin:
    """The origin that every gold note states, else ``UNSTATED``.

    Raises:
        InputError: an origin that is none of real, surrogate and synthetic.
    """
    stated = {note.origin for note in notes}
    if unknown := stated - set(Origin) - {""}:
        raise InputError(f"gold states the unknown origin {min(unknown)!r}; use real, surrogate or synthetic")
    return Origin(stated.pop() or Origin.UNSTATED) if len(stated) == 1 else Origin.UNSTATED


def read_found(path: Path) -> dict[str, tuple[Span, ...]]:
    """Read found spans by note id.

    Raises:
        InputError: no such file, or a note twice.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    spans: dict[str, tuple[Span, ...]] = {}
    for note_id, found in jsonl.read_spans(path):
        if note_id in spans:
            raise InputError(f"{path}: note {note_id} stands twice")
        spans[note_id] = found
    return spans
