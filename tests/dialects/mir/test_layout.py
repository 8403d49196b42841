"""Layouts against the C compiler's own, by way of ctypes, and against numpy's aligned records."""

from __future__ import annotations

import ctypes
from functools import cache
from types import new_class

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import FunctionType, IntegerType, bf16, f16, f32, f64, i1, i32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from periclase.dialects import mir
from periclase.dialects.mir import (
    AddressSpace,
    ArrayType,
    EnumKind,
    EnumLayout,
    EnumType,
    Layout,
    LayoutError,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    UnionType,
    Variant,
    align_of,
    field_offset,
    size_of,
)

SCALARS: dict[Attribute, tuple[type, str]] = {
    i1: (ctypes.c_bool, "?"),
    mir.si8: (ctypes.c_int8, "i1"),
    mir.ui16: (ctypes.c_uint16, "u2"),
    mir.si32: (ctypes.c_int32, "i4"),
    mir.ui64: (ctypes.c_uint64, "u8"),
    f32: (ctypes.c_float, "f4"),
    f64: (ctypes.c_double, "f8"),
    PtrType.get(f32): (ctypes.c_void_p, "u8"),
}


@cache
def c_type(type: Attribute) -> type:
    """The ctypes class for a scalar, an array, a tuple or a union."""
    if isinstance(type, ArrayType):
        return c_type(type.element_type) * type.length
    if isinstance(type, TupleType | UnionType):
        base = ctypes.Structure if isinstance(type, TupleType) else ctypes.Union
        fields = [(f"f{i}", c_type(field)) for i, field in enumerate(type.field_types())]
        return new_class("C", (base,), exec_body=lambda body: body.update(_fields_=fields))
    return SCALARS[type][0]


scalars = st.sampled_from(list(SCALARS))


def aggregates(inner: st.SearchStrategy[Attribute]) -> st.SearchStrategy[Attribute]:
    fields = st.lists(inner, min_size=1, max_size=5)
    return (
        fields.map(TupleType.natural)
        | st.builds(ArrayType.get, st.integers(1, 5), inner)
        | fields.filter(lambda types: not any(isinstance(t, UnionType) for t in types)).map(
            lambda types: (
                UnionType("U", [(f"f{i}", type) for i, type in enumerate(types)])
                if not any(has_union(type) for type in types)
                else TupleType.natural(types)
            )
        )
    )


def has_union(type: Attribute) -> bool:
    return any(isinstance(nested, UnionType) for nested in mir.nested_types(type))


@settings(max_examples=150, deadline=None)
@given(st.recursive(scalars, aggregates, max_leaves=12))
def test_natural_layouts_are_those_of_c(type: Attribute) -> None:
    expected = c_type(type)
    assert size_of(type) == ctypes.sizeof(expected)
    assert align_of(type) == ctypes.alignment(expected)
    if isinstance(type, TupleType | UnionType):
        for index in range(len(type.field_types())):
            assert field_offset(type, index) == getattr(expected, f"f{index}").offset


@settings(max_examples=60, deadline=None)
@given(st.lists(scalars, min_size=1, max_size=6))
def test_structs_are_numpy_s_aligned_records(types: list[Attribute]) -> None:
    fields = [(f"f{i}", type) for i, type in enumerate(types)]
    struct = StructType("S", fields)
    record = np.dtype([(name, SCALARS[type][1]) for name, type in fields], align=True)
    assert record.fields is not None
    assert (size_of(struct), align_of(struct)) == (record.itemsize, record.alignment)
    assert [field_offset(struct, i) for i in range(len(types))] == [
        record.fields[name][1] for name, _ in fields
    ]


