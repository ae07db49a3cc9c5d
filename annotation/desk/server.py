"""Serve the desk on 127.0.0.1, for people on this machine or at the end of an SSH tunnel."""

import socket
from collections.abc import Callable
from datetime import UTC, datetime

import uvicorn

from annotation.desk.access import seats
from annotation.desk.app import build
from annotation.errors import InputError
from annotation.store import Store

ADDRESS = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """A listening socket on the loopback address; port 0 takes a free one.

    Raises:
        InputError: the port is taken.
    """
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(f"port {port}: {error.strerror}; choose another with --port") from None
    return listener


def serve(store: Store, *, port: int, announce: Callable[[str, str], None]) -> None:
    """Serve until interrupted.

    Args:
        store: the annotators' work.
        port: port on 127.0.0.1; 0 takes a free one.
        announce: called with each person and their link before serving starts.

    Raises:
        InputError: the port is taken.
    """
    listener = listen(port)
    bound = listener.getsockname()[1]
    app = build(store, hosts={f"{ADDRESS}:{bound}", f"localhost:{bound}"}, clock=_now)
    for seat in seats(store):
        role = " (adjudication)" if seat.adjudicates else ""
        announce(seat.person + role, f"http://{ADDRESS}:{bound}/enter?token={seat.token}")
    config = uvicorn.Config(app, access_log=False, log_level="warning", server_header=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


def _now() -> datetime:
    return datetime.now(UTC)
