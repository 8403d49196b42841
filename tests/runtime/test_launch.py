"""Launches: results, order, what is refused and where the diagnostic points."""

from __future__ import annotations

import copy
import pickle
import time
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.diagnostics import CompileError, LaunchError
from periclase.runtime.artifact import Access, Parameter, ParameterKind
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.call_site import call_site
from periclase.runtime.device import Device, open_device
from periclase.runtime.failures import BufferFailure
from periclase.runtime.arguments import ArgumentPlan, _round_to_bfloat16, bind_slowly
from periclase.types import f64, u16


@pytest.mark.parametrize("n", [1, 255, 256, 257, 100_000])
def test_result(device, scale, n):
    x = device.array(np.arange(n, dtype=np.float32) + 100)
    y = device.zeros(n, np.float32)
    assert scale[-(-n // 256), 256](2.5, x, y) is None
    np.testing.assert_array_equal(y.numpy(), np.float32(2.5) * (np.arange(n, dtype=np.float32) + 100))


def test_returns_before_the_kernel_has_run_and_numpy_waits(device, slow):
    y = device.zeros(1, np.float32)
    slow[1, 1](y, 0)
    y.numpy()
    start = time.perf_counter()
    for _ in range(5):
        slow[1, 1](y, 0)
    issued = time.perf_counter() - start
    assert y.numpy()[0] == 1.0
    waited = time.perf_counter() - start
    assert issued < waited / 2


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


def refused(launch, code, *fragments):
    """The diagnostic of `launch`, which must be refused; nothing in it is a traceback from inside."""
    with pytest.raises(LaunchError) as caught:
        launch()
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == code
    for fragment in fragments:
        assert fragment in str(caught.value)
    assert diagnostic.span is not None
    assert diagnostic.span.file == __file__
    return diagnostic


def spoiled(launch, buffer, code, *fragments):
    """As `refused`, for what only the runner knows: the launch returns, and `buffer` tells."""
    assert launch() is None
    with pytest.raises(BufferFailure) as caught:
        buffer.read()
    cause = caught.value.__cause__
    assert isinstance(cause, LaunchError)
    assert cause.diagnostic.code == code
    for fragment in fragments:
        assert fragment in str(caught.value)
    assert cause.diagnostic.span is not None
    assert cause.diagnostic.span.file == __file__


def underlined(diagnostic):
    """The source text that the diagnostic's span covers."""
    span = diagnostic.span
    with open(span.file, encoding="utf-8") as file:
        line = file.read().splitlines()[span.line - 1]
    assert span.end_line in (None, span.line)
    return line[span.column : span.end_column]


def test_wrong_count(device, scale):
    y = device.zeros(4, np.float32)
    diagnostic = refused(lambda: scale[1, 4](2.0, y), "PC0404", "takes 3 arguments (a, x, y), 2 given")
    assert underlined(diagnostic) == "scale[1, 4](2.0, y)"
    refused(lambda: scale[1, 4](2.0, y, y, y), "PC0404", "4 given")


def test_wrong_dtype(device, scale):
    wrong, y = device.zeros(4, np.float64), device.zeros(4, np.float32)
    diagnostic = refused(
        lambda: scale[1, 4](2.0, wrong, y),
        "PC0406",
        "takes a buffer of float32, not of float64",
        "device.array",
    )
    assert underlined(diagnostic) == "wrong"


def test_bfloat16_buffers_are_bits(device, kernel_taking):
    kernel = kernel_taking(("x", "bfloat16", Access.READ))
    kernel[1, 4](device.array(np.zeros(4, np.uint16)))
    wrong = device.array(np.zeros(4, np.float16))
    refused(
        lambda: kernel[1, 4](wrong), "PC0406", "takes a buffer of bfloat16, not of float16", "bits as uint16"
    )


def test_what_is_no_buffer(device, scale):
    y = device.zeros(4, np.float32)
    diagnostic = refused(lambda: scale[1, 4](2.0, 3.0, y), "PC0406", "not the float 3.0")
    assert underlined(diagnostic) == "3.0"
    refused(lambda: scale[1, 4](2.0, None, y), "PC0406", "not a value of type NoneType")
    refused(lambda: scale[1, 4](2.0, [1.0], y), "PC0406", "device.array(values)")


def test_a_buffer_of_another_device(device, scale):
    other = Device(CpuBackend(workers=1))
    x, y = other.zeros(4, np.float32), device.zeros(4, np.float32)
    diagnostic = refused(lambda: scale[1, 4](2.0, x, y), "PC0405", "another device")
    assert underlined(diagnostic) == "y"


def test_a_buffer_for_a_scalar(device, scale):
    y = device.zeros(4, np.float32)
    refused(lambda: scale[1, 4](y, y, y), "PC0406", "`a` of `scale` takes a float32, not a buffer of float32")


def test_read_only_buffer(device, scale):
    x = device.array(np.ones(4, np.float32), read_only=True)
    y = device.zeros(4, np.float32)
    scale[1, 4](2.0, x, y)
    assert underlined(refused(lambda: scale[1, 4](2.0, y, x), "PC0409", "read-only")) == "x"


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


SCALARS = [
    ("int8", -128, True),
    ("int8", 128, False),
    ("int8", -129, False),
    ("uint8", 255, True),
    ("uint8", -1, False),
    ("int32", 2**31 - 1, True),
    ("int32", 2**31, False),
    ("int64", -(2**63), True),
    ("uint64", 2**64 - 1, True),
    ("uint64", 2**64, False),
    ("int32", np.int64(5), True),
    ("int32", True, True),
    ("int32", 1.0, False),
    ("int32", "1", False),
    ("int32", None, False),
    ("bool", True, True),
    ("bool", np.bool_(False), True),
    ("bool", 1, False),
    ("float32", 1, True),
    ("float32", 2**24, True),
    ("float32", 2**24 + 1, False),
    ("float32", 0.1, True),
    ("float32", float("inf"), True),
    ("float32", float("nan"), True),
    ("float32", 1e39, False),
    ("float32", np.float64(0.5), True),
    ("float32", 1j, False),
    ("float64", 1e300, True),
    ("float16", 65504.0, True),
    ("float16", 65520.0, False),
    ("bfloat16", 3.0e38, True),
    ("bfloat16", 3.4e38, False),
    ("float32", np.zeros(3), False),
]


@pytest.mark.parametrize(("dtype", "value", "fits"), SCALARS, ids=lambda v: repr(v))
def test_scalars(device, kernel_taking, dtype, value, fits):
    kernel = kernel_taking(("s", dtype))
    if fits:
        kernel[1, 1](value)
        open_device("cpu").sync()
    else:
        with pytest.raises(LaunchError) as caught:
            kernel[1, 1](value)
        assert caught.value.diagnostic.code in ("PC0406", "PC0407")
        assert "`s` of `takes`" in caught.value.diagnostic.message


@given(st.floats(width=32))
@settings(deadline=None, max_examples=300)
def test_bfloat16_is_the_nearest_with_ties_to_even(value):
    bits = int(np.float32(value).view(np.uint32))
    try:
        got = int.from_bytes(_round_to_bfloat16(value), "little")
    except OverflowError:
        assert abs(value) > 3.38e38
        assert np.isfinite(value)
        return
    if np.isnan(value):
        assert np.isnan(np.uint32(got << 16).view(np.float32))
        return
    low, high = bits >> 16, (bits >> 16) + 1
    below, above = bits - (low << 16), (high << 16) - bits
    expected = low if below < above else high if above < below else low + (low & 1)
    assert got == expected


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


@pytest.mark.parametrize("shape", [np.int64(5), (np.int32(5),), [5], (5,), 5, (5, 1)])
def test_shapes(device, shape):
    assert device.zeros(shape, np.int32).numpy().size == 5


@pytest.mark.parametrize(
    ("code", "fragment", "make"),
    [
        ("PC0406", "not 2.5", lambda d: d.zeros(2.5)),
        ("PC0406", "not (3, 1.0)", lambda d: d.zeros((3, 1.0))),
        ("PC0406", "not 'ab'", lambda d: d.zeros("ab")),
        ("PC0406", "not None", lambda d: d.empty(None)),
        ("PC0406", "shape (-1,)", lambda d: d.empty(-1)),
        ("PC0406", "no dtype 'float31'", lambda d: d.empty(3, "float31")),
        ("PC0406", "dtype complex128", lambda d: d.empty(3, complex)),
        ("PC0406", "inhomogeneous", lambda d: d.array([[1], [2, 3]])),
        ("PC0406", "inhomogeneous", lambda d: d.zeros(3).write([[1], [2, 3]])),
        ("PC0406", "byte order", lambda d: d.array(np.zeros(3, ">f4"))),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_no_such_buffer(device, code, fragment, make):
    refused(lambda: make(device), code, fragment)


@pytest.mark.parametrize("make", ["empty", "zeros"])
@pytest.mark.parametrize("shape", [10**18, (2**40, 2**40), 2**70], ids=str)
def test_a_buffer_without_memory_is_a_failure(device, scale, shape, make):
    buffer = getattr(device, make)(shape)
    with pytest.raises(BufferFailure, match="no memory for") as caught:
        buffer.read()
    assert caught.value.__cause__.diagnostic.code == "PC0703"
    assert buffer.failure().roots[0].site.file == __file__
    y = device.zeros(4)
    scale[1, 4](1.0, buffer, y)
    with pytest.raises(BufferFailure, match="no memory for"):
        y.read()


def test_a_scalar_type_is_a_dtype(device):
    assert device.zeros(3, u16).dtype == np.uint16
    assert device.array([1, 2], f64).numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("copy", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_buffer_is_not_copied_by_halves(device, copy):
    with pytest.raises(TypeError, match="copy its contents"):
        copy(device.zeros(3))


def test_devices_are_copied_by_name(device):
    cpu = open_device("cpu")
    assert pickle.loads(pickle.dumps(cpu)) is cpu
    assert copy.deepcopy(cpu) is cpu
    with pytest.raises(TypeError, match="`open_device` gave"):
        pickle.dumps(device)


@pytest.mark.parametrize("value", [True, 7, np.int16(7), np.uint64(7)])
def test_scalars_that_are_no_plain_int(device, kernel_taking, value):
    kernel = kernel_taking(("s", "int32"), ("x", "float32", Access.READ))
    plan = ArgumentPlan(kernel.parameters)
    x = device.zeros(4)
    bound = plan.bind((int(value), x), device.state)
    assert bound is not None
    assert bind_slowly(kernel, (value, x), device.state, call_site())[0] == bound[0]


@given(st.sampled_from(sorted(ArgumentPlan._FORMATS)), st.data())
@settings(deadline=None)
def test_both_ways_of_packing_agree(dtype, data):
    kind = ArgumentPlan._FORMATS[dtype][0]
    values = {bool: st.booleans(), int: st.integers(-(2**65), 2**65), float: st.floats()}
    value = data.draw(values[kind])
    parameters = (Parameter("s", ParameterKind.SCALAR, dtype), Parameter("x", ParameterKind.SLICE, "int8"))
    kernel = SimpleNamespace(name="k", span=None, parameters=parameters)
    cpu = open_device("cpu")
    arguments = (value, cpu.empty(3, np.int8))
    bound = ArgumentPlan(parameters).bind(arguments, cpu.state)
    try:
        checked = bind_slowly(kernel, arguments, cpu.state, call_site())
    except LaunchError:
        assert bound is None
    else:
        assert bound is not None
        assert bound[0] == checked[0]
