"""Who is asking: a random link for each person, a cookie for their seat, a token for each deed.

Opening a link sets a cookie that reaches one seat only, so that two people can work in one
browser. It is SameSite=Lax because a strict one would be lost when the link is opened from a web
mailer; no GET changes anything. A deed (POST) also needs the token that the seat's page carries
(OWASP Cross-Site Request Forgery Prevention Cheat Sheet: HMAC-based token).
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from annotation.store import Store

COOKIE = "notedeid_desk"


class Refused(Exception):  # noqa: N818 (it is an answer, not a fault)
    """The request is not allowed.

    Attributes:
        status: HTTP status to answer with.
    """

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Seat:
    """One person's place at the desk.

    Attributes:
        number: place in the address, ``/desk/<number>/``.
        person: id of the annotator or adjudicator.
        adjudicates: True for an adjudicator.
        token: the person's random access token.
    """

    number: int
    person: str
    adjudicates: bool
    token: str

    @property
    def path(self) -> str:
        """Address of the seat's page."""
        return f"/desk/{self.number}/"

    @property
    def csrf(self) -> str:
        """What the page must send back with each deed."""
        return hmac.new(self.token.encode(), b"csrf", hashlib.sha256).hexdigest()


def seats(store: Store) -> tuple[Seat, ...]:
    """All seats; people without a token get a random one of 256 bits, kept in the store."""
    people = [(name, False) for name in store.annotators()] + [(name, True) for name in store.adjudicators()]
    return tuple(
        Seat(number, name, adjudicates, store.token(name, secrets.token_urlsafe(32)))
        for number, (name, adjudicates) in enumerate(people)
    )


def enter(request: Request) -> Response:
    """Exchange the token of a link for the cookie of its seat.

    Raises:
        Refused: 401, no seat has this token.
    """
    given = request.query_params.get("token", "")
    for seat in request.app.state.seats:
        if _equal(given, seat.token):
            answer = RedirectResponse(seat.path, status_code=303)
            answer.set_cookie(COOKIE, seat.token, path=seat.path, httponly=True, samesite="lax")
            return answer
    raise Refused(401, "unknown link")


def seat_of(request: Request) -> Seat:
    """The seat that the request comes from.

    Raises:
        Refused: 401 without the seat's cookie; 403 for a deed without Origin or the page's token.
    """
    number = int(request.path_params["seat"])
    seat: Seat | None = next((seat for seat in request.app.state.seats if seat.number == number), None)
    if seat is None or not _equal(request.cookies.get(COOKIE, ""), seat.token):
        raise Refused(401, "open your own link first")
    if request.method == "POST" and not (
        "origin" in request.headers and _equal(request.headers.get("x-csrf-token", ""), seat.csrf)
    ):
        raise Refused(403, "the page's token is missing; reload the page")
    return seat


def _equal(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
