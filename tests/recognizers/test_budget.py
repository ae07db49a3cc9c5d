import signal
import threading
import time

import pytest

from recognizers.budget import Alarm, OverBudgetError


def _spin() -> None:
    while True:
        pass


def test_interrupts_a_block_that_would_not_end() -> None:
    began = time.monotonic()
    with Alarm() as alarm, pytest.raises(OverBudgetError):
        alarm.within(0.05, _spin)
    assert time.monotonic() - began < 2


def test_leaves_the_alarm_handler_as_it_was() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with Alarm() as alarm:
        assert alarm.within(5, lambda: "done") == "done"
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_outside_the_main_thread_a_late_block_fails_when_it_returns() -> None:
    seen: list[type[BaseException]] = []

    def work() -> None:
        try:
            with Alarm() as alarm:
                alarm.within(0.01, lambda: time.sleep(0.05))
        except OverBudgetError as error:
            seen.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [OverBudgetError]
