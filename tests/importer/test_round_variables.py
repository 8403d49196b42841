"""Tuples in variables and loops over them: literals take the type that they meet, and each item is of its own type."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
@device
def twice(value):
    return value + value

@device
def total(*items):
    found = f64(0)
    for item in items:
        doubled = twice(item)
        found += f64(doubled)
    return found

@device
def weighted(i, *rows):
    found = f64(0)
    for k, row in enumerate(rows, 1):
        found += f64(row[i]) * k
    return found

@device
def as_halves(pair: tuple[f32, f32]):
    return pair[0] + pair[1]

@kernel
def k(x: Slice[f32], q: Slice[i32], y: MutSlice[f64], f: MutSlice[f32], n: MutSlice[i32]):
    # literals
    pair = (3, 0.5)
    n[0] = q[1] + pair[0]
    f[0] = x[1] * pair[1]
    beside = (1.5, x[2])
    f[1] = beside[0] * beside[1]
    nested = ((1, 2), 3)
    (one, two), three = nested
    n[1] = q[1] * two + nested[1] + three - one
    again = pair
    f[2] = x[3] * again[1]
    halves = (0.25, 0.5)
    f[3] = as_halves(halves)
    for round in unroll(range(2)):
        changing = (round, 2.0)
        f[4] += changing[1]
        y[0] += f64(changing[0])
    # loops
    y[1] = total(x[1], q[2], 3.0, u8(200))
    y[2] = weighted(1, x, q, y)
    for a, b in ((x[1], 2), (q[0], x[2])):
        y[3] += f64(a) * f64(b)
    for a in (x[1], i64(2)):
        for b in (i64(1), x[2]):
            doubled = twice(b)
            y[4] += f64(a) * f64(doubled)
    y[5] = sum(f64(v) * f64(w) for v in (x[1], i64(2)) for w in (i64(1), x[2]))
    for c in (x[1], i64(2)):
        scaled = lambda v: v * f64(c)
        y[6] += scaled(2.0)
    for c in (x[1], i64(2)):
        def times(v):
            return v * f64(c)
        y[6] += times(1.0)
    for d in (x[3], i64(2), x[1]):
        if d > 2:
            continue
        kept = d
        y[7] += f64(kept)
    for e in (x[2], i64(5)):
        if e > 2:
            break
        y[8] += f64(e)
    else:
        y[8] = -1.0
"""


def test_values(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, q = np.arange(4, dtype=np.float32), np.array([10, 20, 30], np.int32)
    y, f, n = np.zeros(9), np.zeros(5, np.float32), np.zeros(2, np.int32)
    y[1] = 7
    module.k[1, 1](x, q, y, f, n)
    assert n.tolist() == [23, 45]
    assert f.tolist() == [0.5, 3.0, 1.5, 0.75, 4.0]
    first = 2 + 60 + 6 + (400 - 256)
    assert y.tolist() == [1, first, 1 + 2 * 20 + 3 * first, 22, 1 * 6 + 2 * 6, 9, 6 + 3, 3, 2]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    if find_tool("ptxas") is not None:
        assemble(text, target)


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (  # one variable behind the loop
            "for a in (x[0], i64(2)):\n    y[0] += f64(a)\ny[1] = f64(a)",
            "PC0204",
            "`a` can not be i64 here: no type holds both that and f32",
        ),
        (  # one variable from round to round
            "for a in (x[0], i64(2)):\n    if y[0] > 0:\n        y[1] = f64(kept)\n    kept = a",
            "PC0103",
            "`kept` is read before it is assigned",
        ),
        (
            "for a in (x[0], i64(2)):\n    if y[0] > 0:\n        kept = a\n    y[1] += f64(a)",
            "PC0204",
            "`kept` can not be i64 here",
        ),
        (
            "for a in (x[0], i64(2)):\n    def f(v):\n        return v * f64(a)\n    y[0] += f(1.0)\ny[1] = f(2.0)",
            "PC0204",
            "a variable holds one function",
        ),
        ("t = (0, 1)\nif x[0] > 0:\n    t = (1, 2)\nn[0] = t[0]", "PC0203", "an i64 can not be stored"),
        ("t = (300, 1)\nb[0] = t[0]", "PC0203", "300 can not be stored in an element of MutSlice[u8]"),
        ("t = (x[0], 0.1)\nn[0] = t[1]", "PC0203", "0.1 can not be stored in an element of MutSlice[i32]"),
    ],
)
def test_refused(load: Callable[..., ModuleType], lines: str, code: str, words: str) -> None:
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    module = load(
        f"@kernel\ndef k(x: Slice[f32], y: MutSlice[f64], n: MutSlice[i32], b: MutSlice[u8]):\n{body}"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    assert words in str(caught.value)


def test_a_name_that_is_the_function_s(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(x: Slice[f32], y: MutSlice[f64]):
            for a in (x[0], i64(2)):
                k = a
                y[0] += f64(k)
        """
    )
    y = np.zeros(1)
    module.k[1, 1](np.array([0.5], np.float32), y)
    assert y[0] == 2.5


def test_arrays_in_tuples(load: Callable[..., ModuleType]) -> None:
    """A fixed array that is in a tuple is the array itself, as in Python."""
    module = load(
        """
        @device
        def filled(pair, value):
            pair[0][1] = value
            return pair

        @device
        def first_of(*arrays):
            found = f64(0)
            for array in arrays:
                found += f64(array[0])
            return found

        @kernel
        def k(x: Slice[f32], y: MutSlice[f64]):
            a, b = local_array(2, f32), shared_array(2, i32)
            a[0], b[0] = 2.0, 3
            pair = (a, 4)
            a[0] = 5.0
            pair[0][1] = 7.0
            y[0], y[1], y[2] = pair[0][0], a[1], a[1] + pair[1]
            y[3] = first_of(a, b, x)
            filled((a, b), x[0])
            y[4] = a[1]
            now, then = local_array(2, f32), local_array(2, f32)
            current, other = now, then
            for step in range(3):
                other[0] = current[0] + 1.0 if step > 0 else 1.0
                current, other = other, current
            y[5], y[6] = current[0], other[0]
            for row in (a, x, b):
                y[7] += f64(row[0])
            for k, row in enumerate((now, then)):
                row[0] += f32(k + 1)
            y[8] = now[0] * 10 + then[0]
            y[9] = sum(f64(each[0]) for each in (a, x))
        """
    )
    x, y = np.array([11.0], np.float32), np.zeros(10)
    module.k[1, 1](x, y)
    assert y.tolist() == [5, 7, 11, 5 + 3 + 11, 11, 3, 2, 5 + 11 + 3, 35, 16]


def test_arrays_in_tuples_end_with_their_function(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def made():
            a = local_array(2, f32)
            return (a, 1)

        @kernel
        def k(y: MutSlice[f32]):
            y[0] = made()[0][0]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == "PC0211"
    assert "which ends with it" in str(caught.value)
