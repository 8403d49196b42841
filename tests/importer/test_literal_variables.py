"""Variables that get nothing but whole numbers of the source: they are such a number, which takes the type that it meets."""

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
def chosen(positive: bool_):
    found = 0
    if positive:
        found = 1
    return found

@kernel
def k(x: Slice[i32], b: MutSlice[u8], y: MutSlice[i32], f: MutSlice[f32], wide: MutSlice[i64]):
    i = thread_idx_x()
    step = 1
    if x[i] < 0:
        step = -1
    elif x[i] == 0:
        step = 3 if i > 2 else 4
    y[i] = x[i] * step + step
    b[i] = b[i] + 200 if step > 0 else b[i]
    f[i] = f[i] * step
    found = 0
    for other in x:
        if other > 3:
            found = 1
            break
    y[i] += found
    big = 7
    if x[i] > 2:
        big = 3000000000
    wide[i] = big * i + chosen(x[i] > 0)
    match step:
        case -1:
            wide[i] += 1000
        case 1:
            wide[i] += 2000
    counted = 0
    while counted < step:
        counted += 1
    wide[i] += counted * 10000
    weighted = lambda v: v * step
    wide[i] += weighted(100000)
"""


def _expected(x: int, i: int, some_above: bool, b: int, f: float) -> tuple[int, int, float, int]:
    step = -1 if x < 0 else (3 if i > 2 else 4) if x == 0 else 1
    big = 3000000000 if x > 2 else 7
    wide = big * i + (x > 0) + {-1: 1000, 1: 2000}.get(step, 0) + max(step, 0) * 10000 + step * 100000
    return x * step + step + some_above, (b + 200) % 256 if step > 0 else b, f * step, wide


def test_values(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x = np.array([0, -5, 7, 0, 2], np.int32)
    b, y = np.array([1, 2, 100, 4, 5], np.uint8), np.zeros(5, np.int32)
    f, wide = np.arange(1, 6, dtype=np.float32), np.zeros(5, np.int64)
    wanted = [_expected(int(x[i]), i, True, int(b[i]), float(f[i])) for i in range(5)]
    module.k[1, 5](x, b, y, f, wide)
    assert list(zip(y.tolist(), b.tolist(), f.tolist(), wide.tolist(), strict=True)) == wanted


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    if find_tool("ptxas") is not None:
        assemble(text, target)


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (
            "m = 1\nif x[0] > 0:\n    m = 300\nb[0] = m",
            "PC0203",
            "can not be stored in an element of MutSlice[u8]",
        ),
        ("m = 1\nif x[0] > 0:\n    m = -1\nb[0] = b[0] + m", "PC0203", "MutSlice[u8]"),
        ("m = 1\nm += 1\nb[0] = m", "PC0203", "an i64 can not be stored in an element of MutSlice[u8]"),
        (
            "m = 1\nif x[0] > 0:\n    m = x[0]\nb[0] = m",
            "PC0203",
            "an i32 can not be stored in an element of MutSlice[u8]",
        ),
        (
            "m = 1\nif x[0] > 0:\n    m = len(x)\nb[0] = m",
            "PC0203",
            "an isize can not be stored in an element of MutSlice[u8]",
        ),
    ],
)
def test_refused(load: Callable[..., ModuleType], lines: str, code: str, words: str) -> None:
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    module = load(f"@kernel\ndef k(x: Slice[i32], b: MutSlice[u8]):\n{body}")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    assert words in str(caught.value)
