"""A device on the CUDA backend, from a Python kernel to its result: the PTX is ours, only the GPU is played."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
import pytest
from fake_cuda_driver import FakeDriver, Fault, Launch

from periclase import (
    Array,
    GridConstant,
    MutSlice,
    OutSlice,
    Slice,
    f32,
    i32,
    kernel,
    open_device,
    u8,
)
from periclase import struct as device_struct
from periclase.diagnostics import LaunchError
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.driver import Driver, initialised, load_driver
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure, DeviceLost


@kernel
def add_to(x: Slice[f32], y: OutSlice[f32], a: f32):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = x[i] + a


@device_struct
class Weights:
    values: Array[f32, 5]
    shift: u8


@kernel
def weigh(weights: GridConstant[Weights], n: i32, y: MutSlice[f32]):
    i = thread_idx_x()
    if i < n:
        y[i] = weights.values[i % 5] + f32(weights.shift)


@kernel
def stop(y: MutSlice[f32]):
    y[len(y)] = 0.0


def _add_to(driver: FakeDriver, launch: Launch) -> None:
    x_address, x_count, y_address, y_count, a = launch.slots
    x = np.frombuffer(driver.bytes(x_address, 4 * x_count), np.float32)
    y = np.frombuffer(driver.bytes(y_address, 4 * y_count), np.float32)
    n = min(len(y), launch.grid[0] * launch.block[0])
    (value,) = struct.unpack("<f", struct.pack("<I", a & 0xFFFFFFFF))
    y[:n] = x[:n] + np.float32(value)


def _stop(driver: FakeDriver, launch: Launch) -> None:
    raise Fault("CUDA_ERROR_LAUNCH_FAILED")


@pytest.fixture
def device(fake: FakeDriver) -> Iterator[Device]:
    fake.kernels.update(add_to=(_add_to, 5), stop=(_stop, 2))
    made = Device(CudaBackend(initialised(Driver(fake))))
    yield made
    fake.forgive()
    made.shutdown(10)


def test_what_is_passed_by_value_is_one_parameter(device: Device, fake: FakeDriver) -> None:
    def run(driver: FakeDriver, launch: Launch) -> None:
        weights, n, address, count = launch.slots
        *values, shift = struct.unpack("<5fB3x", weights.to_bytes(24, "little"))
        y = np.frombuffer(driver.bytes(address, 4 * count), np.float32)
        y[:n] = np.resize(np.array(values, np.float32), n) + shift

    fake.kernels["weigh"] = (run, (24, 8, 8, 8))
    y = device.zeros(7)
    weigh[1, 32](Weights([1, 2, 3, 4, 5], 10), 7, y)
    np.testing.assert_array_equal(y.numpy(), [11, 12, 13, 14, 15, 11, 12])


def test_launches_compute(device: Device, fake: FakeDriver) -> None:
    x, y = device.array(np.arange(100, dtype=np.float32)), device.zeros(100)
    add_to[4, 32](x, y, 2.0)
    add_to[4, 32](y, x, 1.0)
    np.testing.assert_array_equal(x.numpy(), np.arange(100) + 3)
    np.testing.assert_array_equal(y.read(), np.arange(100) + 2)
    assert [launch.entry for launch in fake.launches] == ["add_to", "add_to"]


def test_another_stream_waits_where_data_says_so(device: Device, fake: FakeDriver) -> None:
    x, y, z = (device.array(np.full(4, i, np.float32)) for i in range(3))
    device.sync()
    start = len(fake.calls)
    backend = device.backend
    assert isinstance(backend, CudaBackend)
    with device.stream() as one:
        add_to[1, 4](x, y, 1.0)
        device.exclusive(lambda: fake.hold(one.native.handle))
        add_to[1, 4](x, y, 2.0)
    with device.stream():
        add_to[1, 4](x, z, 1.0)
        np.testing.assert_array_equal(z.numpy(), np.full(4, 1))
        assert "cuStreamWaitEvent" not in fake.names(start)
        add_to[1, 4](y, z, 1.0)
    device.exclusive(lambda: fake.release(one.native.handle))
    np.testing.assert_array_equal(z.numpy(), np.full(4, 3))
    assert fake.names(start).count("cuStreamWaitEvent") >= 1


@pytest.mark.parametrize(("count", "expected"), [((2, 1, 1), [7, 8, 9, 10]), ((0, 1, 1), [0, 0, 0, 0])])
def test_a_dynamic_count(device: Device, count: tuple[int, int, int], expected: list[int]) -> None:
    x, y = device.array(np.arange(4, dtype=np.float32)), device.zeros(4)
    grid = device.array(np.array(count, np.uint32))
    add_to[grid, 2](x, y, 7.0)
    np.testing.assert_array_equal(y.numpy(), expected)


def test_a_count_beyond_the_limits_is_the_buffers_failure(device: Device) -> None:
    x, y = device.zeros(4), device.zeros(4)
    add_to[device.array(np.array([1, 10**6, 1], np.uint32)), 2](x, y, 7.0)
    with pytest.raises(BufferFailure, match=r"the dynamic count is \(1, 1000000, 1\)"):
        y.numpy()
    add_to[2, 2](x, y, 7.0)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 7))  # it only writes, which repairs


def test_a_captured_graph_is_the_drivers(device: Device, fake: FakeDriver) -> None:
    x, y = device.zeros(4), device.zeros(4)
    add_to[1, 4](x, y, 0.0)  # compiles and maps
    stream = device.stream()

    def twice() -> None:
        add_to[1, 4](x, y, 1.0)
        add_to[1, 4](y, x, 1.0)

    graph = stream.capture(twice)
    graph.replay()
    graph.replay()
    np.testing.assert_array_equal(x.numpy(), np.full(4, 4))
    assert fake.names().count("cuGraphLaunch") == 2


def test_a_fault_is_told_by_the_buffers_and_reset_begins_anew(device: Device, fake: FakeDriver) -> None:
    y, other = device.zeros(4), device.array(np.arange(4, dtype=np.float32))
    device.sync()
    stop[1, 1](y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    text = str(caught.value)
    assert "CUDA_ERROR_LAUNCH_FAILED" in text
    assert "`stop` was launched here" in text
    with pytest.raises(DeviceLost, match="CUDA_ERROR_LAUNCH_FAILED"):
        device.sync()
    add_to[1, 4](other, y, 1.0)
    with pytest.raises(BufferFailure):
        y.numpy()
    device.reset()
    with pytest.raises(BufferFailure):
        other.numpy()
    x, z = device.array(np.arange(4, dtype=np.float32)), device.zeros(4)
    add_to[1, 4](x, z, 1.0)
    np.testing.assert_array_equal(z.numpy(), np.arange(4) + 1)
    del other, y
    np.testing.assert_array_equal(x.numpy(), np.arange(4))


def test_no_memory_is_the_buffers_failure(device: Device) -> None:
    with pytest.raises(BufferFailure, match="PC0703"):
        device.empty(1 << 40, np.uint8).numpy()


def test_how_many_threads_a_block_has_best(device: Device, fake: FakeDriver) -> None:
    threads, blocks = device.best_block(add_to)
    assert (threads, blocks) == (512, 16)
    assert device.best_block(add_to, shared_bytes=1024, most_threads=128) == (128, 64)
    with pytest.raises(LaunchError, match="takes a kernel"):
        device.best_block(lambda x: x)  # pyright: ignore[reportArgumentType]
    for none in (0, -3):
        with pytest.raises(LaunchError, match="a block has at least one thread"):
            device.best_block(add_to, most_threads=none)
    with pytest.raises(LaunchError, match="bytes of dynamic shared memory"):
        device.best_block(add_to, shared_bytes=-1)
    with pytest.raises(LaunchError, match="no size fills it best"):
        Device(CpuBackend(1)).best_block(add_to)


def test_pinned_arrays(device: Device, fake: FakeDriver) -> None:
    array = device.pinned((16,), np.float32)
    array[:] = np.arange(16)
    buffer = device.array(array)
    np.testing.assert_array_equal(buffer.numpy(), np.arange(16))
    assert fake.pinned


def test_without_a_driver_opening_tells_one_sentence() -> None:
    try:
        load_driver()
    except LaunchError:
        pass
    else:
        pytest.skip("there is a driver here")
    for name in ("cuda", "cuda:0", "cuda:1"):
        with pytest.raises(LaunchError) as caught:
            open_device(name)
        assert caught.value.diagnostic.code == "PC0740"
        assert "\n" not in caught.value.diagnostic.message
        assert caught.value.diagnostic.span is not None
        assert caught.value.diagnostic.span.file == __file__
