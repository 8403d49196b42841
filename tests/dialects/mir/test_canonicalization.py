"""Canonicalisation changes no value: patterns against the folds, which have an oracle of their own."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mir_folds import constant, fold, number, unknown
from xdsl.dialects.builtin import bf16, f16, f32, f64, i1
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.canonicalization import PATTERNS, CastOfCast
from periclase.dialects.mir.folding import bounds
from periclase.dialects.mir.narrowing import is_integer_type

INTS = [i1] + [mir.int_type(width, signed) for width in (8, 16, 32, 64, 128) for signed in (True, False)]
FLOATS = [f16, bf16, f32, f64]


def value_of(source: SSAValue, type: Attribute, kind: str) -> float | int | None:
    """What a cast of a constant gives."""
    folded = fold(mir.CastOp.make(source, type, kind))
    if isinstance(folded, SSAValue):
        owner = folded.owner
        assert isinstance(owner, mir.ConstantOp)
        return number(owner.value)
    return number(folded)


def both_ways(value: float, types: tuple[Attribute, Attribute, Attribute], kinds: tuple[str, str]) -> None:
    """Two casts, one after the other, and the one cast that stands for them."""
    source, middle, result = types
    first = mir.CastOp.make(unknown(source), middle, kinds[0])
    combined = CastOfCast.combined(first, mir.CastOp.make(first.result, result, kinds[1]))
    if combined is None:
        return
    start = constant(value, source)
    between = value_of(start, middle, kinds[0])
    assert between is not None
    twice = value_of(constant(between, middle), result, kinds[1])
    assert repr(twice) == repr(value_of(start, result, str(combined)))


@pytest.mark.parametrize("source", INTS, ids=str)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_integer_casts_combine(source: Attribute, data: st.DataObject) -> None:
    assert is_integer_type(source)
    least, greatest = bounds(source)
    value = data.draw(st.sampled_from([least, greatest]) | st.integers(least, greatest))
    for middle, result in product(INTS[1:], INTS[1:]):
        both_ways(value, (source, middle, result), ("int_to_int", "int_to_int"))
    for middle, result in product(INTS[1:], FLOATS):
        both_ways(value, (source, middle, result), ("int_to_int", "int_to_float"))


@settings(max_examples=8, deadline=None)
@given(value=st.floats(width=32) | st.floats(width=64))
def test_float_casts_combine(value: float) -> None:
    for source, middle, result in product(FLOATS, FLOATS, FLOATS):
        start = number(constant(value, source).owner.value)  # type: ignore[union-attr]
        assert start is not None
        both_ways(start, (source, middle, result), ("float_to_float", "float_to_float"))
    for source, middle, result in product(FLOATS, FLOATS, INTS[1:]):
        start = number(constant(value, source).owner.value)  # type: ignore[union-attr]
        assert start is not None
        both_ways(start, (source, middle, result), ("float_to_float", "float_to_int"))


def test_a_lossy_first_cast_stays() -> None:
    def combined(types: tuple[Attribute, Attribute, Attribute], kinds: tuple[str, str]) -> object:
        first = mir.CastOp.make(unknown(types[0]), types[1], kinds[0])
        return CastOfCast.combined(first, mir.CastOp.make(first.result, types[2], kinds[1]))

    assert combined((mir.ui32, mir.ui8, mir.si32), ("int_to_int", "int_to_int")) is None
    assert combined((mir.si8, mir.ui16, mir.si32), ("int_to_int", "int_to_int")) is None
    assert combined((mir.si32, mir.ui32, f32), ("int_to_int", "int_to_float")) is None
    assert combined((f64, f32, f64), ("float_to_float", "float_to_float")) is None
    assert combined((f32, f16, mir.si32), ("float_to_float", "float_to_int")) is None
    # bf16 and f16 hold different numbers.
    assert combined((bf16, f16, f32), ("float_to_float", "float_to_float")) is None
    assert combined((mir.ui8, i1, mir.ui8), ("transmute", "transmute")) is None


@settings(max_examples=100, deadline=None)
@given(x=st.integers(-(2**31), 2**31 - 1), exponent=st.integers(1, 30))
def test_python_division_by_a_power_of_two_is_a_shift(x: int, exponent: int) -> None:
    value, divisor = constant(x, mir.si32), constant(2**exponent, mir.si32)
    shifted = fold(mir.ShrOp.make(value, constant(exponent, mir.si32)))
    masked = fold(mir.BitAndOp.make(value, constant(2**exponent - 1, mir.si32)))
    assert number(fold(mir.FloorDivOp.make(value, divisor))) == number(shifted) == x // 2**exponent
    if not isinstance(masked, SSAValue):
        assert number(fold(mir.FloorModOp.make(value, divisor))) == number(masked) == x % 2**exponent


def test_only_ops_of_the_dialect_have_patterns_and_all_of_them_are_asked() -> None:
    from xdsl.traits import HasCanonicalizationPatternsTrait

    for op_class in PATTERNS:
        assert op_class in set(mir.MIR.operations)
        assert op_class.has_trait(HasCanonicalizationPatternsTrait), op_class.name