@pytest.mark.parametrize(
    ("type", "size", "align"),
    [
        (mir.si128, 16, 16),
        (f16, 2, 2),
        (bf16, 2, 2),
        (PtrType.get(f32, True, AddressSpace.SHARED), 8, 8),
        (SliceType.get(f32), 16, 8),
        (mir.DisjointSliceType.get(f32, (mir.ui64, mir.ui8)), 32, 8),
        (mir.UNIT, 0, 1),
        (ArrayType.get(0, f64), 0, 8),
        (ArrayType.get(3, TupleType.natural([mir.si32, i1])), 24, 4),
        (FunctionType.from_lists([], []), 8, 8),
    ],
    ids=str,
)
def test_what_c_does_not_have(type: Attribute, size: int, align: int) -> None:
    assert (size_of(type), align_of(type)) == (size, align)


@pytest.mark.parametrize(
    "type", [IntegerType(7), IntegerType(24), mir.ConstantOp.of(1, f32).properties["value"]], ids=str
)
def test_no_layout(type: Attribute) -> None:
    with pytest.raises(LayoutError, match="has no layout in memory"):
        size_of(type)


def test_signless_integers_have_the_layout_of_their_width() -> None:
    assert size_of(i32) == 4


def test_field_offset_of_what_has_no_such_field() -> None:
    with pytest.raises(LayoutError, match="has 2 fields, there is no field 2"):
        field_offset(TupleType.natural([f32, f32]), 2)
    with pytest.raises(LayoutError, match="f32 has no fields"):
        field_offset(f32, 0)


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (Layout((0,), 8, 4), "has 2 fields but 1 offsets"),
        (Layout((0, 4), 8, 3), "must be a power of two, not 3"),
        (Layout((0, 4), 10, 4), "must be a multiple of its alignment 4, not 10"),
        (Layout((0, 8), 8, 4), "field 1 of the tuple lies at bytes 8 to 12, outside its size 8"),
        (Layout((-4, 0), 8, 4), "field 0 of the tuple lies at bytes -4 to 0"),
        (Layout((0, 2), 8, 4), "fields 0 and 1 of the tuple overlap"),
    ],
)
def test_wrong_layouts_are_refused(layout: Layout, message: str) -> None:
    with pytest.raises(VerifyException, match=message):
        TupleType([mir.si32, f32], layout)


def test_fields_out_of_order_and_without_bytes() -> None:
    type = TupleType([mir.ui8, mir.si32, mir.UNIT], Layout((4, 0, 8), 8, 4))
    assert [field_offset(type, i) for i in range(3)] == [4, 0, 8]
    assert type != TupleType.natural([mir.ui8, mir.si32, mir.UNIT])


def test_direct_enum() -> None:
    option = EnumType.direct("Opt", mir.ui8, [("None", 0, []), ("Some", 7, [f64, i1])])
    assert (size_of(option), align_of(option)) == (24, 8)
    assert option.variants[1].offsets == (8, 16)
    assert [option.tag_value(variant) for variant in (0, 1)] == [0, 7]


def test_negative_discriminants_are_stored_in_the_tag_s_width() -> None:
    ordering = EnumType.direct("Ordering", mir.si8, [("Less", -1, []), ("Equal", 0, []), ("Greater", 1, [])])
    assert [ordering.tag_value(variant) for variant in range(3)] == [255, 0, 1]
    assert size_of(ordering) == 1


def test_niche_enum() -> None:
    pointer = PtrType.get(f32)
    variants = (Variant("None", 0), Variant("Some", 1, (pointer,), (0,)))
    layout = EnumLayout(EnumKind.NICHE, 8, 8, niche_start=0, niche_first=0, niche_last=0, variant=1)
    option = EnumType.get("Opt<&f32>", mir.si64, pointer, variants, layout)
    assert [option.tag_value(variant) for variant in (0, 1)] == [0, None]
    # Niche values wrap in the width of the tag.
    plain = (Variant(name, number) for number, name in enumerate("ABCD"))
    variants = (*plain, Variant("E", 4, (mir.ui8,), (0,)))
    layout = EnumLayout(EnumKind.NICHE, 1, 1, niche_start=254, niche_first=0, niche_last=3, variant=4)
    wrapping = EnumType.get("W", mir.si64, mir.ui8, variants, layout)
    assert [wrapping.tag_value(variant) for variant in range(5)] == [254, 255, 0, 1, None]


