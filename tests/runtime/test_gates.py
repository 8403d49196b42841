"""The gates of a launch: what is done before the hand-over, in which order, and what goes wrong behind it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from python_kernels import python_kernel
from refusals import refused, spoiled, underlined

from periclase.diagnostics import CompileError
from periclase.runtime import gates
from periclase.runtime.artifact import Access
from periclase.runtime.failures import BufferFailure, ForeignHandle
from periclase.runtime.gates import launch
from periclase.runtime.observers import observe

WAIT = 30
"""Seconds after which a test that waits has failed."""


@pytest.mark.parametrize("n", [1, 255, 256, 257, 100_000])
def test_result(device, scale, n):
    x = device.array(np.arange(n, dtype=np.float32) + 100)
    y = device.zeros(n, np.float32)
    assert scale[-(-n // 256), 256](2.5, x, y) is None
    np.testing.assert_array_equal(y.numpy(), np.float32(2.5) * (np.arange(n, dtype=np.float32) + 100))


def test_returns_before_the_kernel_has_run_and_numpy_waits(device, held):
    y = device.zeros(1, np.float32)
    for _ in range(5):
        held.launch(y)
    state = device.state
    assert len(state.channel.submit_blocking(state.dispatcher.in_flight)) == 5
    read = []
    reader = threading.Thread(target=lambda: read.append(y.numpy()), daemon=True)
    reader.start()
    assert not read
    held.open()
    reader.join(WAIT)
    assert read[0].tolist() == [1.0]


_FOR_A_MOMENT = """
import os
from conftest import CountingCompiler, HeldKernel
from periclase.runtime import compilation
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device

compilation.compiler = CountingCompiler
for _ in range(20):  # the moment is over where the system lets others run
    device, held = Device(CpuBackend(workers=1)), HeldKernel()
    y, state = device.zeros(1), device.state
    assert device.backend.executor  # made now, with no worker yet
    assert state.expect_wait()  # nor is one called for at the submission
    held.launch(y)
    (work,) = state.channel.submit_blocking(state.dispatcher.in_flight)
    assert not work.soon_over()
    held.open()
    assert work.wait(30)
