"""Structs on the host: constructor, equality, and layouts that agree with numpy's and with C's."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase import Array, Slice, f32, f64, i32, struct
from periclase.runtime.structured import structured_name
from periclase.structs import NotAStruct, StructType, dtype_name, numpy_dtype, struct_type
from periclase.types import ArrayType, ScalarType, Space, TupleType, Type, canonical_text, scalar_types


@struct
class Vec:
    x: f32
    y: f64 = 2.0


@struct(frozen=True, order=True)
class Nested:
    v: Vec
    taps: Array[i32, 2, 3]
    pair: tuple[i32, f64]


def test_objects_of_the_host() -> None:
    v = Vec(1.0)
    assert v == Vec(x=1.0, y=2.0)
    assert repr(v) == "Vec(x=1.0, y=2.0)"
    v.x = 5.0
    assert v != Vec(1.0)
    n = Nested(v, np.ones((2, 3)), (1, 2.0))
    with pytest.raises(dataclasses.FrozenInstanceError):
        n.pair = (2, 3.0)  # type: ignore[misc]


def test_to_numpy_and_back() -> None:
    n = Nested(Vec(1.5, 2.5), np.arange(6).reshape(2, 3), (7, 8.5))
    element: Any = n.to_numpy()  # type: ignore[attr-defined]
    assert element.dtype == Nested.dtype  # type: ignore[attr-defined]
    assert element["v"]["y"] == 2.5
    assert element["pair"]["f1"] == 8.5
    back: Any = Nested.from_numpy(element)  # type: ignore[attr-defined]
    assert back.v == n.v
    assert back.pair == (7, 8.5)
    assert (back.taps == n.taps).all()
    several: Any = Vec.from_numpy(np.zeros(3, Vec.dtype))  # type: ignore[attr-defined]
    assert several == [Vec(0.0, 0.0)] * 3


def test_types() -> None:
    found = struct_type(Vec)
    assert found is struct_type(Vec)
    assert str(found) == "Vec"
    assert str(Slice[Vec]) == "Slice[Vec]"
    assert canonical_text(found) == f"{__name__}.Vec{{x: f32, y: f64}}"
    assert (found.size, found.align) == (16, 8)
    assert not StructType(Vec, (("s", Slice[f32]),)).is_storable
    with pytest.raises(TypeError, match="no place in memory"):
        numpy_dtype(StructType(Vec, (("s", Slice[f32]),)))


def test_classes_that_are_none() -> None:
    @dataclasses.dataclass
    class Text:
        name: str

    class Empty(NamedTuple):
        pass

    @struct
    class Unknown:
        x: nothing  # type: ignore[name-defined]  # noqa: F821

    for kind, words in ((Text, "annotated `str`"), (Empty, "has no fields"), (Unknown, "NameError")):
        with pytest.raises(NotAStruct, match=words):
            struct_type(kind)


def test_a_class_inside_a_function_sees_its_neighbours() -> None:
    @struct
    class Inner:
        x: i32

    @struct
    class Outer:
        inner: Inner

    assert struct_type(Outer).types == (struct_type(Inner),)


# Layouts

_C_TYPES: dict[str, Any] = {
    "bool_": ctypes.c_bool, "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
    "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "u64": ctypes.c_uint64,
    "f32": ctypes.c_float, "f64": ctypes.c_double,
}  # fmt: skip


def _struct_of(types: list[Type]) -> StructType:
    return StructType(type("S", (), {}), tuple((f"m{index}", each) for index, each in enumerate(types)))


_types: st.SearchStrategy[Type] = st.recursive(
    st.sampled_from([scalar_types[name] for name in _C_TYPES]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map(_struct_of),
        st.lists(inner, min_size=1, max_size=3).map(lambda types: TupleType(tuple(types))),
        st.tuples(inner, st.lists(st.integers(1, 3), min_size=1, max_size=3)).map(
            lambda given: ArrayType(given[0], tuple(given[1]), Space.LOCAL)
        ),
    ),
    max_leaves=8,
)


def _c_type(type: Type) -> Any:
    if isinstance(type, ScalarType):
        return _C_TYPES[type.__name__]
    if isinstance(type, ArrayType):
        made = _c_type(type.element)
        for extent in reversed(type.shape):
            made = made * extent
        return made
    fields = [(f"m{index}", _c_type(part)) for index, (_, part) in enumerate(type.parts() or ())]
    return _c_struct(fields)


def _c_struct(fields: list[tuple[str, Any]]) -> Any:
    return type("C", (ctypes.Structure,), {"_fields_": fields})


def _numpy_oracle(type: Type) -> Any:
    if isinstance(type, ScalarType):
        return np.dtype(type.numpy_name)
    if isinstance(type, ArrayType):
        element = _numpy_oracle(type.element)
        inner, shape = element.subdtype or (element, ())
        return np.dtype((inner, (*type.shape, *shape)))
    names = [name for name, _ in type.fields] if isinstance(type, StructType) else None
    parts = list(type.parts() or ())
    return np.dtype(
        [(names[i] if names else f"f{i}", _numpy_oracle(part)) for i, (_, part) in enumerate(parts)],
        align=True,
    )


@given(_types)
@settings(max_examples=150, deadline=None)
def test_layouts_agree_with_c_numpy_and_mir(type: Type) -> None:
    from periclase.dialects.mir.layout import align_of, field_offset, size_of
    from periclase.importer.python.mir_types import storage_type

    c = _c_type(type)
    dtype = numpy_dtype(type)
    assert dtype == _numpy_oracle(type)
    assert structured_name(dtype) == dtype_name(type)
    stored = storage_type(type)
    assert dtype.itemsize == ctypes.sizeof(c) == type.size == size_of(stored)
    align = type.size if isinstance(type, ScalarType) else type.align
    assert align == ctypes.alignment(c) == align_of(stored)
    if isinstance(type, StructType | TupleType):
        assert dtype.names is not None
        fields: Any = dtype.fields
        offsets = [fields[name][1] for name in dtype.names]
        assert offsets == [getattr(c, f"m{index}").offset for index in range(len(offsets))]
        assert offsets == [field_offset(stored, index) for index in range(len(offsets))]


def test_names_of_other_layouts_differ() -> None:
    packed = np.dtype([("a", "i1"), ("b", "i4")])
    aligned = np.dtype([("a", "i1"), ("b", "i4")], align=True)
    assert structured_name(aligned) == "{a: int8, b: int32}"
    assert structured_name(packed) == "{a: int8, b: int32 @ 1} of 5 bytes"
