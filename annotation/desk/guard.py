"""What every request must pass, and what every answer carries.

A page on localhost is reachable from any web page the browser has open: by a name that resolves
to 127.0.0.1 (DNS rebinding), or by a cross-site request. So a request for another host is refused
(421, RFC 9110 section 15.5.20), a request with a foreign Origin is refused (403), and answers
allow no inline code, no framing, no caching and no use by other origins (Content Security Policy
Level 3, W3C).
"""

import logging
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
LOG = logging.getLogger(__name__)


class Guard:
    """ASGI middleware around the whole application.

    Attributes:
        app: the application inside.
        hosts: allowed values of the Host header, with port.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse or pass on one request, and dress its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            await (self._refusal(Headers(scope=scope)) or self.app)(scope, receive, dressed)
        except Exception as error:  # noqa: BLE001 (a traceback could carry note text into a log)
            LOG.error("%s while answering %s", type(error).__name__, scope["method"])  # noqa: TRY400 (the same)
            if not started:
                await _answer(500, "internal error")(scope, receive, dressed)

    def _refusal(self, headers: Headers) -> ASGIApp | None:
        if headers.get("host", "").lower() not in self.hosts:
            return _answer(421, "unknown host; use the address that was printed")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}:
            return _answer(403, "foreign origin")
        return None


def _answer(status: int, error: str) -> ASGIApp:
    return JSONResponse({"error": error}, status)
