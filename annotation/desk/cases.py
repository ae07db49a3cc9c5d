"""The adjudicator's side: give a note with its places, take decisions."""

from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation.desk.access import Refused, Seat, seat_of
from annotation.desk.tasks import Deed, body_of
from annotation.labels import Label
from annotation.passes import Mark, mark_records
from annotation.store import Case, Store, Verdict
from annotation.store.decisions import MACHINE


class Chosen(BaseModel):
    """A mark of the adjudicator's own; offsets are code points."""

    start: int
    end: int
    label: Label


class RuleBody(Deed):
    """Decide on one place: take a version, none of them, own marks, or withdraw a decision."""

    start: int
    end: int
    choice: str
    marks: tuple[Chosen, ...] = ()


def _adjudicator(request: Request) -> tuple[Store, Seat]:
    seat = seat_of(request)
    if not seat.adjudicates:
        raise Refused(403, "this page is for adjudicators")
    return request.app.state.store, seat


def _case_record(case: Case) -> dict[str, Any]:
    versions = [{"choice": who, "marks": mark_records(marks)} for who, marks in case.versions.items()]
    ruled = case.ruling and {
        "choice": case.ruling.choice,
        "marks": mark_records(case.ruling.decision.marks),
        "adjudicator": case.ruling.decision.adjudicator,
        "at": case.ruling.decision.at,
    }
    return {
        "start": case.start,
        "end": case.end,
        "kind": case.kind,
        "conflict": case.conflict,
        "versions": [*versions, {"choice": MACHINE, "marks": mark_records(case.found)}],
        "ruling": ruled,
    }


async def docket(request: Request) -> Response:
    """Notes to decide on, most undecided first, and how far the annotators are."""
    store, _ = _adjudicator(request)
    notes = [[note.note_id, note.conflicts, note.undecided] for note in store.docket()]
    progress = [[one.annotator, one.stratum, one.done, one.total] for one in store.progress()]
    return JSONResponse({"notes": notes, "progress": progress})


async def case(request: Request) -> Response:
    """One note with its text, the marks that all made, and its places."""
    store, _ = _adjudicator(request)
    note_id = request.query_params.get("id", "")
    compared = store.compared(note_id)
    note = compared.passes[0].note
    record = {
        "note_id": note_id,
        "note_type": note.note_type,
        "text": note.text,
        "preannotated": [one.annotator for one in compared.passes if one.preannotated],
        "agreed": mark_records(compared.agreed),
        "cases": [_case_record(each) for each in store.cases(note_id)],
    }
    return JSONResponse(record)


async def rule(request: Request) -> Response:
    """Record a decision; the marks of a version come from the store, not from the page."""
    store, seat = _adjudicator(request)
    deed = await body_of(request, RuleBody)
    own = tuple(Mark(mark.start, mark.end, str(mark.label)) for mark in deed.marks)
    at = request.app.state.clock().isoformat()
    verdict = Verdict(deed.note_id, deed.start, deed.end, deed.choice, seat.person, at, own)
    return JSONResponse({"cases": [_case_record(each) for each in store.decide(verdict)]})


ROUTES = [
    Route("/docket", docket),
    Route("/case", case),
    Route("/rule", rule, methods=["POST"]),
]
