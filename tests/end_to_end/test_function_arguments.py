"""Functions as arguments of launches: what they capture travels, and one kernel serves all that differ in it only."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import pytest

from periclase import MutSlice, Slice, device, f32, f64, i32, kernel, local_array, open_device, struct
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import LaunchError
from periclase.gpu import thread_idx_x
from periclase.runtime.failures import BufferFailure

T = TypeVar("T")
U = TypeVar("U")


@kernel
def map_(function, source: Slice[T], target: MutSlice[U]):
    i = thread_idx_x()
    if i < len(source):
        target[i] = function(source[i])


@kernel
def fold(function: Callable[[f64, f64], f64], source: Slice[f64], target: MutSlice[f64]):
    result = source[0]
    for i in range(1, len(source)):
        result = function(result, source[i])
    target[0] = result


@kernel
def both(functions, source: Slice[f64], target: MutSlice[f64]):
    f, g = functions
    i = thread_idx_x()
    if i < len(source):
        target[i] = f(source[i]) - g(source[i])


@struct
class Line:
    slope: f64
    offset: f64

    def at(self, x: f64) -> f64:
        return self.slope * x + self.offset


@device
def cube(v: f64) -> f64:
    return v * v * v


def double(v):
    return 2 * v


SCALE = 4.0
VALUES = np.array([1.0, 4.0, 9.0])


def scaled(v):
    return v * SCALE


def factory(step: float, power: int = 2) -> Callable[[float], float]:
    def stepped(v):
        return v ** f64(i32(power)) + step

    return stepped


def _recursive(depth: i32, base: float) -> Callable[[float], float]:
    def down(v: f64, n: i32 = depth) -> f64:
        if n <= 0:
            return v + base
        return down(v, n - 1) * 2.0

    return down


def functions() -> dict[str, Callable[..., Any]]:
    factor, count, third = 2.5, 3, np.float64(0.25)
    line, pair = Line(2.0, 1.0), (0.5, 4)

    def square(v):
        return v * v

    def composed(v):
        return square(v) * factor + double(v)

    return {
        "no captures": lambda v: v + 1.0,
        "float": lambda v: v * factor,
        "int": lambda v: v * f64(i32(count)),
        "numpy scalar": lambda v: v * third,
        "struct": lambda v: line.at(v),
        "tuple": lambda v: v * pair[0] + f64(i32(pair[1])),
        "several": lambda v: (v + factor) * third - line.slope,
        "function": composed,
        "function of functions": lambda v: composed(square(v)),
        "device function": lambda v: cube(v) + factor,
        "module and type": lambda v: math.sqrt(v) + f64(i32(2)),
        "constant of the module": scaled,
        "of the module": double,
        "marked": cube,
        "of math": math.sqrt,
        "default": lambda v, by=factor: v * by,
        "keyword default": lambda v, *, by=factor, of=square: of(v) * by,
        "factory": factory(1.5),
        "factory with another power": factory(0.5, power=3),
        "recursive": _recursive(3, 1.0),
        "nested": lambda v: (lambda w: w * factor)(v) + factor,
    }


@pytest.mark.parametrize("name", functions())
def test_functions_are_pythons(name: str) -> None:
    function = functions()[name]
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)
    map_[1, 4](function, dev.array(VALUES), target)
    assert target.numpy().tolist() == [float(function(v)) for v in VALUES.tolist()]
    if find_tool("ptxas") is not None:
        specialised = list(map_.specialisations.values())[-1]
        for arch in ("sm_75", "sm_120"):
            assemble(specialised.ptx(arch), arch)


def test_captures_travel_and_nothing_is_compiled_again() -> None:
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)
    before = len(map_.specialisations)
    for step in (1.0, -2.0, 0.5):
        map_[1, 4](lambda v: v + step, dev.array(VALUES), target)  # noqa: B023 (it is launched here)
        assert target.numpy().tolist() == (VALUES + step).tolist()
    assert len(map_.specialisations) == before + 1
    step = np.float32(1.0)  # another type: another kernel
    map_[1, 4](lambda v: v + step, dev.array(VALUES), target)
    assert len(map_.specialisations) == before + 2


def test_several_lambdas_on_a_line() -> None:
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)
    a, b = 2.0, 3.0
    for f, g in [(lambda v: v * a, lambda v: v + b), (lambda v: v - a, lambda v: (v + a) * b)]:
        both[1, 4]((f, g), dev.array(VALUES), target)
        assert target.numpy().tolist() == [f(v) - g(v) for v in VALUES.tolist()]


def test_buffers_are_captured() -> None:
    dev = open_device("cpu")
    table, target = dev.array(np.array([10.0, 20.0, 30.0])), dev.zeros(3, np.int32)
    indices = dev.array(np.array([2, 0, 1], np.int32))
    offset = 0.5
    map_[1, 4](lambda i: i32(table[i] + offset), indices, target)
    assert target.numpy().tolist() == [30, 10, 20]
    host = np.array([1.0, 2.0, 3.0])  # arrays of the host are lent
    map_[1, 4](lambda i: i32(host[i]), indices, target)
    assert target.numpy().tolist() == [3, 1, 2]

    def put(v):
        table[i32(v)] = v
        return v

    map_[1, 4](put, dev.array(np.array([0.0, 2.0, 1.0])), dev.zeros(3, np.float64))
    assert table.numpy().tolist() == [0.0, 1.0, 2.0]


def test_functions_of_two_arguments() -> None:
    dev = open_device("cpu")
    target = dev.zeros(1, np.float64)
    for function in (lambda a, b: a + b, lambda a, b: a if a > b else b, max, math.hypot):
        fold[1, 1](function, dev.array(VALUES), target)
        assert target.numpy().tolist() == [functools.reduce(function, VALUES.tolist())]


def _cycle() -> Callable[[float], float]:
    def even(v):
        return odd(v)

    def odd(v):
        return even(v)

    return even


def _unset() -> Callable[[float], float]:
    function = lambda v: v + later  # noqa: E731
    if SCALE < 0:
        later = 1.0
    return function


@pytest.mark.parametrize(
    ("function", "fragment"),
    [
        (lambda: lambda v, text="a": v, "captures `<default of text>`: a value of type str has no type"),
        (_cycle, "capture each other"),
        (_unset, "captures `later`, which has no value yet"),
        (lambda: (lambda table: lambda v: table[v])([1, 2]), "captures `table`: a value of type list"),
        (lambda: "text", "a value of type str has no type on a device"),
        (lambda: print, ""),
    ],
)
def test_what_can_not_be_passed(function: Callable[[], Any], fragment: str) -> None:
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)

    def launched() -> None:
        map_[1, 4](function(), dev.array(VALUES), target)
        target.numpy()

    with pytest.raises((LaunchError, BufferFailure)) as caught:
        launched()
    assert fragment in str(caught.value)


def test_another_function_for_a_kernel_that_is_filled_in() -> None:
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)
    factor = 2.0

    def scaled_by(v):
        return v * factor

    filled = map_[scaled_by, f64, f64]
    filled[1, 4](scaled_by, dev.array(VALUES), target)
    assert target.numpy().tolist() == (VALUES * 2.0).tolist()
    with pytest.raises(LaunchError, match="is asked for, not"):
        filled[1, 4](lambda v: v, dev.array(VALUES), target)


def test_floats_of_python_take_the_type_of_what_they_meet() -> None:
    dev = open_device("cpu")
    values = VALUES.astype(np.float32)
    target = dev.zeros(3, np.float32)
    factor = 0.1
    for function in (
        lambda v: v * factor,
        lambda v, by=factor: v * by,
        lambda v: (lambda w: w * factor)(v),
        lambda v: v * SHIFT,
    ):
        map_[1, 4](function, dev.array(values), target)
        assert target.numpy().tolist() == [function(v) for v in values]  # numpy does the same

    def changed(v):
        by = factor
        by = by * 2.0
        return f32(by) * v

    map_[1, 4](changed, dev.array(values), target)
    assert target.numpy().tolist() == [np.float32(0.2) * v for v in values]


SHIFT, COUNT = 0.1, 2


def _shifted(v):
    held = local_array(COUNT, f64)
    for i in range(COUNT):
        held[i] = v
    return (lambda w: w * SHIFT)(held[COUNT - 1]) + f64(COUNT)


def test_numbers_of_the_module_are_those_of_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    dev = open_device("cpu")
    target = dev.zeros(3, np.float64)
    before = len(map_.specialisations)
    for shift, count in ((0.5, 2), (2.0, 2), (0.25, 3)):
        monkeypatch.setitem(globals(), "SHIFT", shift)
        monkeypatch.setitem(globals(), "COUNT", count)
        map_[1, 4](_shifted, dev.array(VALUES), target)
        assert target.numpy().tolist() == (VALUES * shift + count).tolist()
    assert len(map_.specialisations) == before + 2  # an int may be an extent, so it is compiled in
