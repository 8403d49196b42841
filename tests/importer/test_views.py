"""Views: in every order and with any strides they do what numpy does; their indices are checked; they are refused by name."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError, LaunchError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.failures import BufferFailure

SOURCE = """
@kernel
def negate(x: View[f32, 2], y: OutView[f32, 2]):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = -x[i, j]

@kernel
def shapes(x: View[f64, 3], out: MutSlice[i64]):
    n, m, k = x.shape
    out[0] = n * 10000 + m * 100 + k
    out[1] = x.strides[0] * 10000 + x.strides[1] * 100 + x.strides[2]
    out[2] = x.ndim * 1000 + len(x)
    out[3] = x.size
    out[4] = x.T.shape[0] * 10000 + x[0].T.shape[0] * 100 + len(x[0, 0])

@kernel
def sums(x: View[f64, 3], y: OutView[f64, 2]):
    i = thread_idx_x()
    if i < len(x):
        plane = x[i]
        total = 0.0
        for r in range(plane.shape[0]):
            row = plane[r]
            for c in range(len(row)):
                total += row[c]
        y[i, -1] = total
        y[i][0] = x[-1, i][-2]
        y[i, 1:-1][0] = plane.T[0, -1]
"""


def _layouts(values: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    """Arrays with these values, in other orders and with other strides."""
    n, m = values.shape
    wide = np.full((2 * n, 3 * m), 77, values.dtype)
    spread = wide[1::2, ::3]
    turned = np.full((n, m), 77, values.dtype)[::-1, ::-1]
    column = np.full((m, n, 2), 77, values.dtype)[..., 1].T
    layouts = [np.empty_like(values), np.empty_like(values, order="F"), spread, turned, column]
    for layout in layouts:
        layout[...] = values
    return layouts


def test_every_order(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    dev = open_device("cpu")
    values = np.arange(15, dtype=np.float32).reshape(3, 5)
    for x, y in itertools.product(_layouts(values), _layouts(np.zeros((3, 5), np.float32))):
        outer = y if y.base is None else y.base
        y[...] = 77
        before = outer.copy()
        module.negate[1, (8, 8)](x, y)
        assert (y == -x).all()
        assert np.count_nonzero(outer != before) == 15  # and nothing else was touched
        memory, result = dev.wrap(x), dev.wrap(y)
        y[...] = 0
        module.negate[1, (8, 8)](memory, result)
        assert (result.read() == -x).all()
        assert (y == -x).all()


def test_attributes(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    out = np.zeros(5, np.int64)
    x = np.zeros((4, 6, 10))[::2, 1:, ::-5]
    module.shapes[1, 1](x, out)
    assert out.tolist() == [20502, 120 * 10000 + 10 * 100 - 5, 3002, 20, 20202]


def test_rows_and_literal_negative_indices(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, y = np.random.default_rng(1).random((3, 4, 9)), np.zeros((3, 5))
    module.sums[1, 8](x, y)
    expected = np.zeros((3, 5))
    expected[:, -1] = [
        np.add.accumulate(plane.ravel())[-1] for plane in x
    ]  # one by one: `sum` of Python 3.12 compensates
    expected[:, 0] = x[-1, :3, -2]
    expected[:, 1] = x[:, -1, 0]
    np.testing.assert_array_equal(y, expected)


BOUNDS = [None, -7, -5, -3, -1, 0, 1, 3, 5, 7]


@pytest.mark.parametrize("step", [1, 2, 3, -1, -2, -3, 10, -10])
def test_slices_are_pythons(load: Callable[..., ModuleType], step: int) -> None:
    """Bounds at run time, negative and beyond the ends: what `range(n)[a:b:step]` gives."""
    module = load(
        f"""
@kernel
def both(x: View[i32, 1], a: i32, b: i64, out: MutSlice[i32]):
    part = x[a:b:{step}]
    out[0] = i32(len(part))
    for i in range(len(part)):
        out[1 + i] = part[i]

@kernel
def lower(x: View[i32, 1], a: i32, b: i64, out: MutSlice[i32]):
    part = x[a::{step}]
    out[0] = i32(len(part))
    for i in range(len(part)):
        out[1 + i] = part[i]

