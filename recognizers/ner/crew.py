"""Threads that read windows while the rules work on the same note, or on others."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

MOST: Final = 4
"""A note has few windows: more threads would wait for each other."""
Given = ParamSpec("Given")
Done = TypeVar("Done")


def cores() -> int:
    """Processors that this process may use, and MOST at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST)


class Crew:
    """Starts pieces of work and hands out what waits for them.

    Args:
        size: number of threads. A crew of one has none: its work is done when it is waited for.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._process = 0

    def begin(
        self, work: Callable[Given, Done], *given: Given.args, **named: Given.kwargs
    ) -> Callable[[], Done]:
        """Start a piece of work.

        Returns:
            Waits for the work, and gives what it gave or raises what it raised.
        """
        if self._size == 1:
            return partial(work, *given, **named)
        return self._threads().submit(work, *given, **named).result

    def _threads(self) -> ThreadPoolExecutor:
        """The threads of this process; a fork leaves those of its parent behind."""
        if self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self._size, thread_name_prefix="notedeid-reader")
            self._process = os.getpid()
        return self._pool


ALONE: Final = Crew(1)
"""Nobody but who waits."""
