"""Fixed arrays written as tuples, and floats beside vectors, which take the type of their fields."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
@struct
class Point:
    v: Array[f32, 3]
    m: Array[i32, 2, 2]
    b: Array[bool_, 2]

@device
def pair(n: i32) -> tuple[i32, i32]:
    return n + 1, n + 2

@kernel
def k(y: MutSlice[f32], points: MutSlice[Point], n: i32):
    p = Point((1.0, y[0], 3), ((1, 2), (n, 4)), (True, y[0] > 5.0))
    p.v = (y[1], 0.0, p.v[2])
    points[0] = p
    points[1].v = (7, 8, 9)
    points[1].m[1] = pair(n)
    stack = local_array((4, 2), i32)
    stack[0] = (n, 5)
    low, high = stack[0]
    stack[1] = (high, low)
    y[2] = f32(low * 10 + high)
    y[3] = f32(stack[1, 0] * 100 + stack[1, 1])
"""


def test_tuples_become_arrays(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    y, points = np.array([1, 2, 3, 4], np.float32), np.zeros(2, module.Point.dtype)
    module.k[1, 1](y, points, 6)
    assert y.tolist() == [1, 2, 65, 506]
    assert points["v"].tolist() == [[2, 0, 3], [7, 8, 9]]
    assert points["m"].tolist() == [[[1, 2], [6, 4]], [[0, 0], [7, 8]]]
    assert points["b"].tolist() == [[True, False], [False, False]]
    if find_tool("ptxas") is not None:
        assemble(module.k.ptx("sm_75"), "sm_75")


CHANGED = """
@struct
class Point:
    v: Array[f32, 2]
    n: i32

@struct
class Pair:
    points: Array[Point, 2]

@device
def made(x: f32) -> Point:
    return Point((x, 2.0), 0)
"""


def test_what_is_made_of_tuples_can_be_changed(load: Callable[..., ModuleType]) -> None:
    module = load(
        CHANGED
        + """
@kernel
def k(y: MutSlice[f32]):
    p = Point((y[0], 2.0), 1)
    p.v[1] += 3.0
    q = made(y[0])
    q.v[0] = 7.0
    pair = Pair((Point((1.0, 2.0), 3), made(y[1])))
    pair.points[1].v[1] = 9.0
    y[0], y[1], y[2], y[3], y[4] = p.v[0], p.v[1], q.v[0], pair.points[0].v[1], pair.points[1].v[1]
"""
    )
    y = np.array([1, 2, 3, 4, 5], np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [1, 5, 7, 2, 9]


@pytest.mark.parametrize("items", ["p, Point((1.0, 2.0), 3)", "p, p"])
def test_objects_in_tuples_keep_their_one_name(load: Callable[..., ModuleType], items: str) -> None:
    module = load(
        CHANGED
        + f"""
@kernel
def k(y: MutSlice[f32]):
    p = Point((y[0], 2.0), 1)
    pair = Pair(({items}))
    pair.points[0].n = 9
    y[0] = f32(p.n)
"""
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert [each.code for each in caught.value.diagnostics] == ["PC0108"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("points[0].v = (1.0, 2.0)", "a tuple of 2 can not be stored in a field of Point: there are 3 elements in"),
        ("points[0].v = (1.0, 2.0, y[0] + 1j)", "a complex64 can not be stored in a field of Point"),
        ("points[0].m[0] = (1, 0.5)", "0.5 can not be stored in an element of"),
    ],
)  # fmt: skip
def test_refused(load: Callable[..., ModuleType], line: str, message: str) -> None:
    module = load(
        SOURCE.partition("@kernel")[0]
        + f"@kernel\ndef k(y: MutSlice[f32], points: MutSlice[Point], n: i32):\n    {line}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].message.startswith(message), str(caught.value)


def test_an_item_that_does_not_fit_is_named(load: Callable[..., ModuleType]) -> None:
    module = load(
        CHANGED
        + """
@kernel
def k(y: MutSlice[f32], x: f64):
    both = (y[0], x)
    y[0] = Point(both, 1).v[0]
"""
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    (found,) = caught.value.diagnostics
    assert found.help == "write `f32(both[1])` where the loss is meant"


def test_floats_beside_vectors(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Vec:
            x: f32
            y: f32

            def __mul__(self, s):
                return Vec(self.x * s, self.y * s)

            def __rmul__(self, s):
                return Vec(self.x * s, self.y * s)

            def moved(self, by, times=0.5):
                return Vec(self.x + by * times, self.y + by)

        @struct
        class Mixed:
            a: f32
            b: f64

            def scaled(self, s):
                return self.b * s

        @kernel
        def k(y: MutSlice[Vec], out: MutSlice[f64]):
            y[0] = y[0] * -1.5
            y[1] = 2.0 * y[1]
            y[2] = y[2].moved(3.0)
            out[0] = Mixed(1.0, 3.0).scaled(0.1)
        """
    )
    y, out = np.ones(3, module.Vec.dtype), np.zeros(1)
    module.k[1, 1](y, out)
    assert y.tolist() == [(-1.5, -1.5), (2, 2), (2.5, 4)]
    assert out.tolist() == [3.0 * 0.1]