@kernel
def upper(x: View[i32, 1], a: i32, b: i64, out: MutSlice[i32]):
    part = x[:b:{step}]
    out[0] = i32(len(part))
    for i in range(len(part)):
        out[1 + i] = part[i]
"""
    )
    for n, a, b in itertools.product((0, 1, 5), BOUNDS, BOUNDS):
        if a is None and b is None:
            continue
        name = "upper" if a is None else "lower" if b is None else "both"
        x, out = np.arange(n, dtype=np.int32), np.zeros(8, np.int32)
        getattr(module, name)[1, 1](x, a or 0, b or 0, out)
        expected = x[a:b:step].tolist()
        assert out[: 1 + out[0]].tolist() == [len(expected), *expected], (n, a, b)


CONSTANT_SLICES = [
    "1:", ":-1", "-2:", "::2", "::-1", "3:1", "1:9", "-9:2", "-9:-8", "7:", "4:0:-2", "-1:-4:-1", ":-9:-1", "9::-3", "1:1",
]  # fmt: skip


def test_constant_slices_of_views_and_slices(load: Callable[..., ModuleType]) -> None:
    cases = "".join(
        f"""
    for i in range(len(x[{text}])):
        out[{k}, 0, i] = x[{text}][i]
    for i in range(len(s[{text}])):
        out[{k}, 1, i] = s[{text}][i]
    out[{k}, 2, 0] = i32(len(x[{text}]))
    out[{k}, 2, 1] = i32(len(s[{text}]))
"""
        for k, text in enumerate(CONSTANT_SLICES)
    )
    module = load(f"@kernel\ndef cut(x: View[i32, 1], s: Slice[i32], out: MutView[i32, 3]):{cases}")
    values = np.arange(10, 16, dtype=np.int32)
    out = np.zeros((len(CONSTANT_SLICES), 3, 6), np.int32)
    module.cut[1, 1](values, values, out)
    for k, text in enumerate(CONSTANT_SLICES):
        expected = eval(f"values[{text}]", {"values": values}).tolist()
        assert out[k, 2, :2].tolist() == [len(expected)] * 2, text
        assert out[k, 0, : len(expected)].tolist() == expected, text
        assert out[k, 1, : len(expected)].tolist() == expected, text


def test_through_functions_and_variables(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
@device
def total(row: View[f32, 1]) -> f32:
    found = f32(0.0)
    for i in range(row.size):
        found += row[i]
    return found

@device
def column(x: MutView[f32, 2], j: isize) -> MutView[f32, 1]:
    return x.T[j]

@device
def longest(a: View[f32, 1], b: View[f32, 1]) -> View[f32, 1]:
    return a if len(a) > len(b) else b

@kernel
def run(x: MutView[f32, 2], s: MutSlice[f32], out: MutSlice[f32]):
    part = x[0]
    for i in range(len(x)):
        part = x[i, ::2]
        out[i] = total(part)
    column(x, 1)[2] = 50.0
    x[1, 0] += 7.0
    x[1][1] *= 2.0
    out[3] = total(s) + total(s[1:]) + total(s[::2])
    out[4] = total(longest(x[0], s[:2]))
    s[1:][0] += 100.0
"""
    )
    x, s, out = np.arange(12, dtype=np.float32).reshape(3, 4), np.ones(5, np.float32), np.zeros(5, np.float32)
    module.run[1, 1](x, s, out)
    assert out.tolist() == [2.0, 10.0, 18.0, 12.0, 6.0]
    expected = np.arange(12, dtype=np.float32).reshape(3, 4)
    expected[2, 1] = 50
    expected[1, 0] += 7
    expected[1, 1] *= 2
    assert (x == expected).all()
    assert s.tolist() == [1, 101, 1, 1, 1]


