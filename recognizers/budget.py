"""A time budget for one recognizer on one note, so that a hostile note cannot stall a run.

In the main thread of a POSIX process an interval timer interrupts the recognizer; elsewhere
the time is checked when it returns. Either way a recognizer that ran over never counts as done.
"""

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

Done = TypeVar("Done")
"""What a piece of work gives back."""


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


class Alarm:
    """Runs work within a time, one piece after another; a context, since it holds the process's timer."""

    _before: Any

    def __enter__(self) -> Self:
        """Take the timer where it is free."""
        self._interrupts = _can_interrupt()
        if self._interrupts:
            self._before = signal.signal(signal.SIGALRM, _interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the timer's handler as it was."""
        if self._interrupts:
            signal.signal(signal.SIGALRM, self._before)

    def within(self, seconds: float, work: Callable[[], Done]) -> Done:
        """Do work within ``seconds``.

        Raises:
            OverBudgetError: it took longer.
        """
        began = time.monotonic()
        if self._interrupts:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            done = work()
        finally:
            if self._interrupts:
                signal.setitimer(signal.ITIMER_REAL, 0)
        if time.monotonic() - began >= seconds:
            raise OverBudgetError
        return done
