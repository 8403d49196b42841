"""One value for many elements, `t[1:] = 0.0`, and one fixed array copied into another."""

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
class Held:
    v: Array[f32, 3]
    n: i32

    def clear(self):
        self.v[:] = 0.0

@kernel
def k(y: MutSlice[f32], v: MutView[f32, 2], o: OutSlice[f32], held: MutSlice[Held], n: i32):
    t = local_array(3, f32)
    u = local_array(3, f32)
    u[:] = y[0]
    t[:] = u
    u[...] = 8
    t[n:] = 9
    y[3] = t[0] * 100 + t[1] * 10 + t[2] + u[1] * 1000
    m = local_array((2, 3), i32)
    m[...] = 4
    m[:, :] = 5
    m[1, :] = 6
    m[:, n] = 7
    m[0] = m[1]
    c = i64(0)
    for i in range(2):
        for j in range(3):
            c = c * 10 + m[i, j]
    y[4] = f32(c)
    v[:, 1] = 3.0
    v[n:, ::2] = y[0]
    o[:] = 2.5
    o[n : n + 1] = y[2]
    held[0].clear()
    held[0].v[-1:] = 2.5
    made = Held(copy(t), 3)
    made.v[:] = u
    held[1] = made
    y[5:7] = y[7] = f32(-n)
    y[8:100] = 5.0
    y[10:2] = 6.0
    address_of(y[0])[1] = 4.0
"""


def test_filled(load: Callable[..., ModuleType]) -> None:
    module = load("from copy import copy\n" + SOURCE)
    y, v, o = np.arange(1, 11, dtype=np.float32), np.zeros((2, 3), np.float32), np.zeros(3, np.float32)
    held = np.ones(2, module.Held.dtype)
    module.k[1, 1](y, v, o, held, 1)
    assert y.tolist() == [1, 4, 3, 8199, 676676, -1, -1, -1, 5, 5]
    assert v.tolist() == [[0, 3, 0], [1, 3, 1]]
    assert o.tolist() == [2.5, 3, 2.5]
    assert held["v"].tolist() == [[0, 0, 2.5], [8, 8, 8]]
    assert held["n"].tolist() == [1, 3]
    if find_tool("ptxas") is not None:
        assemble(module.k.ptx("sm_75"), "sm_75")


REFUSED = {
    "t[:] = u": ("PC0203", "a local array of 4 f32 can not be copied into a local array of 3 f32"),
    "y[:] = x": ("PC0105", "a Slice[f32] is not copied in one piece: it may be of the same memory"),
    "y[:] = u": (
        "PC0105",
        "a local array of 4 f32 is copied into a fixed array of its shape, and `y[:]` is a MutSlice[f32]",
    ),
    "x[1:] = 1.0": ("PC0208", "`x` is a Slice[f32]: its elements can not be set"),
    "y[:] = 1.5j": ("PC0203", "a complex128 can not be stored in an element of MutSlice[f32]"),
    "v[..., 1] = 3.0": ("PC0105", "`v[..., 1]`: `...` stands alone on a device"),
    "v[:, :, :] = 3.0": ("PC0208", "`v` is MutView[f32, 2] and takes at most 2 indices, not 3"),
    "p[:] = 1.0": ("PC0105", "a part of a MutPointer[f32, \"global\"] (`p[:]`) can not be taken"),
    "(1, 2)[:] = 1.0": ("PC0208", "`(1, 2)[:]` is a value, not elements that can be set"),
    "WEIGHTS[:] = 1.0": ("PC0208", "`WEIGHTS` is a constant array: it can not be changed"),
    "y[::0] = 1.0": ("PC0206", "the step of a slice is zero"),
    "y[:] = None": ("PC0203", "a None can not be stored in an element of MutSlice[f32]"),
}  # fmt: skip


TUPLES = """
@kernel
def k(x: Slice[f32], y: MutSlice[f32]):
    t = local_array(4, tuple[f32, i32])
    t[:] = (1.0, 2)
    t[1:3] = (x[1], 3)
    y[0] = t[3][0] * 10 + f32(t[3][1])
    y[1] = t[2][0] * 10 + f32(t[2][1])
    n = local_array((2, 2), tuple[tuple[i8, f32], f32])
    n[1, :] = ((1, 2), x[2])
    y[2] = f32(n[1, 0][0][0]) * 100 + n[1, 1][0][1] * 10 + n[1, 1][1]
"""


def test_literals_in_tuples_take_the_types_of_the_elements(load: Callable[..., ModuleType]) -> None:
    module = load(TUPLES)
    x, y = np.array([0, 5, 7], np.float32), np.zeros(3, np.float32)
    module.k[1, 1](x, y)
    assert y.tolist() == [12, 53, 127]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("(1.0, 2.5)", "2.5 can not be stored in an element of local array of 4 tuple[f32, i32]"),
        ("(1.0, 2, 3)", "a tuple[f64, i64, i64] can not be stored in an element of local array"),
    ],
)
def test_tuples_that_are_no_elements(load: Callable[..., ModuleType], value: str, words: str) -> None:
    module = load(f"@kernel\ndef k():\n    t = local_array(4, tuple[f32, i32])\n    t[:] = {value}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert words in str(caught.value)


@pytest.mark.parametrize("line", REFUSED)
def test_refused(load: Callable[..., ModuleType], line: str) -> None:
    module = load(
        "WEIGHTS = constant_array([1.0, 2.0], f32)\n"
        "@kernel\n"
        "def k(y: MutSlice[f32], x: Slice[f32], v: MutView[f32, 2], p: MutPointer[f32]):\n"
        "    t = local_array(3, f32)\n    u = local_array(4, f32)\n    t[0] = u[0] = 1.0\n"
        f"    {line}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert found.code == REFUSED[line][0], str(caught.value)
    assert found.message.startswith(REFUSED[line][1])
