"""A device whose kernels are Python functions, and whose clock goes only when a kernel says so."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from python_backend import PythonBackend
from python_kernels import PythonCompiler, PythonKernel

from periclase.runtime import compilation
from periclase.runtime.backends import task_graph
from periclase.runtime.device import Device
from periclase.settings import reload_settings


class Clock:
    """The clock of the device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = 0.0

    def __call__(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        with self._lock:
            self._now += seconds


class Adders:
    """Kernels `add(x, y, out)`, out = x + y (or something else), that take a given time on the device.

    Attributes:
        ran: how often each has run, by name.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ran: Counter[str] = Counter()

    def make(
        self,
        name: str,
        seconds: float | Callable[[int], float] = 1.0,
        *,
        function: Callable[..., object] = lambda x, y, out: np.add(x, y, out=out),
        declaration: str = "x: in float32, y: in float32, out: out float32",
        **options: object,
    ) -> PythonKernel:
        """A kernel. `seconds` may depend on how often it has run before."""

        def run(*arguments: object) -> None:
            number = self.ran[name]
            self.ran[name] += 1
            self.clock.advance(seconds(number) if callable(seconds) else seconds)
            function(*arguments)

        return PythonKernel(run, declaration, name=name, **options)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(folder))
    monkeypatch.setenv("PERICLASE_CONFIG", "off")
    reload_settings()
    yield folder
    monkeypatch.undo()
    reload_settings()


@pytest.fixture
def python_compiler(monkeypatch: pytest.MonkeyPatch) -> PythonCompiler:
    """The compiler of this test's launches."""
    made = PythonCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: made)
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The device's clock."""
    made = Clock()
    monkeypatch.setattr(task_graph, "time", SimpleNamespace(perf_counter=made, monotonic=time.monotonic))
    return made


@pytest.fixture
def adders(clock: Clock, python_compiler: PythonCompiler) -> Adders:
    """A maker of kernels."""
    return Adders(clock)


@pytest.fixture
def python_device(python_compiler: PythonCompiler) -> Iterator[Device]:
    """A device of this test's own."""
    backend = PythonBackend(workers=2)
    made = Device(backend)
    yield made
    made.sync()
    backend.close()
