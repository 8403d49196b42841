"""What a program for numba-cuda does on the host: arrays, streams, events, launches, devices."""

from __future__ import annotations

import numpy as np
import pytest

from periclase.compat.numba_cuda import cuda, float32, float64, int32, types, void
from periclase.compat.numba_cuda.number_types import signature_of
from periclase.diagnostics import DiagnosticError


@cuda.jit
def fill(x, value):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = value


@cuda.jit
def wait_and_count(rows):
    column = cuda.grid(1)
    grid = cuda.cg.this_grid()
    for row in range(1, rows.shape[0]):
        rows[row, column] = rows[row - 1, rows.shape[1] - column - 1] + 1
        grid.sync()


def test_arrays_have_what_numpys_have() -> None:
    values = np.arange(24, dtype=np.int16).reshape(4, 6)
    held = cuda.to_device(values)
    assert (held.shape, held.dtype, held.ndim, held.size, held.nbytes) == ((4, 6), np.int16, 2, 24, 48)
    assert held.strides == values.strides
    assert len(held) == 4
    assert held.is_c_contiguous()
    assert held.T.is_f_contiguous()
    assert held[1, -2] == values[1, -2]
    assert (np.asarray(held) == values).all()
    assert [row.sum() for row in held] == values.sum(axis=1).tolist()
    assert held[1:3, ::2].copy_to_host().tolist() == values[1:3, ::2].tolist()
    assert held.T.copy_to_host().tolist() == values.T.tolist()
    assert held.ravel().copy_to_host().tolist() == values.ravel().tolist()
    assert held.reshape(6, 4).copy_to_host().tolist() == values.reshape(6, 4).tolist()
    cube = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    for axes in ((0, 1, 2), (1, 0, 2), (2, 0, 1), (-1, 1, 0), None):
        assert cuda.to_device(cube).transpose(axes).copy_to_host().tolist() == cube.transpose(axes).tolist()
    for axes in ((0, 1), (0, 0, 1), (0, 1, 3), ()):
        with pytest.raises(ValueError, match="no order of the 3 axes"):
            cuda.to_device(cube).transpose(axes)
    for order in ("C", "F", "A"):
        line = cuda.to_device(values.ravel()).reshape(4, 6, order=order)
        assert line.copy_to_host().tolist() == values.ravel().reshape(4, 6, order=order).tolist()
    assert held.T.ravel("F").copy_to_host().tolist() == values.T.ravel("F").tolist()
    assert [part.size for part in held.ravel().split(10)] == [10, 10, 4]
    assert held.view(np.uint8).shape == (4, 12)
    with pytest.raises(IndexError):
        held[4, 0]


def test_arrays_are_written() -> None:
    held = cuda.device_array((2, 3), np.float32)
    held[:] = 1
    held[1] = np.arange(3)
    held[0, -1] = 7
    assert held.copy_to_host().tolist() == [[1, 1, 7], [0, 1, 2]]
    held.copy_to_device(np.ones((2, 3)))
    host = np.zeros((2, 3), np.float32)
    assert held.copy_to_host(host) is host
    assert host.tolist() == [[1, 1, 1]] * 2
    with pytest.raises(ValueError, match="can not be copied"):
        held.copy_to_host(np.zeros(6, np.float32))
    with pytest.raises(ValueError, match="can not be copied"):
        held.copy_to_device(np.zeros(5))
    other = cuda.device_array_like(held)
    cuda.to_device(np.full((2, 3), 5), to=other)
    assert other[0, 0] == 5
    assert cuda.is_cuda_array(other)
    assert cuda.as_cuda_array(other.buffer)[1, 1] == 5


@pytest.mark.parametrize("make", [cuda.pinned_array, cuda.mapped_array, cuda.managed_array])
def test_arrays_of_the_host_that_kernels_take(make) -> None:
    array = make(5, np.float32)
    fill[1, 8](array, 3)
    assert array.tolist() == [3] * 5
    with cuda.mapped(array) as held:
        fill[1, 8](held, 4)
    assert array.tolist() == [4] * 5
    with cuda.pinned(array):
        fill[1, 8](cuda.InOut(array), 5)
    assert array.tolist() == [5] * 5


def test_streams_and_events() -> None:
    stream = cuda.stream()
    start, end = cuda.event(), cuda.event()
    held = cuda.to_device(np.zeros(100), stream=stream)
    start.record(stream)
    with stream.auto_synchronize():
        fill[1, 128, stream](held, 1)
    end.record(stream)
    end.synchronize()
    assert cuda.event_elapsed_time(start, end) > 0
    assert held.copy_to_host(stream=stream).tolist() == [1] * 100
    with pytest.raises(ValueError, match="recorded"):
        cuda.event_elapsed_time(cuda.event(), end)
    with pytest.raises(Exception, match="PC0402"):
        fill[1, 128, "stream"](held, 1)


