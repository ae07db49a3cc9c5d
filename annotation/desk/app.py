"""The application: pages, the annotators' and adjudicators' routes, and the guard around them."""

from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from starlette.types import ASGIApp

from annotation.desk import cases, tasks
from annotation.desk.access import Refused, enter, seat_of, seats
from annotation.desk.guard import Guard
from annotation.desk.keys import legend
from annotation.errors import NotedeidError
from annotation.store import Store

HERE = Path(__file__).parent
TEMPLATES = Jinja2Templates(HERE / "templates")


def page(request: Request) -> Response:
    """The page of a seat: marking notes, or deciding between annotators."""
    seat = seat_of(request)
    name = "cases.html" if seat.adjudicates else "tasks.html"
    return TEMPLATES.TemplateResponse(request, name, {"seat": seat, "legend": legend()})


def locked(_: Request) -> Response:
    """What someone without a link sees."""
    raise Refused(401, "open your own link first")


def refused(_: Request, error: Exception) -> Response:
    """Answer of a request that is not allowed."""
    return PlainTextResponse(f"{error}\n", getattr(error, "status", 403))


def wrong(_: Request, error: Exception) -> Response:
    """Answer of a request that cannot be done; says why, never with note text."""
    reason = str(error) if isinstance(error, NotedeidError) else "malformed request"
    return JSONResponse({"error": reason}, 400)


def build(store: Store, *, hosts: Collection[str], clock: Callable[[], datetime]) -> ASGIApp:
    """Build the application over one store.

    Args:
        store: the annotators' work.
        hosts: allowed values of the Host header, with port, e.g. ``{"127.0.0.1:8765"}``.
        clock: gives the aware time that marks and decisions are stamped with.
    """
    app = Starlette(
        routes=[
            Route("/", locked),
            Route("/enter", enter),
            Route("/desk/{seat:int}/", page),
            Mount("/desk/{seat:int}", routes=[*tasks.ROUTES, *cases.ROUTES]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        exception_handlers={Refused: refused, NotedeidError: wrong, ValidationError: wrong},
    )
    app.state.store = store
    app.state.seats = seats(store)
    app.state.clock = clock
    return Guard(app, hosts)
