"""Complex numbers: arithmetic and functions give what numpy gives, also of zeros, infinities and NaNs; the rest is refused."""

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

Array = np.ndarray[Any, np.dtype[Any]]

PARTS = [0.0, -0.0, 1.0, -1.0, 0.75, -2.5, 3e-39, 1e-300, 1e30, 1e300, np.inf, -np.inf, np.nan]
DTYPES = [np.complex64, np.complex128]


def _specials(dtype: Any) -> Array:
    parts = (
        np.array(PARTS, np.dtype(dtype).type(0).real.dtype)
        if dtype is np.complex128
        else np.array([p for p in PARTS if not (0 < abs(p) < 1e-44 or 1e39 < abs(p) < np.inf)], np.float32)
    )
    values = np.empty((parts.size, parts.size), dtype)
    values.real, values.imag = parts[:, None], parts[None, :]
    return values.ravel()


def _run(module: ModuleType, result: Any, *arguments: Any) -> Array:
    count = max(np.size(a) for a in arguments)
    out = np.zeros(count, result)
    block = 128
    module.k[-(-count // block), block](*arguments, out)
    return out


def _kernel(load: Callable[..., ModuleType], body: str, *parameters: str, result: str) -> ModuleType:
    return load(
        f"""
import cmath
import numpy as np
@kernel
def k({", ".join(parameters)}, out: MutSlice[{result}]):
    i = global_idx_x()
    if i < len(out):
        out[i] = {body}
"""
    )


def _same(found: Array, expected: Array, tolerance: float = 0.0) -> None:
    """Part by part: infinities and NaNs in the same places, the rest within the tolerance of the whole."""
    size = np.abs(expected)
    for part in ("real", "imag"):
        a, b = getattr(found, part), getattr(expected, part)
        np.testing.assert_array_equal(np.isnan(a), np.isnan(b))
        np.testing.assert_array_equal(np.isinf(a), np.isinf(b))
        np.testing.assert_array_equal(a[np.isinf(b)], b[np.isinf(b)])
        finite = np.isfinite(b)
        bound = tolerance * np.where(np.isfinite(size), size, np.abs(b))
        tiny = np.finfo(b.dtype).tiny
        assert (np.abs(a - b)[finite] <= np.maximum(bound, tiny if tolerance else 0)[finite]).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("sign", ["+", "-", "*", "/"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_arithmetic(load: Callable[..., ModuleType], dtype: Any, sign: str) -> None:
    name = dtype.__name__
    module = _kernel(load, f"a[i] {sign} b[i]", f"a: Slice[{name}]", f"b: Slice[{name}]", result=name)
    specials = _specials(dtype)
    pairs = np.array(list(itertools.product(specials, specials)), dtype)
    a, b = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    tolerance = 0.0 if sign in "+-" else 8 * float(np.finfo(dtype).eps)
    expected = eval(f"a {sign} b", {"a": a, "b": b})
    found = _run(module, dtype, a, b)
    if sign in "*/":  # products may be fused: inf - inf and underflows on the way are left out
        safe = (np.abs(a) < 1e18) & (np.abs(b) < 1e18) & (np.abs(a) > 1e-18) & (np.abs(b) > 1e-18)
        safe |= ~np.isfinite(a) | ~np.isfinite(b) | (a == 0) | (b == 0)
        found, expected = found[safe], expected[safe]
    _same(found, expected, tolerance)
    rng = np.random.default_rng(3)
    a, b = ((rng.normal(size=500) + 1j * rng.normal(size=500)).astype(dtype) for _ in range(2))
    _same(_run(module, dtype, a, b), eval(f"a {sign} b", {"a": a, "b": b}), tolerance)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["exp", "log", "sqrt"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions(load: Callable[..., ModuleType], dtype: Any, name: str) -> None:
    module = _kernel(load, f"cmath.{name}(z[i])", f"z: Slice[{dtype.__name__}]", result=dtype.__name__)
    rng = np.random.default_rng(4)
    sizes = np.exp(rng.uniform(-60, 60, 2000))
    angles = rng.uniform(-np.pi, np.pi, 2000)
    spread = sizes * np.exp(1j * angles)
    if name == "exp":
        spread = rng.uniform(-80, 80, 2000) + 1j * rng.uniform(-30, 30, 2000)
    near_one = np.exp(1j * angles) * (1 + rng.normal(size=2000) * 1e-3)
    tolerance = 8 * float(np.finfo(dtype).eps)
    for values in (spread, near_one):
        z = values.astype(dtype)
        # numpy's own, computed with more digits.
        expected = getattr(np, name)(z.astype(np.clongdouble)).astype(dtype)
        _same(_run(module, dtype, z), expected, tolerance)
    specials = _specials(dtype)
    expected = getattr(np, name)(specials)
    found = _run(module, dtype, specials)
    if name == "exp":  # of a large number the sine needs more digits than the two agree in
        kept = ~(np.isfinite(specials.imag) & (np.abs(specials.imag) > 1e6))
        kept &= ~(np.isneginf(specials.real) & ~np.isfinite(specials.imag))  # zeros of any sign
        found, expected = found[kept], expected[kept]
    _same(found, expected, tolerance)


def test_functions_of_numpy(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
import numpy as np
@kernel
def k(z: Slice[complex128], out: MutView[complex128, 2], real: MutView[f64, 2], truth: MutView[bool_, 2]):
    i = thread_idx_x()
    w = z[i]
    out[0, i], out[1, i], out[2, i], out[3, i] = np.exp(w), np.log(w), np.sqrt(w), np.conj(w)
    out[4, i], out[5, i], out[6, i] = np.square(w), np.add(w, 1), np.where(np.isnan(w), w, np.divide(1, w))
    real[0, i], real[1, i], real[2, i], real[3, i] = np.abs(w), np.angle(w), np.real(w), np.imag(w)
    truth[0, i], truth[1, i], truth[2, i] = np.isnan(w), np.isinf(w), np.isfinite(w)
"""
    )
    z = np.array([1 + 2j, -0.5j, 3, -2 + 1e-3j])
    out, real, truth = np.zeros((7, 4), np.complex128), np.zeros((4, 4)), np.zeros((3, 4), np.bool_)
    module.k[1, 4](z, out, real, truth)
    expected = [np.exp(z), np.log(z), np.sqrt(z), z.conj(), z * z, z + 1, 1 / z]
    np.testing.assert_allclose(out, expected, rtol=1e-14)
    np.testing.assert_allclose(real, [np.abs(z), np.angle(z), z.real, z.imag], rtol=1e-15)
    assert truth.tolist() == [[False] * 4, [False] * 4, [True] * 4]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_parts_and_magnitudes(load: Callable[..., ModuleType], dtype: Any) -> None:
    name, component = dtype.__name__, "f32" if dtype is np.complex64 else "f64"
    real = np.float32 if dtype is np.complex64 else np.float64
    z = _specials(dtype)
    with np.errstate(all="ignore"):
        cases = {
            "z[i].real": z.real,
            "z[i].imag": z.imag,
            "abs(z[i])": np.abs(z),
            "cmath.phase(z[i])": np.angle(z),
            "cmath.polar(z[i])[0]": np.abs(z),
            "cmath.polar(z[i])[1]": np.angle(z),
        }
    for body, expected in cases.items():
        found = _run(_kernel(load, body, f"z: Slice[{name}]", result=component), real, z)
        np.testing.assert_allclose(found, expected, rtol=4e-7 if real is np.float32 else 1e-15, atol=0)
    for body, expected in {"-z[i]": -z, "+z[i]": z, "z[i].conjugate()": z.conj()}.items():
        found = _run(_kernel(load, body, f"z: Slice[{name}]", result=name), dtype, z)
        assert found.tobytes() == expected.tobytes(), body
    for body, truth in {
        "z[i] == z[i]": z == z,
        "z[i] != 1": z != 1,
        "1.0 == z[i]": z == 1.0,
        "z[i] == z[i].conjugate()": z == z.conj(),
        "bool_(True) if z[i] else bool_(False)": z != 0,
        "not z[i]": z == 0,
        "cmath.isnan(z[i])": np.isnan(z),
        "cmath.isinf(z[i])": np.isinf(z),
        "cmath.isfinite(z[i])": np.isfinite(z),
    }.items():
        found = _run(_kernel(load, body, f"z: Slice[{name}]", result="bool_"), np.bool_, z)
        assert (found == truth).all(), body


def test_types_that_meet(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
import numpy as np
@device
def width(z) -> i32:
    return 64 if z.real * 0 + f32(1.0) + 1e-10 == 1.0 else 128
@kernel
def k(a: complex64, b: complex128, f: f32, d: f64, h: f16, n: i16, m: i32, out: MutSlice[i32]):
    out[0] = width(a + b)
    out[1] = width(a * f)
    out[2] = width(a * d)
    out[3] = width(a + h)
    out[4] = width(a + n)
    out[5] = width(b + m)
    out[6] = width(a + 1)
    out[7] = width(a + 0.5)
    out[8] = width(a + 1j)
    out[9] = width(f * 2j)
    out[10] = width(d + 2j)
    out[11] = width(1 + 2j)
    out[12] = width(a + 1e300j)
    out[13] = width(complex64(b))
    out[14] = width(complex(a))
    out[15] = width(complex64(f, m))
    out[16] = width(a + np.complex64(1j))
    out[17] = width(a + np.complex128(1j))
    out[18] = width(a ** 2)
"""
    )
    out = np.zeros(19, np.int32)
    module.k[1, 1](1j, 2, 1.0, 2.0, 0.5, 3, 4, out)
    assert out.tolist() == [
        128,
        64,
        128,
        64,
        64,
        128,
        64,
        64,
        64,
        64,
        128,
        128,
        128,
        64,
        128,
        64,
        64,
        128,
        64,
    ]


def test_everywhere(load: Callable[..., ModuleType]) -> None:
    """In variables, tuples, structs, arrays, views, functions, loops, and as arguments."""
    module = load(
        """
ROOT = 0.6 + 0.8j

@struct
class Mode:
    amplitude: complex64
    rate: complex = 1j

    def scaled(self, factor: complex64) -> "Mode":
        return Mode(self.amplitude * factor, self.rate)

@device
def horner(z: complex128, coefficients: Slice[complex128]) -> complex128:
    total = 0j
    for c in coefficients:
        total = total * z + c
    return total

@device
def pair(z: complex64):
    return z, z.conjugate()

@kernel
def k(
    modes: MutSlice[Mode], mode: Mode, z: complex, c: Slice[complex128], grid: MutView[complex64, 2], out: MutSlice[complex128]
):
    i = thread_idx_x()
    tile = shared_array(4, complex64)
    tile[i] = modes[i].amplitude + 1
    sync_threads()
    a, b = pair(tile[3 - i])
    modes[i] = modes[i].scaled(b)
    modes[i].rate *= ROOT
    modes[i].amplitude += mode.amplitude
    grid[0, i] += a if i % 2 == 0 else b
    grid[1, -1] = 2
    power = z
    for _ in range(i):
        power *= z
    out[i] = horner(power, c) + z ** 0 + z ** -2 + mode.rate
"""
    )
    modes = np.zeros(4, module.Mode.dtype)
    assert module.Mode.dtype["amplitude"] == np.complex64
    assert module.Mode.dtype["rate"] == np.complex128
    assert module.Mode.dtype.itemsize == 24
    modes["amplitude"] = [1, 1j, -1, 2 + 1j]
    modes["rate"] = 1
    before = modes.copy()
    grid, out = np.ones((2, 8), np.complex64)[:, ::2], np.zeros(4, np.complex128)
    c, z = np.array([1 + 1j, 2, 3j]), 0.5 - 0.25j
    module.k[1, 4](modes, module.Mode(1j, 3), z, c, grid, out)
    tile = before["amplitude"] + 1
    other = tile[::-1]
    np.testing.assert_allclose(modes["amplitude"], before["amplitude"] * other.conj() + 1j, rtol=1e-6)
    np.testing.assert_allclose(modes["rate"], 0.6 + 0.8j)
    np.testing.assert_allclose(grid[0], 1 + np.where(np.arange(4) % 2 == 0, other, other.conj()), rtol=1e-6)
    assert grid[1].tolist() == [1, 1, 1, 2]
    powers = z ** np.arange(1, 5)
    np.testing.assert_allclose(out, np.polyval(c, powers) + 1 + z**-2 + 3, rtol=1e-14)
    assert module.Mode.from_numpy(modes[0]).amplitude == complex(modes["amplitude"][0])
    assert module.Mode(2j).scaled(3).amplitude == 6j  # on the host it is Python


def test_powers(load: Callable[..., ModuleType]) -> None:
    stores = "".join(f"    out[{n}, i] = z[i] ** {n - 16}\n" for n in range(33))
    module = load(
        f"@kernel\ndef k(z: Slice[complex128], out: OutView[complex128, 2]):\n    i = thread_idx_x()\n{stores}"
    )
    z, out = np.array([1.5 - 0.5j, -0.25j, 2, 0.3 + 0.9j]), np.zeros((33, 4), np.complex128)
    module.k[1, 4](z, out)
    np.testing.assert_allclose(out, z ** np.arange(-16, 17)[:, None], rtol=1e-14)


def test_buffers(load: Callable[..., ModuleType]) -> None:
    dev = open_device("cpu")
    values = np.array([[1 + 2j, 3], [4j, -5]], np.complex64)
    buffer = dev.array(values)
    assert (buffer.read() == values).all()
    assert (np.from_dlpack(buffer) == values).all()
    assert (dev.wrap(values).T.read() == values.T).all()
    assert dev.zeros(3, np.complex128).read().tolist() == [0, 0, 0]
    module = load(
        "@kernel\ndef k(z: complex64, x: Slice[complex64], y: OutSlice[complex64]):\n    y[0] = z * x[1]\n"
    )
    y = dev.zeros(1, np.complex64)
    module.k[1, 1](2j, buffer, y)
    assert y.read()[0] == 6j
    module.k[1, 1](np.float32(2), buffer, y)
    assert y.read()[0] == 6
    for bad, words in (
        ("1", "a complex number is asked for"),
        (True, "a complex number"),
        (1e300, "does not fit"),
    ):
        with pytest.raises(LaunchError, match=words):
            module.k[1, 1](bad, buffer, y)
    with pytest.raises(LaunchError, match="takes a buffer of complex64, not of complex128"):
        module.k[1, 1](1, dev.zeros(2, np.complex128), y)


def test_generic_kernels(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(z, y):\n    y[0] = z * y[1]\n")
    for dtype in DTYPES:
        y = np.array([0, 2j], dtype)
        module.k[1, 1](dtype(1 + 1j), y)
        assert y[0] == 2j - 2
    module.k[1, 1](1j, y)
    assert y[0] == -2


def test_assembles(load: Callable[..., ModuleType]) -> None:
    module = _kernel(
        load,
        "cmath.exp(z[i]) / (cmath.sqrt(z[i]) + cmath.log(z[i]))",
        "z: Slice[complex64]",
        result="complex64",
    )
    for target in ("sm_75", "sm_120"):
        text = module.k.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)


REFUSED = [
    ("y[0] = z < w", "PC0205", "complex numbers have no order"),
    ("y[0] = z // w", "PC0205", "`//` does not work on complex numbers"),
    ("y[0] = z & 1", "PC0205", "`&` does not work on complex numbers"),
    ("y[0] = ~z", "PC0205", "`~` does not work on complex64"),
    ("y[0] = z ** n", "PC0202", "f32 does not hold every i32"),
    ("y[0] = w", "PC0203", "stored in an element of MutSlice[complex64]"),
    ("f = f32(z)", "PC0205", "complex64 can not be cast to f32"),
    ("y[0] = z + n", "PC0202", "f32 does not hold every i32"),
    ("y[0] = d", "PC0203", "stored in an element of MutSlice[complex64]"),
    ("y[0].real = 1.0", "PC0208", "the parts of a complex number can not be set"),
    ("y[0] = z.phase", "PC0102", "has no attribute `phase`"),
    ("y[0] = z.conjugate(1)", "PC0207", "`conjugate` takes no arguments"),
    ("y[0] = cmath.isclose(z, z)", "PC0304", "cmath"),
    ("y[0] = cmath.exp(z, z)", "PC0207", "`cmath.exp` takes 1 argument"),
    ("f = math.sqrt(z)", "PC0205", "not a number"),
    ("y[0] = 1j / 0j", "PC0206", "can not be computed"),
    ("y[0] = 1e300j", "PC0203", "stored in an element of MutSlice[complex64]"),
    ("y[0] = complex64(z, 1.0)", "PC0205", "can not be cast to complex64 here"),
    ("f = np.angle(d)", "PC0205", "`np.angle` is for complex numbers here"),
    ("f = max(z, z)", "PC0205", "complex numbers"),
    ("n = z", "PC0204", "`n` can not be complex64 here"),
    ("f = y + z", "PC0205", "`+` does not work on MutSlice[complex64]"),
]


@pytest.mark.parametrize(("body", "code", "words"), REFUSED, ids=[body for body, _, _ in REFUSED])
def test_refused(load: Callable[..., ModuleType], body: str, code: str, words: str) -> None:
    module = load(
        "import cmath\nimport numpy as np\n@kernel\ndef k(z: complex64, w: complex128, d: f64, n: i32, y: MutSlice[complex64]):\n"
        f"    {body}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in str(caught.value), str(caught.value)


def test_on_the_host() -> None:
    from periclase import complex64, complex128

    assert complex64(1 / 3) == complex(np.complex64(1 / 3))
    assert complex128(1, 2) == 1 + 2j
    assert str(complex64) == "complex64"
