import signal
import threading
import time

import pytest

from recognizers.budget import OverBudgetError, within


def _spin() -> None:
    with within(0.05):
        while True:
            pass


def test_interrupts_a_block_that_would_not_end() -> None:
    began = time.monotonic()
    with pytest.raises(OverBudgetError):
        _spin()
    assert time.monotonic() - began < 2


def test_leaves_the_alarm_handler_as_it_was() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with within(5):
        pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_outside_the_main_thread_a_late_block_fails_when_it_returns() -> None:
    seen: list[type[BaseException]] = []

    def work() -> None:
        try:
            with within(0.01):
                time.sleep(0.05)
        except OverBudgetError as error:
            seen.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [OverBudgetError]
