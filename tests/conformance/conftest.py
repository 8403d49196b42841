"""Every backend of the launch runtime: `rig` is a device on each of them in turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from launch_rig import BACKENDS, COMPILING, Rig
from paired_kernels import COMPILED, played_kernels
from python_kernels import PythonCompiler

from periclase.runtime import compilation
from periclase.runtime.device import Device


@pytest.fixture(params=BACKENDS)
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A device of the test's own, on every backend."""
    kind: str = request.param
    if kind not in COMPILING:
        compiler = PythonCompiler()
        monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    made = Rig(kind, Device(BACKENDS[kind]()), COMPILED if kind in COMPILING else played_kernels())

    def listen(event: compilation.CompilationEvent) -> None:
        (made.loaded if event.outcome == "loaded" else made.compiled).append(event.kernel)

    compilation.add_listener(listen)
    yield made
    compilation.remove_listener(listen)
    made.close()
