"""Detection over a source of notes: offsets out, in input order, notes untouched."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from annotation import InputError, NotedeidError, roster
from annotation.formats.jsonl import span_record
from notedeid.batch.workers import spread
from notedeid.readers import Item, Source, load

if TYPE_CHECKING:
    from recognizers.catalogue import Ages, Engine

_BATCH = 32


@dataclass(frozen=True, slots=True)
class Search:
    """How to look: known identifiers, engine, sensitivity, and which ages count."""

    roster: Path | None = None
    engine: "Engine" = "accurate"
    sensitivity: Literal["balanced", "high"] = "balanced"
    ages: "Ages" = "over-89"


@dataclass(frozen=True, slots=True)
class Detected:
    """What a search did.

    Attributes:
        notes: notes in the source.
        spans: identifiers found.
        failed: ``(note_id, reason)`` of the notes that could not be examined.
    """

    notes: int
    spans: int
    failed: tuple[tuple[str, str], ...]


def detect_source(
    source: Source,
    out: Path,
    search: Search,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Detected:
    """Write the spans of every note of a source.

    Args:
        source: the notes.
        out: spans JSONL; appears when it is complete.
        search: how to look.
        workers: number of processes.
        progress: called with notes finished since the last call, and all notes.

    Returns:
        How many notes and spans, and which notes have no line in ``out``.

    Raises:
        InputError: ``out`` is a folder.
    """
    if out.is_dir():
        raise InputError(f"{out}: a folder; name a file for the spans")
    out.parent.mkdir(parents=True, exist_ok=True)
    failed: list[tuple[str, str]] = []
    count = 0
    temporary = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8") as lines:
            for results in _in_order(spread(_batches(source), make_worker, search, workers=workers)):
                for note_id, spans, reason in results:
                    if reason:
                        failed.append((note_id, reason))
                    else:
                        lines.write(json.dumps({"note_id": note_id, "spans": spans}) + "\n")
                        count += len(spans)
                progress(len(results), len(source.refs))
        temporary.replace(out)
    finally:
        temporary.unlink(missing_ok=True)
    return Detected(len(source.refs), count, tuple(failed))


Found = tuple[str, list[dict[str, Any]], str]


def make_worker(search: Search) -> Callable[[Sequence[Item]], list[Found]]:
    """Build the function that a worker process applies to each batch."""
    from recognizers import catalogue  # noqa: PLC0415 - loads the model

    detector = catalogue.default(
        engine=search.engine, sensitivity=search.sensitivity, ages=search.ages, threads=1
    )
    records = {r.patient_id: r for r in roster.read(search.roster)} if search.roster else {}

    def work(items: Sequence[Item]) -> list[Found]:
        notes = [note for _, note, _ in items if note is not None]
        found = iter(detector.detect_many(notes, records))
        return [
            _found(ref.note_id, next(found)) if note else (ref.note_id, [], why) for ref, note, why in items
        ]

    return work


def _found(note_id: str, spans: Iterable[Any] | NotedeidError) -> Found:
    if isinstance(spans, NotedeidError):
        return note_id, [], str(spans).removeprefix(f"note {note_id}: ")
    return note_id, [span_record(span) for span in spans], ""


def _batches(source: Source) -> Iterator[tuple[int, list[Item]]]:
    for number, first in enumerate(range(0, len(source.refs), _BATCH)):
        yield number, [load(source, ref) for ref in source.refs[first : first + _BATCH]]


def _in_order(results: Iterable[tuple[int, list[Found]]]) -> Iterator[list[Found]]:
    waiting: dict[int, list[Found]] = {}
    due = 0
    for number, found in results:
        waiting[number] = found
        while due in waiting:
            yield waiting.pop(due)
            due += 1
