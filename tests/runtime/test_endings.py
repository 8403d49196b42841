"""What objects leave behind: all of it is found, in the order of their deaths, and no code of Python runs where they die."""

import gc
import threading

import pytest
from traced import python_code_of

from periclase.runtime.endings import Endings


class Mortal:
    """Something that dies."""


def test_what_the_dead_leave_is_taken_in_the_order_of_their_deaths():
    endings, living = Endings(), [Mortal() for _ in range(4)]
    for number, mortal in enumerate(living):
        endings.expect(mortal, number)
    del mortal
    assert not endings.over
    del living[2], living[0]
    assert len(endings.over) == 2
    assert sorted(endings.all()) == [0, 1, 2, 3]
    assert [endings.take(), endings.take()] == [2, 0]
    assert sorted(endings.all()) == [1, 3]
    with pytest.raises(IndexError):
        endings.take()


def test_no_code_of_python_runs_where_somebody_dies():
    endings, mortals = Endings(), [Mortal()]
    endings.expect(mortals[0], "left")
    assert python_code_of(mortals.clear) == []
    assert endings.take() == "left"


def test_garbage_in_cycles_leaves_what_it_has():
    endings, mortal = Endings(), Mortal()
    mortal.itself = mortal
    endings.expect(mortal, "left")
    del mortal
    gc.collect()
    assert endings.take() == "left"


def test_many_threads():
    endings = Endings()

    def churn(first):
        for number in range(first, first + 1000):
            endings.expect(Mortal(), number)

    threads = [threading.Thread(target=churn, args=(1000 * each,)) for each in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    gc.collect()
    assert sorted(endings.take() for _ in range(8000)) == list(range(8000))
    assert endings.all() == []
