"""`with fastmath():` counts for the operations in its block, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import fastmath
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels


def test_runs(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
@device
def half(x: f32) -> f32:
    with fastmath():
        return x / 2

@kernel
def k(x: MutSlice[f32], y: MutSlice[f32]):
    i = thread_idx_x()
    with fastmath("arcp", "contract"):
        if i < len(x):
            z = x[i] / y[i]
            for _ in range(3):
                z = z * x[i] + y[i]
                if z > 100:
                    break
            y[i] = z
    x[i] = half(x[i])
"""
    )
    x, y = np.arange(1, 5, dtype=np.float32), np.arange(2, 6, dtype=np.float32)
    expected = []
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        z = a / b
        for _ in range(3):
            z = z * a + b
            if z > 100:
                break
        expected.append(z)
    module.k[1, 4](x, y)
    np.testing.assert_allclose(y, expected, rtol=1e-5)
    assert x.tolist() == [0.5, 1, 1.5, 2]
    for target in ("sm_75", "sm_120"):
        text = module.k.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_only_in_the_block(load: Callable[..., ModuleType]) -> None:
    source = "@kernel\ndef k(x: MutSlice[f32]):\n    {}x[0] = {}\n"
    fast = load(source.format("with fastmath():\n        ", "math.sin(x[0])")).k.ptx("sm_75")
    exact = load(source.format("with fastmath():\n        pass\n    ", "math.sin(x[0])")).k.ptx("sm_75")
    assert "sin.approx" in fast
    assert "sin.approx" not in exact


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("with open('x'):\n        pass", "PC0105", "the only `with` on a device is `with fastmath():`"),
        ("with x:\n        pass", "PC0105", "the only `with` on a device"),
        ("with fastmath:\n        pass", "PC0105", "the only `with` on a device"),
        ("with fastmath() as m:\n        pass", "PC0105", "`fastmath` takes flags, and gives nothing"),
        ("with fastmath('nan'):\n        pass", "PC0210", "did you mean `nnan`?"),
        ("with fastmath(3):\n        pass", "PC0210", "`3` is no fast-math flag"),
        ("with fastmath():\n        z = y\n    x[0] = q", "PC0101", "`y` is not defined"),
    ],
)
def test_refused(load: Callable[..., ModuleType], body: str, code: str, words: str) -> None:
    module = load(f"@kernel\ndef k(x: MutSlice[f32]):\n    {body}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    assert words in str(caught.value)


def test_on_the_host() -> None:
    with fastmath("nnan") as nothing:
        assert nothing is None
    with pytest.raises(ValueError, match="unknown fast-math flag 'fast'"):
        fastmath("fast")