def test_structs_in_views_and_views_in_structs(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
@struct
class Cell:
    height: f64
    kind: i8

@struct
class Grid:
    cells: MutView[Cell, 2]
    scale: f64

@kernel
def grow(grid: Grid):
    i, j = thread_idx_y(), thread_idx_x()
    if i < grid.cells.shape[0] and j < grid.cells.shape[1]:
        grid.cells[i, j].height *= grid.scale
        grid.cells[i][j].kind += 1
"""
    )
    cells = np.zeros((4, 6), module.Cell.dtype)
    cells["height"] = np.arange(24).reshape(4, 6)
    before = cells.copy()
    module.grow[1, (8, 8)](module.Grid(cells[::2, 1::2], 3.0))
    before["height"][::2, 1::2] *= 3
    before["kind"][::2, 1::2] += 1
    assert (cells == before).all()


def test_atomics_on_elements(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
@kernel
def count(x: View[i32, 2], bins: MutView[i32, 2]):
    i, j = thread_idx_y(), thread_idx_x()
    atomic_add(bins[x[i, j] % 2, x[i, j] % 3], 1)
    atomic_add(bins, (0, x[i, j] % 3), 1)
"""
    )
    x = np.random.default_rng(2).integers(0, 100, (16, 16), np.int32)
    bins = np.zeros((4, 3), np.int32)
    module.count[1, (16, 16)](x, bins[::2])
    expected = np.zeros((4, 3), np.int32)
    np.add.at(expected, (x % 2 * 2, x % 3), 1)
    np.add.at(expected, (np.zeros_like(x), x % 3), 1)
    assert (bins == expected).all()


@pytest.mark.parametrize(
    ("index", "axis"),
    [
        ("n, 0", 0),
        ("0, n", 1),
        ("-n - 1, 0", 0),
        ("u64(n) << 61, 0", 0),
        ("0, -5", 1),
        ("9, 0", 0),
        ("-9, 0", 0),
    ],
)
def test_out_of_bounds(load: Callable[..., ModuleType], index: str, axis: int) -> None:
    module = load(f"@kernel\ndef k(x: View[f32, 2], y: MutSlice[f32], n: i32):\n    y[0] = x[{index}]\n")
    dev = open_device("cpu")
    x, y = dev.zeros((4, 4)), dev.zeros(1)
    module.k[1, 1](x, y, 4)
    with pytest.raises(BufferFailure, match=f"index out of bounds of `x` in axis {axis}"):
        y.read()


def test_a_row_is_checked_like_an_index(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@kernel\ndef k(x: View[f32, 2], y: MutSlice[f32], n: i32):\n    y[0] = f32(len(x[n]))\n    y[1] = x[1:][n][0]\n"
    )
    dev = open_device("cpu")
    for n, message in ((3, r"`x` in axis 0"), (2, r"`x\[1:\]` in axis 0")):
        y = dev.zeros(2)
        module.k[1, 1](dev.zeros((3, 3)), y, n)
        with pytest.raises(BufferFailure, match=f"index out of bounds of {message}"):
            y.read()


def test_64_bit_offsets(load: Callable[..., ModuleType]) -> None:
    """An offset that 32 bits do not hold: in 5 GB of zeros that nobody has written, and so nobody has memory for."""
    module = load(
        "@kernel\ndef k(x: View[u8, 2], y: MutSlice[u8], i: i32, j: i32):\n    y[0] = x[i, j] + 1\n"
    )
    x = np.zeros((50_000, 100_000), np.uint8)
    x[49_999, 99_999] = 41
    y = np.zeros(1, np.uint8)
    module.k[1, 1](x, y, 49_999, 99_999)
    assert y[0] == 42
    module.k[1, 1](x[::-1, ::-1], y, 0, 0)
    assert y[0] == 42


