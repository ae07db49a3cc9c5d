import multiprocessing
import threading

import pytest

from recognizers.ner.crew import MOST, Crew, cores


def test_work_goes_on_before_it_is_waited_for():
    done = threading.Event()
    wait = Crew(2).begin(lambda: done.set() or 7)
    assert done.wait(10)
    assert wait() == 7


def test_two_works_go_on_at_once():
    meet = threading.Barrier(2, timeout=10)
    crew = Crew(2)
    waits = [crew.begin(meet.wait) for _ in range(2)]
    assert sorted(wait() for wait in waits) == [0, 1]


def test_alone_nothing_is_begun_and_no_thread_is_made():
    before = threading.active_count()
    done = []
    wait = Crew(1).begin(done.append, 1)
    assert not done
    wait()
    assert done == [1]
    assert threading.active_count() == before


@pytest.mark.parametrize("size", [1, 2])
def test_what_work_raises_comes_out_where_it_is_waited_for(size):
    wait = Crew(size).begin(int, "none")
    with pytest.raises(ValueError, match="none"):
        wait()


def test_a_forked_process_has_threads_of_its_own():
    crew = Crew(2)
    assert crew.begin(int, "1")() == 1

    def work() -> None:
        crew.begin(int, "2")()

    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join(20)
    assert child.exitcode == 0


def test_no_more_threads_than_a_note_has_use_for():
    assert 1 <= cores() <= MOST
