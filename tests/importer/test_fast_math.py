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
        ("with open('x'):\n        pass", "PC0105", "a `with` on a device is `with fastmath():` or"),
        ("with uncontracted(1):\n        pass", "PC0105", "`uncontracted` takes and gives nothing"),
        ("with x:\n        pass", "PC0105", "a `with` on a device is"),
        ("with fastmath:\n        pass", "PC0105", "a `with` on a device is"),
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


CONTRACTED = """
@kernel{options}
def k(a: Slice[{type}], b: Slice[{type}], c: Slice[{type}], y: MutSlice[{type}]):
    i = thread_idx_x()
    {block}
"""
SUMS = {
    "plain": "y[i] = a[i] * b[i] + c[i]",
    "uncontracted": "with uncontracted():\n        y[i] = a[i] * b[i] + c[i]",
    "product": "with uncontracted():\n        p = a[i] * b[i]\n    y[i] = p + c[i]",
    "inner": "with fastmath('contract', 'nnan'):\n        with uncontracted():\n            y[i] = a[i] * b[i] + c[i]",
    "both": "with fastmath('nnan'), uncontracted():\n        y[i] = a[i] * b[i] + c[i]",
    "mul_rounded": "y[i] = mul_rounded(a[i], b[i]) + c[i]",
}


@pytest.mark.parametrize("options", ["", "(fastmath=['contract', 'afn'])"], ids=["", "fast"])
@pytest.mark.parametrize("type", ["f32", "f64"])
@pytest.mark.parametrize("block", SUMS)
def test_products_are_rounded_where_nothing_is_contracted(
    load: Callable[..., ModuleType], block: str, type: str, options: str
) -> None:
    text = "from periclase import uncontracted\nfrom periclase.gpu import mul_rounded\n" + CONTRACTED.format(
        block=SUMS[block], type=type, options=options
    )
    k = load(text).k
    # What the product is rounded by is all that is left of the sum.
    near = 1 + np.finfo(type.replace("f", "float")).eps
    a = b = np.full(4, near)
    c, y = -(a * b), np.zeros_like(a)
    k[1, 4](a, b, c, y)
    fused = np.finfo(a.dtype).eps ** 2
    ptx = k.ptx("sm_75")
    if block == "plain":
        assert y.tolist() in ([fused] * 4, [0] * 4)  # as the processor has it
        assert "fma.rn" in ptx
    else:
        assert y.tolist() == [0] * 4
        assert "fma.rn" not in ptx
        assert "mul.rn" in ptx
