"""The CUDA backend with real kernels: what it hands to the driver is what their PTX takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from simulated_cuda import SimulatedCudaBackend

from periclase import (
    MutSlice,
    MutView,
    Slice,
    View,
    f32,
    f64,
    i8,
    i32,
    kernel,
    shared_array,
    struct,
    u16,
    u32,
)
from periclase.gpu import atomic_add, block_idx_x, global_idx_x, sync_threads, thread_idx_x
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure, DeviceLost


@pytest.fixture
def device() -> Iterator[Device]:
    """A GPU that runs what it is given."""
    made = Device(SimulatedCudaBackend())
    yield made
    made.shutdown(10)


@kernel
def scalars(a: i8, b: u16, c: f32, d: f64, e: bool, y: MutSlice[f64]):
    i = global_idx_x()
    if i < len(y):
        y[i] = f64(a) + f64(b) + f64(c) + d + (1000.0 if e else 0.0) + f64(i)


@struct
@dataclass
class Camera:
    near: f32
    position: tuple[f32, f32]
    frames: u32


@kernel
def of_a_struct(camera: Camera, y: MutSlice[f32]):
    y[global_idx_x()] = camera.near + camera.position[1] * f32(camera.frames)


@kernel
def transposed(x: View[i32, 2], y: MutView[i32, 2]):
    y[thread_idx_x(), block_idx_x()] = x[block_idx_x(), thread_idx_x()]


@kernel
def summed(x: Slice[i32], total: MutSlice[i32]):
    tile = shared_array(64, i32)
    tile[thread_idx_x()] = x[global_idx_x()]
    sync_threads()
    if thread_idx_x() == 0:
        own = 0
        for k in range(64):
            own += tile[k]
        atomic_add(total[0], own)


@kernel
def counts(n: MutSlice[u32]):
    n[0] = u32(3)
    n[1] = u32(1)
    n[2] = u32(1)


@kernel
def doubles(y: MutSlice[f32]):
    y[global_idx_x()] *= 2


@kernel
def beyond(x: Slice[f32], y: MutSlice[f32]):
    y[global_idx_x()] = x[global_idx_x()]


def test_scalars_of_all_widths(device):
    y = device.zeros(100, np.float64)
    scalars[2, 64](-7, 60000, 0.25, 1e-3, True, y)
    expected = -7 + 60000 + 0.25 + 1e-3 + 1000 + np.arange(100)
    np.testing.assert_allclose(y.read(), expected, rtol=1e-15)


def test_a_struct_by_value(device):
    y = device.zeros(4)
    of_a_struct[1, 4](Camera(0.5, (1.0, 2.0), 3), y)
    assert y.read().tolist() == [6.5] * 4


def test_views(device):
    x, y = (
        device.array(np.arange(12, dtype=np.int32).reshape(3, 4)),
        device.zeros((4, 3), np.int32),
    )
    transposed[3, 4](x[::-1], y)
    np.testing.assert_array_equal(y.read(), np.arange(12).reshape(3, 4)[::-1].T)


def test_arrays_of_numpy_are_copied_in_and_out(device):
    x, y = np.arange(12, dtype=np.int32).reshape(3, 4), np.zeros((4, 3), np.int32)
    with device.stream():
        transposed[3, 4](x, y)
    np.testing.assert_array_equal(y, x.T)


def test_shared_memory_and_atomics(device):
    total = device.zeros(1, np.int32)
    summed[5, 64](device.array(np.arange(320, dtype=np.int32)), total)
    assert total.read()[0] == sum(range(320))


def test_a_dynamic_count_and_a_replay(device):
    n, y = device.zeros(3, np.uint32), device.array(np.ones(12, np.float32))
    counts[1, 1](n)
    doubles[n, 4](y)
    assert y.read().tolist() == [2] * 12

    def twice() -> None:
        doubles[3, 4](y)
        doubles[3, 4](y)

    graph = device.stream().capture(twice)
    graph.replay()
    graph.replay()
    assert y.read().tolist() == [32] * 12


def test_a_trap_is_told_and_the_device_is_lost_until_it_is_reset(device):
    x, y = device.zeros(40), device.zeros(64)
    beyond[1, 64](x, y)
    with pytest.raises((BufferFailure, DeviceLost), match="index out of bounds of `x`"):
        y.read()
    with pytest.raises(DeviceLost):
        device.sync()
    device.reset()
    good, out = device.array(np.arange(64, dtype=np.float32)), device.zeros(64)
    beyond[1, 64](good, out)
    assert out.read().tolist() == list(range(64))