@pytest.mark.parametrize(
    ("tag", "variants", "layout", "message"),
    [
        (None, (Variant("A", 0),), EnumLayout(EnumKind.DIRECT, 1, 1), "of kind direct must have a tag"),
        (mir.ui8, (Variant("A", 0),), EnumLayout(EnumKind.SINGLE, 1, 1), "of kind single must have no tag"),
        (
            f32,
            (Variant("A", 0),),
            EnumLayout(EnumKind.DIRECT, 4, 4),
            "must be an integer or a pointer, not f32",
        ),
        (
            mir.ui8,
            (Variant("A", 0),),
            EnumLayout(EnumKind.DIRECT, 1, 1, tag_offset=1),
            "lies outside its size 1",
        ),
        (
            mir.ui8,
            (Variant("A", 0), Variant("A", 1)),
            EnumLayout(EnumKind.DIRECT, 1, 1),
            "two variants of one name",
        ),
        (
            mir.ui8,
            (Variant("A", 0), Variant("B", 0)),
            EnumLayout(EnumKind.DIRECT, 1, 1),
            "two variants of one discr",
        ),
        (mir.ui8, (Variant("A", 300),), EnumLayout(EnumKind.DIRECT, 1, 1), "300 is out of range"),
        (
            mir.ui8,
            (Variant("A", 0, (f32,), (0,)),),
            EnumLayout(EnumKind.DIRECT, 2, 1),
            'variant "A" of enum "E"',
        ),
        (None, (Variant("A", 0),), EnumLayout(EnumKind.SINGLE, 0, 1, variant=1), "there is no variant 1"),
        (
            mir.ui8,
            (Variant("A", 0), Variant("B", 1)),
            EnumLayout(EnumKind.NICHE, 1, 1, niche_first=0, niche_last=2, variant=1),
            "covers variants 0 to 2 of 2",
        ),
    ],
)
def test_wrong_enums_are_refused(
    tag: Attribute | None, variants: tuple[Variant, ...], layout: EnumLayout, message: str
) -> None:
    with pytest.raises(VerifyException, match=message):
        EnumType("E", mir.ui8, tag, variants, layout)


@pytest.mark.parametrize(
    "wrap", [lambda type: type, PtrType.get, lambda type: ArrayType.get(2, SliceType.get(type))]
)
def test_recursive_types_are_refused(wrap: object) -> None:
    inner = StructType("Node", [("value", f32)])
    with pytest.raises(VerifyException, match='struct "Node" contains a type of its own name'):
        StructType("Node", [("next", wrap(inner))])  # type: ignore[operator]
    with pytest.raises(VerifyException, match='union "Node" contains a type of its own name'):
        UnionType("Node", [("next", wrap(inner))])  # type: ignore[operator]


def test_types_are_interned() -> None:
    assert PtrType.get(f32) is PtrType.get(f32)
    assert TupleType.natural([f32, i1]) is TupleType.natural((f32, i1))
    assert PtrType.get(f32, False) != PtrType.get(f32, True)
    assert PtrType.get(f32, True, AddressSpace.SHARED) != PtrType.get(f32)


def test_launch_attributes_are_checked() -> None:
    with pytest.raises(VerifyException, match="1 to 1024 threads, not 2048"):
        mir.LaunchBoundsAttr.of(2048)
    with pytest.raises(VerifyException, match="min_blocks must be positive"):
        mir.LaunchBoundsAttr.of(32, 0)
    with pytest.raises(VerifyException, match="three positive extents"):
        mir.BlockDimsAttr.of(16, 0)
    with pytest.raises(ValueError, match="unknown fast-math flag 'speed'"):
        mir.FastMathAttr.of("speed")
    assert mir.FastMathAttr.of("afn", "contract") is mir.FastMathAttr.of("afn", "contract")
    assert "nnan" in mir.FastMathAttr.of("fast")
