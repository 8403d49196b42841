"""Arguments: what a launch takes, how it is packed, and where the diagnostic of what it does not take points."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused, underlined

from periclase.diagnostics import LaunchError
from periclase.runtime import arguments
from periclase.runtime.arguments import ArgumentPlan, _round_to_bfloat16, bind_slowly, plan_of
from periclase.runtime.artifact import Access, Parameter, ParameterKind
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.call_site import call_site
from periclase.runtime.device import Device, open_device
from periclase.runtime.failures import ForeignHandle


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


def test_slots_of_a_plan():
    parameters = (
        Parameter("x", ParameterKind.SLICE, "int8", Access.READ),
        Parameter("a", ParameterKind.SCALAR, "int16"),
        Parameter("b", ParameterKind.SCALAR, "bool"),
        Parameter("y", ParameterKind.SLICE, "float64"),
        Parameter("c", ParameterKind.SCALAR, "float32"),
    )
    plan = ArgumentPlan(parameters)
    assert plan.names == ("x", "y")
    assert plan.declared == (Access.READ, Access.READ_WRITE)
    assert plan.pointer_slots == (0, 4)
    assert plan.first_slice == 0
    cpu = open_device("cpu")
    x, y = cpu.empty(3, np.int8), cpu.empty(5, np.float64)
    bound = plan.bind((x, -2, True, y, 1.5), cpu.device_state)
    assert bound is not None
    slots, buffers = bound
    assert buffers == (x, y)
    words = np.frombuffer(slots, np.uint64)
    assert words.tolist() == [0, 0, 0xFFFE, 1, 0, 0, int(np.float32(1.5).view(np.uint32))]
    assert plan.place(slots, buffers) is False  # there is no memory yet
    assert [x.address, y.address] and plan.place(slots, buffers)
    assert words.tolist() == [x.address, 3, 0xFFFE, 1, y.address, 5, int(np.float32(1.5).view(np.uint32))]


def test_a_plan_without_slices_or_scalars():
    cpu = open_device("cpu").device_state
    assert ArgumentPlan(()).bind((), cpu) == (bytearray(), ())
    assert ArgumentPlan((Parameter("a", ParameterKind.SCALAR, "int64"),)).bind((-1,), cpu) == (
        bytearray(b"\xff" * 8),
        (),
    )


def test_a_plan_is_made_once_and_goes_with_its_kernel(kernel_taking):
    kernel = kernel_taking(("s", "int32"))
    assert plan_of(kernel) is plan_of(kernel)
    gone = weakref.ref(plan_of(kernel))
    number = id(kernel)
    assert number in arguments._plans
    del kernel
    gc.collect()
    assert gone() is None
    assert number not in arguments._plans


@pytest.mark.parametrize("dtype", ["uint32", "int32"])
def test_a_grid_is_read_from_three_uint32(device, scale, dtype):
    y = device.zeros(4)
    wrong = device.zeros(2 if dtype == "uint32" else 3, dtype)
    diagnostic = refused(lambda: scale[wrong, 4](2.0, y, y), "PC0403", "a buffer of three uint32")
    assert underlined(diagnostic) == "scale[wrong, 4](2.0, y, y)"


def test_a_grid_is_read_from_what_lies_in_one_piece(device, scale):
    y = device.zeros(4)
    wrong = device.zeros((3, 2), np.uint32)[:, 0]
    refused(
        lambda: scale[wrong, 4](2.0, y, y),
        "PC0403",
        "of three uint32, not from a view of shape (3,) with strides",
    )


def test_a_grid_on_another_device(device, scale):
    other = Device(CpuBackend(workers=1))
    count, y = other.zeros(3, np.uint32), device.zeros(4)
    for launch in (
        lambda: scale[count, 4](2.0, y, y),
        lambda: device.launch(scale, count, 4, (2.0, y, y)),
    ):
        with pytest.raises(ForeignHandle) as caught:
            launch()
        assert caught.value.diagnostic.code == "PC0405"
        assert "the buffer given for the grid is on another device" in str(caught.value)
        assert caught.value.diagnostic.span.file == __file__
