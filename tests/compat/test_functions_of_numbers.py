"""Functions of numbers that numba types in its own way: `cuda.fma`, `cuda.selp`, `cuda.fp16`, `np.floor`, `divmod`; and where
what is wrong with their arguments is told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.compat.numba_cuda import cuda
from periclase.diagnostics import DiagnosticError


@cuda.jit
def numbers(n, u, f, out):
    out[0] = cuda.fma(n[0], n[1], n[0])
    out[1] = cuda.fma(f[0], n[1], 0.5)
    out[2] = cuda.selp(n[0] > 1, n[0], 2.5)
    out[3] = cuda.selp(n[0] > 2, n[0], 2.5)
    out[4] = np.floor(n[2])
    out[5] = np.ceil(n[1]) + np.trunc(n[0]) / 4
    quotient, rest = divmod(u[0], u[1])
    out[6], out[7] = quotient, rest
    quotient, rest = divmod(n[1], n[0])
    out[8], out[9] = quotient, rest


def test_integers() -> None:
    n, u = np.array([2, -3, 2**62 + 1]), np.array([2**63 + 5, 3], np.uint64)
    out = np.zeros(10)
    numbers[1, 1](n, u, np.array([1.5], np.float32), out)
    quotient, rest = divmod(2**63 + 5, 3)
    assert out.tolist() == [-4, -4, 2, 2.5, float(2**62 + 1), -2.5, float(quotient), rest, -2, 1]


OF_TWO = {
    cuda.fp16.hadd: np.add, cuda.fp16.hsub: np.subtract, cuda.fp16.hmul: np.multiply, cuda.fp16.hdiv: np.divide,
    cuda.fp16.hmax: np.fmax, cuda.fp16.hmin: np.fmin, cuda.fp16.heq: np.equal, cuda.fp16.hne: np.not_equal,
    cuda.fp16.hlt: np.less, cuda.fp16.hle: np.less_equal, cuda.fp16.hgt: np.greater, cuda.fp16.hge: np.greater_equal,
}  # fmt: skip
MATHEMATICS = {
    cuda.fp16.hsin: np.sin, cuda.fp16.hcos: np.cos, cuda.fp16.hexp: np.exp, cuda.fp16.hexp2: np.exp2,
    cuda.fp16.hexp10: lambda x: 10**x, cuda.fp16.hlog: np.log, cuda.fp16.hlog2: np.log2, cuda.fp16.hlog10: np.log10,
    cuda.fp16.hsqrt: np.sqrt, cuda.fp16.hrsqrt: lambda x: 1 / np.sqrt(x), cuda.fp16.hrcp: lambda x: 1 / x,
    cuda.fp16.hfloor: np.floor, cuda.fp16.hceil: np.ceil, cuda.fp16.htrunc: np.trunc, cuda.fp16.hrint: np.rint,
    cuda.fp16.hneg: lambda x: -x, cuda.fp16.habs: np.abs,
}  # fmt: skip


def values(seed: int, count: int = 256) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0.25, 4.0, count).astype(np.float16)


@pytest.mark.parametrize("function", OF_TWO, ids=lambda function: function.__name__)
def test_fp16(function) -> None:
    @cuda.jit
    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    a, b, out = values(1), values(2), np.zeros(256, np.float16)
    b[:8] = a[:8]
    kernel[1, 256](a, b, out)
    np.testing.assert_array_equal(out, OF_TWO[function](a, b))


def test_fused() -> None:
    @cuda.jit
    def kernel(a, b, c, out):
        i = cuda.grid(1)
        out[i] = cuda.fp16.hfma(a[i], b[i], c[i])

    a, b, c, out = values(1), values(2), -values(3), np.zeros(256, np.float16)
    kernel[1, 256](a, b, c, out)
    exact = [
        Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z)) for x, y, z in zip(a, b, c, strict=True)
    ]
    np.testing.assert_array_equal(out, np.array([float(each) for each in exact], np.float16))


@pytest.mark.parametrize("function", MATHEMATICS, ids=lambda function: function.__name__)
def test_mathematics_of_fp16(function) -> None:
    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    a, out = values(4), np.zeros(256, np.float16)
    kernel[1, 256](a, out)
    wanted = MATHEMATICS[function](a.astype(np.float64)).astype(np.float16)
    steps = np.abs(out.view(np.int16).astype(int) - wanted.view(np.int16).astype(int))
    assert steps.max() <= 1
    if find_tool("ptxas") is not None:
        assemble(kernel.specialise_to("void(float16[::1], float16[::1])").ptx("sm_75"), "sm_75")


def test_on_the_host() -> None:
    assert cuda.fp16.hadd(1.5, 2.0) == 3.5
    assert cuda.fp16.hmax(1.5, 2.0) == 2.0


def test_errors_are_told_where_the_function_is_called() -> None:
    @cuda.jit
    def kernel(x, out):
        out[0] = cuda.popc(x[0])
        out[1] = cuda.cbrt(x)
        out[2] = cuda.shfl_sync(0xFFFFFFFF, x, 1)
        out[3] = cuda.fma(x, 1, 2)

    with pytest.raises(DiagnosticError) as caught:
        kernel[1, 1](np.ones(4), np.zeros(4))
    found = caught.value.diagnostics
    assert len(found) == 4
    assert {Path(each.span.file).name for each in found if each.span is not None} == {Path(__file__).name}
    notes = [[note.message for note in each.notes] for each in found]
    for name in ("popc", "cbrt", "shfl_sync"):
        assert any(f"this is what `{name}` asks for" in each for each in notes)
