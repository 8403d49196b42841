"""Conversions between types."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    Float16Type,
    Float32Type,
    Float64Type,
    FunctionType,
    IntegerType,
    LocationAttr,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import CastKind, CastKindAttr
from periclase.dialects.mir.base import PURE_CANONICAL, MirOperation, parse_colon_type
from periclase.dialects.mir.folding import bounds, float_attr, int_attr, int_of, round_integer
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.narrowing import is_float_constant, is_int_constant, is_integer_type
from periclase.dialects.mir.types import ArrayType, PtrType, SliceType, is_bool, is_float, is_int
from periclase.ir.interfaces import FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


def _is_ptr(type: Attribute) -> bool:
    return isinstance(type, PtrType)


def _is_int_or_bool(type: Attribute) -> bool:
    return is_int(type) or is_bool(type)


def _int_to_int(source: Attribute, result: Attribute) -> str | None:
    if is_bool(result):
        return "an integer has no cast to i1: compare it with 0 by mir.ne"
    return None if _is_int_or_bool(source) and is_int(result) else "from an integer or i1 to an integer"


def _int_to_float(source: Attribute, result: Attribute) -> str | None:
    return None if _is_int_or_bool(source) and is_float(result) else "from an integer or i1 to a float"


def _float_to_int(source: Attribute, result: Attribute) -> str | None:
    return None if is_float(source) and is_int(result) else "from a float to an integer"


def _float_to_float(source: Attribute, result: Attribute) -> str | None:
    return None if is_float(source) and is_float(result) else "from a float to a float"


def _ptr_to_ptr(source: Attribute, result: Attribute) -> str | None:
    fat = isinstance(source, SliceType)
    if (fat or _is_ptr(source)) and (_is_ptr(result) or (fat and isinstance(result, SliceType))):
        return None
    return "from a pointer to a pointer, or from a slice to a slice or a pointer"


def _ptr_to_int(source: Attribute, result: Attribute) -> str | None:
    return None if _is_ptr(source) and is_int(result) else "from a pointer to an integer"


def _int_to_ptr(source: Attribute, result: Attribute) -> str | None:
    return None if is_int(source) and _is_ptr(result) else "from an integer to a pointer"


def _transmute(source: Attribute, result: Attribute) -> str | None:
    if size_of(source) != size_of(result):
        return f"between types of one size, not {size_of(source)} and {size_of(result)} bytes"
    return None


def _unsize(source: Attribute, result: Attribute) -> str | None:
    if (
        isinstance(source, PtrType)
        and isinstance(source.pointee, ArrayType)
        and result == SliceType.get(source.pointee.element_type, source.mutable, source.space)
    ):
        return None
    return "from a pointer to an array to a slice of the same elements, mutability and address space"


def _mut_to_const(source: Attribute, result: Attribute) -> str | None:
    if isinstance(source, PtrType) and result == PtrType.get(source.pointee, False, source.space):
        return None
    if isinstance(source, SliceType) and result == SliceType.get(source.element_type, False, source.space):
        return None
    return "from a mutable pointer or slice to the same one that is not mutable"


def _array_to_ptr(source: Attribute, result: Attribute) -> str | None:
    if (
        isinstance(source, PtrType)
        and isinstance(source.pointee, ArrayType)
        and result == PtrType.get(source.pointee.element_type, source.mutable, source.space)
    ):
        return None
    return "from a pointer to an array to a pointer to its element type"


def _reify_fn(source: Attribute, result: Attribute) -> str | None:
    if isinstance(result, FunctionType) and (isinstance(source, FunctionType) or size_of(source) == 0):
        return None
    return "from a function item, which has no bytes, to a function type"


_RULES: dict[CastKind, Callable[[Attribute, Attribute], str | None]] = {
    CastKind.INT_TO_INT: _int_to_int,
    CastKind.INT_TO_FLOAT: _int_to_float,
    CastKind.FLOAT_TO_INT: _float_to_int,
    CastKind.FLOAT_TO_FLOAT: _float_to_float,
    CastKind.PTR_TO_PTR: _ptr_to_ptr,
    CastKind.PTR_TO_INT: _ptr_to_int,
    CastKind.INT_TO_PTR: _int_to_ptr,
    CastKind.TRANSMUTE: _transmute,
    CastKind.UNSIZE: _unsize,
    CastKind.MUT_TO_CONST: _mut_to_const,
    CastKind.ARRAY_TO_PTR: _array_to_ptr,
    CastKind.REIFY_FN: _reify_fn,
}
_BY_NAME: dict[str, CastKindAttr] = {kind.value: CastKindAttr(kind) for kind in CastKind}

# Where only a change of the type is asked for, a cast to the same type is the value itself.
_IDENTITIES = frozenset(
    (
        CastKind.INT_TO_INT,
        CastKind.FLOAT_TO_FLOAT,
        CastKind.PTR_TO_PTR,
        CastKind.TRANSMUTE,
        CastKind.MUT_TO_CONST,
        CastKind.REIFY_FN,
    )
)


def saturate_float(value: float, type: IntegerType) -> int:
    """A float as an integer: towards zero, the nearest value of the type beyond its range, 0 for NaN."""
    least, greatest = bounds(type)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return greatest if value > 0 else least
    return min(max(math.trunc(value), least), greatest)


def float_bits(value: float, type: Attribute) -> int:
    """The bits of a float of the type, which holds it exactly."""
    if isinstance(type, Float16Type):
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if isinstance(type, Float64Type):
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    bits: int = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits if isinstance(type, Float32Type) else bits >> 16


def float_from_bits(bits: int, type: Attribute) -> float:
    """The float of the type with these bits."""
    if isinstance(type, Float16Type):
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    if isinstance(type, Float64Type):
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits if isinstance(type, Float32Type) else bits << 16))[0]


def _transmute_constant(value: Attribute, result: Attribute) -> Attribute | None:
    if is_int_constant(value):
        bits = int_of(value)
    elif is_float_constant(value) and not math.isnan(value.value.data):
        bits = float_bits(value.value.data, value.type)
    else:
        return None
    if is_int(result):
        assert is_integer_type(result)
        return int_attr(bits, result)
    if is_float(result):
        number = float_from_bits(bits & ((1 << (8 * size_of(result))) - 1), result)
        return None if math.isnan(number) else float_attr(number, result)
    # Of a byte only 0 and 1 are booleans.
    return int_attr(bits, result) if is_bool(result) and is_integer_type(result) and bits in (0, 1) else None


@operation
class CastOp(MirOperation, FoldInterface):
    """The value converted to another type, in the way that the kind says; never undefined but for `transmute` to `i1`.

    - `int_to_int`: extended by the sign of the *source* type, or cut to the width; from `i1` it gives 0 or 1.
    - `int_to_float`: rounded to nearest even. `float_to_float`: the same.
    - `float_to_int`: towards zero; beyond the range the nearest value of the type; NaN gives 0.
    - `ptr_to_ptr`: the same address, also through an address space that holds it; of a slice the pointer or a slice of as
      many elements. `ptr_to_int`: the generic address. `int_to_ptr`: back.
    - `transmute`: the same bytes, between types of one size; a byte other than 0 and 1 as `i1` is undefined.
    - `unsize`: a pointer to an array as a slice. `array_to_ptr`: as a pointer to its first element.
    - `mut_to_const`: a pointer or slice through which one does not write. `reify_fn`: a function item as a function pointer.

    Source: Rust reference, "Type cast expressions".

    Example:
        ```mlir
        %wide = mir.cast int_to_int %x : si32 to si64
        %index = mir.cast float_to_int %y : f32 to ui32
        ```
    """

    name = "mir.cast"

    value = operand_def()
    kind_attr = prop_def(CastKindAttr, prop_name="kind")
    result = result_def()

    traits = PURE_CANONICAL

    @classmethod
    def make(
        cls,
        value: SSAValue,
        type: Attribute,
        kind: CastKind | str,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that converts `value` to `type`."""
        return cls.create(
            operands=(value,), result_types=(type,), properties={"kind": _BY_NAME[kind]}, location=location
        )

    @property
    def kind(self) -> CastKind:
        """How the value is converted."""
        return self.kind_attr.data

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        kind, source, result = self.kind, self.value.type, self.result.type
        if source == result and kind in _IDENTITIES:
            return (self.value,)
        constant = operands[0]
        folded: Attribute | None = None
        if kind is CastKind.TRANSMUTE:
            folded = None if constant is None else _transmute_constant(constant, result)
        elif is_int_constant(constant):
            number = int_of(constant)
            if kind is CastKind.INT_TO_INT and is_integer_type(result):
                folded = int_attr(number, result)
            elif kind is CastKind.INT_TO_FLOAT and is_float(result):
                folded = float_attr(round_integer(number, result), result)
        elif is_float_constant(constant):
            if kind is CastKind.FLOAT_TO_FLOAT:
                folded = float_attr(constant.value.data, result)
            elif kind is CastKind.FLOAT_TO_INT and is_integer_type(result):
                folded = int_attr(saturate_float(constant.value.data, result), result)
        return None if folded is None else (folded,)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = _BY_NAME[parser.parse_keyword_in(_BY_NAME)]
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        source = parse_colon_type(parser)
        parser.parse_keyword("to")
        return cls.create(
            operands=(parser.resolve_operand(value, source),),
            result_types=(parser.parse_type(),),
            properties={"kind": kind},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.kind.value} ")
        printer.print_operand(self.value)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        rule = _RULES[self.kind](self.value.type, self.result.type)
        if rule is not None:
            what = rule if rule.startswith("an integer") else f"the cast goes {rule}"
            raise VerifyException(
                f"{self.kind}: {what}; this is from {self.value.type} to {self.result.type}"
            )


__all__ = ["CastOp"]
