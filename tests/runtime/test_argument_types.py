"""What a generic kernel was specialised to before says nothing of arguments that differ in what is compiled in."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, Slice, device, f32, i32, i64, kernel, struct
from periclase.diagnostics import LaunchError
from periclase.gpu import block_idx_x
from periclase.runtime import Device, argument_types, open_device
from periclase.runtime.argument_types import key_of, specialised_for
from periclase.runtime.call_site import call_site


@pytest.fixture
def dev() -> Iterator[Device]:
    opened = open_device("cpu")
    yield opened
    opened.sync()


@kernel
def apply(function, x: Slice[i32], y: MutSlice[i64]):
    i = block_idx_x()
    y[i] = i64(function(x[i]))


@kernel
def apply_both(function, other, x: Slice[i32], y: MutSlice[i64]):
    i = block_idx_x()
    y[i] = i64(function(x[i])) + 1000 * i64(other(x[i]))


@kernel
def double(values):
    i = block_idx_x()
    values[i] = 2 * values[i]


def applied(dev: Device, function: Any) -> list[int]:
    x, y = dev.array(np.array([3, 2_000_000_000], np.int32)), dev.zeros(2, np.int64)
    apply[2, 1](function, x, y)
    return y.read().tolist()


FACTOR = 2


@device
def by_factor(value: i64) -> i64:
    return value * FACTOR


def test_a_device_function_sees_the_numbers_of_its_module_as_they_are_at_each_launch(
    dev: Device, monkeypatch: pytest.MonkeyPatch
):
    assert applied(dev, by_factor)[0] == 6
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert applied(dev, by_factor)[0] == 15


def test_a_device_function_sees_what_it_captures_as_it_is_at_each_launch(dev: Device):
    factor: Any = 2

    @device
    def scaled(value: i32):
        return value * factor

    assert applied(dev, scaled) == [6, 4_000_000_000]
    factor = 1.5
    assert applied(dev, scaled)[0] == 4


def test_functions_of_one_code_may_have_parameters_of_different_types(dev: Device):
    def make(type: Any) -> Any:
        def double(value: type):
            return value + value

        return double

    assert applied(dev, make(i32))[1] == 4_000_000_000 - 2**32
    assert applied(dev, make(i64))[1] == 4_000_000_000


def test_functions_of_one_code_may_capture_different_modules(dev: Device):
    def make(module: ModuleType) -> Callable[[Any], Any]:
        return lambda value: module.step(value)

    one, two = ModuleType("one"), ModuleType("two")
    one.step, two.step = device(_plus_one), device(_plus_two)
    assert applied(dev, make(one))[0] == 4
    assert applied(dev, make(two))[0] == 5
    x, y = dev.array(np.array([3], np.int32)), dev.zeros(1, np.int64)
    apply_both[1, 1](make(one), make(two), x, y)
    assert y.read().tolist() == [5004]


def test_a_function_is_compiled_with_the_modules_that_it_named_at_its_launch(dev: Device):
    # It is compiled on the runner, later: here, once the program has gone on.
    one, two = ModuleType("one"), ModuleType("two")
    one.step, two.step = device(_plus_one), device(_plus_two)
    x, y, z = dev.array(np.array([3], np.int32)), dev.zeros(1, np.int64), dev.zeros(1, np.int64)
    go_on = threading.Event()
    dev.device_state.channel.submit(lambda: go_on.wait(30))
    module = one
    apply[1, 1](lambda value: module.step(value), x, y)
    module = two
    apply[1, 1](lambda value: module.step(value), x, z)
    go_on.set()
    assert (y.read().tolist(), z.read().tolist()) == ([4], [5])


@struct
class Step:
    """A struct that can be called on the host."""

    by: i32

    def __call__(self) -> int:
        return self.by


@kernel
def add_step(step, y: MutSlice[i64]):
    y[0] = y[0] + i64(step.by)


def test_values_of_one_struct_are_found_alike(dev: Device):
    y = dev.zeros(1, np.int64)
    for by in (1, 2, 3):
        add_step[1, 1](Step(by), y)
    assert y.read().tolist() == [6]
    assert len(add_step.launched) == 1


def test_what_a_device_function_is_found_by_can_be_looked_up():
    assert hash(key_of(by_factor)) == hash(key_of(by_factor))


SCALE = 2.0


def scaled_by_module(value):
    return value * SCALE


@kernel
def by_both_ways(function, y: MutSlice[f32]):
    y[0] = f32(function(3.0)) + f32(scaled_by_module(3.0))


@kernel
def by_argument(function, y: MutSlice[f32]):
    y[0] = f32(function(3.0))


def test_what_travels_with_an_argument_is_a_constant_where_the_function_is_called_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
):
    def fingerprints() -> list[str]:
        return [each[scaled_by_module].fingerprint() for each in (by_both_ways, by_argument)]

    before = fingerprints()
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    after = fingerprints()
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_an_object_that_can_not_be_hashed_is_refused(dev: Device):
    class Unhashable:
        __hash__ = None

        def __call__(self, value):
            return value

    held = Unhashable()
    with pytest.raises(LaunchError, match="captures an object that is nothing on a device"):
        applied(dev, lambda value: held(value))


def test_defaults_by_name_tell_functions_of_one_code_apart(dev: Device):
    def scaled(value: Any, *, factor: Any, shift: Any = 1) -> Any:
        return value * factor + shift

    def with_defaults(**defaults: float) -> Any:
        made = FunctionType(scaled.__code__, scaled.__globals__, "scaled")
        made.__kwdefaults__ = defaults
        return made

    assert key_of(with_defaults(factor=2.0)) != key_of(with_defaults(shift=2.0))
    assert key_of(with_defaults(factor=2.0)) == key_of(with_defaults(factor=3.0))
    assert applied(dev, with_defaults(factor=2, shift=1)) == [7, 4_000_000_001]


def test_many_functions_leave_nothing_behind():
    """What is known of functions goes with the kernels that they were given to."""
    site = call_site()

    def some_kernels():
        for number in range(20):
            made = kernel(double.function)
            namespace: dict[str, Any] = {}
            exec(f"def f(x): return lambda v: v + x + {number}", namespace)

            class Captured:
                value = number

            def scaled(v: Any, kind: Any = None, captured: Any = Captured) -> Any:
                return v * captured.value

            for argument in (namespace["f"](number), lambda v, c=number: Captured.value * v + c):
                assert specialised_for(made, (argument,), site) is specialised_for(made, (argument,), site)
            with pytest.raises(LaunchError):
                specialised_for(made, (scaled,), site)

    some_kernels()  # which has lambdas of its own
    gc.collect()
    before = len(argument_types._representatives), len(argument_types._names)
    some_kernels()
    gc.collect()
    assert (len(argument_types._representatives), len(argument_types._names)) == before


def test_a_specialisation_keeps_nothing_alive_that_a_function_has_captured(dev: Device):
    def launch_with(values: Any) -> None:
        assert applied(dev, lambda value: value + values[0])[0] == 4

    array = np.ones(4, np.int32)
    buffer = dev.array(array)
    gone = [weakref.ref(array), weakref.ref(buffer.lease)]
    launch_with(array)
    launch_with(buffer)
    del array, buffer
    dev.sync()
    gc.collect()
    assert [one() for one in gone] == [None, None]


def _plus_one(value: i32) -> i32:
    return value + 1


def _plus_two(value: i32) -> i32:
    return value + 2


class _Shared:
    """Memory of the host, of which no more is told than where it is."""

    def __init__(self, array: Any):
        self.array = array

    @property
    def __array_interface__(self) -> Any:
        return self.array.__array_interface__


class _Exchanged:
    """The same, by DLPack."""

    def __init__(self, array: Any):
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("shared", [np.asarray, _Shared, _Exchanged])
def test_arrays_in_any_order_fit_an_open_parameter_in_whatever_order_they_come(shared: Any):
    base = np.arange(6, dtype=np.int32)
    double[6, 1](shared(base))
    double[3, 1](shared(base[::2]))
    assert base.tolist() == [0, 2, 8, 6, 16, 10]
    bytes_ = np.arange(2, dtype=np.uint8)
    double[2, 1](shared(bytes_))
    assert bytes_.tolist() == [0, 2]
