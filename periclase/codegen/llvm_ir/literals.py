"""Literals → constants of LLVM IR, bit-exactly."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from math import copysign
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BFloat16Type,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from xdsl.ir import Attribute

from periclase.codegen.llvm_ir.errors import refuse_literal
from periclase.codegen.llvm_ir.names import escape
from periclase.codegen.llvm_ir.types import TypeTable
from periclase.dialects.llvm.constants import string_bytes
from periclase.dialects.llvm.narrowing import (
    is_array,
    is_float_value,
    is_integer,
    is_integer_value,
    is_vector,
)
from periclase.dialects.llvm.types import LLVMArrayType, LLVMStructType

_pack_double = struct.Struct("<d").pack
_unpack_u64 = struct.Struct("<Q").unpack
_unpack_float = struct.Struct("<f").unpack


def double_bits(value: float) -> int:
    """The 64 bits of a double."""
    return _unpack_u64(_pack_double(value))[0]


def float_bits_text(bits: int, type: Attribute) -> str | None:
    """The floating-point constant of these bits without its type, None for a type that is not known.

    LLVM writes a single as the double of the same value, with a NaN's payload moved up.
    """
    if isinstance(type, Float32Type):
        sign, exponent, fraction = bits >> 31, bits >> 23 & 0xFF, bits & 0x7FFFFF
        if exponent == 0xFF:
            return f"0x{sign << 63 | 0x7FF << 52 | fraction << 29:016X}"
        return f"0x{double_bits(_unpack_float(bits.to_bytes(4, 'little'))[0]):016X}"
    if isinstance(type, Float64Type):
        return f"0x{bits:016X}"
    if isinstance(type, Float16Type):
        return f"0xH{bits:04X}"
    if isinstance(type, BFloat16Type):
        return f"0xR{bits:04X}"
    return None


def float_text(value: float, type: Attribute) -> str | None:
    """The constant for a value that `type` represents exactly, as a `FloatAttr` holds it."""
    if isinstance(type, Float32Type | Float64Type):
        return f"0x{double_bits(value):016X}"
    if isinstance(type, Float16Type | BFloat16Type):
        return float_bits_text(int.from_bytes(type.pack((value,)), "little"), type)
    return None


def integer_text(value: int, width: int) -> str:
    """An integer constant without its type, as LLVM prints it: signed, booleans by name."""
    value &= (1 << width) - 1
    if width == 1:
        return "true" if value else "false"
    return str(value - (1 << width) if value >> (width - 1) else value)


def literal_text(value: Attribute, type: Attribute, types: TypeTable) -> str:
    """The constant for a literal as a value of `type`, without the type in front.

    Raises:
        CompileError: PC0532, the literal is no such value.
    """
    if is_integer_value(value):
        if is_integer(type):
            return integer_text(value.value.data, type.width.data)
        if isinstance(type, AnyFloat) and is_integer(value.type):
            width = value.type.width.data
            text = float_bits_text(value.value.data & ((1 << width) - 1), type)
            if width == type.bitwidth and text is not None:
                return text
        return _splat(value, type, types)
    if is_float_value(value):
        if isinstance(type, AnyFloat) and value.type == type:
            text = float_text(value.value.data, type)
            if text is not None:
                return text
            refuse_literal(value, type)
        return _splat(value, type, types)
    if isinstance(value, DenseIntOrFPElementsAttr):
        return _dense_text(cast("DenseIntOrFPElementsAttr", value), type, types)
    if isinstance(value, StringAttr | BytesAttr):
        data = string_bytes(value)
        if isinstance(type, LLVMArrayType) and types.text(type) == f"[{len(data)} x i8]":
            return f'c"{escape(data)}"'
    elif is_array(value):
        return _aggregate_text(value, type, types)
    refuse_literal(value, type)


def _splat(value: IntegerAttr | FloatAttr, type: Attribute, types: TypeTable) -> str:
    if is_vector(type):
        element, count, brackets = type.element_type, type.get_shape()[0], "<>"
    elif isinstance(type, LLVMArrayType):
        element, count, brackets = type.type, type.size.data, "[]"
    else:
        refuse_literal(value, type)
    if value.value.data == 0 and copysign(1.0, value.value.data) > 0:
        # Which says the same however large it is.
        return "zeroinitializer"
    text = f"{types.text(element)} {literal_text(value, element, types)}"
    return f"{brackets[0]}{', '.join([text] * count)}{brackets[1]}"


def _aggregate_text(value: ArrayAttr[Attribute], type: Attribute, types: TypeTable) -> str:
    if isinstance(type, LLVMStructType):
        fields: Sequence[Attribute] = type.types.data
        opening, closing = "{ ", " }"
    elif isinstance(type, LLVMArrayType):
        fields = (type.type,) * type.size.data
        opening, closing = "[", "]"
    else:
        refuse_literal(value, type)
    if len(fields) != len(value.data):
        refuse_literal(value, type)
    parts = [
        f"{types.text(field)} {literal_text(element, field, types)}"
        for element, field in zip(value.data, fields, strict=True)
    ]
    return f"{opening}{', '.join(parts)}{closing}" if parts else "zeroinitializer"


def _dense_text(value: DenseIntOrFPElementsAttr, type: Attribute, types: TypeTable) -> str:
    shape: list[int] = []
    element = type
    while isinstance(element, LLVMArrayType):
        shape.append(element.size.data)
        element = element.type
    vector = is_vector(element)
    if is_vector(element):
        shape.extend(element.get_shape())
        element = element.element_type
    count = 1
    for size in shape:
        count *= size
    if value.get_element_type() != element or count != _count(value) or not shape:
        refuse_literal(value, type)
    texts = _dense_elements(value, element, count)
    if texts is None:
        refuse_literal(value, type)
    if not vector and len(shape) == 1 and is_integer(element) and element.width.data == 8:
        return f'c"{escape(bytes(int(text) & 0xFF for text in texts))}"'
    element_type = types.text(element)
    parts = [f"{element_type} {text}" for text in texts]
    for depth in range(len(shape) - 1, -1, -1):
        size = shape[depth]
        opening, closing = "<>" if vector and depth == len(shape) - 1 else "[]"
        groups = [parts[start : start + size] for start in range(0, len(parts), size)]
        if depth:
            inner = type
            for _ in range(depth):
                assert isinstance(inner, LLVMArrayType)
                inner = inner.type
            lead = types.text(inner) + " "
        else:
            lead = ""
        parts = [f"{lead}{opening}{', '.join(group)}{closing}" for group in groups]
    return parts[0]


def _count(value: DenseIntOrFPElementsAttr) -> int:
    count = 1
    for size in value.get_shape():
        count *= size
    return count


def _dense_elements(value: DenseIntOrFPElementsAttr, element: Attribute, count: int) -> list[str] | None:
    if is_integer(element):
        width = element.width.data
        texts = [integer_text(number, width) for number in cast("Sequence[int]", value.get_values())]
    elif isinstance(element, AnyFloat):
        size = element.bitwidth // 8
        data = value.data.data
        found = [
            float_bits_text(int.from_bytes(data[start : start + size], "little"), element)
            for start in range(0, len(data), size)
        ]
        texts = [text for text in found if text is not None]
        if len(texts) != len(found):
            return None
    else:
        return None
    return texts * count if len(texts) == 1 and count != 1 else texts
