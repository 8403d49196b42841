"""One tuning of a key at a time: threads wait for the result of the first, processes for its lock.

A lock is a file that its process holds through the operating system, which lets go of it however the process ends: there is
no stale lock to clear away.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")

LONGEST_WAIT = 600.0
"""Seconds after which a process no longer waits for another's tuning, and does its own."""


class _Flight(Generic[T]):
    __slots__ = ("done", "error", "result", "thread")

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.done = threading.Event()
        self.result: T | None = None
        self.error: BaseException | None = None


class SingleFlight(Generic[T]):
    """Functions under keys, of which only one a key runs at a time in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flights: dict[str, _Flight[T]] = {}
        if hasattr(os, "register_at_fork"):
            import weakref

            reference = weakref.ref(self)

            def forget() -> None:
                # The threads that were at it are not in the child, and nor is whoever held the lock.
                self = reference()
                if self is not None:
                    self._lock = threading.Lock()
                    self._flights = {}

            os.register_at_fork(after_in_child=forget)

    def run(self, key: str, function: Callable[[], T], *, may_wait: bool = True) -> T:
        """What `function` gives; or what it gives to another thread that has called this with `key` before and is at it.

        Args:
            key: what the result is of.
            function: called unless another thread is at it. What it raises, those who wait raise as well, unless its thread
                was interrupted (anything but an `Exception`): then one of them calls its own.
            may_wait: False where waiting could be for ever, since the other thread needs something that this one holds.
        """
        while True:
            with self._lock:
                flight = self._flights.get(key)
                if flight is None:
                    flight = self._flights[key] = _Flight[T]()
                    break
            if not may_wait or flight.thread == threading.get_ident():
                return function()  # also where a function comes back to its own key: it would wait for itself
            flight.done.wait()
            error = flight.error
            if error is None:
                return flight.result  # pyright: ignore[reportReturnType]
            if isinstance(error, Exception):
                raise error
        try:
            flight.result = function()
            return flight.result
        except BaseException as error:
            flight.error = error
            raise
        finally:
            with self._lock:
                if self._flights.get(key) is flight:
                    del self._flights[key]
            flight.done.set()


@contextlib.contextmanager
def process_lock(folder: Path | None, name: str, *, timeout: float = LONGEST_WAIT) -> Generator[bool]:
    """Hold the lock `name` in `folder` against other processes.

    Yields:
        Whether it is held. Not where the folder can not be written, or another process has held it for `timeout` seconds:
        then the work is done twice rather than never.
    """
    descriptor = None if folder is None else _acquire(folder, name, time.monotonic() + timeout)
    if descriptor is None:
        yield False
        return
    _held.add(descriptor)
    try:
        yield True
    finally:
        if descriptor in _held:  # else this is a forked child, which has closed it
            _held.discard(descriptor)
            # Gone before it is let go: whoever waits for this very file then sees that it is no longer the one of the name.
            with contextlib.suppress(OSError):
                os.unlink(_path(folder, name))
            os.close(descriptor)


def _path(folder: Path | None, name: str) -> str:
    return os.path.join(str(folder), f"{name}.lock")


def _acquire(folder: Path, name: str, deadline: float) -> int | None:
    path = _path(folder, name)
    pause = 0.002
    while True:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return None
        try:
            if _try_lock(descriptor) and _is_at(path, descriptor):
                return descriptor
        except OSError:  # a file system without locks
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() > deadline:
            return None
        # No system offers to wait for a lock with a time limit. A tuning takes some 10 ms to minutes.
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def _is_at(path: str, descriptor: int) -> bool:
    """Whether the open file is still the one of this name: its last holder may have removed it while we waited."""
    try:
        there = os.stat(path)
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_held: set[int] = set()
"""Descriptors of the locks of this process."""


def _after_fork_in_child() -> None:
    # A child shares the parent's open file, and with it the lock: it would outlive the parent's letting go.
    while _held:
        with contextlib.suppress(OSError):
            os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
