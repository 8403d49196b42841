"""Float semantics of the lowering, executed natively and compared with Python's and numpy's floats."""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lowered_mir import Native, compile_mir, from_bytes, lower, to_bytes

few = settings(max_examples=40, deadline=None)

FLOATS = ["f16", "f32", "f64"]
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
WIDTH = {"f16": 16, "f32": 32, "f64": 64}


def floats(type: str, **options: bool) -> st.SearchStrategy[float]:
    special = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 3.0, -3.0]
    return st.sampled_from(special) | st.floats(width=WIDTH[type], **options)  # type: ignore[arg-type]


@functools.cache
def native(body: str, inputs: tuple[str, ...], output: str) -> Native:
    return compile_mir(inputs, body, output)


def run(body: str, inputs: Sequence[str], output: str, *values: float) -> int | float:
    call = native(body, tuple(inputs), output)
    return from_bytes(call(*(to_bytes(v, t) for v, t in zip(values, inputs, strict=True))), output)


def same(a: float, b: float) -> bool:
    """Equal, with the sign of zero, and any NaN like any other."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


def in_numpy(type: str, function: Callable[..., object], *values: float) -> float:
    with np.errstate(all="ignore"):
        return float(function(*(NUMPY[type](v) for v in values)))  # type: ignore[arg-type]


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize(
    ("name", "function"), [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)]
)
@given(data=st.data())
@few
def test_arithmetic_rounds_once(name: str, function: Callable[..., object], type: str, data: st.DataObject):
    a, b = data.draw(floats(type)), data.draw(floats(type))
    result = run(f"%r = mir.{name} %a, %b : {type}", [type, type], type, a, b)
    assert same(result, in_numpy(type, function, a, b))


@pytest.mark.parametrize("type", ["f32", "f64"])
@given(data=st.data())
@few
def test_the_remainder_is_exact_with_the_sign_of_the_dividend(type: str, data: st.DataObject):
    a, b = data.draw(floats(type)), data.draw(floats(type))
    assert same(run(f"%r = mir.rem %a, %b : {type}", [type, type], type, a, b), in_numpy(type, np.fmod, a, b))


@given(a=floats("f64", allow_nan=False, allow_infinity=False), b=floats("f64", allow_nan=False))
@example(a=1.0, b=-math.inf)
@example(a=-0.0, b=3.0)
@example(a=1e300, b=1e-300)
@example(a=-1e-320, b=1.0)
@few
def test_python_division_of_floats(a: float, b: float):
    if b == 0:
        return  # undefined: front ends guard it
    expected = divmod(a, b)
    assert same(run("%r = mir.floor_div %a, %b : f64", ["f64", "f64"], "f64", a, b), expected[0])
    assert same(run("%r = mir.floor_mod %a, %b : f64", ["f64", "f64"], "f64", a, b), expected[1])


@pytest.mark.parametrize("type", FLOATS)
@given(data=st.data())
@few
def test_comparisons_are_ordered_but_for_inequality(type: str, data: st.DataObject):
    a, b = data.draw(floats(type)), data.draw(floats(type))
    expected = {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b, "eq": a == b, "ne": a != b}
    for name, holds in expected.items():
        assert run(f"%r = mir.{name} %a, %b : {type}", [type, type], "i1", a, b) == holds


@pytest.mark.parametrize("type", FLOATS)
def test_a_nan_differs_from_itself(type: str):
    nan = math.nan
    for name, holds in (("eq", 0), ("ne", 1), ("lt", 0), ("ge", 0)):
        assert run(f"%r = mir.{name} %a, %a : {type}", [type], "i1", nan) == holds


@pytest.mark.parametrize("type", FLOATS)
@given(data=st.data())
@few
def test_minimum_and_maximum_prefer_the_number(type: str, data: st.DataObject):
    a, b = data.draw(floats(type)), data.draw(floats(type))
    for name, choose in (("min", min), ("max", max)):
        result = run(f"%r = mir.{name} %a, %b : {type}", [type, type], type, a, b)
        if math.isnan(a) or math.isnan(b):
            expected = b if math.isnan(a) else a
            assert math.isnan(result) if math.isnan(expected) else result == expected
        else:
            assert result == choose(a, b)


@pytest.mark.parametrize("type", FLOATS)
@given(data=st.data())
@few
def test_signs(type: str, data: st.DataObject):
    a, b = data.draw(floats(type, allow_nan=False)), data.draw(floats(type, allow_nan=False))
    assert same(run(f"%r = mir.neg %a : {type}", [type], type, a), -a)
    assert same(run(f"%r = mir.abs %a : {type}", [type], type, a), abs(a))
    copied = run(f"%r = mir.copysign %a, %b : {type}", [type, type], type, a, b)
    assert same(copied, math.copysign(a, b))


@pytest.mark.parametrize("type", FLOATS)
@given(data=st.data())
@few
def test_rounding_to_whole_numbers(type: str, data: st.DataObject):
    a = data.draw(floats(type))

    def away_from_zero(x: float) -> float:
        if not math.isfinite(x) or x == math.trunc(x):
            return x
        return math.copysign(math.floor(Fraction(abs(x)) + Fraction(1, 2)), x)

    expected: dict[str, Callable[[float], float]] = {
        "floor": lambda x: in_numpy(type, np.floor, x),
        "ceil": lambda x: in_numpy(type, np.ceil, x),
        "trunc": lambda x: in_numpy(type, np.trunc, x),
        "round_even": lambda x: in_numpy(type, np.rint, x),
        "round": away_from_zero,
    }
    for name, function in expected.items():
        assert same(run(f"%r = mir.{name} %a : {type}", [type], type, a), function(a)), name


@given(a=floats("f64", allow_nan=False), b=floats("f64", allow_nan=False), c=floats("f64", allow_nan=False))
@few
def test_fma_rounds_once(a: float, b: float, c: float):
    result = run("%r = mir.fma %a, %b, %c : f64", ["f64"] * 3, "f64", a, b, c)
    if all(map(math.isfinite, (a, b, c))):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact:
            try:
                assert result == float(exact)
            except OverflowError:
                assert math.isinf(result)


MATHEMATICS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": lambda x: np.arccosh(x),
    "atanh": np.arctanh,
    "exp": np.exp,
    "exp2": np.exp2,
    "exp10": lambda x: np.power(10.0, x),
    "expm1": np.expm1,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "cbrt": np.cbrt,
    "erf": np.vectorize(math.erf),
    "erfc": np.vectorize(math.erfc),
    "gamma": np.vectorize(math.gamma),
    "lgamma": np.vectorize(math.lgamma),
}


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize("name", MATHEMATICS)
def test_mathematics(name: str, type: str):
    for x in (0.125, 0.5, 0.875, 1.0 if name != "atanh" else 0.25, 2.0 if name == "acosh" else 0.75):
        if name == "acosh" and x < 1:
            continue
        result = run(f"%r = mir.{name} %a : {type}", [type], type, x)
        expected = float(MATHEMATICS[name](np.float64(x)))
        assert result == pytest.approx(expected, rel={"f16": 2e-3, "f32": 1e-6, "f64": 1e-14}[type])


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize(
    ("name", "function"), [("pow", math.pow), ("atan2", math.atan2), ("hypot", math.hypot)]
)
def test_mathematics_of_two(name: str, function: Callable[[float, float], float], type: str):
    for x, y in ((0.5, 2.0), (1.5, -0.25), (3.0, 0.5)):
        result = run(f"%r = mir.{name} %a, %b : {type}", [type, type], type, x, y)
        assert result == pytest.approx(function(x, y), rel={"f16": 2e-3, "f32": 1e-6, "f64": 1e-14}[type])


# ---------------------------------------------------------------------------------------------------------------------
# Casts

INTEGERS = [f"{sign}{width}" for sign in ("si", "ui") for width in (8, 16, 32, 64, 128)]


def bounds(type: str) -> tuple[int, int]:
    bits = int(type[2:])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type.startswith("s") else (0, (1 << bits) - 1)


@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", FLOATS)
@given(data=st.data())
@few
def test_float_to_integer_saturates(source: str, target: str, data: st.DataObject):
    low, high = bounds(target)
    limit = {"f16": 60000.0, "f32": 3e38, "f64": 1e300}[source]
    near = [
        float(NUMPY[source](max(-limit, min(limit, float(b))))) for b in (low, high, 2 * low, 2 * high + 2)
    ]
    a = data.draw(floats(source) | st.sampled_from([*near, math.inf, -math.inf, math.nan]))
    if math.isnan(a):
        expected = 0
    elif math.isinf(a):
        expected = high if a > 0 else low
    else:
        expected = max(low, min(high, math.trunc(a)))
    assert run(f"%r = mir.cast float_to_int %a : {source} to {target}", [source], target, a) == expected


def nearest(value: int, type: str) -> float:
    """`value` rounded to the nearest float of `type`, ties to even; computed with fractions alone."""
    digits, top = {"f16": (11, 16), "f32": (24, 128), "f64": (53, 1024)}[type]
    magnitude = abs(value)
    shift = max(0, magnitude.bit_length() - digits)
    quotient, rest = divmod(magnitude, 1 << shift)
    half = (1 << shift) >> 1
    if shift and (rest > half or (rest == half and quotient & 1)):
        quotient += 1
    rounded = quotient << shift
    result = math.inf if rounded >= 1 << top else float(rounded)
    return -result if value < 0 else result


@pytest.mark.parametrize("target", FLOATS)
@pytest.mark.parametrize("source", INTEGERS)
@given(data=st.data())
@few
def test_integer_to_float_rounds_to_nearest(source: str, target: str, data: st.DataObject):
    low, high = bounds(source)
    digits = {"f16": 11, "f32": 24, "f64": 53}[target]
    ties = [
        n + delta
        for bits in range(digits, min(int(source[2:]), digits + 60), 7)
        for n in ((1 << bits) + (1 << max(0, bits - digits)), (1 << bits) + 3 * (1 << max(0, bits - digits)))
        for delta in (-1, 0, 1)
        if low <= n + delta <= high
    ]
    strategy = st.integers(low, high) | st.sampled_from([low, high, 0, 1, *ties])
    small = st.integers(0, int(source[2:]) - 1).flatmap(
        lambda k: st.integers(max(low, -(1 << k)), min(high, 1 << k))
    )
    a = data.draw(strategy | small)
    assert run(f"%r = mir.cast int_to_float %a : {source} to {target}", [source], target, a) == nearest(
        a, target
    )


@pytest.mark.parametrize("target", FLOATS)
@pytest.mark.parametrize("source", FLOATS)
@given(data=st.data())
@few
def test_float_to_float(source: str, target: str, data: st.DataObject):
    a = data.draw(floats(source))
    with np.errstate(all="ignore"):
        expected = float(NUMPY[source](a).astype(NUMPY[target]))
    assert same(run(f"%r = mir.cast float_to_float %a : {source} to {target}", [source], target, a), expected)


def bfloat16_bits(value: float) -> int:
    """The bits of `value`, an f32, rounded to bf16."""
    if math.isnan(value):
        return 0x7FC0
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


@given(a=floats("f32", allow_nan=False))
@few
def test_bfloat16_rounds_to_nearest_even(a: float):
    call = native("%r = mir.cast float_to_float %a : f32 to bf16", ("f32",), "bf16")
    assert int.from_bytes(call(to_bytes(a, "f32")), "little") == bfloat16_bits(a)


@given(a=floats("f16", allow_nan=False))
@few
def test_half_to_bfloat16_goes_through_single(a: float):
    call = native("%r = mir.cast float_to_float %a : f16 to bf16", ("f16",), "bf16")
    assert int.from_bytes(call(to_bytes(a, "f16")), "little") == bfloat16_bits(a)


@given(a=floats("f64", allow_nan=False, allow_infinity=False))
@example(a=1.0 + 2.0**-8 + 2.0**-40)
@example(a=1.0 + 2.0**-8 - 2.0**-40)
@few
def test_double_to_bfloat16_rounds_once(a: float):
    call = native("%r = mir.cast float_to_float %a : f64 to bf16", ("f64",), "bf16")
    bits = int.from_bytes(call(to_bytes(a, "f64")), "little")
    low, high = (bits - 1, bits + 1) if bits & 0x7FFF else (0x8001, 1)

    def value(pattern: int) -> Fraction | None:
        single = struct.unpack("<f", struct.pack("<I", pattern << 16))[0]
        return Fraction(single) if math.isfinite(single) else None

    found = value(bits)
    if found is None:
        assert abs(a) > 3.38e38
        return
    distance = abs(Fraction(a) - found)
    for neighbour in (value(low), value(high)):
        if neighbour is not None:
            other = abs(Fraction(a) - neighbour)
            assert distance < other or (distance == other and bits & 1 == 0)


def test_bfloat16_arithmetic():
    call = native("%r = mir.add %a, %b : bf16", ("bf16", "bf16"), "bf16")
    bits = call(bfloat16_bits(1.5).to_bytes(2, "little"), bfloat16_bits(2.25).to_bytes(2, "little"))
    assert int.from_bytes(bits, "little") == bfloat16_bits(3.75)


# ---------------------------------------------------------------------------------------------------------------------
# What can not be seen by running


def test_contraction_is_allowed_unless_flags_say_otherwise():
    text = """
mir.func private @f(%a: f32, %b: f32) -> f32 {
  %m = mir.mul %a, %b : f32
  %s = mir.add %m, %b fastmath<nnan, afn> : f32
  mir.return %s : f32
}"""
    lowered = str(lower(text))
    assert "llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>}" in lowered
    assert "contract" not in lowered.split("llvm.fadd")[1].splitlines()[0]
    assert "afn" in lowered.split("llvm.fadd")[1].splitlines()[0]
