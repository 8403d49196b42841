"""Constant arrays: what they hold, where they lie, and that a kernel is compiled anew when they are others."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import complex64, constant_array, f32, i8, i32, kernel, u8
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
import numpy as np

@struct
class Rule:
    kind: i8
    rate: f64
    pair: tuple[i16, f32]

WEIGHTS = constant_array([0.25, 0.5, 0.25], f32)
TABLE = constant_array(np.arange(24).reshape(2, 3, 4))
ROOTS = constant_array([1j, -1, 0.5 - 2j], complex64)
HALVES = constant_array([1.5, -2], f16)
FLAGS = constant_array([True, False, True])
RULES = constant_array(np.array([(1, 2.5, (-3, 0.5)), (-4, 5.5, (6, 0.25))], Rule.dtype), Rule)

@device
def total(row):
    found = 0
    for value in row:
        found += value
    return found

@kernel
def k(x: Slice[f32], y: MutSlice[f32], n: MutSlice[i64], z: MutSlice[complex64]):
    i = thread_idx_x()
    if 0 < i < len(x) - 1:
        for j, w in enumerate(WEIGHTS):
            y[i] += w * x[i + j - 1]
    if i < 2:
        n[i] = TABLE[i, -1, i + 1] + total(TABLE[i][0]) + RULES[i].kind + RULES[i].pair[0] + len(TABLE)
        z[i] = ROOTS[i + 1] + f32(RULES[i].rate) + RULES[i].pair[1] + HALVES[i] + (1 if FLAGS[i] else 0)
"""


def test_contents(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x = np.arange(8, dtype=np.float32) ** 2
    y, n, z = np.zeros(8, np.float32), np.zeros(2, np.int64), np.zeros(2, np.complex64)
    module.k[1, 8](x, y, n, z)
    assert y[1:-1].tolist() == np.convolve(x, [0.25, 0.5, 0.25], "valid").tolist()
    table = np.arange(24).reshape(2, 3, 4)
    assert n.tolist() == [
        table[0, 2, 1] + table[0, 0].sum() + 1 - 3 + 2,
        table[1, 2, 2] + table[1, 0].sum() - 4 + 6 + 2,
    ]
    assert z.tolist() == [-1 + 2.5 + 0.5 + 1.5 + 1, 0.5 - 2j + 5.5 + 0.25 - 2]


def test_on_a_gpu_they_lie_in_constant_memory(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    for target in ("sm_75", "sm_120"):
        text = module.k.ptx(target)
        assert text.count(".const .align") >= 3  # small ones become instructions
        assert "ld.const" in text
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_others_are_another_kernel(load: Callable[..., ModuleType]) -> None:
    source = "T = constant_array([1, {}], i32)\n@kernel\ndef k(y: MutSlice[i32]):\n    y[0] = T[1]\n"
    module = load(source.format(2))
    marks: list[str] = []
    for last in (2, 3, 2):
        module.T = constant_array([1, last], i32)
        again = kernel(module.k.function)
        marks.append(again.fingerprint())
        y = np.zeros(1, np.int32)
        again[1, 1](y)
        assert y[0] == last
    assert marks[0] == marks[2] != marks[1]


def test_on_the_host() -> None:
    table = constant_array([[1, 2], [3, 4]], u8)
    assert table[1, 0] == 3
    assert (len(table), table.shape, [row.tolist() for row in table]) == (2, (2, 2), [[1, 2], [3, 4]])
    assert repr(table) == "<constant constant array of 2 by 2 u8>"
    with pytest.raises(ValueError, match="read-only"):
        table.numpy()[0, 0] = 1
    assert constant_array([1.5]).digest != constant_array([2.5]).digest
    assert constant_array([1.5], f32).digest == constant_array(np.array([1.5], np.float32)).digest
    assert constant_array([1], complex64).numpy().dtype == np.complex64


@pytest.mark.parametrize(
    ("values", "dtype", "words"),
    [
        ([], f32, "at least one element"),
        (3, f32, "one dimension"),
        (np.zeros(20_000, np.float32), None, "too many for constant memory"),
        ([300], u8, "u8 does not hold all of these values"),
        ([0.5], i8, "i8 does not hold all of these values"),
        (["a"], None, "elements that can be stored"),
        ([object()], None, "elements that can be stored"),
        ([1.0], ["f32"], "elements that can be stored"),
        ([1.0], "no type", "elements that can be stored"),
    ],
)
def test_what_is_none(values: Any, dtype: Any, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        constant_array(values, dtype)


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("T[0] = 1", "PC0208", "`T` is a constant array: it can not be changed"),
        ("T[0] += 1", "PC0208", "`T` is a constant array"),
        ("atomic_add(T[0], 1)", "PC0208", "`T` is a constant array"),
        ("y[0] = T[3]", "PC0209", "the index 3 is out of bounds"),
        ("y[0] = T", "PC0203", "can not be stored"),
        ("T = 1\n    y[0] = T", None, ""),
    ],
)
def test_refused(load: Callable[..., ModuleType], body: str, code: str | None, words: str) -> None:
    module = load(f"T = constant_array([1, 2, 3], i32)\n@kernel\ndef k(y: MutSlice[i32]):\n    {body}\n")
    if code is None:
        import_kernels([module.k])
        return
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in str(caught.value), str(caught.value)
