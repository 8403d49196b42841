"""One at a time: threads wait for the first one's result, processes for its lock, and nobody for the dead."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from periclase.runtime.autotune.single_flight import SingleFlight, process_lock

TIMEOUT = 60


class Gate:
    """A function that stays inside until it is let go."""

    def __init__(self, result: Callable[[], str]) -> None:
        self.entered = threading.Event()
        self.leave = threading.Event()
        self.calls = 0
        self._result = result

    def __call__(self) -> str:
        self.calls += 1
        self.entered.set()
        assert self.leave.wait(TIMEOUT)
        return self._result()


def raising(error: BaseException) -> Callable[[], str]:
    def function() -> str:
        raise error

    return function


def waiting_on(flights: SingleFlight[str], key: str, count: int) -> None:
    """Return when so many threads wait for the flight of `key`."""
    flight = flights._flights[key]
    while len(flight.done._cond._waiters) < count:  # pyright: ignore
        threading.Event().wait(0.001)


def test_threads_wait_for_the_result_of_the_first() -> None:
    flights = SingleFlight[str]()
    gate = Gate(lambda: "winner")
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(flights.run, "key", gate)
        assert gate.entered.wait(TIMEOUT)
        others = [pool.submit(flights.run, "key", raising(AssertionError("ran twice"))) for _ in range(3)]
        waiting_on(flights, "key", 3)
        gate.leave.set()
        assert [future.result(TIMEOUT) for future in (first, *others)] == ["winner"] * 4
    assert gate.calls == 1


def test_another_key_does_not_wait() -> None:
    flights = SingleFlight[str]()
    gate = Gate(lambda: "slow")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(flights.run, "slow", gate)
        assert gate.entered.wait(TIMEOUT)
        assert flights.run("fast", lambda: "fast") == "fast"
        gate.leave.set()
        assert first.result(TIMEOUT) == "slow"


def test_after_the_flight_a_new_one_begins() -> None:
    flights = SingleFlight[str]()
    assert flights.run("key", lambda: "first") == "first"
    assert flights.run("key", lambda: "second") == "second"


def test_those_who_wait_get_the_error_of_the_first() -> None:
    flights = SingleFlight[str]()
    gate = Gate(raising(ValueError("no candidate works")))
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(flights.run, "key", gate)
        assert gate.entered.wait(TIMEOUT)
        second = pool.submit(flights.run, "key", lambda: "mine")
        waiting_on(flights, "key", 1)
        gate.leave.set()
        for future in (first, second):
            with pytest.raises(ValueError, match="no candidate works"):
                future.result(TIMEOUT)


def test_one_of_those_who_wait_takes_over_when_the_first_is_interrupted() -> None:
    flights = SingleFlight[str]()
    gate = Gate(raising(KeyboardInterrupt()))
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(flights.run, "key", gate)
        assert gate.entered.wait(TIMEOUT)
        second = pool.submit(flights.run, "key", lambda: "mine")
        waiting_on(flights, "key", 1)
        gate.leave.set()
        assert second.result(TIMEOUT) == "mine"
        with pytest.raises(KeyboardInterrupt):
            first.result(TIMEOUT)


def test_a_function_that_comes_back_to_its_key_does_not_wait_for_itself() -> None:
    flights = SingleFlight[str]()
    assert flights.run("key", lambda: flights.run("key", lambda: "inner")) == "inner"


def test_whoever_may_not_wait_does_it_alone() -> None:
    flights = SingleFlight[str]()
    gate = Gate(lambda: "slow")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(flights.run, "key", gate)
        assert gate.entered.wait(TIMEOUT)
        assert flights.run("key", lambda: "alone", may_wait=False) == "alone"
        gate.leave.set()
        assert first.result(TIMEOUT) == "slow"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_does_not_wait_for_threads_it_does_not_have() -> None:
    flights = SingleFlight[str]()
    reading, writing = os.pipe()

    def forks() -> str:
        child = os.fork()
        if child == 0:
            try:
                done: list[str] = []
                thread = threading.Thread(
                    target=lambda: done.append(flights.run("key", lambda: "child")), daemon=True
                )
                thread.start()
                thread.join(TIMEOUT)
                os.write(writing, b"child" if done == ["child"] else b"hangs")
            finally:
                os._exit(0)
        os.close(writing)
        answer = os.read(reading, 10).decode()
        os.close(reading)
        os.waitpid(child, 0)
        return answer

    assert flights.run("key", forks) == "child"


# ------------------------------------------------------------------------------------------------------ processes ----

HOLDER = """
import sys
from pathlib import Path
from periclase.runtime.autotune.single_flight import process_lock
with process_lock(Path(sys.argv[1]), "key") as held:
    print("held" if held else "not held", flush=True)
    sys.stdin.readline()
print("released", flush=True)
"""


@pytest.fixture
def holder(tmp_path: Path) -> subprocess.Popen[str]:
    """Another process that holds the lock `key` until it is told a line, or dies."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_lock_excludes_other_processes(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert not held
    with process_lock(tmp_path, "other", timeout=0) as held:
        assert held
    with ThreadPoolExecutor(1) as pool:
        entered = pool.submit(lambda: process_lock(tmp_path, "key", timeout=TIMEOUT).__enter__())
        assert not entered.done()
        holder.communicate("\n", timeout=TIMEOUT)
        assert entered.result(TIMEOUT)


def test_the_lock_of_a_dead_process_is_free(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.communicate(timeout=TIMEOUT)
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert held


def test_a_lock_leaves_no_file_behind(tmp_path: Path) -> None:
    with process_lock(tmp_path, "key") as held:
        assert held
        assert (tmp_path / "key.lock").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), process_lock(tmp_path, "key"):
        raise ZeroDivisionError
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert held


def test_no_folder_is_no_lock(tmp_path: Path) -> None:
    with process_lock(None, "key") as held:
        assert not held
    (tmp_path / "file").touch()
    with process_lock(tmp_path / "file" / "locks", "key") as held:
        assert not held


def test_a_file_that_was_removed_meanwhile_is_not_the_lock(tmp_path: Path) -> None:
    with process_lock(tmp_path, "key") as first:
        assert first
        (tmp_path / "key.lock").unlink()
        with process_lock(tmp_path, "key", timeout=0) as second:
            assert second  # of the file that is there now


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_holds_no_lock(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with process_lock(tmp_path, "key") as held:
        assert held
        child = os.fork()
        if child == 0:
            os.close(writing)
            os.read(reading, 1)  # until the parent closes its end
            os._exit(0)
    try:
        with process_lock(tmp_path, "key", timeout=0) as held:
            assert held  # while the child is alive
    finally:
        os.close(reading)
        os.close(writing)
        os.waitpid(child, 0)
