"""Structs, arrays and vectors as values: taking out, putting in, permuting."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    I32,
    I64,
    ArrayAttr,
    DenseArrayBase,
    IntAttr,
    IntegerType,
    LocationAttr,
    SignlessIntegerConstraint,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    RangeOf,
    VarConstraint,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.narrowing import is_vector
from periclase.dialects.llvm.types import LLVMArrayType, LLVMStructType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_ONE_DIMENSION = ArrayAttr.constr(RangeOf(IntAttr).of_length(1))


@functools.lru_cache(maxsize=4096)
def _position(indices: tuple[int, ...]) -> DenseArrayBase[I64]:
    return DenseArrayBase.from_list(i64, indices)


@functools.lru_cache(maxsize=4096)
def _mask(indices: tuple[int, ...]) -> DenseArrayBase[I32]:
    return DenseArrayBase.from_list(i32, indices)


def element_at(type: Attribute, position: Sequence[int]) -> Attribute:
    """The type found by going into a struct or array type by constant indices.

    Raises:
        VerifyException: an index is out of range, or goes into something else.
    """
    for index in position:
        if isinstance(type, LLVMArrayType):
            count, inner = type.size.data, type.type
        elif isinstance(type, LLVMStructType):
            fields = type.types.data
            count, inner = len(fields), fields[index] if 0 <= index < len(fields) else type
        else:
            raise VerifyException(f"index {index} can not go into a value of type {type}")
        if not 0 <= index < count:
            raise VerifyException(f"index {index} is out of range for {type}")
        type = inner
    return type


def _member(type: Attribute, position: DenseArrayBase[IntegerType]) -> Attribute:
    if not position.get_values():
        raise VerifyException("needs at least one index")
    return element_at(type, tuple(map(int, position.iter_values())))


def _parse_position(parser: Parser) -> tuple[tuple[int, ...], dict[str, Attribute], Attribute, Attribute]:
    """Parse `[1, 2] {attributes} : T`; gives the indices, the attributes, the type and that of the member."""
    start = parser.pos
    indices = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
    )
    end = parser.pos
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type = parser.parse_type()
    try:
        return tuple(indices), attributes, type, element_at(type, indices)
    except VerifyException as error:
        parser.raise_error(str(error), start, end)


def _print_position(printer: Printer, op: ExtractValueOp | InsertValueOp) -> None:
    """Print what `_parse_position` parses."""
    with printer.in_square_brackets():
        printer.print_list(op.position.iter_values(), lambda index: printer.print_string(str(index)))
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.container.type)


@operation
class ExtractValueOp(IRDLOperation):
    """One member of a struct or array.

    Example:
    ```mlir
    llvm.func @example(%s: !llvm.struct<(i32, f32)>) -> f32 {
      %r = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.extractvalue"
    position = prop_def(DenseArrayBase.constr(i64))
    container = operand_def()
    res = result_def()
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, container: SSAValue, position: Sequence[int], *, location: LocationAttr | None) -> Self:
        """The member of `container` reached by the constant indices `position`."""
        return cls.create(
            operands=(container,),
            result_types=(element_at(container.type, position),),
            properties={"position": _position(tuple(position))},
            location=location,
        )

    def verify_(self) -> None:
        found = _member(self.container.type, self.position)
        if found != self.res.type:
            raise VerifyException(f"result has type {self.res.type}, the member {found}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        container = parser.parse_unresolved_operand()
        indices, attributes, type, member = _parse_position(parser)
        return cls.create(
            operands=(parser.resolve_operand(container, type),),
            result_types=(member,),
            properties={"position": _position(indices)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.container)
        _print_position(printer, self)


@operation
class InsertValueOp(IRDLOperation):
    """A struct or array with one member replaced.

    Example:
    ```mlir
    llvm.func @example(%s: !llvm.struct<(i32, f32)>, %v: f32) -> !llvm.struct<(i32, f32)> {
      %r = llvm.insertvalue %v, %s[1] : !llvm.struct<(i32, f32)>
      llvm.return %r : !llvm.struct<(i32, f32)>
    }
    ```
    """

    name = "llvm.insertvalue"
    position = prop_def(DenseArrayBase.constr(i64))
    container = operand_def()
    value = operand_def()
    res = result_def()
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(
        cls, container: SSAValue, value: SSAValue, position: Sequence[int], *, location: LocationAttr | None
    ) -> Self:
        """`container` with `value` at the constant indices `position`."""
        return cls.create(
            operands=(container, value),
            result_types=(container.type,),
            properties={"position": _position(tuple(position))},
            location=location,
        )

    def verify_(self) -> None:
        found = _member(self.container.type, self.position)
        if found != self.value.type:
            raise VerifyException(f"puts a value of type {self.value.type} where {found} is expected")
        if self.res.type != self.container.type:
            raise VerifyException(f"result has type {self.res.type}, expected {self.container.type}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        container = parser.parse_unresolved_operand()
        indices, attributes, type, member = _parse_position(parser)
        return cls.create(
            operands=(parser.resolve_operand(container, type), parser.resolve_operand(value, member)),
            result_types=(type,),
            properties={"position": _position(indices)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        printer.print_ssa_value(self.container)
        _print_position(printer, self)


def _print_lane(printer: Printer, op: IRDLOperation, vector: SSAValue, index: SSAValue) -> None:
    """`%vector[%index : i32] {…} : vector<4xf32>`, which ends both operations on a lane."""
    printer.print_ssa_value(vector)
    with printer.in_square_brackets():
        printer.print_ssa_value(index)
        printer.print_string(" : ")
        printer.print_attribute(index.type)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(vector.type)


@operation
class ExtractElementOp(IRDLOperation):
    """One lane of a vector. Poison if the index is out of range.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>, %i: i32) -> f32 {
      %r = llvm.extractelement %v[%i : i32] : vector<4xf32>
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.extractelement"

    vector = operand_def(VectorType)
    position = operand_def(SignlessIntegerConstraint)
    res = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(cls, vector: SSAValue, index: SSAValue, *, location: LocationAttr | None) -> Self:
        """Lane number `index` of `vector`."""
        type = vector.type
        assert is_vector(type)
        return cls.create(operands=(vector, index), result_types=(type.element_type,), location=location)

    def verify_(self) -> None:
        type = self.vector.type
        if not is_vector(type) or type.element_type != self.res.type:
            raise VerifyException(f"result has type {self.res.type}, the operand is {type}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        vector = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            index_type = parser.parse_type()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not is_vector(type):
            parser.raise_error(f"expected a vector type, got {type}")
        return cls.create(
            operands=(parser.resolve_operand(vector, type), parser.resolve_operand(index, index_type)),
            result_types=(type.element_type,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_lane(printer, self, self.vector, self.position)


@operation
class InsertElementOp(IRDLOperation):
    """A vector with one lane replaced. Poison if the index is out of range.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>, %x: f32, %i: i32) -> vector<4xf32> {
      %r = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
      llvm.return %r : vector<4xf32>
    }
    ```
    """

    name = "llvm.insertelement"
    ELEMENT: ClassVar = VarConstraint("ELEMENT", AnyAttr())
    VECTOR: ClassVar = VarConstraint("VECTOR", VectorType.constr(ELEMENT, shape=_ONE_DIMENSION))
    vector = operand_def(VECTOR)
    value = operand_def(ELEMENT)
    index = operand_def(SignlessIntegerConstraint)
    res = result_def(VECTOR)
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(
        cls, vector: SSAValue, value: SSAValue, index: SSAValue, *, location: LocationAttr | None
    ) -> Self:
        """`vector` with `value` in lane number `index`."""
        return cls.create(operands=(vector, value, index), result_types=(vector.type,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        vector = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            index_type = parser.parse_type()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not is_vector(type):
            parser.raise_error(f"expected a vector type, got {type}")
        return cls.create(
            operands=(
                parser.resolve_operand(vector, type),
                parser.resolve_operand(value, type.element_type),
                parser.resolve_operand(index, index_type),
            ),
            result_types=(type,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        _print_lane(printer, self, self.vector, self.index)


@operation
class ShuffleVectorOp(IRDLOperation):
    """Lanes of two vectors of one type, chosen by a constant mask; −1 is a poison lane.

    Example:
    ```mlir
    llvm.func @example(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<2xf32> {
      %r = llvm.shufflevector %a, %b [0, 5] : vector<4xf32>
      llvm.return %r : vector<2xf32>
    }
    ```
    """

    name = "llvm.shufflevector"
    T: ClassVar = VarConstraint("T", VectorType.constr(shape=_ONE_DIMENSION))
    v1 = operand_def(T)
    v2 = operand_def(T)
    mask = prop_def(DenseArrayBase.constr(i32))
    res = result_def(VectorType)
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, v1: SSAValue, v2: SSAValue, mask: Sequence[int], *, location: LocationAttr | None) -> Self:
        """The vector of the lanes `mask`: numbers below the length of `v1` choose from it, others from `v2`."""
        type = v1.type
        assert is_vector(type)
        return cls.create(
            operands=(v1, v2),
            result_types=(VectorType(type.element_type, [len(mask)]),),
            properties={"mask": _mask(tuple(mask))},
            location=location,
        )

    def verify_(self) -> None:
        source, type, mask = self.v1.type, self.res.type, self.mask.get_values()
        assert is_vector(source)
        bound = 2 * source.get_shape()[0]
        for index in mask:
            if not -1 <= index < bound:
                raise VerifyException(f"the mask chooses lane {index} of {bound}")
        if type != VectorType(source.element_type, [len(mask)]):
            raise VerifyException(f"result has type {type}, the mask chooses {len(mask)} lanes")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        v1 = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        v2 = parser.parse_unresolved_operand()
        mask = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not is_vector(type):
            parser.raise_error(f"expected a vector type, got {type}")
        return cls.create(
            operands=(parser.resolve_operand(v1, type), parser.resolve_operand(v2, type)),
            result_types=(VectorType(type.element_type, [len(mask)]),),
            properties={"mask": _mask(tuple(mask))},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list((self.v1, self.v2), printer.print_ssa_value)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(self.mask.iter_values(), lambda index: printer.print_string(str(index)))
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.v1.type)
