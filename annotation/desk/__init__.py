"""The desk: local web pages on which annotators mark notes and an adjudicator decides.

Needs the extra ``[desk]``. Text goes to the pages as JSON and is
shown as text only; offsets on the wire are code points.
"""

from collections.abc import Callable

from annotation.errors import InputError
from annotation.store import Store

__all__ = ["serve"]


def serve(store: Store, *, port: int, announce: Callable[[str, str], None]) -> None:
    """Serve the desk on 127.0.0.1 until interrupted; see ``annotation.desk.server.serve``.

    Raises:
        InputError: the extra is not installed, or the port is taken.
    """
    try:
        from annotation.desk import server  # noqa: PLC0415 (the extra may be absent)
    except ImportError:
        raise InputError("the annotation pages need the extra: pip install 'notedeid[desk]'") from None
    server.serve(store, port=port, announce=announce)
