"""Whatever goes wrong behind a launch, and wherever: its outputs say so, with the line of the launch; and what it costs."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest
from launch_rig import COMPILING, Rig, root
from python_kernels import PythonKernel

from periclase.runtime import compilation
from periclase.runtime.failures import BufferFailure, DeviceLost


def raising(error: BaseException) -> Any:
    """A function that raises `error`, whatever it is given."""

    def refuse(*arguments: object, **options: object) -> object:
        raise error

    return refuse


def here() -> int:
    """The line that calls this."""
    return sys._getframe(1).f_lineno


def check_failed(rig: Rig, y: Any, line: int, text: str) -> None:
    """`y` carries a failure of a launch at `line` of this file, and a relaunch repairs it."""
    assert text in str(root(y))
    (found,) = y.failure().roots
    assert (found.site.file, found.site.line) == (__file__, line)
    assert text in str(y.failure().message) or text in found.text
    rig.kernels.fill[1, 64](y, 1.0)
    assert y.read().tolist() == [1] * 4


class TestStages:
    def test_the_import_of_its_source(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.kernels.broken[1, 64](rig.zeros(), y)
        check_failed(rig, y, here() - 1, "never_defined" if rig.kind in COMPILING else "can not be compiled")

    @pytest.mark.parametrize(
        "error", [RuntimeError("a defect"), MemoryError("a defect"), KeyError("a defect")]
    )
    def test_the_compiler(self, rig: Rig, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        class Defect:
            compile = staticmethod(raising(error))

        y = rig.zeros()
        fresh = PythonKernel(lambda y: None, "y: out float32", name="fresh")
        with monkeypatch.context() as patch:
            patch.setattr(compilation, "compiler", Defect)
            fresh[1, 64](y)
            line = here() - 1
            rig.device.sync()
        check_failed(rig, y, line, "a defect")

    @pytest.mark.parametrize("stage", ["load", "submit"])
    def test_the_hand_over(self, rig: Rig, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
        y = rig.zeros()
        with monkeypatch.context() as patch:
            patch.setattr(rig.backend, stage, raising(RuntimeError("it was refused")))
            rig.kernels.increase[1, 64](y, 1.0)
            line = here() - 1
            rig.device.sync()
        check_failed(rig, y, line, "it was refused")

    def test_a_stream_that_can_not_be_made(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
        y = rig.zeros()
        with monkeypatch.context() as patch, rig.device.stream():
            patch.setattr(rig.backend, "create_stream", raising(RuntimeError("no stream")))
            rig.kernels.fill[1, 64](y, 1.0)
            line = here() - 1
            rig.device.exclusive(lambda: None)
        check_failed(rig, y, line, "no stream")

    def test_the_worker(self, rig: Rig) -> None:
        rig.needs_traps()
        y = rig.zeros()
        rig.kernels.trap[1, 1](y)
        check_failed(rig, y, here() - 1, "out of bounds")

    def test_the_driver_refuses_the_launch(self, rig: Rig) -> None:
        if rig.kind != "cuda":
            pytest.skip("there is no driver")
        y = rig.zeros()
        rig.device.sync()
        rig.backend.fake.fail("cuLaunchKernel", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES")
        rig.backend.fake.fail("cuLaunchKernelEx", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES")
        rig.kernels.fill[1, 64](y, 1.0)
        line = here() - 1
        rig.device.sync()
        assert "LAUNCH_OUT_OF_RESOURCES" in str(root(y))
        assert y.failure().roots[0].site.line == line

    def test_a_fault_of_the_device(self, rig: Rig) -> None:
        if rig.kind != "cuda":
            pytest.skip("a fault of the processor ends the process; a trap is no fault there")
        x, y, z = rig.zeros(), rig.zeros(), rig.zeros()
        rig.device.sync()
        rig.kernels.trap[1, 1](x)
        line = here() - 1
        with pytest.raises(DeviceLost):
            rig.device.sync()
        assert x.failure().roots[0].site.line == line
        rig.kernels.fill[1, 64](y, 1.0)
        assert isinstance(root(y), DeviceLost)
        rig.device.reset()
        rig.kernels.fill[1, 64](y, 1.0)
        assert y.read().tolist() == [1] * 4
        with pytest.raises(BufferFailure):
            z.read()


@pytest.mark.parametrize("chained", [False, True])
def test_a_failing_launch_made_a_thousand_times(rig: Rig, chained: bool) -> None:
    """It is compiled once, is one failure, and no memory grows."""
    compilation.forget_failures()
    x, y, z = rig.zeros(), rig.zeros(), rig.zeros()

    def launch() -> None:
        rig.kernels.broken[1, 64](x, y)
        if chained:
            rig.kernels.copy[1, 64](y, z)
            rig.kernels.increase[1, 64](z, 1.0)

    for _ in range(100):
        launch()
    assert rig.failures() == 1
    objects = len(gc.get_objects())
    for _ in range(900):
        launch()
    assert rig.failures() == 1
    assert len(gc.get_objects()) < objects + 200
    assert root(y) is not None
    if chained:
        assert len(z.failure().skipped) < 10
    assert rig.compiled.count("broken") == 1
    y.write(0.0)
    z.write(0.0)
    assert rig.failures() == 0