def test_assembles(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    for kernel in (module.negate, module.sums):
        for target in ("sm_75", "sm_120"):
            text = kernel.ptx(target)
            if find_tool("ptxas") is not None:
                assemble(text, target)


# -------------------------------------------------------------------------------------------------------- refused ----

REFUSED = [
    ("z = x[0, 0, 0]", "PC0208", "`x` is View[f32, 2] and takes at most 2 indices, not 3"),
    ("y[0, 0] = x[0.5, 1]", "PC0208", "an index must be an integer, not"),
    ("y[0, 0] = x[1 << 61, 0]", "PC0209", "no axis has that many elements"),
    ("y[0, 0] = x[None, 0]", "PC0105", "`None` can not be an index of a view"),
    ("y[0, 0] = x[..., 0]", "PC0105", "`...` can not be an index of a view"),
    ("y[0, 0] = x.flat[0]", "PC0102", "has no attribute `flat`"),
    ("x[0, 0] = 1.0", "PC0208", "annotate it as `MutView[f32, 2]`, or `OutView[f32, 2]`"),
    ("y[0, 0] = o[0, 0]", "PC0208", "its elements are written, never read"),
    ("o[0, 0] += 1.0", "PC0208", "annotate it as `MutView[f32, 2]`"),
    ("y[0] = 1.0", "PC0208", "`y[0]` is a value, not a place that can be set"),
    ("y[0] = x[1]", "PC0208", "set the elements one by one"),
    ("y[1:] += x[0]", "PC0208", "set the elements one by one"),
    ("y.shape[0] = 3", "PC0208", "a tuple can not be changed"),
    ("if x: pass", "PC0205", "View[f32, 2] is no condition"),
    ("z = x == y", "PC0205", "`==` does not work on View[f32, 2]"),
    ("z = x + 1.0", "PC0205", "`+` does not work on View[f32, 2]"),
    ("z = x[::0]", "PC0206", "the step of a slice is zero"),
    ("z = x[::n]", "PC0105", "the step of a slice must be an integer known at import"),
    ("z = x[0.5:]", "PC0208", "a bound of a slice must be an integer"),
    ("z = x[u:]", "PC0203", "a bound of a slice, which is isize"),
    ("z = x if n else y", "PC0204", "no type holds both"),
    ("z = takes(y[0])", "PC0203", "passed as `v` of `takes`"),
    ("z = takes(o)", "PC0203", "passed as `v` of `takes`"),
    ("z = x\nz = y", "PC0204", "`z` can not be MutView[f32, 2] here"),
]


@pytest.mark.parametrize(("body", "code", "words"), REFUSED, ids=[body for body, _, _ in REFUSED])
def test_refused(load: Callable[..., ModuleType], body: str, code: str, words: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    module = load(
        "@device\ndef takes(v: View[f32, 2]) -> f32:\n    return v[0, 0]\n"
        + f"@kernel\ndef k(x: View[f32, 2], y: MutView[f32, 2], o: OutView[f32, 2], n: i32, u: u64):\n{lines}"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    assert words in str(caught.value)
    assert caught.value.diagnostic.span is not None


def test_annotations_that_are_no_views(load: Callable[..., ModuleType]) -> None:
    for text, words in (
        ("View[f32]", "takes an element type and a number of dimensions"),
        ("View[f32, 4]", "has 1 to 3 dimensions, not 4"),
        ("View[str, 2]", "takes a type that can be stored"),
        ("View", "say what the elements are"),
    ):
        module = load(f"@kernel\ndef k(x: '{text}'):\n    pass\n")
        with pytest.raises(CompileError, match="PC0201") as caught:
            module.k.compile("cpu")
        assert words in str(caught.value), str(caught.value)


def test_arguments_that_are_no_views(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    dev = open_device("cpu")
    good = np.zeros((2, 2), np.float32)
    packed = np.zeros(4, np.dtype([("a", np.float32), ("b", np.float16)]))["a"]
    for bad, words in (
        (np.zeros(4, np.float32), "an array of 2 dimensions is asked for, not of 1"),
        (dev.zeros((2, 2, 2)), "a buffer of 2 dimensions is asked for, not of 3"),
        (3, "a buffer or array of 2 dimensions is asked for, not a value of type int"),
        (np.zeros((2, 2)), "takes elements of float32, and this array has float64"),
        (np.zeros((2, 2)).T[:, :1], "takes elements of float32, and this array has float64"),
        (dev.zeros((2, 2), np.int32).T, "takes a buffer of float32, not of int32"),
        (np.zeros((2, 2), np.dtype(">f4"))[:, :1], "byte order"),
        (np.lib.stride_tricks.as_strided(packed, (2, 2), (12, 6)), "6 bytes apart"),
    ):
        with pytest.raises(LaunchError, match="PC0") as caught:
            module.negate[1, 1](bad, good)
        assert words in str(caught.value), str(caught.value)
    frozen = np.zeros((2, 4), np.float32)[:, ::2]
    frozen.flags.writeable = False
    with pytest.raises(LaunchError, match="read-only"):
        module.negate[1, 1](good, frozen)
    module.negate[1, (2, 2)](frozen, good)
