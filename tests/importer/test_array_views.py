"""Fixed arrays as views: of `view(…)`, and as arguments of functions that take views."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import view
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
import numpy as np
from typing import TypeVar

T = TypeVar("T")
TABLE = constant_array(np.arange(12).reshape(3, 4), f32)
kept = device_global(Array[f32, 2, 3])

@device
def total(x: View[f32, 2]) -> f32:
    found = f32(0)
    for row in x:
        for value in row:
            found += value
    return found

@device
def fill(x: MutView[f32, 2], factor: f32):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j] = factor * f32(i * 10 + j)

@device
def last(x: View[T, 1]) -> T:
    return x[-1]

@device
def row(x: View[f32, 2], i: int):
    return x[i]

@kernel
def k(y: MutView[f32, 2], out: MutSlice[f32]):
    mine = local_array((2, 3), f32)
    tile = shared_array((2, 3), f32)
    fill(mine, 1.0)
    fill(tile, 2.0)
    fill(y, 3.0)
    fill(kept, 4.0)
    fill(view(mine).T[:, ::-1], 1.0)
    out[0], out[1], out[2] = total(mine), total(tile), total(y)
    out[3], out[4] = total(TABLE), total(kept)
    seen = view(mine)
    out[5] = seen[1:, ::2][0, 1] * 100 + seen.T[2, 0]
    seen[0, 0] = 500.0
    out[6] = mine[0, 0] + last(mine[1]) + last(seen[:, 1])
    atomic_add(view(tile).T[2, 1], 5.0)
    out[7] = tile[1, 2]
    out[8] = f32(seen.shape[0] * 1000 + seen.strides[0] * 100 + seen.strides[1] * 10 + seen.ndim)
    out[9] = sum(row(mine, 1)) + sum(row(TABLE, 2)) + max(view(mine)[1])
    numbers = local_array(4, i32)
    for i, _ in enumerate(view(numbers)):
        numbers[i] = i32(i * i)
    out[10] = f32(last(numbers))
    every = view(numbers)[::2]
    every[1] += 7
    out[11] = f32(numbers[2] + sum(every))
"""


