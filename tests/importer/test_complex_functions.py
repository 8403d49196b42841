"""The functions of `cmath` and powers of complex numbers, against numpy in the next wider type."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

ENTIRE = ("cos", "cosh", "exp", "sin", "sinh", "tan", "tanh")
INVERSE = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "log", "log10", "sqrt")
SOURCE = "import cmath\nimport numpy as np\n" + "".join(
    f"@kernel\ndef of_{name}(x, y):\n    i = global_idx_x()\n    if i < len(x):\n        y[i] = cmath.{name}(x[i])\n"
    for name in (*ENTIRE, *INVERSE)
)
WIDER: dict[Any, Any] = {np.complex64: np.complex128, np.complex128: np.clongdouble}
MOST_ULPS = 4


def numpys(name: str) -> Any:
    return getattr(np, f"arc{name[1:]}" if name[0] == "a" else name)


def computed(kernel: Any, *arguments: Any) -> Any:
    y = np.zeros_like(arguments[0])
    kernel[(len(y) + 255) // 256, 256](*arguments, y)
    return y


def errors(found: Any, wanted: Any) -> Any:
    """How far off, in units of the last place of the magnitude."""
    kind = np.finfo(found.dtype)
    with np.errstate(all="ignore"):
        off = np.abs(found.astype(wanted.dtype) - wanted) / np.maximum(np.abs(wanted), kind.tiny) / kind.eps
    return np.where(np.isfinite(wanted) & (np.abs(wanted) < kind.max / 4), off, 0)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_accuracy(load: Callable[..., ModuleType], dtype: Any) -> None:
    module = load(SOURCE)
    random = np.random.default_rng(7)
    sizes = np.concatenate(
        [
            10.0 ** random.uniform(-7, 7, 800),
            10.0 ** random.uniform(-1, 1, 800),
            1 + random.normal(size=400) / 1e3,
        ]
    )
    z = sizes * np.exp(1j * random.uniform(-np.pi, np.pi, sizes.size))
    z = np.concatenate(
        [z, random.normal(size=200), 1j * random.normal(size=200), [0, 1, -1, 1j, -1j, 2, -2j, 1e30]]
    )
    z = z.astype(dtype)
    for name in (*ENTIRE, *INVERSE):
        given = z[np.abs(z) < 60] if name in ENTIRE else z
        if name in ("log", "log10", "atanh"):
            given = given[(given != 0) & (given != 1) & (given != -1)]
        if name == "atan":
            given = given[(given != 1j) & (given != -1j)]
        found = computed(getattr(module, f"of_{name}"), given)
        assert errors(found, numpys(name)(given.astype(WIDER[dtype]))).max() < MOST_ULPS, name


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_cuts_and_zeros_have_the_signs_of_numpy(load: Callable[..., ModuleType], dtype: Any) -> None:
    module = load(SOURCE)
    parts = (0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.5, -2.5, 1e20, -1e20, np.inf, -np.inf)
    z = np.array([complex(x, y) for x in parts for y in parts], dtype)
    for name in (*ENTIRE, *INVERSE):
        given = z[np.isfinite(z) & (np.abs(z) < 60)] if name in ENTIRE else z
        found = computed(getattr(module, f"of_{name}"), given)
        with np.errstate(all="ignore"):
            wanted = numpys(name)(given)
        for a, b in ((found.real, wanted.real), (found.imag, wanted.imag)):
            clear = (np.abs(b) > 1e-5) & np.isfinite(b) | (b == 0) | np.isinf(b)
            same = (np.signbit(a) == np.signbit(b)) & (np.isinf(a) == np.isinf(b))
            assert same[clear].all(), (
                name,
                given[clear & ~same],
                found[clear & ~same],
                wanted[clear & ~same],
            )


POWERS = """
import cmath
import numpy as np

@kernel
def power(x, w, y):
    i = global_idx_x()
    if i < len(x):
        y[i] = x[i] ** w[i]

