"""Arrays in dynamic shared memory: of any type and length, one behind another, and no more than the launch gives."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.failures import BufferFailure

SOURCE = """
@struct
class Cell:
    mark: i8
    weight: f64

@device
def rotate(values, i: i32, n: i32):
    kept = values[i]
    sync_threads()
    values[(i + 1) % n] = kept
    sync_threads()

@kernel
def k(x: MutSlice[f32], y: MutSlice[f64], z: MutSlice[i32], n: i32):
    i = i32(thread_idx_x())
    static = shared_array(2, f32)
    marks = dynamic_shared_array(n, i8)
    floats = dynamic_shared_array(n, f32, after=marks)
    cells = dynamic_shared_array(dtype=Cell, length=n, after=floats)
    marks[i] = i8(i)
    floats[i] = x[i]
    cells[i] = Cell(i8(i), y[i])
    cells[i].weight += 0.5
    static[i % 2] = 1.0
    sync_threads()
    rotate(floats, i, n)
    rotate(cells, i, n)
    x[i] = floats[i] + static[0]
    y[i] = cells[i].weight + f64(cells[i].mark) * 100
    total = 0
    for mark in marks:
        total += i32(mark)
    z[i] = i32(total) + i32(len(marks)) * 1000 + i32(marks[-1]) * 10000
    atomic_add(floats[0], 1.0)
"""


def test_several_arrays(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    for n in (1, 5, 33, 127):
        x, y, z = np.arange(n, dtype=np.float32), np.arange(n) * 2.0, np.zeros(n, np.int32)
        taken = (n + 3) // 4 * 4 + 4 * n
        taken = (taken + 7) // 8 * 8 + 16 * n
        module.k[1, n, taken](x, y, z, n)
        assert x.tolist() == (np.roll(np.arange(n, dtype=np.float32), 1) + 1).tolist()
        assert y.tolist() == np.roll(np.arange(n) * 2.0 + 0.5 + np.arange(n) * 100, 1).tolist()
        assert set(z) == {n * (n - 1) // 2 + n * 1000 + (n - 1) * 10000}


def test_too_little(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@kernel\ndef k(x: MutSlice[i32], n: i32):\n    a = dynamic_shared_array(n, i16)\n"
        "    b = dynamic_shared_array(n, f64, after=a)\n    x[0] = i32(len(a) + len(b)) + i32(dynamic_shared_size())\n"
    )
    dev = open_device("cpu")
    for n, given, enough in (
        (3, 32, True),
        (3, 31, False),
        (0, 0, True),
        (1, 3, False),
        (-1, 100, False),
        (5, 8, False),
    ):
        x = dev.zeros(1, np.int32)
        module.k[1, 1, given](x, n)
        if enough:
            assert x.read()[0] == 2 * n + given
        else:
            with pytest.raises(BufferFailure, match="the launch gives too little dynamic shared memory"):
                x.read()


def test_out_of_bounds(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@kernel\ndef k(x: MutSlice[f32], n: i32):\n    a = dynamic_shared_array(4, f32)\n    x[0] = a[n]\n"
    )
    dev = open_device("cpu")
    for n in (4, -1):
        x = dev.zeros(1)
        module.k[1, 1, 64](x, n)
        with pytest.raises(BufferFailure, match="index out of bounds of `a`"):
            x.read()


def test_assembles(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    for target in ("sm_75", "sm_120"):
        text = module.k.ptx(target)
        assert "%dynamic_smem_size" in text
        assert ".extern .shared" in text
        if find_tool("ptxas") is not None:
            assemble(text, target)


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("a = dynamic_shared_array(n)", "PC0207", "takes a length, an element type"),
        (
            "a = dynamic_shared_array(1.5, f32)",
            "PC0210",
            "the length of `dynamic_shared_array` is an integer",
        ),
        ("a = dynamic_shared_array(n, x)", "PC0210", "the element type of `dynamic_shared_array`"),
        (
            "a = dynamic_shared_array(n, f32, x)",
            "PC0210",
            "`after` is a dynamic shared array, not a MutSlice[f32]",
        ),
        ("a = dynamic_shared_array(n, f32)[1:]", "PC0105", "can not be taken"),
        ("x[0] = dynamic_shared_array(n, f32)", "PC0203", "stored in an element"),
    ],
)
def test_refused(load: Callable[..., ModuleType], body: str, code: str, words: str) -> None:
    module = load(f"@kernel\ndef k(x: MutSlice[f32], n: i32):\n    {body}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in str(caught.value), str(caught.value)


ALIGNED = """
@kernel
def aligned(y: MutSlice[i64], n: i32):
    static = shared_array(3, i32)
    static[0] = n
    first = dynamic_shared_array(n, f32, align=1024)
    second = dynamic_shared_array(n, f32, after=first, align=256)
    last = dynamic_shared_array(n, f32, after=second)
    start = address_of(first[0])
    atomic_add(first[0], 1.0)
    y[0] = is_aligned(start, 1024)
    y[1] = address_of(second[0]) - start
    y[2] = address_of(last[0]) - start
"""


def test_alignment(load: Callable[..., ModuleType]) -> None:
    module = load("from periclase.library.addresses import is_aligned\n" + ALIGNED)
    y = np.zeros(3, np.int64)
    module.aligned[1, 1, 2048](y, 65)
    assert y[0] == 1
    assert y[1:].tolist() == [128, 128 + 65]
    with pytest.raises(BufferFailure, match="too little dynamic shared memory"):
        module.aligned[1, 1, 512 + 65 * 4](y, 65)
    text = module.aligned.ptx("sm_90")
    assert ".extern .shared .align 1024 .b8" in text
    if find_tool("ptxas") is not None:
        assemble(text, "sm_90")


def test_no_such_alignment(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f64]):\n    y[0] = dynamic_shared_array(4, f64, align=4)[0]\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    text = str(caught.value)
    assert "`align` of `dynamic_shared_array` is a power of two from 8 to 1024" in text
