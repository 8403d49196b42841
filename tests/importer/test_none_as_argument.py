"""`None` and classes of numbers as arguments of launches, defaults and captures of generic kernels."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from both_ways import TARGETS

from periclase import f32, i16
from periclase.codegen.assembler import assemble, find_tool

KERNELS = """
import numpy as np

@kernel
def apply(function, x: Slice[f64], y: MutSlice[f64]):
    for i in range(len(x)):
        y[i] = f64(function(x[i]))

@kernel
def scaled(x, y: MutSlice[f64], factor=None, offset: f64 | None = None):
    value = 1.5 if x is None else x * 2
    if factor is not None:
        value *= factor
    y[0] = value if offset is None else value + offset

@kernel
def pair(t, y: MutSlice[f64]):
    first, second = t
    y[0] = -1.0 if first is None else first
    y[1] = second

def times(factor):
    return lambda value: value if factor is None else value * factor

def with_default(factor):
    def function(value, by=factor):
        return value if by is None else value * by
    return function

def converted(kind):
    return lambda value: kind(value)
"""
X = np.array([1.5, -2.75, 0.0, 300.2])


@pytest.fixture
def module(load: Callable[..., ModuleType]) -> ModuleType:
    return load(KERNELS)


def applied(module: ModuleType, function: Any) -> list[float]:
    y = np.zeros_like(X)
    module.apply[1, 1](function, X, y)
    return y.tolist()


@pytest.mark.parametrize(
    "kind", [int, float, bool, f32, i16, np.float32, np.int32, np.float64, np.bool_, abs, np.absolute]
)
def test_classes_of_numbers(kind: Any, module: ModuleType) -> None:
    expected = [float(kind(value)) for value in X]
    assert applied(module, kind) == expected
    assert applied(module, module.converted(kind)) == expected


def test_none_is_captured(module: ModuleType) -> None:
    for make in (module.times, module.with_default):
        for factor in (None, 2.0, None, 3.0):
            assert applied(module, make(factor)) == [make(factor)(value) for value in X]


def test_none_is_an_argument_and_a_default(module: ModuleType) -> None:
    def run(*arguments: Any, **named: Any) -> float:
        y = np.zeros(1)
        module.scaled[1, 1](arguments[0], y, *arguments[1:], **named)
        return y[0]

    assert run(None) == 1.5
    assert run(3.0) == 6.0
    assert run(3.0, 2.0) == 12.0
    assert run(None, 2.0, 0.5) == 3.5
    assert run(None, factor=None, offset=4.0) == 5.5


def test_none_in_a_tuple(module: ModuleType) -> None:
    y = np.zeros(2)
    module.pair[1, 1]((None, 3.0), y)
    assert y.tolist() == [-1.0, 3.0]
    module.pair[1, 1]((4.0, 3.0), y)
    assert y.tolist() == [4.0, 3.0]


def test_ptx(load: Callable[..., ModuleType]) -> None:
    module = load(KERNELS)
    for target in TARGETS:
        for text in (
            module.apply[module.converted(int)].ptx(target),
            module.apply[module.times(None)].ptx(target),
        ):
            if find_tool("ptxas") is not None:
                assemble(text, target)
