"""From files to an evaluation."""

from collections.abc import Iterable
from pathlib import Path

from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.gold import GoldNote
from annotation.gold import read as read_gold
from annotation.scoring import score
from annotation.spans import Span
from notedeid.evaluation.result import Evaluation, Origin


def evaluate(
    gold: Path, found: Path, *, origin: Origin | None = None, annotator: str | None = None
) -> Evaluation:
    """Score a file of found spans against gold.

    Args:
        gold: JSONL of marked notes or a folder of ``.marked`` files.
        found: JSONL of ``{"note_id", "spans"}``; notes that are not in the gold are passed over.
        origin: where the text comes from; None takes what the gold says.
        annotator: whose marks to take where the gold holds several annotators'.

    Raises:
        InputError: a file cannot be used, or no note of the gold has a record in ``found``.
        SpanError: a span does not fit its note.
    """
    notes = read_gold(gold, annotator=annotator)
    spans = _read_found(found)
    unlisted = tuple(note.note.note_id for note in notes if note.note.note_id not in spans)
    if len(unlisted) == len(notes):
        raise InputError(f"{found}: no note_id of it is in {gold}")
    return Evaluation(origin or stated_origin(notes), score(notes, spans), unlisted)


def stated_origin(notes: Iterable[GoldNote]) -> Origin:
    """The origin that every gold note states, else ``UNSTATED``.

    Raises:
        InputError: an origin that is none of real, surrogate and synthetic.
    """
    stated = {note.origin for note in notes}
    if unknown := stated - set(Origin) - {""}:
        raise InputError(f"gold states the unknown origin {min(unknown)!r}; use real, surrogate or synthetic")
    return Origin(stated.pop() or Origin.UNSTATED) if len(stated) == 1 else Origin.UNSTATED


def _read_found(path: Path) -> dict[str, tuple[Span, ...]]:
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    spans: dict[str, tuple[Span, ...]] = {}
    for note_id, found in jsonl.read_spans(path):
        if note_id in spans:
            raise InputError(f"{path}: note {note_id} stands twice")
        spans[note_id] = found
    return spans
