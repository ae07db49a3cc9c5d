"""Worker processes for batches of notes; a single worker works in place."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from annotation import InputError

Batch = TypeVar("Batch")
Result = TypeVar("Result")

_AHEAD = 2
"""Batches in flight for each worker: enough to keep it busy, few enough to bound memory."""

_state: dict[str, Callable[[Any], Any]] = {}


def _start(make: Callable[[Any], Callable[[Any], Any]], settings: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _state["work"] = make(settings)


def _work(batch: object) -> object:
    return _state["work"](batch)


def spread(
    batches: Iterable[tuple[int, Batch]],
    make: Callable[[Any], Callable[[Batch], Result]],
    settings: object,
    *,
    workers: int,
) -> Iterator[tuple[int, Result]]:
    """Work on numbered batches and yield results as they are finished.

    Args:
        batches: ``(number, batch)`` pairs, taken as workers become free.
        make: builds the working function from ``settings``, once a process.
        settings: what ``make`` needs; must survive pickling.
        workers: number of processes; 1 works in this one.

    Raises:
        InputError: a worker process died.
    """
    if workers == 1:
        work = make(settings)
        for number, batch in batches:
            yield number, work(batch)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _start, (make, settings))
    try:
        yield from _drain(pool, iter(batches), workers * _AHEAD)
    except BrokenProcessPool:
        raise InputError(
            "a worker process died (out of memory?); go on with fewer --workers and --resume"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _drain(
    pool: ProcessPoolExecutor, batches: Iterator[tuple[int, Any]], ahead: int
) -> Iterator[tuple[int, Any]]:
    running: dict[Future[Any], int] = {}
    while True:
        for number, batch in islice(batches, ahead - len(running)):
            running[pool.submit(_work, batch)] = number
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield running.pop(future), future.result()
