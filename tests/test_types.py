"""Scalar types as host conversions, and what annotations mean."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from periclase import types
from periclase.signature import (
    UNIT,
    AnnotationError,
    Parameter,
    Signature,
    read_signature,
    type_of_annotation,
)
from periclase.types import (
    Access,
    ArrayType,
    MutSlice,
    OutSlice,
    ScalarType,
    Slice,
    SliceType,
    Space,
    TupleType,
    bf16,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i32,
    i64,
    scalar_types,
    u8,
    u32,
)

INTEGERS = [t for t in scalar_types.values() if t.is_integer]


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_bounds_are_numpys(type: ScalarType) -> None:
    info = np.iinfo(np.dtype(type.numpy_name))
    assert (type.low, type.high, type.bits, type.size) == (info.min, info.max, info.bits, info.bits // 8)


@given(st.integers(-(2**70), 2**70))
def test_integers_wrap(value: int) -> None:
    for type in INTEGERS:
        expected = value & ((1 << type.bits) - 1)
        if type.is_signed and expected >> (type.bits - 1):
            expected -= 1 << type.bits
        assert type.convert(value) == expected


@given(st.floats())
def test_floats_saturate(value: float) -> None:
    for type in INTEGERS:
        got = type.convert(value)
        if math.isnan(value):
            assert got == 0
        elif math.isinf(value):
            assert got == (type.high if value > 0 else type.low)
        else:
            assert got == max(type.low, min(type.high, int(value)))


@given(st.floats())
def test_rounding_to_narrow_floats_is_numpys(value: float) -> None:
    with np.errstate(all="ignore"):
        for type in (f16, f32, f64):
            expected = float(np.dtype(type.numpy_name).type(value))
            assert struct.pack("d", type.convert(value)) == struct.pack("d", expected) or math.isnan(value)


def test_bf16_is_the_upper_half_of_f32() -> None:
    for high in [*range(0, 0x7F80, 37), 1, 0x7F7F]:
        exact = struct.unpack("f", struct.pack("I", high << 16))[0]
        assert bf16.convert(exact) == exact
    assert bf16.convert(1.00390625) == 1.0  # half way: to even
    assert bf16.convert(1.01171875) == 1.015625
    assert bf16.convert(3.4e38) == math.inf
    assert bf16.largest == struct.unpack("f", b"\x00\x00\x7f\x7f")[0]


def test_calling_a_type_converts() -> None:
    assert i8(300) == 44
    assert u8(-1.5) == 0
    assert f32(0.1) == float(np.float32(0.1))
    assert bool_(3) is True
    assert i32(np.int64(7)) == 7


def test_texts() -> None:
    assert [str(t) for t in (f32, Slice[f32], MutSlice[u8], OutSlice[bool_])] == [
        "f32",
        "Slice[f32]",
        "MutSlice[u8]",
        "OutSlice[bool_]",
    ]
    assert str(TupleType((f32, i32))) == "tuple[f32, i32]"
    assert str(UNIT) == "tuple[()]"
    assert str(ArrayType(f32, (4, 8), Space.SHARED)) == "shared array of 4 by 8 f32"


def test_slices_are_annotations_only() -> None:
    assert Slice[f32] == SliceType(f32, Access.READ)
    assert Slice[int] == Slice[i64]
    with pytest.raises(TypeError, match="a type that can be stored"):
        Slice[str]
    with pytest.raises(TypeError, match="annotation"):
        Slice([1.0])


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (f32, f32),
        (int, i64),
        (float, f64),
        (bool, bool_),
        (None, UNIT),
        (Slice[u32], SliceType(u32, Access.READ)),
        (tuple[f32, int], TupleType((f32, i64))),
        (tuple[f32, str], None),
        (str, None),
        (list[int], None),
        (Slice, None),
    ],
    ids=str,
)
def test_annotations(annotation: object, expected: object) -> None:
    assert type_of_annotation(annotation) == expected


def test_signature() -> None:
    def plain(a: i32, b, c: Slice[f32]) -> f32:  # type: ignore[no-untyped-def]
        raise AssertionError

    expected = (Parameter("a", i32), Parameter("b", None), Parameter("c", SliceType(f32, Access.READ)))
    assert read_signature(plain) == Signature(expected, f32)
    assert str(read_signature(plain)) == "(a: i32, b, c: Slice[f32]) -> f32"


def test_string_annotations_see_the_closure() -> None:
    mine = types.u16

    def closed(a: "mine") -> None:  # noqa: UP037
        assert mine

    assert read_signature(closed).parameters[0].type is types.u16


def test_bad_annotation_names_its_parameter() -> None:
    def bad(a: i32, b: "nowhere.at_all") -> None: ...  # type: ignore[name-defined] # noqa: F821, UP037

    with pytest.raises(AnnotationError) as caught:
        read_signature(bad)
    assert caught.value.parameter == "b"
    assert "NameError" in caught.value.message
