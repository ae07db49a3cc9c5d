"""Serve the desk on 127.0.0.1, for people on this machine or at the end of an SSH tunnel."""

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import uvicorn

from annotation.desk.access import seats
from annotation.desk.app import build
from annotation.errors import InputError
from annotation.store import Store

ADDRESS = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Opened:
    """A desk that accepts connections and answers them once ``run`` is called.

    Attributes:
        server: the server, not running yet.
        listener: its socket.
        links: the private link of each person.
    """

    server: uvicorn.Server
    listener: socket.socket
    links: Mapping[str, str]

    def run(self) -> None:
        """Answer until interrupted."""
        self.server.run(sockets=[self.listener])


def open_desk(store: Store, *, port: int) -> Opened:
    """Open the desk on a port of 127.0.0.1; port 0 takes a free one.

    Raises:
        InputError: the port is taken.
    """
    listener = _listen(port)
    bound = listener.getsockname()[1]
    app = build(store, hosts={f"{ADDRESS}:{bound}", f"localhost:{bound}"}, clock=_now)
    config = uvicorn.Config(app, access_log=False, log_level="warning", server_header=False, lifespan="off")
    links = {seat.person: f"http://{ADDRESS}:{bound}/enter?token={seat.token}" for seat in seats(store)}
    return Opened(uvicorn.Server(config), listener, links)


def serve(store: Store, *, port: int, announce: Callable[[str, str], None]) -> None:
    """Serve until interrupted.

    Args:
        store: the annotators' work.
        port: port on 127.0.0.1; 0 takes a free one.
        announce: called with each person and their private link before serving starts.

    Raises:
        InputError: the port is taken.
    """
    opened = open_desk(store, port=port)
    for person, link in opened.links.items():
        announce(person, link)
    opened.run()


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(f"port {port}: {error.strerror}; choose another with --port") from None
    return listener


def _now() -> datetime:
    return datetime.now(UTC)
