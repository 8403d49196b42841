"""Float folds, bit by bit: numpy is the oracle for f16, f32 and f64, exact rationals for bf16 and for what numpy lacks."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mir_folds import constant, fold, number, unknown
from xdsl.dialects.builtin import bf16, f16, f32, f64
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir

DTYPES = {f16: np.float16, f32: np.float32, f64: np.float64}
for_each_type = pytest.mark.parametrize("type", DTYPES, ids=str)
many = settings(max_examples=25, deadline=None)

SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -2.5,
    1.5,
    math.inf,
    -math.inf,
    math.nan,
    5e-324,
    1e-45,
    6e-8,
    65504.0,
]
SPECIAL += [3.4028234663852886e38, 1.7976931348623157e308, 1e-38, 0.1, 1 / 3, 2.0**24 + 2, 2.0**53, -7.0, 3.0]


def same(folded: float | None, expected: float) -> bool:
    """Equal, with the sign of a zero, and NaN equal to NaN."""
    assert folded is not None
    if math.isnan(expected):
        return math.isnan(folded)
    return struct.pack("<d", folded) == struct.pack("<d", expected)


def floats(type: Attribute) -> st.SearchStrategy[float]:
    """Floats of the type as Python floats: the special ones rounded to it, and any."""
    width = {f16: 16, f32: 32, f64: 64}[type]
    dtype = DTYPES[type]
    with np.errstate(all="ignore"):
        special = [float(dtype(value)) for value in SPECIAL]
    return st.sampled_from(special) | st.floats(width=width)


@for_each_type
@many
@given(data=st.data())
def test_arithmetic(type: Attribute, data: st.DataObject) -> None:
    a, b = data.draw(floats(type)), data.draw(floats(type))
    dtype = DTYPES[type]
    x, y = dtype(a), dtype(b)
    with np.errstate(all="ignore"):
        expected = {
            mir.AddOp: x + y,
            mir.SubOp: x - y,
            mir.MulOp: x * y,
            mir.DivOp: x / y,
            mir.RemOp: np.fmod(x, y),
        }
    for op_class, value in expected.items():
        assert value.dtype == dtype
        folded = number(fold(op_class.make(constant(a, type), constant(b, type))))
        assert same(folded, float(value)), (op_class.name, a, b, folded, value)


@for_each_type
@many
@given(data=st.data())
def test_comparisons(type: Attribute, data: st.DataObject) -> None:
    a, b = data.draw(floats(type)), data.draw(floats(type))
    left, right = constant(a, type), constant(b, type)
    x, y = np.array(a), np.array(b)
    for op_class, expected in (
        (mir.LtOp, x < y),
        (mir.LeOp, x <= y),
        (mir.GtOp, x > y),
        (mir.GeOp, x >= y),
        (mir.EqOp, x == y),
        (mir.NeOp, x != y),
    ):
        assert number(fold(op_class.make(left, right))) == bool(expected), (op_class.name, a, b)


@for_each_type
@many
@given(data=st.data())
def test_unary(type: Attribute, data: st.DataObject) -> None:
    a = data.draw(floats(type))
    x = DTYPES[type](a)
    operand = constant(a, type)
    with np.errstate(all="ignore"):
        expected = {
            mir.NegOp: -x,
            mir.AbsOp: np.abs(x),
            mir.SqrtOp: np.sqrt(x),
            mir.FloorOp: np.floor(x),
            mir.CeilOp: np.ceil(x),
            mir.TruncOp: np.trunc(x),
            mir.RoundEvenOp: np.rint(x),
        }
    for op_class, value in expected.items():
        folded = number(fold(op_class.make(operand)))
        assert same(folded, float(value)), (op_class.name, a, folded, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.5, 1.0),
        (-0.5, -1.0),
        (0.49, 0.0),
        (-0.2, -0.0),
        (2.5, 3.0),
        (-2.5, -3.0),
        (0.49999997, 0.0),
        (8388609.0, 8388609.0),
    ],
)
def test_round_takes_halves_away_from_zero(value: float, expected: float) -> None:
    assert same(number(fold(mir.RoundOp.make(constant(value, f32)))), expected)


@for_each_type
@many
@given(data=st.data())
def test_min_max(type: Attribute, data: st.DataObject) -> None:
    a, b = data.draw(floats(type)), data.draw(floats(type))
    for op_class, oracle in ((mir.MinOp, np.fmin), (mir.MaxOp, np.fmax)):
        folded = number(fold(op_class.make(constant(a, type), constant(b, type))))
        if a == 0 and b == 0:
            signs = (math.copysign(1.0, a), math.copysign(1.0, b))
            assert same(folded, math.copysign(0.0, min(signs) if op_class is mir.MinOp else max(signs)))
        else:
            assert same(folded, float(oracle(a, b)))


def round_exactly(value: Fraction, type: Attribute) -> float:
    """The nearest float of the type by trying both neighbours of numpy's (or, for bf16, f32's cut) guess."""
    try:
        guess = float(value)
    except OverflowError:
        guess = math.inf if value > 0 else -math.inf
    if type == f64:
        return guess
    if type == bf16:
        bits = struct.unpack(
            "<I", struct.pack("<f", math.copysign(min(abs(guess), 3.4028234663852886e38), guess))
        )[0]
        candidates = [
            struct.unpack("<f", struct.pack("<I", (bits & 0xFFFF0000) + d))[0] for d in (0, 0x10000)
        ]
        limit = 2.0**128
    else:
        dtype = DTYPES[type]
        with np.errstate(all="ignore"):
            middle = dtype(guess)
            candidates = [
                float(np.nextafter(middle, dtype(-math.inf))),
                float(middle),
                float(np.nextafter(middle, dtype(math.inf))),
            ]
        limit = 2.0**128 if type == f32 else 2.0**16

    def distance(candidate: float) -> Fraction:
        # An infinity stands where the next number would, were the exponent unbounded.
        number_ = (
            Fraction(limit)
            if candidate == math.inf
            else Fraction(-limit)
            if candidate == -math.inf
            else Fraction(candidate)
        )
        return abs(number_ - value)

    least = min(map(distance, candidates))
    nearest = [candidate for candidate in candidates if distance(candidate) == least]
    if len(nearest) == 1:
        return nearest[0]
    even = [c for c in nearest if math.isinf(c) or mantissa_is_even(c, type)]
    return even[0]


def mantissa_is_even(value: float, type: Attribute) -> bool:
    if type == bf16:
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16 & 1 == 0
    return int(np.array(value, DTYPES[type]).view({f16: np.uint16, f32: np.uint32}[type])) & 1 == 0


@pytest.mark.parametrize("type", [f16, bf16, f32, f64], ids=str)
@many
@given(data=st.data())
def test_fma_rounds_once(type: Attribute, data: st.DataObject) -> None:
    width = {f16: 16, bf16: 16, f32: 32, f64: 64}[type]
    finite = st.floats(width=width, allow_nan=False, allow_infinity=False)
    values = [data.draw(finite) for _ in range(3)]
    operands = [constant(value, type) for value in values]
    a, b, c = (float(number(operand.owner.value)) for operand in operands)  # type: ignore[union-attr, arg-type]
    folded = number(fold(mir.FmaOp.make(*operands)))
    if not all(map(math.isfinite, (a, b, c))):
        return
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    assert folded is not None
    if exact:
        expected = round_exactly(exact, type)
        assert folded == expected, (a, b, c)


def test_fma_is_not_multiply_and_add() -> None:
    x = 1.0 + 2.0**-12
    operands = [constant(v, f32) for v in (x, x, -(1.0 + 2.0**-11))]
    assert number(fold(mir.FmaOp.make(*operands))) == 2.0**-24
    product = mir.MulOp.make(operands[0], operands[1])
    assert number(fold(product)) == 1.0 + 2.0**-11


def test_fma_of_what_is_not_finite() -> None:
    def fma(a: float, b: float, c: float) -> float:
        folded = number(fold(mir.FmaOp.make(*(constant(v, f32) for v in (a, b, c)))))
        assert isinstance(folded, float)
        return folded

    assert fma(math.inf, 2.0, 1.0) == math.inf
    assert math.isnan(fma(math.inf, 0.0, 1.0))
    assert math.isnan(fma(math.inf, 1.0, -math.inf))
    assert fma(1.0, 3e38, -math.inf) == -math.inf
    assert fma(3e38, 3e38, -math.inf) == -math.inf
    assert same(fma(0.0, -1.0, -0.0), -0.0)
    assert same(fma(0.0, 1.0, -0.0), 0.0)
    assert same(fma(1.0, 1.0, -1.0), 0.0)


@pytest.mark.parametrize("a", [7.5, -7.5, 6.0, -6.0, 0.3, 1e10])
@pytest.mark.parametrize("b", [2.0, -2.0, 3.0, 0.7])
def test_floor_division_is_python_s(a: float, b: float) -> None:
    quotient = number(fold(mir.FloorDivOp.make(constant(a, f64), constant(b, f64))))
    assert quotient is None or same(quotient, a // b)
    assert same(number(fold(mir.FloorModOp.make(constant(a, f64), constant(b, f64)))), a % b)


def test_floor_division_by_zero_is_left_alone() -> None:
    for op_class in (mir.FloorDivOp, mir.FloorModOp):
        assert fold(op_class.make(constant(1.0, f32), constant(0.0, f32))) is None


def test_floor_division_that_rounds_up_to_an_integer_is_left_alone() -> None:
    # 1.0 // 0.1 is 9.0 in Python, 1.0 / 0.1 rounds to 10.0.
    assert fold(mir.FloorDivOp.make(constant(1.0, f64), constant(0.1, f64))) is None


@for_each_type
def test_neutral_elements_that_are_exact(type: Attribute) -> None:
    x = unknown(type)
    assert fold(mir.AddOp.make(x, constant(-0.0, type))) is x
    assert fold(mir.SubOp.make(x, constant(0.0, type))) is x
    assert fold(mir.MulOp.make(constant(1.0, type), x)) is x
    assert fold(mir.DivOp.make(x, constant(1.0, type))) is x
    assert fold(mir.NegOp.make(mir.NegOp.make(x).result)) is x
    assert fold(mir.AbsOp.make(mir.AbsOp.make(x).result)).owner.name == "mir.abs"  # type: ignore[union-attr]
    assert fold(mir.FloorOp.make(mir.CeilOp.make(x).result)).owner.name == "mir.ceil"  # type: ignore[union-attr]


@for_each_type
def test_identities_that_do_not_hold_for_floats(type: Attribute) -> None:
    x = unknown(type)
    # -0.0 + 0.0 is 0.0; NaN - NaN, NaN * 0 and NaN compared with itself are what they are.
    for op in (
        mir.AddOp.make(x, constant(0.0, type)),
        mir.SubOp.make(x, constant(-0.0, type)),
        mir.SubOp.make(x, x),
        mir.MulOp.make(x, constant(0.0, type)),
        mir.RemOp.make(x, constant(1.0, type)),
        mir.EqOp.make(x, x),
        mir.NeOp.make(x, x),
        mir.LeOp.make(x, x),
        mir.DivOp.make(x, x),
        mir.FloorDivOp.make(x, constant(1.0, type)),
    ):
        assert fold(op) is None, op.name


LIBRARY = [
    op for op in mir.MIR.operations if op.__module__.endswith("float_math") and getattr(op, "EXACT", ())
]


@pytest.mark.parametrize("op_class", LIBRARY, ids=lambda op: op.name)
def test_library_functions_fold_only_where_exact(op_class: type[mir.SinOp]) -> None:
    oracle = {
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "exp10": lambda x: np.float64(10) ** x,
        "asin": np.arcsin,
        "acos": np.arccos,
        "atan": np.arctan,
        "asinh": np.arcsinh,
        "acosh": np.arccosh,
        "atanh": np.arctanh,
        "erf": np.vectorize(math.erf),
        "erfc": np.vectorize(math.erfc),
        "gamma": np.vectorize(math.gamma),
        "lgamma": np.vectorize(math.lgamma),
    }
    mnemonic = op_class.name.removeprefix("mir.")
    function = oracle.get(mnemonic) or getattr(np, mnemonic)
    for argument, value in op_class.EXACT:
        with np.errstate(all="ignore"):
            assert same(float(function(np.float64(argument))), value)
        assert same(number(fold(op_class.make(constant(argument, f32)))), value)
    assert fold(op_class.make(constant(0.3, f32))) is None


def test_pow() -> None:
    x = unknown(f32)
    assert number(fold(mir.PowOp.make(x, constant(0.0, f32)))) == 1.0
    assert fold(mir.PowOp.make(x, constant(1.0, f32))) is x
    assert fold(mir.PowOp.make(constant(2.0, f32), constant(0.5, f32))) is None


def test_copysign() -> None:
    assert same(number(fold(mir.CopySignOp.make(constant(2.0, f32), constant(-0.0, f32)))), -2.0)
    assert fold(mir.CopySignOp.make(constant(2.0, f32), constant(math.nan, f32))) is None


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
@for_each_type
@many
@given(data=st.data())
def test_float_to_int_saturates(type: Attribute, signed: bool, width: int, data: st.DataObject) -> None:
    value = data.draw(floats(type) | st.integers(-(2**65), 2**65).map(float).filter(lambda v: type == f64))
    result = mir.int_type(width, signed)
    least = -(2 ** (width - 1)) if signed else 0
    greatest = least + 2**width - 1
    folded = number(fold(mir.CastOp.make(constant(value, type), result, "float_to_int")))
    if math.isnan(value):
        assert folded == 0
    elif value >= greatest:
        assert folded == greatest
    elif value <= least:
        assert folded == least
    else:
        assert folded == int(np.trunc(value))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
@for_each_type
@many
@given(data=st.data())
def test_int_to_float_rounds_to_nearest(
    type: Attribute, signed: bool, width: int, data: st.DataObject
) -> None:
    least = -(2 ** (width - 1)) if signed else 0
    value = data.draw(st.integers(least, least + 2**width - 1))
    array = np.array(value, dtype=f"{'i' if signed else 'u'}{width // 8}")
    with np.errstate(all="ignore"):
        expected = (
            float(array.astype(DTYPES[type]))
            if type != f16
            else round_exactly(Fraction(value), f16)
            if value
            else 0.0
        )
    folded = number(fold(mir.CastOp.make(constant(value, mir.int_type(width, signed)), type, "int_to_float")))
    assert same(folded, expected)


@many
@given(st.floats(width=64))
def test_float_to_float_rounds_to_nearest(value: float) -> None:
    for type, dtype in DTYPES.items():
        with np.errstate(all="ignore"):
            expected = float(dtype(value))
        folded = fold(mir.CastOp.make(constant(value, f64), type, "float_to_float"))
        assert isinstance(folded, SSAValue) == (type == f64)
        if not isinstance(folded, SSAValue):
            assert same(number(folded), expected)


@pytest.mark.parametrize(("width", "type"), [(16, f16), (32, f32), (64, f64)])
@many
@given(data=st.data())
def test_transmute(width: int, type: Attribute, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, 2**width - 1))
    integer = mir.int_type(width, False)
    expected = float(np.array(bits, f"u{width // 8}").view(DTYPES[type]))
    folded = number(fold(mir.CastOp.make(constant(bits, integer), type, "transmute")))
    if math.isnan(expected):
        # A NaN constant does not keep its bits.
        assert folded is None
        return
    assert same(folded, expected)
    assert number(fold(mir.CastOp.make(constant(expected, type), integer, "transmute"))) == bits


def test_float_constants_are_rounded_to_their_type() -> None:
    assert number(fold(mir.AddOp.make(constant(2.0**24, f32), constant(1.0, f32)))) == 2.0**24
    assert number(fold(mir.AddOp.make(constant(2.0**24, f64), constant(1.0, f64)))) == 2.0**24 + 1
    assert number(fold(mir.MulOp.make(constant(3e38, f32), constant(2.0, f32)))) == math.inf
    assert number(fold(mir.MulOp.make(constant(300.0, f16), constant(300.0, f16)))) == math.inf
    assert number(fold(mir.AddOp.make(constant(256.0, bf16), constant(1.0, bf16)))) == 256.0
