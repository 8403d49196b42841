"""The end of a device: its backend is closed once, when nothing can use it any more."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from launch_rig import BACKENDS, WAIT, Rig, hold

from periclase.runtime import device_state
from periclase.runtime.device import Device

SUPPORT = Path(__file__).parents[1] / "support"


class Watched:
    """A device of which only the test holds a face, and whose backend tells of its end.

    Attributes:
        calls: `free` for each piece of memory that was given back, and `close`.
        closed: set with the latter.
    """

    def __init__(self, kind: str):
        self.calls: list[str] = []
        self.closed = threading.Event()
        backend = BACKENDS[kind]()
        self.free = self._noting(backend, "free")
        self._noting(backend, "close", self.closed.set)
        self.device: Device | None = Device(backend)

    def _noting(self, backend: Any, name: str, then: Callable[[], object] = lambda: None) -> None:
        method = getattr(backend, name)

        def call(*arguments: Any) -> None:
            self.calls.append(name)
            method(*arguments)
            then()

        setattr(backend, name, call)

    def drop(self) -> None:
        """Let go of the device."""
        self.device = None
        gc.collect()


@pytest.fixture
def watched(rig: Rig) -> Watched:
    return Watched(rig.kind)


def test_with_the_last_face_of_a_device_its_backend_is_closed(rig: Rig, watched: Watched) -> None:
    device = watched.device
    assert device is not None
    x, another = device.array(np.arange(4, dtype=np.float32)), device.client()
    y = another.zeros(4)
    rig.kernels.add[1, 4](x, x, y)
    assert y.read().tolist() == [0, 2, 4, 6]
    assert device.shutdown(WAIT)
    watched.drop()
    del device
    gc.collect()
    assert not watched.calls  # not by `shutdown`: there is a face, and there are buffers
    del another, x
    gc.collect()
    assert not watched.calls
    assert y.read().tolist() == [0, 2, 4, 6]
    del y
    gc.collect()
    assert watched.closed.wait(WAIT)
    assert watched.calls == ["free", "close"]


def test_what_is_under_way_is_waited_for(rig: Rig, watched: Watched) -> None:
    device = watched.device
    assert device is not None
    owned = np.arange(4, dtype=np.float32) if rig.backend.host_memory else None
    y = device.zeros(4) if owned is None else device.wrap(owned)
    device.sync()
    stream = device.stream()
    held = hold(device, stream)
    with stream:
        rig.kernels.increase[1, 4](y, 5.0)
    device.flush()
    del device, stream, y
    watched.drop()
    assert not watched.closed.wait(0.02)
    held.open()
    del held
    assert watched.closed.wait(WAIT)
    assert owned is None or owned.tolist() == [5, 6, 7, 8]
    assert watched.calls[-1] == "close"
    assert watched.calls.count("close") == 1


def test_a_device_that_did_nothing_is_closed_too(watched: Watched) -> None:
    watched.drop()
    assert watched.closed.wait(WAIT)
    assert watched.calls == ["close"]


def test_what_was_read_is_nobodys_but_the_readers(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, y, seen = rig.device.stream(), rig.zeros(1000), []
    copy, copying = rig.backend.copy, threading.Event()

    def watch(work: Any) -> Any:
        copying.set()
        return copy(work)

    monkeypatch.setattr(rig.backend, "copy", watch)
    held = rig.hold(stream)
    with stream:
        rig.kernels.fill[1, 64](y, 1.0)
    reader = threading.Thread(target=lambda: seen.append(y.read()))
    reader.start()
    assert copying.wait(WAIT)
    held.open()
    reader.join(WAIT)
    rig.device.sync()
    array = weakref.ref(seen.pop())
    gc.collect()
    assert array() is None


PROGRAM = """
    import atexit, os, sys
    sys.path.insert(0, sys.argv[1])
    from launch_rig import BACKENDS
    from periclase.runtime.device import Device

    made = BACKENDS[sys.argv[2]]()
    backend, close = made, made.close

    def told():
        print("closed", flush=True)
        close()

    backend.close = told
    device = Device(backend)
    buffer = device.zeros(4)
    atexit.register(lambda: print(buffer.read().tolist(), flush=True))
    if sys.argv[3] == "fork":
        child = os.fork()
        if child == 0:
            sys.exit()  # with all that is to be done at the end of a process
        assert os.waitpid(child, 0)[1] == 0
        print("waited", flush=True)
    """


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize(
    "how",
    [
        "plain",
        pytest.param(
            "fork", marks=[pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")]
        ),
    ],
)
def test_at_the_end_of_the_process_backends_are_closed(kind: str, how: str) -> None:
    """Behind what the program itself does at its end; and what was forked leaves the parent's device alone."""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(PROGRAM), str(SUPPORT), kind, how],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert lines[-2:] == ["[0.0, 0.0, 0.0, 0.0]", "closed"]
    assert lines.count("closed") == 1


def test_a_backend_that_can_not_free_is_closed_all_the_same() -> None:
    calls: list[object] = []

    class Stubborn:
        def free(self, address: int, nbytes: int) -> None:
            calls.append((address, nbytes))
            raise OSError("busy")

        def close(self) -> None:
            calls.append("close")

    with pytest.raises(OSError, match="busy"):
        device_state._close(cast(Any, Stubborn()), [(64, 8)])
    assert calls == [(64, 8), "close"]