def test_launches() -> None:
    x = np.zeros(10)
    fill[(1, 1), (16, 1)](x, value=2)
    fill.forall(10)(x[5:], 3)
    fill.forall(0)(x, 9)
    fill.configure(1, 2, 0, 0)(x[:2], 4)
    assert x.tolist() == [4, 4, 2, 2, 2, 3, 3, 3, 3, 3]
    with pytest.raises(ValueError, match="-1 tasks"):
        fill.forall(-1)


def test_a_kernel_is_called_by_another() -> None:
    @cuda.jit
    def both(x, y):
        fill(x, 1)
        fill(y, 2)

    x, y = np.zeros(4), np.zeros(4, np.int32)
    both[1, 4](x, y)
    assert (x.tolist(), y.tolist()) == ([1] * 4, [2] * 4)


def test_device_functions_are_python_on_the_host() -> None:
    @cuda.jit(float64(float64), device=True)
    def half(x):
        return x / 2

    assert half(3) == 1.5
    assert half.py_func(5) == 2.5


@pytest.mark.parametrize(
    "given",
    [
        "void(float32[:, ::1], int32)",
        "(f4[:, ::1], i4)",
        void(float32[:, ::1], int32),
        (float32[:, ::1], int32),
    ],
)
def test_signatures(given: object) -> None:
    found = signature_of(given)
    assert found.args == (float32[:, ::1], int32)
    assert str(found).endswith("(float32[:, ::1], int32)")
    assert types.int32 is int32


def test_types_make_numbers_on_the_host() -> None:
    assert isinstance(float32(0.1), np.float32)
    assert int32(7) == 7


def test_arguments_are_converted_to_the_signature() -> None:
    @cuda.jit("void(int64[:], float32)")
    def scaled(x, factor):
        x[0] = x[0] * factor

    x = np.array([10])
    scaled[1, 1](x, np.float64(0.25))
    assert x[0] == 2
    assert "mul.f64" in scaled.inspect_asm()[scaled.typed[0]]
    assert list(scaled.overloads) == [scaled.typed[0].args]


def test_options_reach_the_ptx() -> None:
    @cuda.jit(fastmath=True, max_registers=40, launch_bounds=(128, 2), cache=True, lineinfo=True)
    def kernel(x):
        x[0] = x[0] / x[1] + x[2] * x[3]

    ptx = kernel.inspect_asm("void(float32[:])")
    assert ".maxnreg 40" in ptx
    assert ".maxntid 128" in ptx


def test_a_grid_waits_for_itself() -> None:
    rows = np.zeros((8, 64), np.int64)
    wait_and_count[1, 64](rows)
    assert (rows == np.arange(8)[:, None]).all()
    failed = cuda.to_device(rows)
    wait_and_count[2, 32](failed)
    with pytest.raises(Exception, match="runs one block after another"):
        failed.copy_to_host()
    rows[:] = 0
    wait_and_count[1, 64](rows)  # the barrier is as good as new
    assert (rows == np.arange(8)[:, None]).all()
    assert "atom.acq_rel.gpu" in wait_and_count.inspect_asm("void(int64[:, :])")


def test_reductions() -> None:
    total = cuda.reduce(lambda a, b: a + b)
    values = np.arange(20000, dtype=np.float64)
    assert total(values) == values.sum()
    assert total(values, size=10, init=5) == 50
    assert total(values[:0], init=3) == 3
    result = cuda.to_device(np.zeros(1))
    assert total(cuda.to_device(values), res=result) is None
    assert result[0] == values.sum()


def test_devices() -> None:
    assert cuda.is_available()
    assert cuda.select_device(0) is not None
    assert cuda.get_current_device().WARP_SIZE == 32
    assert cuda.current_context().get_memory_info().total > 0
    assert len(cuda.gpus) == 1
    with cuda.gpus[0]:
        cuda.synchronize()


def test_constants_of_a_kernel_are_noticed(tmp_path) -> None:
    """Two processes' worth of kernels that differ in an array that they name are two kernels."""
    weights = np.array([1.0, 2.0])

    def make(weights):
        @cuda.jit
        def kernel(x):
            i = cuda.threadIdx.x
            x[i] = weights[i] + cuda.const.array_like(weights)[i]

        return kernel

    for factor in (1, 3):
        x = np.zeros(2)
        kernel = make(weights * factor)
        kernel[1, 2](x)
        assert x.tolist() == [2.0 * factor, 4.0 * factor]


def test_new_arrays_lie_in_the_order_that_is_asked_for() -> None:
    assert (
        cuda.device_array((3, 4), np.float32, order="F").strides == np.empty((3, 4), np.float32, "F").strides
    )
    assert cuda.device_array(5).shape == (5,)
    for make in (cuda.pinned_array, cuda.mapped_array):
        assert make((3, 4), np.float32, order="F").strides == np.empty((3, 4), np.float32, "F").strides
        with pytest.raises(DiagnosticError, match="a new array with strides of its own is not covered"):
            make((3, 4), np.float32, strides=(4, 12))
    with pytest.raises(ValueError, match="not 'K'"):
        cuda.device_array((3, 4), order="K")