def test_contents(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    y, out = np.zeros((2, 3), np.float32), np.zeros(12, np.float32)
    module.k[1, 1](y, out)
    filled = np.arange(2)[:, None] * 10 + np.arange(3)
    mine = np.zeros((2, 3))
    mine.T[:, ::-1] = np.arange(3)[:, None] * 10 + np.arange(2)
    wanted = [mine.sum(), 2 * filled.sum(), 3 * filled.sum(), np.arange(12).sum(), 4 * filled.sum()]
    wanted.append(mine[1:, ::2][0, 1] * 100 + mine.T[2, 0])
    mine[0, 0] = 500
    wanted += [mine[0, 0] + mine[1, -1] + mine[-1, 1], 2 * 12 + 5, 2000 + 300 + 10 + 2]
    wanted += [mine[1].sum() + np.arange(8, 12).sum() + mine[1].max(), 9, 11 + 0 + 11]
    assert out.tolist() == wanted
    assert y.tolist() == (3 * filled).tolist()
    assert module.kept.read().tolist() == (4 * filled).tolist()


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    assert "st.shared" in text
    if find_tool("ptxas") is not None:
        assemble(text, target)


def test_the_threads_of_a_block_share_one(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@device\ndef put(x: MutView[i32, 2], i: int, value: i32):\n    x[i // 4, i % 4] = value\n"
        "@kernel\ndef turn(x: Slice[i32], y: OutView[i32, 2]):\n"
        "    tile = shared_array((4, 4), i32)\n    i = thread_idx_x()\n"
        "    put(view(tile).T, i, x[i])\n    sync_threads()\n    y[i // 4, i % 4] = tile[i // 4, i % 4]\n"
    )
    y = np.zeros((4, 4), np.int32)
    module.turn[1, 16](np.arange(16, dtype=np.int32), y)
    assert y.tolist() == np.arange(16).reshape(4, 4).T.tolist()


def test_on_the_host() -> None:
    array = np.zeros((2, 2))
    assert view(array) is array


REFUSED = {
    "view(x)": ("PC0205", "a view is taken of a fixed array, not of a Slice[f32]"),
    "view(1.0)": ("PC0205", "a view is taken of a fixed array, not of"),
    "view(p.parts)": (
        "PC0208",
        "`p.parts` is in a copy of an object, or in no variable: there is no view of it",
    ),
    "view(local_array(4, f32))": ("PC0208", "`local_array(4, f32)` is in no variable: there is no view"),
    "view(local_array((1, 1, 1, 1), f32))": ("PC0205", "a view has at most 3 dimensions"),
    "fill(TABLE)": ("PC0203", "a View[f32, 1] can not be passed as `x` of `fill`, which is MutView[f32, 1]"),
    "fill(square)": ("PC0203", "can not be passed as `x` of `fill`"),
    "view(t)[9]": ("trap", ""),
    "dangling()": (
        "PC0211",
        "what is returned may be a view of an array of this function, which ends with it",
    ),
    "caught()": ("PC0211", "what is returned may be a view of an array of this function, which ends with it"),
    "t[1:]": ("PC0105", "a part of a local array of 4 f32 (`t[a:b]`) can not be taken"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_refused(load: Callable[..., ModuleType], call: str) -> None:
    code, message = REFUSED[call]
    module = load(
        "@struct\nclass P:\n    parts: Array[f32, 4]\n\n"
        "TABLE = constant_array([1, 2], f32)\n\n"
        "@device\ndef fill(x: MutView[f32, 1]):\n    x[0] = 1.0\n\n"
        "def dangling():\n    t = local_array(4, f32)\n    return view(t)[1:]\n\n"
        "def caught():\n    t = local_array(4, f32)\n    return lambda i: t[i]\n\n"
        "@kernel\ndef k(x: Slice[f32], p: P):\n    t = local_array(4, f32)\n    square = local_array((2, 2), f32)\n"
        f"    found = {call}\n"
        if "fill" not in call
        else "@struct\nclass P:\n    parts: Array[f32, 4]\n\n"
        "TABLE = constant_array([1, 2], f32)\n\n"
        "@device\ndef fill(x: MutView[f32, 1]):\n    x[0] = 1.0\n\n"
        "@kernel\ndef k(x: Slice[f32], p: P):\n    square = local_array((2, 2), f32)\n"
        f"    {call}\n"
    )
    if code == "trap":
        import_kernels([module.k])  # the index is checked at run time
        return
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert message in caught.value.diagnostic.message, str(caught.value)


def test_views_of_fields(load: Callable[..., ModuleType]) -> None:
    """Of an element they are views of its memory; of an object in a variable they change that."""
    module = load(
        """
        from copy import copy

        @struct
        class Held:
            n: i32
            v: Array[f32, 4]

            def bump(self):
                part = view(self.v)[::2]
                part[1] += 1.0

        @device
        def total(x: View[f32, 1]) -> f32:
            return sum(x)

        @kernel
        def k(y: MutSlice[f32], held: MutSlice[Held], seen: Slice[Held]):
            a = view(held[0].v)
            a[1:3][1] = 7.0
            y[0] = total(held[0].v) + total(view(seen[0].v)[1:])
            own = local_array(4, f32)
            own[:] = 2.0
            made = Held(1, copy(own))
            b = view(made.v)
            b[2] = 3.0
            y[1] = made.v[2]
            made.bump()
            y[2] = b[2] + total(b[:2])
            held[0].bump()
        """
    )
    y, held, seen = np.zeros(3, np.float32), np.ones(1, module.Held.dtype), np.ones(1, module.Held.dtype)
    module.k[1, 1](y, held, seen)
    assert y.tolist() == [10 + 3, 3, 4 + 4]
    assert held["v"].tolist() == [[1, 1, 8, 1]]


def test_views_of_fields_of_a_copy(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Held:
            v: Array[f32, 4]

        @device
        def bad(held: Held):
            return view(held.v)[0]

        @device
        def worse():
            own = Held(local_array(4, f32))
            return view(own.v)

        @kernel
        def k(y: MutSlice[f32]):
            y[0] = bad(Held(local_array(4, f32)))
            y[1] = worse()[0]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert [found.message for found in caught.value.diagnostics] == [
        "`held.v` is in a copy of an object, or in no variable: there is no view of it",
        "what is returned may be a view of an array of this function, which ends with it",
    ]


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("put(self.values)", "write `view(self.values)`, by which the method changes its object"),
        ("put(held.values)", "copy it into a variable: `elements = copy(held.values)`"),
    ],
)
def test_the_help_where_an_array_is_in_a_copy(line: str, help: str, load: Callable[..., ModuleType]) -> None:
    module = load(
        f"""
        @device
        def put(x: MutView[f32, 1]):
            x[0] = 5.0

        @struct
        class Held:
            values: Array[f32, 3]

            def change(self, held):
                {line}

        @kernel
        def k(y: MutSlice[f32]):
            own = Held((1.0, 2.0, 3.0))
            own.change(Held((4.0, 5.0, 6.0)))
            y[0] = own.values[0]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.help == help
    module = load(
        """
        @device
        def put(x: MutView[f32, 1]):
            x[0] = 5.0

        @struct
        class Held:
            values: Array[f32, 3]

            def change(self):
                put(view(self.values))

        @kernel
        def k(y: MutSlice[f32]):
            own = Held((1.0, 2.0, 3.0))
            own.change()
            y[0] = own.values[0]
        """
    )
    y = np.zeros(1, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [5.0]


def test_rows_are_views(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def total(row: View[i32, 1]) -> i32:
            found = i32(0)
            for value in row:
                found += value
            return found

        @device
        def bump(rows):
            for row in rows:
                row[0] += 1

        @kernel
        def k(y: MutSlice[i32]):
            tile = shared_array((3, 4), i32)
            for i in range(3):
                for j in range(4):
                    tile[i, j] = i32(i * 4 + j)
            for i, row in enumerate(tile):
                y[i] = total(row)
            last = tile[-1]
            last[1] = 100
            y[3] = tile[2, 1] + i32(len(last))
            bump(tile)
            y[4] = tile[0, 0] + tile[1, 0] + tile[2, 0]
            own = local_array((2, 2, 2), i32)
            own[:] = 3
            for plane in own:
                for line in plane:
                    line[1] = 4
            first, second = own
            y[5] = first[0, 1] * 10 + second[1, 0]
            largest = max(tile, key=lambda row: row[1])
            y[6] = largest[2]
        """
    )
    y = np.zeros(7, np.int32)
    module.k[1, 1](y)
    assert y.tolist() == [6, 22, 38, 104, 0 + 1 + 4 + 1 + 8 + 1, 43, 10]
    if find_tool("ptxas") is not None:
        assemble(module.k.ptx("sm_75"), "sm_75")


def test_a_row_of_an_array_of_the_function_is_not_returned(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def bad():
            own = local_array((2, 2), i32)
            row = own[0]
            return row

        @kernel
        def k(y: MutSlice[i32]):
            y[0] = bad()[0]
        """
    )
    with pytest.raises(CompileError, match="what is returned may be a view of an array of this function"):
        import_kernels([module.k])


def test_methods_that_take_views_by_other_names(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        import periclase
        from periclase import address_of as place, view as seen

        @struct
        class Box:
            sides: Array[f32, 2]
            mass: f32

            def widen(self):
                seen(self.sides)[1] = 5.0

            def weigh(self):
                place(self.mass)[0] = 7.0

            def lower(self):
                periclase.view(self.sides)[0] = 3.0

        @kernel
        def k(y: MutSlice[f32]):
            box = Box((1.0, 2.0), 3.0)
            box.widen()
            box.weigh()
            box.lower()
            y[0], y[1], y[2] = box.sides[0], box.sides[1], box.mass
        """
    )
    y = np.zeros(3, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [3, 5, 7]
