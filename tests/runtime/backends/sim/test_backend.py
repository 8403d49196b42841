"""`open_device("sim")`: what runs, what fails, and how it is told."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
import warnings
from typing import Any

import numpy as np
import pytest

from periclase import (
    MutSlice,
    MutView,
    OutSlice,
    Slice,
    View,
    f32,
    i32,
    kernel,
    open_device,
    shared_array,
    u32,
)
from periclase.diagnostics import CompileError, LaunchError
from periclase.gpu import (
    atomic_add,
    block_idx_x,
    global_idx_x,
    lane_id,
    printf,
    shfl_sync_xor,
    sync_threads,
    thread_idx_x,
)
from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.backends.sim.machine.wave import Wave
from periclase.runtime.device import Device, create_backend
from periclase.runtime.failures import BufferFailure, TrapError
from periclase.settings import reload_settings


@pytest.fixture(params=["sm_75", "sm_90", "sm_120"])
def device(request: pytest.FixtureRequest) -> Device:
    """A simulator of several architectures."""
    return Device(SimBackend(request.param))


@kernel
def scale(a: f32, x: Slice[f32], y: OutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = a * x[i]


@kernel
def reversed_in_blocks(y: MutSlice[i32]):
    tile = shared_array(100, i32)
    i = global_idx_x()
    tile[thread_idx_x()] = y[i]
    sync_threads()
    y[i] = tile[99 - thread_idx_x()]


@kernel
def in_the_warp(y: MutSlice[i32], total: MutSlice[i32]):
    i = global_idx_x()
    y[i] = shfl_sync_xor(y[i], 1) + i32(lane_id())
    atomic_add(total[0], y[i])


@kernel
def transposed(x: View[i32, 2], y: MutView[i32, 2]):
    y[thread_idx_x(), block_idx_x()] = x[block_idx_x(), thread_idx_x()]


@kernel
def beyond(x: Slice[f32], y: MutSlice[f32]):
    y[global_idx_x()] = x[global_idx_x()]


@kernel
def asserting(y: MutSlice[i32]):
    i = i32(global_idx_x())
    assert i != 5, "five is too much"
    y[i] = i


@kernel
def half_waits(y: MutSlice[i32]):
    if thread_idx_x() < 32:
        sync_threads()
        sync_threads()
    else:
        sync_threads()
        while y[0] == 0:
            y[1] = 1
    y[0] = 1


@kernel
def unordered(y: MutSlice[i32]):
    tile = shared_array(64, i32)
    tile[thread_idx_x()] = y[thread_idx_x()]
    y[thread_idx_x()] = tile[63 - thread_idx_x()]


@kernel
def says(y: MutSlice[f32]):
    i = global_idx_x()
    y[i] = 2 * y[i]
    printf("%d: %.2f %5u|%-4x|%%\n", i32(i), y[i], u32(i), u32(i) + u32(250))


def test_a_launch_computes(device):
    x, y = device.array(np.arange(1000, dtype=np.float32)), device.zeros(1000)
    scale[4, 256](3.0, x, y)
    np.testing.assert_array_equal(y.numpy(), 3 * np.arange(1000, dtype=np.float32))


def test_a_launch_on_arrays_of_numpy():
    x, y = np.arange(10, dtype=np.float32), np.zeros(10, np.float32)
    with open_device("sim").stream():
        scale[1, 32](2.0, x, y)
    open_device("sim").sync()
    np.testing.assert_array_equal(y, 2 * x)


def test_shared_memory_and_barriers(device):
    y = device.array(np.arange(500, dtype=np.int32))
    reversed_in_blocks[5, 100](y)
    np.testing.assert_array_equal(y.numpy().reshape(5, 100), np.arange(500).reshape(5, 100)[:, ::-1])


def test_warps_and_atomics(device):
    y, total = device.array(np.arange(64, dtype=np.int32)), device.zeros(1, np.int32)
    in_the_warp[2, 32](y, total)
    expected = (np.arange(64) ^ 1) + np.arange(64) % 32
    np.testing.assert_array_equal(y.numpy(), expected)
    assert total.numpy()[0] == expected.sum()


def test_views_of_any_strides(device):
    x = device.array(np.arange(12, dtype=np.int32).reshape(3, 4))
    y = device.zeros((4, 3), np.int32)
    transposed[3, 4](x, y)
    np.testing.assert_array_equal(y.numpy(), np.arange(12).reshape(3, 4).T)
    backwards = device.zeros((4, 3), np.int32)
    transposed[3, 4](x[::-1, ::-1], backwards[:, ::-1])
    np.testing.assert_array_equal(backwards.numpy()[:, ::-1], np.arange(12).reshape(3, 4)[::-1, ::-1].T)


def test_a_trap_says_what_it_says_elsewhere(device):
    told = []
    for each in (device, Device(create_backend("cpu"))):
        x, y = each.zeros(40), each.zeros(64)
        beyond[1, 64](x, y)
        with pytest.raises(BufferFailure) as caught:
            y.read()
        diagnostic = caught.value.__cause__.diagnostic
        told.append((type(caught.value.__cause__), diagnostic.code, diagnostic.message, diagnostic.span))
        assert x.read().tolist() == [0] * 40  # what it only reads is as it was
    assert told[0] == told[1]
    assert told[0][:3] == (TrapError, "PC0702", "kernel `beyond` failed: index out of bounds of `x`")


def test_an_assertion_says_its_message_and_thread(device):
    y = device.zeros(64, np.int32)
    asserting[2, 4](y)
    with pytest.raises(BufferFailure, match="five is too much") as caught:
        y.read()
    (note,) = caught.value.__cause__.diagnostic.notes
    assert note.message == "in thread (1, 0, 0) of block (1, 0, 0)"


def test_what_never_ends_is_told_where_it_waits():
    device = Device(SimBackend())
    y = device.zeros(2, np.int32)
    half_waits[1, 64](y)
    with pytest.raises(BufferFailure) as caught:
        y.read()
    diagnostic = caught.value.__cause__.diagnostic
    assert diagnostic.code in ("PC0705", "PC0709")
    assert diagnostic.span is not None
    assert diagnostic.span.file == __file__


def test_races_are_looked_for_where_that_is_asked_for(monkeypatch):
    device = Device(SimBackend())
    y = device.array(np.arange(64, dtype=np.int32))
    unordered[1, 64](y)
    y.read()
    monkeypatch.setenv("PERICLASE_RUNTIME_CHECK_ACCESSES", "on")
    reload_settings()
    try:
        unordered[1, 64](y)
        with pytest.raises(BufferFailure, match="nothing orders the two") as caught:
            y.read()
    finally:
        monkeypatch.undo()
        reload_settings()
    diagnostic = caught.value.__cause__.diagnostic
    assert diagnostic.code == "PC0709"
    lines = (diagnostic.span.line, next(n.span.line for n in diagnostic.notes if n.span is not None))
    assert lines[0] == lines[1] + 1  # the read stands behind the write


def test_what_threads_print(capsys):
    device = Device(SimBackend())
    y = device.array(np.array([0.5, 1.25], np.float32))
    says[1, 2](y)
    device.sync()
    assert capsys.readouterr().out == "0: 1.00     0|fa  |%\n1: 2.50     1|fb  |%\n"


def test_one_launch_after_another_that_failed(device):
    x, y = device.zeros(40), device.zeros(64)
    beyond[1, 64](x, y)
    good = device.array(np.ones(64, np.float32))
    beyond[1, 64](good, y)
    assert y.read().tolist() == [1] * 64


def test_the_architecture_is_that_of_the_name(monkeypatch):
    assert create_backend("sim").target == "sm_90"
    assert create_backend("sim:sm_75").target == "sm_75"
    assert create_backend("sim:sm_100a").target_key() == "sm_100a"
    monkeypatch.setenv("PERICLASE_TARGET", "sm_80")
    reload_settings()
    try:
        assert create_backend("sim").target == "sm_80"
        assert create_backend("sim:sm_75").target == "sm_75"
    finally:
        monkeypatch.undo()
        reload_settings()


@pytest.mark.parametrize("name", ["sim", "sim:sm_80"])
def test_a_simulator_goes_by_its_name_to_other_processes(name):
    device = open_device(name)
    assert device.name == name
    assert pickle.loads(pickle.dumps(device)) is device


@pytest.mark.parametrize("name", ["sim:1", "sim:gfx90a", "sim:sm_", "sim:sm_90b", "sim:SM_90"])
def test_what_is_no_architecture_is_refused(name):
    with pytest.raises(LaunchError, match="plays no architecture") as caught:
        create_backend(name)
    assert caught.value.diagnostic.code == "PC0405"
    assert caught.value.diagnostic.span.file == __file__


def test_an_architecture_that_there_is_not_is_told_at_the_first_launch():
    device = Device(SimBackend("sm_999"))
    y = device.zeros(4)
    scale[1, 4](1.0, y, y)
    with pytest.raises(BufferFailure) as caught:
        y.read()
    assert isinstance(caught.value.__cause__, CompileError)


def artifact(code: bytes, kind: ArtifactKind = ArtifactKind.PTX) -> Artifact:
    return Artifact(kind, "sm_90", "k", "k", code)


@pytest.mark.parametrize(
    "made, said",
    [
        (artifact(b"", ArtifactKind.CPU_OBJECT), "the simulator runs PTX"),
        (artifact(b"\xff\xfe"), "can not be read"),
        (artifact(b".version 8.0\n.target sm_90\n.address_size 64\n"), "no entry `k`"),
        (
            artifact(b".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { tcgen05.fence; }\n"),
            "tcgen05",
        ),
        (
            artifact(b".version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u32 a) { ret; }\n"),
            "1 parameters in place of 0",
        ),
    ],
)
def test_code_that_can_not_be_loaded(made, said):
    with pytest.raises(CompileError, match=said) as caught:
        SimBackend().load(made)
    assert caught.value.diagnostic.code == "PC0704"


def test_what_is_loaded_is_what_a_gpu_gets():
    """The code of an artifact is that of the same kernel for a GPU, but for what notes traps."""
    request = compilation.CompileRequest(scale, tuple(scale.parameters), SimBackend("sm_80").target)
    made = compilation.compiler().compile(request)
    assert made.kind is ArtifactKind.PTX
    assert ".target sm_80" in made.code.decode()


def test_memory_that_a_launch_was_not_given_is_not_touched():
    """An address that nobody checked: the process goes on, and the launch says what it was beside."""
    code = b""".version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 n) {
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [p];
st.global.u32 [%rd1+-4], 7;
ret;
}
"""
    from periclase.runtime.artifact import Access, Parameter, ParameterKind
    from periclase.runtime.backends.sim.launch import SimJob
    from periclase.runtime.execution import KernelWork

    parameters = (Parameter("y", ParameterKind.SLICE, "int32", Access.WRITE),)
    backend = SimBackend()
    made = Artifact(ArtifactKind.PTX, "sm_90", "k", "k", code, parameters=parameters)
    address = backend.allocate(64, 16)
    slots = (address + 16).to_bytes(8, "little") + (4).to_bytes(8, "little")
    work = KernelWork(backend.load(made), 0, (1, 1, 1), (1, 1, 1), 0, slots)
    job = SimJob(work, {address: 64}, lambda text: None)
    assert job.blocks() == 1
    with pytest.raises(TrapError) as caught:
        job.run(0, 1)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0709"
    assert "writes 4 bytes" in diagnostic.message
    assert "4 bytes in front of `y`" in diagnostic.message
    backend.free(address, 64)
    backend.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
def test_a_forked_child_runs_the_kernel_that_ran_when_it_was_forked(monkeypatch):
    """Whoever was running it is in the parent, and lets go of it only there."""
    device = Device(SimBackend())
    x, y, z = device.array(np.ones(4, np.float32)), device.zeros(4), device.zeros(4)
    scale[1, 4](2.0, x, y)
    assert y.numpy().tolist() == [2.0] * 4
    running, go_on = threading.Event(), threading.Event()
    run = Wave.run

    def held(wave: Any) -> None:
        running.set()
        assert go_on.wait(30)
        run(wave)

    monkeypatch.setattr(Wave, "run", held)
    scale[1, 4](3.0, x, y)
    assert running.wait(30)
    monkeypatch.setattr(Wave, "run", run)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork with threads around
        child = os.fork()
    if child == 0:
        status = 1
        try:
            scale[1, 4](4.0, x, z)
            status = 0 if (z.numpy() == 4.0).all() else 2
        finally:
            os._exit(status)
    go_on.set()
    assert y.numpy().tolist() == [3.0] * 4
    deadline = time.monotonic() + 30
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    if ended[0] == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(ended[1]) == 0
