"""One thread does it, the others get its result or its very error; what is torn down is begun anew."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from bytecodes import interrupted, positions

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


class Key:
    """A key that tells when somebody looks it up, at once: he finds what is under way at that moment."""

    def __init__(self):
        self.looked_up = threading.Semaphore(0)

    def __hash__(self):
        self.looked_up.release()
        return 1

    def wait_for(self, count):
        for _ in range(count):
            assert self.looked_up.acquire(timeout=SECONDS)


def under_way(flight, key, function, gate, pool):
    """The future of a thread that has begun the call for `key`."""
    future = pool.submit(flight.do, key, function)
    assert gate.begun.wait(SECONDS)
    key.wait_for(1)
    return future


def waiting(flight, key, function, pool, count):
    """Futures of `count` threads that have found the call for `key` under way."""
    futures = [pool.submit(flight.do, key, function) for _ in range(count)]
    key.wait_for(count)
    return futures


def test_one_call_serves_all_who_ask_meanwhile():
    flight, gate, key = SingleFlight(), Gate(), Key()
    with ThreadPoolExecutor(8) as pool:
        first = under_way(flight, key, gate, gate, pool)
        others = waiting(flight, key, gate, pool, 6)
        gate.go.set()
        results = {id(future.result(SECONDS)) for future in (first, *others)}
    assert len(results) == 1
    assert gate.calls == 1


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
    flight, gate, key = SingleFlight(), Gate(), Key()

    def fail():
        gate()
        raise ValueError("no")

    with ThreadPoolExecutor(3) as pool:
        first = under_way(flight, key, fail, gate, pool)
        second = waiting(flight, key, fail, pool, 1)[0]
        gate.go.set()
        errors = [future.exception(SECONDS) for future in (first, second)]
    assert errors[0] is errors[1]
    assert isinstance(errors[0], ValueError)
    assert gate.calls == 1
    assert flight.do(key, lambda: 1) == 1


def test_who_is_torn_down_takes_nobody_along():
    flight, gate, key = SingleFlight(), Gate(), Key()

    def interrupted():
        gate()
        raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool:
        first = under_way(flight, key, interrupted, gate, pool)
        second = waiting(flight, key, lambda: "done", pool, 1)[0]
        gate.go.set()
        with pytest.raises(KeyboardInterrupt):
            first.result(SECONDS)
        assert second.result(SECONDS) == "done"


def test_an_interrupt_at_any_bytecode_leaves_nobody_waiting():
    flight = SingleFlight()
    for position in positions(lambda: flight.do("key", int)):
        interrupted(lambda: flight.do("key", int), position)
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(flight.do, "key", lambda: "done").result(SECONDS) == "done"
    assert flight._flights == {}


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