@kernel
def others(x: Slice[complex64], y: MutSlice[complex64], a: f32):
    i = thread_idx_x()
    if i < len(x):
        z = x[i]
        y[8 * i] = z**a
        y[8 * i + 1] = a**z
        y[8 * i + 2] = np.power(z, z)
        y[8 * i + 3] = cmath.log(z, 2.0)
        y[8 * i + 4] = np.arcsin(z) + np.log10(z)
        y[8 * i + 5] = z**0.5
        y[8 * i + 6] = 2.0**z
        y[8 * i + 7] = cmath.rect(abs(z), cmath.phase(z)) ** 17
"""


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_powers(load: Callable[..., ModuleType], dtype: Any) -> None:
    module = load(POWERS)
    random = np.random.default_rng(3)
    z, w = ((random.normal(size=800) + 1j * random.normal(size=800)).astype(dtype) * 3 for _ in range(2))
    z[:5], w[:5] = [0, 0, 2, -4, 1j], [0, 2.5, 0, 0.5, 2]
    found = computed(module.power, z, w)
    wide, exponent = z.astype(WIDER[dtype]), w.astype(WIDER[dtype])
    wanted = wide**exponent
    with np.errstate(all="ignore"):  # digits of a large phase are lost
        phases = 1 + np.nan_to_num(np.abs(exponent) * (np.abs(np.log(wide)) + 1))
    assert (errors(found, wanted) / phases).max() < MOST_ULPS
    assert found[:2].tolist() == [1, 0]
    zeros = np.array([0, complex(-0.0, 0.0), complex(0.0, -0.0)], dtype)
    for positive in (1 + 1j, 0.5 - 3j, complex(2.0, np.inf)):
        assert computed(module.power, zeros, np.full(3, positive, dtype)).tolist() == [0, 0, 0]
    for other in (-1, 2j, -1 + 1j, complex(np.nan, 0.0)):
        assert np.isnan(computed(module.power, zeros, np.full(3, other, dtype))).all()


def test_their_operands(load: Callable[..., ModuleType]) -> None:
    module = load(POWERS)
    x = np.array([1 + 2j, -0.5 + 0.25j, 0.75j], np.complex64)
    y = np.zeros(24, np.complex64)
    module.others[1, 3](x, y, 1.5)
    for z, found in zip(x.astype(np.complex128), y.reshape(3, 8), strict=True):
        wanted = [
            z**1.5,
            1.5**z,
            z**z,
            np.log(z) / np.log(2),
            np.arcsin(z) + np.log10(z),
            z**0.5,
            2.0**z,
            z**17,
        ]
        assert np.allclose(found, wanted, rtol=2e-5)


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    module = load(SOURCE + POWERS.replace("import cmath\nimport numpy as np\n", ""))
    from periclase import MutSlice, Slice, complex64, complex128

    kernels = [module.others, module.power[Slice[complex64], Slice[complex64], MutSlice[complex64]]]
    kernels += [
        module.of_atanh[Slice[complex128], MutSlice[complex128]],
        module.of_tan[Slice[complex64], MutSlice[complex64]],
    ]
    for kernel in kernels:
        text = kernel.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("z[0] = z[0] ** n", "PC0202", "f32 does not hold every i32"),
        ("z[0] = cmath.sin(z[0], z[0])", "PC0207", "takes 1 argument"),
        ("z[0] = cmath.log(z[0], z[0], z[0])", "PC0207", "takes 1 argument"),
        ("z[0] = cmath.isclose(z[0], z[0])", "PC0304", "isclose"),
        ("z[0] = 1j ** (1, 2)", "PC0205", "`**` does not work on"),
    ],
)
def test_refused(load: Callable[..., ModuleType], line: str, code: str, words: str) -> None:
    module = load(f"import cmath\n@kernel\ndef k(z: MutSlice[complex64], n: i32):\n    {line}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in caught.value.diagnostic.message, str(caught.value)
