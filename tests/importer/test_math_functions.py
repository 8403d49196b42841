"""`math`, numpy's functions on scalars, powers and roundings, against what Python and numpy compute."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.library import floats, integers
from periclase.runtime.failures import BufferFailure
from tests.support.both_ways import both_ways

Load = Callable[..., ModuleType]

EXACT = {
    "gcd": "z[0] = math.gcd(n * 12, 18)\nz[1] = math.gcd(v[1], -6)\nz[2] = math.gcd(0, n)\nz[3] = math.gcd(24, n * 4, 16)\n"
    "z[4] = math.gcd(-n)",
    "lcm": "z[0] = math.lcm(n, 4)\nz[1] = math.lcm(v[1], 6, 10)\nz[2] = math.lcm(0, n)",
    "isqrt": "for i in range(16):\n    z[i] = math.isqrt(n * 1000 + i * i * 7 - 5)",
    "isqrt of large": "z[0] = math.isqrt(i64(n) * 3074457345618258602)\nz[1] = math.isqrt((1 << 62) + n)\n"
    "z[2] = math.isqrt(n + 1)",
    "factorial": "for i in range(16):\n    z[i] = math.factorial(i)\ny[0] = f64(math.factorial(n)) / 7.0",
    "comb": "for i in range(16):\n    z[i] = math.comb(n + i * 3, i + 1)",
    "comb of large": "z[0] = math.comb(n + 63, 31)\nz[1] = math.comb(n, 7)",
    "perm": "for i in range(10):\n    z[i] = math.perm(n + i, i)\nz[11] = math.perm(n + 2)",
    "fmod": "y[0] = math.fmod(d, 2.0)\ny[1] = math.fmod(x[3], -3.0)\ny[2] = math.fmod(1e300, d)",
    "remainder": "for i in range(15):\n    y[i] = math.remainder(f64(i) * 0.75 - 5.0, 1.5)\n"
    "y[15] = math.remainder(1e300, 0.3 * x[0])",
    "remainder of infinities": "y[0] = math.remainder(d, math.inf)\ny[1] = math.remainder(-d, x[4])",
    "modf": "for i in range(5):\n    p, q = math.modf(x[i])\n    y[i] = p\n    y[i + 8] = q\n"
    "p, q = math.modf(-math.inf * x[0])\n"
    "y[5] = p\ny[6] = q",
    "degrees": "y[0] = math.degrees(d)\ny[1] = math.radians(d)\ny[2] = math.radians(n)",
    "copysign": "y[0] = math.copysign(n, d)\ny[1] = math.copysign(2.0, -0.0 * x[0])",
    "rounding": "for i in range(5):\n    z[i] = round(x[i])\n    z[i + 5] = math.floor(x[i])\n    z[i + 10] = math.ceil(x[i])",
    "round to digits": "for i in range(16):\n    y[i] = round(f64(i) * 0.0625 + 0.005, 2)",
    "round halves": "for i in range(16):\n    y[i] = round((f64(i) - 8.0) / 8.0, 2)",
    "round what looks like halves": "y[0] = round(2.675 * float(x[0]) / 1.5, 2)\n"
    "y[1] = round(1.005 * float(x[0]) / 1.5, 2)\ny[2] = round(0.285 * float(x[0]) / 1.5, 2)\n"
    "y[3] = round(float(x[0]) / 10.0, 1)\ny[4] = round(1e300 * x[0], 5)\ny[5] = round(-0.001 * x[0], 1)\n"
    "y[6] = round(5e15 + x[0], 3)",
    "round to tens": "for i in range(16):\n    y[i] = round(f64(i) * 12.5 - 100.0, -1)\ny[3] = round(x[4] * 5e17, -17)",
    "round integers": "for i in range(16):\n    z[i] = round(n + i * 5 - 40, -1)\nz[15] = round(n, 2)",
    "round no digits": "y[0] = round(d, 0)\ny[1] = round(x[1] * 1.25, 0)",
    "power of integers": "for i in range(10):\n    z[i] = i64(n) ** i\nz[10] = v[1] ** n\nz[11] = 2 ** n",
    "power with a small constant": "z[0] = n ** 2\nz[1] = n ** 0\nz[2] = v[1] ** 5",
    "pow": "z[0] = pow(n, 4)\ny[0] = pow(d, 2)",
    "pow modulo": "for i in range(8):\n    z[i] = pow(n + i, 20 + i, 13 + i)\nz[8] = pow(n, 100, -7)\n"
    "z[9] = pow(int(v[1]), 3, 10)\nz[10] = pow(n, 5, 1)",
    "pow modulo large": "z[0] = pow(i64(n), 1000003, (1 << 61) - 1)\nz[1] = pow(-i64(n), 77777, (1 << 62) + 3)\n"
    "z[2] = pow(i64(n), 99, -(1 << 61) - 1)",
    "frexp": "for i in range(5):\n    p, q = math.frexp(x[i])\n    y[i] = p\n    z[i] = q\np, q = math.frexp(d * 0.0)\n"
    "y[5] = p\nz[5] = q\n"
    "p, q = math.frexp(d * 1e-310)\ny[6] = p\nz[6] = q\np, q = math.frexp(-math.inf * x[0])\ny[7] = p\nz[7] = q",
    "ldexp": "for i in range(8):\n    y[i] = math.ldexp(d, i * 3 - 10)\n    y[i + 8] = math.ldexp(x[0] / 3.0, i - 1078)\n",
    "ldexp of subnormals": "for i in range(8):\n    y[i] = math.ldexp(d * 1e-310, i * 150)\ny[8] = math.ldexp(d, -5000)\n"
    "y[9] = math.ldexp(0.0 * d, 5)\ny[10] = math.ldexp(d, 1022)",
    "nextafter": "for i in range(5):\n    y[i] = math.nextafter(x[i], 0.0)\n    y[i + 5] = math.nextafter(x[i], math.inf)\n"
    "y[10] = math.nextafter(0.0 * d, 1.0)\n"
    "y[11] = math.nextafter(0.0 * d, -1.0)\ny[12] = math.nextafter(d, d)\ny[13] = math.nextafter(d, math.nan)\n"
    "y[14] = math.nextafter(1.7976931348623157e308 + 0.0 * d, math.inf)",
    "ulp": "for i in range(5):\n    y[i] = math.ulp(x[i])\ny[5] = math.ulp(0.0 * d)\ny[6] = math.ulp(1e308 * x[0])\n"
    "y[7] = math.ulp(d * math.inf)\ny[8] = math.ulp(1e-310 * d)",
    "isclose": "z[0] = math.isclose(d, d * (1.0 + 1e-12))\nz[1] = math.isclose(d, d * 1.001)\n"
    "z[2] = math.isclose(d, d * 1.001, rel_tol=0.01)\n"
    "z[3] = math.isclose(0.0, d, abs_tol=3.0)\nz[4] = math.isclose(d * math.inf, d * math.inf)\n"
    "z[5] = math.isclose(d, math.inf)\nz[6] = math.isclose(math.nan, d)",
    "numpy nextafter": "y[0] = np.nextafter(d, 0.0)\ny[1] = np.nextafter(np.float32(d), np.float32(0.0))\n"
    "y[2] = np.nextafter(np.float32(d), np.float32(-9.0))\n"
    "y[3] = np.nextafter(np.float32(0.0) * np.float32(d), np.float32(1.0))",
    "numpy rounding to decimals": "for i in range(5):\n    y[i] = np.round(x[i] / 7.0, 2)\ny[5] = np.around(d)\n"
    "z[0] = np.round(n)",
    "numpy parts": "p, q = np.modf(d)\ny[0] = p\ny[1] = q\nr, s = np.frexp(d)\ny[2] = r\nz[0] = s\ny[3] = np.ldexp(d, 4)\n"
    "y[4] = np.fmod(d, 2.0)",
    "divmod": "p, q = divmod(v[1], n)\nz[0] = p\nz[1] = q\ng, h = divmod(d, 0.5 * x[0])\ny[0] = g\ny[1] = h",
    "log with a base": "y[0] = math.log(8.0 * x[0], 2.0)\ny[1] = math.log(x[4], x[3])",
    "isnan": "z[0] = math.isnan(d)\nz[1] = math.isinf(x[0] * np.inf)\nz[2] = math.isfinite(d)",
    "trunc of integers": "z[0] = math.trunc(n)\nz[1] = math.floor(v[1])",
    "numpy minimum": "y[0] = np.minimum(d, x[0])\ny[1] = np.maximum(d, np.nan)\ny[2] = np.minimum(np.nan * x[0], d)\n"
    "y[3] = np.fmin(np.nan * x[0], d)\nz[0] = np.maximum(n, 5)",
    "numpy clip": "for i in range(5):\n    y[i] = np.clip(x[i], -1.0, 2.5)\nz[0] = np.clip(v[3], 0, 7)",
    "numpy where": "y[0] = np.where(d > 0.0, d, x[0])\nz[0] = np.where(b, n, 7)",
    "numpy sign": "for i in range(5):\n    y[i] = np.sign(x[i] - 1.5)\ny[5] = np.sign(d * 0.0)\nz[0] = np.sign(v[1])\n"
    "y[6] = np.sign(np.inf * d)",
    "numpy arithmetic": "y[0] = np.add(d, 1.0)\ny[1] = np.subtract(d, x[0])\ny[2] = np.multiply(d, 2.0)\n"
    "y[3] = np.divide(d, 3.0)\nz[0] = np.floor_divide(v[1], n)\n"
    "z[1] = np.remainder(v[1], n)\ny[4] = np.negative(d)\ny[5] = np.positive(d)\ny[6] = np.absolute(d)\n"
    "y[7] = np.square(d)\ny[8] = np.power(d, 2.0)",
    "numpy comparisons": "z[0] = np.less(d, 0.0)\nz[1] = np.greater_equal(n, 4)\nz[2] = np.equal(n, 3)\n"
    "z[3] = np.not_equal(d, d)\nz[4] = np.isnan(d)",
    "numpy logic": "z[0] = np.logical_and(b, n)\nz[1] = np.logical_or(d, b)\nz[2] = np.logical_xor(n, b)\n"
    "z[3] = np.logical_not(n)\nz[4] = np.bitwise_and(n, 6)\n"
    "z[5] = np.bitwise_xor(n, 6)\nz[6] = np.invert(n)\nz[7] = np.bitwise_or(n, 8)",
    "numpy signbit": "z[0] = np.signbit(d)\nz[1] = np.signbit(-0.0 * x[0])\nz[2] = np.signbit(v[1])",
    "numpy heaviside": "y[0] = np.heaviside(d, 0.5)\ny[1] = np.heaviside(0.0 * x[0], 0.5)\ny[2] = np.heaviside(x[0], 0.5)\n"
    "y[3] = np.reciprocal(d)",
    "numpy rounding": "y[0] = np.rint(d * 2.0)\ny[1] = np.floor(d)\ny[2] = np.trunc(d)\ny[3] = np.ceil(d)",
    "numpy gcd": "z[0] = np.gcd(n * 6, 15)\nz[1] = np.lcm(v[1], 6)",
    "numpy casts": "z[0] = np.int32(d)\ny[0] = np.float32(d / 3.0)\nz[1] = np.uint8(n + 250)",
    "numpy angles": "y[0] = np.deg2rad(d)\ny[1] = np.degrees(d)",
}  # fmt: skip

FUNCTIONS = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "atanh",
    "exp",
    "expm1",
    "log1p",
]
FUNCTIONS += ["erf", "erfc"]
FROM_ONE = ["sqrt", "log", "log2", "log10", "acosh", "cbrt", "exp2"]

CLOSE = {
    "hypot": "y[0] = math.hypot(d, x[0])\ny[1] = math.hypot(d, x[0], 3.0)\ny[2] = math.hypot(d)\n"
    "y[3] = math.hypot(1e200 * x[0], 1e200, 1e200)",
    "dist": "y[0] = math.dist((d, x[0]), (1.0, 2.0))\ny[1] = math.dist((d, x[0], 1.0), (1.0, 2.0, x[3]))\np = (d,)\n"
    "y[2] = math.dist(p, (7.0,))",
    "functions": "\n".join(f"y[{i}] = math.{f}(x[0] / 2.0)" for i, f in enumerate(FUNCTIONS)),
    "more": "\n".join(f"y[{i}] = math.{f}(x[4] / 2.0)" for i, f in enumerate(FROM_ONE)),
    "logaddexp": "y[0] = np.logaddexp(d, x[0])\ny[1] = np.logaddexp(x[0], x[0])\ny[2] = np.hypot(d, 1.0)\n"
    "y[3] = np.arctan2(d, x[0])",
    "gamma": "for i in range(5):\n    y[i] = math.gamma(x[i] + 0.25)\n    y[i + 5] = math.lgamma(x[i] + 0.25)\n"
    "y[10] = math.gamma(n)",
    "inverse hyperbolic": "y[0] = np.arcsinh(d)\ny[1] = np.arccosh(x[0])\ny[2] = np.arctanh(x[2])",
    "atan2": "y[0] = math.atan2(d, x[0])\ny[1] = math.pow(x[0], d)\ny[2] = x[0] ** d",
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_exactly_what_python_computes(name: str, load: Load) -> None:
    expected, found = both_ways(load, EXACT[name])
    np.testing.assert_array_equal(found, expected)
    assert np.signbit(found).tolist() == np.signbit(expected).tolist()


@pytest.mark.parametrize("name", CLOSE)
def test_nearly_what_python_computes(name: str, load: Load) -> None:
    expected, found = both_ways(load, CLOSE[name], exact=False)
    np.testing.assert_allclose(found, expected, rtol=1e-15 if name != "gamma" else 1e-14)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z[0] = math.factorial(n + 18)", "has no room in an i64"),
        ("z[0] = math.factorial(-n)", "not defined for negative values"),
        ("z[0] = math.comb(n + 67, 33)", "has no room in an i64"),
        ("z[0] = math.comb(-n, 2)", "n must be a non-negative integer"),
        ("z[0] = math.perm(n + 20, 20)", "has no room in an i64"),
        ("z[0] = math.isqrt(-n)", "must be nonnegative"),
        ("z[0] = n ** -n", "a negative power of an integer"),
        ("z[0] = pow(n, n, n - 3)", "3rd argument cannot be 0"),
        ("z[0] = pow(n, -n, 7)", "negative power modulo"),
    ],
)
def test_what_python_refuses_traps(text: str, message: str, load: Load) -> None:
    module = load(f"@kernel\ndef k(z: MutSlice[i64], n: i32):\n    {text}\n")
    dev = open_device("cpu")
    z = dev.zeros(4, np.int64)
    module.k[1, 1](z, 3)
    with pytest.raises(BufferFailure) as caught:
        z.numpy()
    assert message in str(caught.value.__cause__)


def test_the_library_runs_on_the_host() -> None:
    assert [integers.gcd(12, -18), integers.lcm(4, 6), integers.isqrt(10**18 + 5)] == [6, 12, 10**9]
    assert [integers.comb(40, 17), integers.perm(9, 4), integers.power(3, 11)] == [
        math.comb(40, 17),
        math.perm(9, 4),
        3**11,
    ]
    for x in (2.675, 0.285, -1.005, 1e22, 0.5, 123456.789):
        assert floats.round_to_digits(x, 100.0) == round(x, 2)
        assert floats.round_to_tens(x, 100.0) == round(x, -2)
    assert floats.remainder(-7.0, 2.0) == math.remainder(-7.0, 2.0)
