"""A time budget for one recognizer on one note, so that a hostile note cannot stall a run.

In the main thread of a POSIX process an interval timer interrupts the recognizer; elsewhere
the time is checked when it returns. Either way a recognizer that ran over never counts as done.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OverBudgetError(Exception):
    """The time given has run out."""


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise OverBudgetError


def _can_interrupt() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    )


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Run a block within ``seconds``.

    Raises:
        OverBudgetError: the block took longer.
    """
    interruptible = _can_interrupt()
    began = time.monotonic()
    if interruptible:
        before = signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if interruptible:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.monotonic() - began >= seconds:
        raise OverBudgetError
