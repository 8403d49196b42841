"""Launches under `precompile` are compiled together when it is left, here or on an executor; nothing else of them happens."""

from __future__ import annotations

import importlib
import multiprocessing
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor

import numpy as np
import pytest

from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.autotune.executor import compile_on
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.dry_run import precompile
from periclase.settings import reload_settings


class Inline(Executor):
    """Runs a task when it is submitted, and counts them."""

    def __init__(self):
        self.tasks = 0

    def submit(self, function, /, *args, **kwargs):
        self.tasks += 1
        future = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / "cache"))
    reload_settings()


def launch(kernel, device):
    y = device.zeros(4, np.float32)
    kernel[1, 4](2.0, device.array(np.arange(4, dtype=np.float32)), y)
    return y


def test_nothing_is_compiled_before_it_is_left(compiler, device, scale, kernel_with):
    kernels = [scale, kernel_with(extra="second"), scale]
    with precompile():
        outputs = [launch(kernel, device) for kernel in kernels]
        device.device_state.channel.drain(30)
        assert compiler.compiled == []
    assert compiler.compiled == ["scale", "scale"]
    assert [y.numpy().tolist() for y in outputs] == [[0, 0, 0, 0]] * 3
    assert launch(scale, device).numpy().tolist() == [0, 2, 4, 6]
    assert compiler.compiled == ["scale", "scale"]


def test_what_is_loaded_is_left_alone(compiler, device, scale):
    launch(scale, device).numpy()
    executor = Inline()
    with precompile(executor=executor):
        launch(scale, device)
    assert executor.tasks == 0
    assert compiler.compiled == ["scale"]


def test_on_an_executor(compiler, device, scale, kernel_with, monkeypatch):
    executor = Inline()
    compile_one = compiler.compile
    target = f"cpu:{device.device_state.backend.target_key()}"
    monkeypatch.setattr(compiler, "compile", lambda request: replace(compile_one(request), target=target))
    with precompile(executor=executor):
        launch(scale, device)
        launch(kernel_with(extra="second"), device)
    assert executor.tasks == 2
    assert compiler.compiled == ["scale", "scale"]
    with compile_on(executor), precompile():
        launch(kernel_with(extra="third"), device)
    assert executor.tasks == 3


def test_of_one_device(compiler, device, scale):
    other = Device(CpuBackend(workers=1))
    with precompile(other):
        assert launch(scale, device).numpy().tolist() == [0, 2, 4, 6]
        launch(scale, other)
    other.shutdown(30)
    assert compiler.compiled == ["scale"]


def test_what_can_not_be_compiled_is_told_where_it_is_launched(compiler, device, scale):
    bad = replace(scale, broken=True)
    with precompile():
        launch(bad, device)
    assert compiler.compiled == ["scale"]
    y = launch(bad, device)
    assert y.failure() is not None
    assert compiler.compiled == ["scale"]


MODULE = """
from periclase import OutSlice, Slice, f32, kernel
from periclase.gpu import thread_idx_x

@kernel
def scale(a: f32, x: Slice[f32], y: OutSlice[f32]):
    y[thread_idx_x()] = a * x[thread_idx_x()]
"""


def test_on_other_processes(device, tmp_path, monkeypatch):
    (tmp_path / "kernels_of_a_module.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    scale = importlib.import_module("kernels_of_a_module").scale
    events = []
    compilation.add_listener(events.append)
    try:
        with (
            ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
            precompile(executor=pool),
        ):
            launch(scale, device)
    finally:
        compilation.remove_listener(events.append)
        del sys.modules["kernels_of_a_module"]
    # Compiled over there; here it is found in the cache.
    assert [event.outcome for event in events] == [compilation.COMPILED, compilation.LOADED]
    assert launch(scale, device).numpy().tolist() == [0, 2, 4, 6]
