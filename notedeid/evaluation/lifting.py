"""Taking planted identifiers out of annotators' passes, and what that says of the annotators."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from annotation import corpus
from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.intervals import Bound
from annotation.notes import MarkedNote
from annotation.passes import from_marked
from annotation.planted import Planted, annotator_recall, lift
from annotation.spans import Span
from annotation.store import Store, is_store


def lift_to(out: Path, passes: Iterable[Path], planted: Path) -> dict[str, Bound]:
    """Write passes without planted phrases; returns each annotator's recall on them.

    Raises:
        InputError: a file cannot be used, or a note has no record of what was planted in it.
    """
    pieces = _read_planted(planted)
    work: defaultdict[str, list[tuple[Planted, tuple[Span, ...]]]] = defaultdict(list)
    lifted = []
    for path in passes:
        for marked in _marked(path):
            if marked.note.note_id not in pieces:
                raise InputError(f"{planted}: nothing was planted in note {marked.note.note_id}")
            spans, places = pieces[marked.note.note_id]
            known = Planted(MarkedNote(marked.note, spans), places)
            annotator = from_marked(marked, annotator=path.stem).annotator
            work[annotator].append((known, marked.spans))
            clean = lift(known, marked.spans)
            extra = {**clean.note.extra, "annotator": annotator}
            lifted.append(MarkedNote(replace(clean.note, extra=extra), clean.spans))
    jsonl.write(out, lifted)
    return {annotator: annotator_recall(done) for annotator, done in sorted(work.items())}


def _marked(path: Path) -> Iterable[MarkedNote]:
    if not is_store(path):
        return corpus.read(path)
    with Store.open(path) as store:
        return [marked for annotator in store.annotators() for marked in store.marked(annotator)]


def _read_planted(path: Path) -> dict[str, tuple[tuple[Span, ...], tuple[tuple[int, int], ...]]]:
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    return {
        str(record["note_id"]): (
            tuple(jsonl.span_from_record(raw, str(record["note_id"]), None) for raw in record["spans"]),
            tuple((int(start), int(end)) for start, end in record["pieces"]),
        )
        for record in jsonl.records(path)
    }
