"""Every backend of the launch runtime: `rig` is a device on each of them in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from launch_rig import BACKENDS, COMPILING, Rig
from paired_kernels import COMPILED, played_kernels
from python_kernels import PythonCompiler

from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact
from periclase.runtime.device import Device
from periclase.runtime.protocols import CompileRequest


class Counting:
    """A compiler, and the names of what it was given."""

    def __init__(self, compiler: Any):
        self._compiler = compiler
        self.compiled: list[str] = []

    def compile(self, request: CompileRequest) -> Artifact:
        """See `Compiler`."""
        self.compiled.append(request.kernel.name)
        return self._compiler.compile(request)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiler, name)


@pytest.fixture(params=BACKENDS)
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A device of the test's own, on every backend."""
    yield from make_rig(request.param, monkeypatch)


@pytest.fixture(params=COMPILING)
def real(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A device of the test's own, on every backend that runs compiled kernels here."""
    yield from make_rig(request.param, monkeypatch)


def make_rig(kind: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A rig, closed when the test has ended."""
    compiler = Counting(compilation.compiler() if kind in COMPILING else PythonCompiler())
    monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    made = Rig(kind, Device(BACKENDS[kind]()), COMPILED if kind in COMPILING else played_kernels())
    made.compiled = compiler.compiled

    def listen(event: compilation.CompilationEvent) -> None:
        if event.outcome == compilation.LOADED:
            made.loaded.append(event.kernel)

    compilation.add_listener(listen)
    yield made
    compilation.remove_listener(listen)
    made.close()