os.write(1, b"done")
"""


def test_who_waits_for_a_moment_only_runs_no_kernel_that_may_take_longer():
    """In a process of its own: whoever ran this kernel himself would hold the interpreter lock until the gate opens."""
    folder = Path(__file__).parent
    path = os.pathsep.join(map(str, (folder, folder.parent / "support", *sys.path)))
    done = subprocess.run(
        [sys.executable, "-c", _FOR_A_MOMENT],
        env={**os.environ, "PYTHONPATH": path},
        timeout=4 * WAIT,
        capture_output=True,
    )
    assert (done.stdout, done.stderr) == (b"done", b"")


def test_launches_run_in_order(device, scale):
    x = device.array(np.full(1000, 64.0, np.float32))
    y = device.empty(1000, np.float32)
    z = device.empty(1000, np.float32)
    for _ in range(20):
        scale[4, 256](0.5, x, y)
        scale[4, 256](0.5, y, z)
        scale[4, 256](4.0, z, x)
    np.testing.assert_array_equal(x.numpy(), np.full(1000, 64.0, np.float32))


def test_a_grid_with_a_zero_does_nothing(device, compiler, scale):
    y = device.array(np.full(3, 7.0, np.float32))
    scale[0, 256](2.0, y, y)
    scale[(4, 0), 256](2.0, y, y)
    np.testing.assert_array_equal(y.numpy(), [7, 7, 7])
    assert compiler.compiled == []


def test_a_zero_in_the_grid_comes_before_what_is_wrong_with_the_rest(device, scale):
    scale[0, 5000](2.0, "no buffer")
    diagnostic = refused(lambda: scale[(0, -1), 32](2.0, "no buffer"), "PC0403", "-1 blocks in y")
    assert diagnostic.help == (
        "compute how many blocks there are: `-(-n // threads)` for `n` elements; with 0 nothing is run"
    )


def test_an_empty_buffer(device, scale):
    y = device.zeros(0, np.float32)
    scale[1, 32](2.0, y, y)
    assert y.numpy().shape == (0,)


def test_compiled_once(device, compiler, kernel_with):
    scale = kernel_with(extra="compiled once")
    y = device.zeros(8, np.float32)
    for _ in range(3):
        scale[1, 8](1.0, y, y)
    device.sync()
    assert compiler.compiled == ["scale"]


@pytest.mark.parametrize(
    ("grid", "block", "fragment"),
    [
        (1, 0, "0 threads in x"),
        (1, -1, "-1 threads in x"),
        (1, 1025, "1025 threads in x"),
        (1, (32, 33), "1056 threads (32 x 33 x 1)"),
        (1, (1, 1, 65), "65 threads in z"),
        (-1, 32, "-1 blocks in x"),
        (2**31, 32, "2147483648 blocks in x"),
        ((1, 65536), 32, "65536 blocks in y"),
    ],
)
def test_shape_out_of_range(device, scale, grid, block, fragment):
    y = device.zeros(4, np.float32)
    refused(lambda: scale[grid, block](2.0, y, y), "PC0403", fragment)


def test_shared_memory_over_the_limit(device, kernel_with):
    x, y = device.zeros(4, np.float32), device.zeros(4, np.float32)
    kernel = kernel_with(static_shared_bytes=40 * 1024, extra="40k")
    kernel[1, 4, 8 * 1024](2.0, x, y)
    y.read()
    spoiled(lambda: kernel[1, 4, 8 * 1024 + 1](2.0, x, y), y, "PC0410", "49153 bytes", "there are 49152")


def test_launch_bounds_and_required_block(device, kernel_with):
    x, y = device.zeros(4, np.float32), device.zeros(4, np.float32)
    bounded = kernel_with(max_threads=64, extra="64")
    bounded[1, 64](2.0, x, y)
    y.read()
    spoiled(lambda: bounded[1, 65](2.0, x, y), y, "PC0403", "launch bounds of `scale` allow 64")
    fixed = kernel_with(required_block=(8, 1, 1), extra="8")
    fixed[1, 8](2.0, x, y)
    y.read()
    spoiled(lambda: fixed[1, 9](2.0, x, y), y, "PC0403", "compiled for blocks of (8, 1, 1) threads")


def test_nothing_is_enqueued_by_a_refused_launch(device, scale):
    y = device.array(np.full(4, 5.0, np.float32))
    refused(lambda: scale[1, 4](2.0, y), "PC0404")
    np.testing.assert_array_equal(y.numpy(), np.full(4, 5.0))


def test_a_kernel_that_can_not_be_compiled_spoils_what_it_would_have_written(device, kernel_with):
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
    broken = kernel_with(broken=True, extra="broken")
    broken[1, 4](2.0, x, y)
    np.testing.assert_array_equal(x.numpy(), np.ones(4))
    with pytest.raises(BufferFailure, match="can not be compiled") as caught:
        y.numpy()
    assert isinstance(caught.value.__cause__, CompileError)
    y.write(3.0)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 3.0))


def test_a_buffer_passed_twice(device, kernel_taking):
    kernel = kernel_taking(("x", "float32", Access.READ), ("y", "float32", Access.WRITE))
    buffer = device.zeros(4, np.float32)
    kernel[1, 4](buffer, buffer)
    np.testing.assert_array_equal(buffer.numpy(), np.zeros(4))


# ----------------------------------------------------------------------------------------------- the gates, one by one ----


@pytest.fixture
def backend(python_device):
    return python_device.device_state.backend


@pytest.fixture
def double():
    return python_kernel("x: in float32, y: out float32", name="double")(
        lambda x, y: np.multiply(x, 2, out=y)
    )


def test_a_launch_gives_nothing_back(python_device, double):
    x, y = python_device.array(np.ones(3, np.float32)), python_device.zeros(3)
    assert launch(double, (1, 1, 1), (1, 1, 1), (x, y)) is None
    assert python_device.launch(double, 1, 1, (y, x)) is None
    np.testing.assert_array_equal(x.numpy(), np.full(3, 4))


@pytest.mark.parametrize("grid", [0, (0, 5), (5, 0), (1, 1, 0)])
def test_a_static_zero_passes_no_gate(python_device, other_device, python_compiler, double, grid):
    """No compile, no claim, no observer; nobody even looks at the arguments."""
    broken = python_kernel("x: in float32, y: out float32", broken=True)(lambda x, y: None)
    x, y = python_device.zeros(4), other_device.zeros(4)
    seen = []
    with observe(seen.append):
        broken[grid, 1](x, y)
        double[grid, 1](x, y)
    python_device.sync()
    assert seen == []
    assert not python_compiler.compiled
    assert y.failure() is None


def test_a_foreign_handle_is_raised_at_its_argument(python_device, other_device, python_compiler, double):
    x, y = python_device.zeros(4), other_device.zeros(4)
    seen = []
    with observe(seen.append), pytest.raises(ForeignHandle) as caught:
        double[1, 1](x, y)
    assert underlined(caught.value.diagnostic) == "y"
    assert "another device (other)" in str(caught.value)
    with pytest.raises(ForeignHandle) as caught:
        python_device.launch(double, 1, 1, (y, x))
    assert caught.value.diagnostic.code == "PC0405"
    assert seen == []
    assert not python_compiler.compiled
    assert x.failure() is None and y.failure() is None


def test_what_only_the_runner_knows_is_told_by_the_buffers(python_device, backend, double):
    x, y = python_device.zeros(4), python_device.zeros(4)
    backend.fail_next("submit", RuntimeError("refused"))
    assert double[1, 1](x, y) is None
    with pytest.raises(BufferFailure, match="refused") as caught:
        y.numpy()
    assert type(caught.value.__cause__) is RuntimeError
    backend.fail_next("load", RuntimeError("no such code"))
    other = python_kernel("x: in float32, y: out float32", name="other")(lambda x, y: None)
    other[1, 1](x, y)
    with pytest.raises(BufferFailure, match="no such code"):
        y.numpy()
    double[1, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.zeros(4))


@pytest.mark.parametrize("error", [ValueError("from a defect"), KeyboardInterrupt(), SystemExit(3)], ids=repr)
def test_whatever_the_compiler_raises_is_told_by_the_buffers(python_device, python_compiler, double, error):
    def fail(request):
        raise error

    x, y = python_device.array(np.ones(4, np.float32)), python_device.zeros(4)
    python_compiler.hooks.append(fail)
    double[1, 1](x, y)
    assert python_device.device_state.channel.drain(WAIT)
    with pytest.raises(BufferFailure):
        y.numpy()
    np.testing.assert_array_equal(x.numpy(), np.ones(4))


def test_a_defect_of_the_dispatcher_is_told_by_the_buffers(python_device, double, monkeypatch):
    x, y = python_device.array(np.ones(4, np.float32)), python_device.zeros(4)

    def fail(request):
        raise AssertionError("a defect of ours")

    with monkeypatch.context() as patch:
        patch.setattr(python_device.device_state.dispatcher, "launch", fail)
        double[1, 1](x, y)
        assert python_device.device_state.channel.drain(WAIT)
    with pytest.raises(BufferFailure, match="a defect of ours"):
        y.numpy()
    double[1, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))


def test_a_dynamic_count(python_device, backend, double):
    x, y = python_device.array(np.ones(4, np.float32)), python_device.array(np.full(4, 9, np.float32))
    count = python_device.array(np.array([0, 1, 1], np.uint32))
    double[count, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 9))
    count.write(np.ones(3, np.uint32))
    double[count, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))
    assert backend.ran["double"] == 1
    assert backend.submitted["double"] == 2


def test_a_dynamic_count_may_be_read_only(python_device, double):
    x, y = python_device.array(np.ones(4, np.float32)), python_device.zeros(4)
    count = python_device.array(np.array([1, 1, 1], np.uint32), read_only=True)
    double[count, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))


# -------------------------------------------------------------------------------------------------------- delivery ----


def test_a_profiled_launch_is_waited_for(python_device, backend, double):
    x, y = python_device.zeros(4), python_device.zeros(4)
    gate = backend.hold("double")
    returned = threading.Event()

    def profiled():
        with python_device.profile() as profile:
            double[1, 1](x, y)
            returned.set()
        windows.append(profile)

    windows = []
    thread = threading.Thread(target=profiled)
    thread.start()
    while gate.arrived == 0:
        assert thread.is_alive()
        time.sleep(0.001)
    assert not returned.is_set()
    gate.open()
    thread.join(WAIT)
    (profile,) = windows
    assert [launch.kernel for launch in profile.launches] == ["double"]
    assert profile.seconds > 0


def test_one_measurement_serves_every_window(python_device, backend, double):
    x, y = python_device.zeros(4), python_device.zeros(4)
    with python_device.profile() as outer:
        double[1, 1](x, y)
        with python_device.profile() as inner:
            double[1, 1](x, y)
    assert len(outer) == 2
    assert inner.launches == outer.launches[1:]
    assert backend.submitted["double"] == 2


def test_a_refused_profile_degrades_to_an_untimed_launch(python_device, backend, double):
    x, y = python_device.array(np.ones(4, np.float32)), python_device.zeros(4)
    double[1, 1](x, y)
    python_device.sync()
    with python_device.profile() as profile, python_device.stream() as stream:
        graph = stream.capture(lambda: double[1, 1](x, y))
    assert len(profile) == 0
    assert profile.untimed == 1
    y.write(0)
    graph.replay()
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))


def test_a_profiled_launch_that_fails_makes_the_window_an_error(python_device, double):
    from periclase.runtime.profile import ProfileError

    broken = python_kernel("x: in float32, y: out float32", broken=True)(lambda x, y: None)
    x, y = python_device.zeros(4), python_device.zeros(4)
    with python_device.profile() as well:
        double[1, 1](x, y)
    with python_device.profile() as profile:
        broken[1, 1](x, y)
    with pytest.raises(ProfileError):
        _ = profile.launches
    assert len(well) == 1
    with pytest.raises(BufferFailure):
        y.numpy()


def test_a_defect_under_a_profile_is_told_by_the_buffers(python_device, double, monkeypatch):
    x, y = python_device.zeros(4), python_device.zeros(4)

    def fail(request):
        raise AssertionError("a defect of ours")

    with python_device.profile(), monkeypatch.context() as patch:
        patch.setattr(python_device.device_state.dispatcher, "launch", fail)
        double[1, 1](x, y)
    with pytest.raises(BufferFailure, match="a defect of ours"):
        y.numpy()


# --------------------------------------------------------------------------------------------- arrays of the host ----


def test_an_array_is_written_when_the_launch_returns(python_device, double):
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    python_device.launch(double, 1, 1, (x, y))
    np.testing.assert_array_equal(y, np.full(4, 2))


def test_the_failure_of_a_launch_with_arrays_is_raised(python_device, backend, double):
    x, y = python_device.zeros(4), np.zeros(4, np.float32)
    backend.fail_next("run", RuntimeError("trapped"))
    with pytest.raises(BufferFailure, match="trapped"):
        double[1, 1](x, y)


def test_launches_of_many_threads(python_device, double):
    """Each works on its own buffers, and finds what it has made."""
    wrong = []

    def work(number):
        x, y = python_device.array(np.full(4, number, np.float32)), python_device.zeros(4)
        for _ in range(5):
            double[1, 1](x, y)
            double[1, 1](y, x)
        if x.numpy().tolist() != [number * 2.0**10] * 4:
            wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert wrong == []


def test_a_first_launch_during_a_first_launch(python_device, double, monkeypatch: pytest.MonkeyPatch) -> None:
    """As two threads may: the kernel has been launched by then, and the plan of the first is no new one any more."""
    lend, x = gates._lend_arrays, np.arange(4, dtype=np.float32)
    inner, outer = np.zeros(4, np.float32), np.zeros(4, np.float32)

    def meanwhile(*arguments):
        monkeypatch.setattr(gates, "_lend_arrays", lend)
        python_device.launch(double, 1, 1, (x, inner))
        return lend(*arguments)

    monkeypatch.setattr(gates, "_lend_arrays", meanwhile)
    python_device.launch(double, 1, 1, (x, outer))
    assert inner.tolist() == outer.tolist() == [0, 2, 4, 6]
