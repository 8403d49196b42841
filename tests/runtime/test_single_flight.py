"""One thread does it, the others get its result or its very error; what is torn down is begun anew."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from periclase.runtime.single_flight import SingleFlight

SECONDS = 30


class Gate:
    """A function that waits until it is let go, and counts its calls."""

    def __init__(self):
        self.begun = threading.Event()
        self.go = threading.Event()
        self.calls = 0

    def __call__(self):
        self.calls += 1
        self.begun.set()
        assert self.go.wait(SECONDS)
        return object()


def waiting(flight, key, function, pool, count):
    """Futures of `count` threads that have asked for `key`, whose call is under way."""
    asked = threading.Barrier(count + 1)

    def ask():
        asked.wait(SECONDS)
        return flight.do(key, function)

    futures = [pool.submit(ask) for _ in range(count)]
    asked.wait(SECONDS)
    return futures


def test_one_call_serves_all_who_ask_meanwhile():
    flight, gate = SingleFlight(), Gate()
    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(flight.do, "key", gate)
        assert gate.begun.wait(SECONDS)
        others = waiting(flight, "key", gate, pool, 6)
        gate.go.set()
        results = {id(future.result(SECONDS)) for future in (first, *others)}
    # Who asked only after it was over made another one.
    assert len(results) == gate.calls
    assert gate.calls < 7


def test_nothing_is_kept():
    flight = SingleFlight()
    assert [flight.do("key", lambda n=n: n) for n in range(3)] == [0, 1, 2]


def test_keys_do_not_wait_for_one_another():
    flight, gate = SingleFlight(), Gate()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(flight.do, "slow", gate)
        assert gate.begun.wait(SECONDS)
        assert flight.do("quick", lambda: 7) == 7
        gate.go.set()
        slow.result(SECONDS)


def test_an_error_is_that_of_all():
    flight, gate = SingleFlight(), Gate()

    def fail():
        gate()
        raise ValueError("no")

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(flight.do, "key", fail)
        assert gate.begun.wait(SECONDS)
        second = waiting(flight, "key", fail, pool, 1)[0]
        gate.go.set()
        errors = [future.exception(SECONDS) for future in (first, second)]
    assert len({id(error) for error in errors}) == gate.calls
    assert flight.do("key", lambda: 1) == 1


def test_who_is_torn_down_takes_nobody_along():
    flight, gate = SingleFlight(), Gate()

    def interrupted():
        gate()
        raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(flight.do, "key", interrupted)
        assert gate.begun.wait(SECONDS)
        second = waiting(flight, "key", lambda: "done", pool, 1)[0]
        gate.go.set()
        with pytest.raises(KeyboardInterrupt):
            first.result(SECONDS)
        assert second.result(SECONDS) == "done"


def test_asking_for_what_one_is_making():
    flight = SingleFlight()
    with pytest.raises(RuntimeError, match="the making of 'key' asks for its own result"):
        flight.do("key", lambda: flight.do("key", int))
    assert flight.do("key", lambda: 1) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings(
    "ignore:.*fork.*:DeprecationWarning"
)  # of a process with threads: that is what this is about
def test_a_forked_child_does_not_wait_for_threads_that_it_does_not_have():
    flight, gate = SingleFlight(), Gate()
    reading, writing = os.pipe()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(flight.do, "key", gate)
        assert gate.begun.wait(SECONDS)
        child = os.fork()
        if child == 0:
            try:
                signal.alarm(SECONDS)  # ends the child if it waits
                os.write(writing, flight.do("key", lambda: b"own"))
            finally:
                os._exit(0)
        os.close(writing)
        try:
            assert os.read(reading, 10) == b"own"
        finally:
            gate.go.set()
            os.close(reading)
            os.waitpid(child, 0)
        first.result(SECONDS)
