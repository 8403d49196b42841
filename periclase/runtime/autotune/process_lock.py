"""Locks between processes, so that two of them do not tune the same thing.

A lock is a file that its process holds through the operating system, which lets go of it however the process ends: there is
no stale lock to clear away.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path

LONGEST_WAIT = 600.0
"""Seconds after which a process no longer waits for another's tuning, and does its own."""


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
            path = _path(folder, name)
            with contextlib.suppress(OSError):
                if _is_at(path, descriptor):
                    os.unlink(path)
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
