"""Evaluation order is Python's, and what must stop a thread stops it with its reason and line, on the CPU."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.diagnostics import DiagnosticError

SOURCE = """
def side(n: MutSlice[i32], v: i32) -> i32:
    n[15] = n[15] * 10 + v
    return v
@kernel
def order(n: MutSlice[i32]):
    n[side(n, 1)] = side(n, 2)
    n[side(n, 3)] += side(n, 4)
    if side(n, 5) < side(n, 6) < side(n, 7) and side(n, 0) and side(n, 8):
        n[0] = 1
    p, q = side(n, 8), side(n, 9)
def minus(p: i32, q: i32) -> i32:
    return p - q
@kernel
def dropped(n: MutSlice[i32]):
    n[0] = side(n, 1) ** 0 + i32(len((side(n, 2), 3)))
    n[1] = minus(q=side(n, 3), p=side(n, 4))
@kernel
def index(n: MutSlice[i32], i: i32):
    n[i] = 1
@kernel
def local(n: MutSlice[i32], i: i32):
    t = local_array((2, 4), i32)
    t[1, i] = 1
    n[0] = i
@kernel
def division(n: MutSlice[i32], i: i32):
    n[0] = 7 // i
@kernel
def remainder(n: MutSlice[i32], i: i32):
    n[0] = 7 % i
@kernel(debug=True)
def product(n: MutSlice[i32], i: i32):
    n[0] = i * i
@kernel(debug=True)
def quotient(n: MutSlice[i32], i: i32):
    n[0] = i // -1
@kernel
def step(n: MutSlice[i32], i: i32):
    for k in range(0, 10, i):
        n[0] += 1
@kernel
def message(n: MutSlice[i32], i: i32):
    assert i == 3, "i is three"
    n[0] = i
@kernel
def raising(n: MutSlice[i32], i: i32):
    if i != 3:
        raise ValueError("not three")
    n[0] = i
"""


def test_evaluation_order(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    n = open_device("cpu").zeros(16, np.int32)
    module.order[1, 1](n)
    result = n.numpy()
    # The value before the place in an assignment, the place before the value in an augmented one; `and` stops at the 0.
    assert result[15] == np.int64(2134567089).astype(np.int32)
    assert (result[1], result[3], result[0]) == (2, 4, 0)


def test_what_is_not_needed_is_evaluated_still(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    n = open_device("cpu").zeros(16, np.int32)
    module.dropped[1, 1](n)
    result = n.numpy()
    assert (result[0], result[1], result[15]) == (1 + 2, 4 - 3, 1234)


@pytest.mark.parametrize(
    ("name", "wrong", "right", "text"),
    [
        ("index", -1, 15, "index out of bounds of `n`"),
        ("index", 16, 0, "index out of bounds of `n`"),
        ("local", 4, 3, "index out of bounds of `t`"),
        ("division", 0, -2, "integer division by zero"),
        ("remainder", 0, 2, "remainder by zero"),
        ("product", 70000, 40000, "overflow of i32 in `*`"),
        ("quotient", -(2**31), -(2**31) + 1, "overflow of i32 in `//`"),
        ("step", 0, 3, "the step of range() is zero"),
        ("message", 2, 3, "i is three"),
        ("raising", 2, 3, "ValueError: not three"),
    ],
)
def test_traps(name: str, wrong: int, right: int, text: str, load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    kernel = getattr(module, name)
    device = open_device("cpu")
    good, bad = device.zeros(16, np.int32), device.zeros(16, np.int32)
    kernel[1, 1](good, right)
    good.numpy()
    kernel[1, 1](bad, wrong)
    with pytest.raises(DiagnosticError) as caught:
        bad.numpy()
    assert text in str(caught.value)
    assert str(module.__file__) in str(caught.value)
