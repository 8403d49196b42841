"""Kernels that show the language, by themselves, on the processor: what they leave is what numpy computes.

Their `mir` is checked in `lit/importer`, and `test_language_ptx` assembles them for every generation of GPU.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import open_device
from periclase.diagnostics import DiagnosticError
from periclase.library.philox import normal_f32, random_words, uniform_f32
from periclase.runtime.failures import BufferFailure
from periclase.tools.kernel_files import load_file

_FOLDER = Path(__file__).resolve().parents[2] / "lit" / "importer"


@functools.cache
def _file(name: str) -> ModuleType:
    return load_file(str(_FOLDER / f"{name}.py"))


def _zeros(count: int, dtype: Any) -> np.ndarray[Any, Any]:
    return np.zeros(count, dtype)


def test_scalars() -> None:
    module = _file("scalars")
    d, e = _zeros(3, np.int64), _zeros(1, np.int64)
    module.signed[1, 1](-100, -32768, 2**30, d, e)
    wrapped = np.array([2**30], np.int32) * np.int32(3)
    assert d.tolist() == [np.int16(-100 - 32768 + 2**16), wrapped[0], 200] and e[0] == 3
    d, e = _zeros(2, np.uint64), _zeros(1, np.uint64)
    module.unsigned[1, 1](200, 65535, 2**31 + 1, d, e)
    assert d.tolist() == [(200 + 65535) % 2**16, 2] and e[0] == 2**31 + 1  # a count of 33 is one of 1
    c = _zeros(3, np.int32)
    module.mixed[1, 1](-100, 200, c, True)
    assert c.tolist() == [-300, -99, 100 // 200]
    c, d = _zeros(2, np.float32), _zeros(2, np.float64)
    module.floats[1, 1](1.5, 3.0, c, d, 7)
    assert c.tolist() == [4.5, 10.5] and d.tolist() == [11.0, 7 / 3]


def test_mathematics() -> None:
    y = np.array([0, 0.5, 2, 0, 2.5], np.float32)
    d = np.array([0, 1.25, 7, 0, -3, 2, 0, 3, 4])
    n = np.array([0, -7, -23, 0, 0, 0, 9, 4], np.int32)
    _file("mathematics").mathematics[1, 1](y, d, n)
    assert np.isclose(y[0], np.sin(np.float32(0.5)) + np.sqrt(np.float32(2)), rtol=1e-6)
    assert y[3] == np.float32(0.5) ** 3
    assert np.isclose(d[0], np.exp(1.25) * 7**0.3, rtol=1e-14) and (d[3], d[6]) == (3.0, 5.0)
    assert n.tolist() == [49, -7, -23, -23 // 10 - (-23 % 10), 2, 4, 9, 4]


def test_warps() -> None:
    module = _file("warps")
    h = np.array([0, 1.5], np.float16)
    d, n, m = np.array([0, 2.25]), np.arange(-1, 8, dtype=np.int32), _zeros(5, np.uint32)
    # All threads read and write the same places, and the same values.
    module.warps[1, 32](h, d, n, m)
    full = 2**32 - 1
    assert h[0] == 1.5 and d[0] == 2.25 and n[0] == 0 and n[8] == 1
    assert m[1] == m[2] == full and m[0] in [(1 << lane) - 1 for lane in range(32)]
    m = np.array([0, 3], np.uint32)
    module.reduced[1, 32](m)
    assert m[0] == 16 * 3
    m = _zeros(1, np.uint32)
    module.elected[1, 32](m)
    assert m[0] == 1


def test_atomics() -> None:
    module = _file("atomics")
    n, w = np.array([0, 10, 20, 0, 0, 0, 0, 77], np.int32), np.array([5, 9, 0, -4], np.int64)
    d, h = np.array([0.5]), np.array([1.5, 2.0], np.float16)
    cells = _zeros(2, module.Cell.dtype)
    cells["count"] = [9, 4]
    module.atomics[1, 1](n, w, d, h, cells, 1)
    assert n.tolist() == [10, 11, 3, 0, 0, 1, 77, 77] and w.tolist() == [5, 4, 0, 4]
    assert d.tolist() == [0.75] and h.tolist() == [3.5, 2.0]
    assert cells["count"].tolist() == [9, 4] and cells["energy"].tolist() == [0.0, 0.5]  # one up, one down


def test_libraries() -> None:
    x, barrier = np.arange(1, 33, dtype=np.float32), _zeros(1, np.uint32)
    expected = x.cumsum() / x.sum() + x.max()
    for i in range(32):
        a, b, _, _ = random_words(2024, i, 0)
        expected[i] += uniform_f32(a) + normal_f32(a, b)[0]
    _file("libraries").libraries[1, 32](x, barrier, 2024)
    assert np.allclose(x, expected, rtol=1e-5)


@pytest.mark.filterwarnings("ignore")
def test_recursion() -> None:
    y = np.array([10, 0, 6], np.int32)
    _file("recursion").recursion[1, 1](y)
    assert y.tolist() == [10, math.factorial(6), 6]


def test_messages(capfd: pytest.CaptureFixture[str]) -> None:
    kernel = _file("messages").messages
    t = np.array([5, 0])
    kernel[1, 1](np.array([1.0, 1.0], np.float32), t)
    assert t[1] > 0 and capfd.readouterr().out == "1.000000 of 5\n"
    dev = open_device("cpu")
    for values, message in (([0.0, 1.0], "positive"), ([1.0, -1.0], "trap")):
        times = dev.zeros(2, np.int64)
        kernel[1, 1](dev.array(np.array(values, np.float32)), times)
        with pytest.raises(BufferFailure, match=message):
            times.read()


def test_ptx_by_hand() -> None:
    with pytest.raises(DiagnosticError, match="inline PTX does not exist on the CPU"):
        _file("messages").by_hand[1, 1](_zeros(3, np.uint32))
