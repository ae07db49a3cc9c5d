"""The annotator's side: give a note, take marks, undo, finish."""

from typing import Any, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation.desk.access import Refused, Seat, seat_of
from annotation.journal import DOUBTFUL, Change, same
from annotation.labels import Label
from annotation.spans import Span
from annotation.store import Stamp, Status, Store, Task

Body = TypeVar("Body", bound=BaseModel)


class Mark(BaseModel):
    """A span as the page sends it; offsets are code points."""

    model_config = ConfigDict(extra="forbid")

    start: int
    end: int
    label: Label
    doubtful: bool = False

    def span(self) -> Span:
        """The span of this mark."""
        return Span(self.start, self.end, self.label, DOUBTFUL if self.doubtful else 1.0)


class Deed(BaseModel):
    """What every deed says: the note, and a random name that makes repeating it harmless."""

    model_config = ConfigDict(extra="forbid")

    note_id: str
    entry: UUID


class ChangeBody(Deed):
    """Put and drop marks."""

    put: list[Mark] = []
    drop: list[tuple[int, int]] = []


class SameBody(Deed):
    """Mark every other occurrence of a marked text."""

    mark: Mark


class StatusBody(Deed):
    """Finish or reopen a note."""

    status: Status


class DoubtBody(Deed):
    """Flag a note, or take the flag away."""

    doubtful: bool


def mark_record(span: Span) -> dict[str, Any]:
    """A span as the page reads it."""
    return {"start": span.start, "end": span.end, "label": span.label, "doubtful": span.score < 1}


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The request's body.

    Raises:
        pydantic.ValidationError: the body is not what the page sends.
    """
    return kind.model_validate_json(await request.body())


def _annotator(request: Request) -> tuple[Store, Seat]:
    seat = seat_of(request)
    if seat.adjudicates:
        raise Refused(403, "this page is for annotators")
    return request.app.state.store, seat


def _stamp(request: Request, deed: Deed) -> Stamp:
    return Stamp(str(deed.entry), request.app.state.clock())


def _state(store: Store, task: Task) -> Response:
    queue = store.queue(task.assignment.annotator)
    record = {
        "note_id": task.note.note_id,
        "marks": [mark_record(span) for span in task.spans],
        "status": task.status,
        "doubtful": task.doubtful,
        "done": sum(status is not Status.OPEN for _, status in queue),
        "total": len(queue),
    }
    return JSONResponse(record)


async def note(request: Request) -> Response:
    """One note with its marks: the one asked for, else the first that is open."""
    store, seat = _annotator(request)
    queue = store.queue(seat.person)
    first_open = next((note_id for note_id, status in queue if status is Status.OPEN), queue[0][0])
    task = store.task(seat.person, request.query_params.get("id", first_open))
    record = {
        "note_id": task.note.note_id,
        "note_type": task.note.note_type,
        "text": task.note.text,
        "preannotated": task.assignment.preannotated,
        "marks": [mark_record(span) for span in task.spans],
        "status": task.status,
        "doubtful": task.doubtful,
        "queue": queue,
    }
    return JSONResponse(record)


async def change(request: Request) -> Response:
    """Put and drop marks."""
    store, seat = _annotator(request)
    deed = await body_of(request, ChangeBody)
    wanted = Change(tuple(mark.span() for mark in deed.put), tuple(deed.drop))
    return _state(store, store.change(seat.person, deed.note_id, wanted, _stamp(request, deed)))


async def mark_same(request: Request) -> Response:
    """Mark every other whole-word occurrence of a marked text, as one change."""
    store, seat = _annotator(request)
    deed = await body_of(request, SameBody)
    task = store.task(seat.person, deed.note_id)
    span = deed.mark.span()
    more = same(task.note.text, task.spans, start=span.start, end=span.end, label=span.label)
    if more:
        task = store.change(seat.person, deed.note_id, Change(more), _stamp(request, deed))
    return _state(store, task)


async def undo(request: Request) -> Response:
    """Take back the last change."""
    store, seat = _annotator(request)
    deed = await body_of(request, Deed)
    return _state(store, store.undo(seat.person, deed.note_id, _stamp(request, deed)))


async def status(request: Request) -> Response:
    """Finish or reopen a note."""
    store, seat = _annotator(request)
    deed = await body_of(request, StatusBody)
    return _state(store, store.set_status(seat.person, deed.note_id, deed.status, _stamp(request, deed)))


async def doubt(request: Request) -> Response:
    """Flag a note, or take the flag away."""
    store, seat = _annotator(request)
    deed = await body_of(request, DoubtBody)
    stamp = _stamp(request, deed)
    return _state(store, store.set_doubtful(seat.person, deed.note_id, stamp, doubtful=deed.doubtful))


ROUTES = [
    Route("/note", note),
    Route("/change", change, methods=["POST"]),
    Route("/same", mark_same, methods=["POST"]),
    Route("/undo", undo, methods=["POST"]),
    Route("/status", status, methods=["POST"]),
    Route("/doubt", doubt, methods=["POST"]),
]
