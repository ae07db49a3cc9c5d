"""The store: hands notes out, takes marks in, gives the marked notes back."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from annotation.adjudication import Compared, compare
from annotation.assignment import Assignment
from annotation.errors import InputError
from annotation.journal import Change, replay
from annotation.notes import MarkedNote, Note
from annotation.passes import Mark, from_marked
from annotation.spans import Span, check_fit
from annotation.store import schema
from annotation.store.codec import (
    change_from_json,
    change_to_json,
    ruling_from_row,
    ruling_to_row,
    spans_from_json,
)
from annotation.store.decisions import Case, Ruling, Verdict, rule
from annotation.store.decisions import cases as list_cases
from annotation.store.decisions import gold as make_gold
from annotation.store.intake import fill
from annotation.store.records import Docketed, Progress, Stamp, Status, Task

_TASK = """
SELECT note.*, a.position, a.preannotated, a.status, a.doubtful
FROM assignment AS a JOIN note USING (note_id) WHERE a.annotator = ? AND a.note_id = ?
"""
_QUEUE = "SELECT note_id, status FROM assignment WHERE annotator = ? ORDER BY position"
_READY = """
SELECT note_id FROM assignment GROUP BY note_id HAVING sum(status = 'open') = 0 ORDER BY min(position)
"""
_RULE = """
INSERT INTO decision (note_id, start, "end", versions, found, choice, marks, adjudicator, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PROGRESS = """
SELECT annotator, stratum, sum(status <> 'open'), count(*)
FROM assignment JOIN note USING (note_id) GROUP BY annotator, stratum ORDER BY annotator, stratum
"""


class Store:
    """One SQLite file of annotators' work; make it with ``create`` or ``open``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        connection.row_factory = sqlite3.Row
        self._db = connection

    @classmethod
    def create(
        cls,
        path: Path,
        notes: Iterable[MarkedNote],
        assignments: Iterable[Assignment],
        *,
        adjudicators: Sequence[str] = ("adjudicator",),
    ) -> Self:
        """Make a new store.

        Args:
            path: the file to make, with mode 0600.
            notes: notes with what the machine found in them (no spans where it was not asked);
                ``extra["stratum"]`` is the stratum of the sample that the note stands for.
            assignments: who annotates what, in order of work.
            adjudicators: who may decide between annotators.

        Raises:
            InputError: the file exists, a note or assignment comes twice, an assignment names no
                note, or a text cannot be stored.
        """
        store = cls(schema.create(path))
        try:
            with store._db:
                fill(store._db, notes, list(assignments), adjudicators)
        except BaseException:
            store.close()
            path.unlink()
            raise
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing store.

        Raises:
            InputError: there is no such file, or it is no store.
        """
        return cls(schema.open_existing(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def annotators(self) -> tuple[str, ...]:
        """Ids of the annotators, in order of their first assignment."""
        return self._people(0)

    def adjudicators(self) -> tuple[str, ...]:
        """Ids of those who decide between annotators."""
        return self._people(1)

    def _people(self, adjudicates: int) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT name FROM person WHERE adjudicates = ? ORDER BY rowid", (adjudicates,)
        )
        return tuple(name for (name,) in rows)

    def token(self, person: str, fresh: str) -> str:
        """The person's access token; ``fresh`` becomes it when there is none yet."""
        with self._db:
            self._db.execute("UPDATE person SET token = coalesce(token, ?) WHERE name = ?", (fresh, person))
        row = self._db.execute("SELECT token FROM person WHERE name = ?", (person,)).fetchone()
        if row is None:
            raise InputError(f"{person} is neither annotator nor adjudicator of this store")
        return str(row["token"])

    def queue(self, annotator: str) -> tuple[tuple[str, Status], ...]:
        """The annotator's ``(note_id, status)`` in order of work."""
        return tuple(
            (row["note_id"], Status(row["status"])) for row in self._db.execute(_QUEUE, (annotator,))
        )

    def task(self, annotator: str, note_id: str) -> Task:
        """One note as the annotator has it now.

        Raises:
            InputError: the note is not on this annotator's desk.
        """
        row = self._db.execute(_TASK, (annotator, note_id)).fetchone()
        if row is None:
            raise InputError(f"note {note_id} is not assigned to {annotator}")
        base = spans_from_json(row["found"]) if row["preannotated"] else ()
        spans = replay(base, self._changes(annotator, note_id))
        return Task(
            note=_note(row),
            spans=tuple(replace(span, source=annotator) for span in spans),
            assignment=Assignment(annotator, note_id, bool(row["preannotated"])),
            position=row["position"],
            status=Status(row["status"]),
            doubtful=bool(row["doubtful"]),
        )

    def _changes(self, annotator: str, note_id: str) -> list[Change]:
        rows = self._db.execute(
            "SELECT kind, content FROM journal WHERE annotator = ? AND note_id = ? ORDER BY seq",
            (annotator, note_id),
        )
        standing: list[str] = []
        for kind, content in rows:
            if kind == "change":
                standing.append(content)
            elif kind == "undo" and standing:
                standing.pop()
        return [change_from_json(content) for content in standing]

    def change(self, annotator: str, note_id: str, change: Change, stamp: Stamp) -> Task:
        """Record one change and give the note as it then is.

        Raises:
            InputError: the note is not on this annotator's desk.
            SpanError: a span reaches past the note's end.
        """
        check_fit(change.put, self.found(note_id).note.text, note_id)
        self._record(annotator, note_id, ("change", change_to_json(change)), stamp)
        return self._consistent(annotator, note_id, stamp)

    def undo(self, annotator: str, note_id: str, stamp: Stamp) -> Task:
        """Take back the last change that stands; nothing happens when there is none."""
        self._record(annotator, note_id, ("undo", ""), stamp)
        return self._consistent(annotator, note_id, stamp)

    def _consistent(self, annotator: str, note_id: str, stamp: Stamp) -> Task:
        """The note, opened again when its marks now deny its status."""
        task = self.task(annotator, note_id)
        if _fits(task.status, task.spans):
            return task
        reopened = Stamp(f"{stamp.entry} reopened", stamp.at)
        self._record(annotator, note_id, ("status", Status.OPEN), reopened)
        return self.task(annotator, note_id)

    def set_status(self, annotator: str, note_id: str, status: Status, stamp: Stamp) -> Task:
        """Finish or reopen a note.

        Raises:
            InputError: "no identifiers" said of a note with marks, or "done" of one without.
        """
        spans = self.task(annotator, note_id).spans
        if not _fits(status, spans):
            said = "has marks" if spans else "has no marks"
            raise InputError(f"note {note_id} {said}: it cannot be {status}")
        self._record(annotator, note_id, ("status", status), stamp)
        return self.task(annotator, note_id)

    def set_doubtful(self, annotator: str, note_id: str, stamp: Stamp, *, doubtful: bool) -> Task:
        """Flag a note, or take the flag away."""
        self._record(annotator, note_id, ("doubtful", str(int(doubtful))), stamp)
        return self.task(annotator, note_id)

    def _record(self, annotator: str, note_id: str, deed: tuple[str, str], stamp: Stamp) -> None:
        kind, content = deed
        with self._db:
            try:
                fresh = self._db.execute(
                    "INSERT INTO journal (annotator, note_id, entry, kind, content, at)"
                    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (entry) DO NOTHING",
                    (annotator, note_id, stamp.entry, kind, content, stamp.at.isoformat()),
                ).rowcount
            except sqlite3.IntegrityError:
                raise InputError(f"note {note_id} is not assigned to {annotator}") from None
            if fresh and kind in {"status", "doubtful"}:
                self._db.execute(
                    f"UPDATE assignment SET {kind} = ? WHERE annotator = ? AND note_id = ?",  # noqa: S608 (two fixed column names)
                    (content, annotator, note_id),
                )

    def found(self, note_id: str) -> MarkedNote:
        """The note with the machine's spans.

        Raises:
            InputError: no such note.
        """
        row = self._db.execute("SELECT * FROM note WHERE note_id = ?", (note_id,)).fetchone()
        if row is None:
            raise InputError(f"no note {note_id} in this store")
        return MarkedNote(_note(row), spans_from_json(row["found"]))

    def marked(self, annotator: str) -> Iterator[MarkedNote]:
        """The notes that the annotator has finished, in order of work.

        Each note's ``extra`` gains ``annotator``, ``status``, ``preannotated`` and ``doubtful``.
        """
        for note_id, status in self.queue(annotator):
            if status is not Status.OPEN:
                yield _marked(self.task(annotator, note_id))

    def docket(self) -> tuple[Docketed, ...]:
        """Notes that all their annotators have finished, most undecided conflicts first."""
        notes = []
        for note_id in self._ready():
            conflicts = [case for case in self.cases(note_id) if case.conflict]
            undecided = sum(case.ruling is None for case in conflicts)
            notes.append(Docketed(note_id, len(conflicts), undecided))
        return tuple(sorted(notes, key=lambda note: (-note.undecided, -note.conflicts, note.note_id)))

    def compared(self, note_id: str) -> Compared:
        """The finished passes of one note, compared.

        Raises:
            InputError: somebody has not finished the note, or nobody has it.
        """
        if note_id not in self._ready():
            raise InputError(f"note {note_id} is not finished by all its annotators")
        rows = self._db.execute(
            "SELECT annotator FROM assignment WHERE note_id = ? ORDER BY annotator", (note_id,)
        ).fetchall()
        return compare([from_marked(_marked(self.task(name, note_id))) for (name,) in rows])

    def cases(self, note_id: str) -> tuple[Case, ...]:
        """The places of a finished note that an adjudicator looks at, conflicts first.

        Raises:
            InputError: somebody has not finished the note, or nobody has it.
        """
        found = [Mark(span.start, span.end, str(span.label)) for span in self.found(note_id).spans]
        return list_cases(self.compared(note_id), found, self._rulings(note_id))

    def decide(self, verdict: Verdict) -> tuple[Case, ...]:
        """Record a decision, beside all earlier ones, and give the note's places as they then are.

        Raises:
            InputError: the choice is none of the versions, own marks overlap others, or the
                adjudicator is not one of this store.
        """
        if verdict.adjudicator not in self.adjudicators():
            raise InputError(f"{verdict.adjudicator} is no adjudicator of this store")
        ruling = rule(verdict, self.cases(verdict.note_id), self.compared(verdict.note_id))
        with self._db:
            self._db.execute(_RULE, ruling_to_row(ruling))
        return self.cases(verdict.note_id)

    def _rulings(self, note_id: str) -> list[Ruling]:
        rows = self._db.execute("SELECT * FROM decision WHERE note_id = ? ORDER BY seq", (note_id,))
        return [ruling_from_row(row) for row in rows]

    def _ready(self) -> list[str]:
        return [note_id for (note_id,) in self._db.execute(_READY)]

    def gold(self) -> Iterator[MarkedNote]:
        """Gold of all notes that are finished and fully decided, in order of id.

        Each note's ``extra`` gains ``origin`` (empty when the notes do not say) and ``provenance``:
        every annotator's originals, who worked blind, and each decision with who took it and when.
        """
        for note_id in sorted(self._ready()):
            places = self.cases(note_id)
            if all(case.ruling for case in places if case.conflict):
                compared = self.compared(note_id)
                origin = str(compared.passes[0].note.extra.get("origin") or "")
                yield make_gold(compared, places, origin=origin)

    def progress(self) -> tuple[Progress, ...]:
        """Notes done and assigned, by annotator and stratum."""
        return tuple(Progress(*row) for row in self._db.execute(_PROGRESS))


def _fits(status: Status, spans: Sequence[Span]) -> bool:
    return status is Status.OPEN or bool(spans) is (status is Status.DONE)


def _marked(task: Task) -> MarkedNote:
    facts = {
        "annotator": task.assignment.annotator,
        "status": str(task.status),
        "preannotated": task.assignment.preannotated,
        "doubtful": task.doubtful,
    }
    return MarkedNote(replace(task.note, extra={**task.note.extra, **facts}), task.spans)


def _note(row: sqlite3.Row) -> Note:
    return Note(row["note_id"], row["text"], row["patient_id"], row["note_type"], json.loads(row["extra"]))
