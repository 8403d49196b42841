"""Values without operands: literals, undefined values, null, the addresses of globals; and `freeze`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import NoMemoryEffect, Pure, SymbolTable
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import TokenType
from periclase.dialects.llvm.narrowing import (
    is_array,
    is_float_value,
    is_integer,
    is_integer_value,
    is_vector,
)
from periclase.dialects.llvm.syntax import ResultTypeSyntax
from periclase.dialects.llvm.types import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)
from periclase.ir.interfaces import ConstantOpInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@functools.lru_cache(maxsize=4096)
def _integer_constant(value: int, type: IntegerType) -> Mapping[str, Attribute]:
    return {"value": IntegerAttr(value, type)}


@operation
class ConstantOp(IRDLOperation, ConstantOpInterface):
    """A literal: integer, float, dense vector or array, string, or an array of literals for a struct.

    Example:
    ```mlir
    llvm.func @example() -> i32 {
      %r = llvm.mlir.constant(42 : i32) : i32
      %b = llvm.mlir.constant(true) : i1
      %v = llvm.mlir.constant(dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>) : vector<2xf32>
      %s = llvm.mlir.constant("text") : !llvm.array<4 x i8>
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.mlir.constant"

    value = prop_def()
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: Attribute, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The constant `value` (integer, float, dense elements, string or array attribute) as a value of `type`."""
        return cls.create(result_types=(type,), properties={"value": value}, location=location)

    @classmethod
    def integer(cls, value: int, type: IntegerType, *, location: LocationAttr | None) -> Self:
        """The integer constant `value`; may be given as signed or unsigned number of the type's width."""
        return cls.create(result_types=(type,), properties=_integer_constant(value, type), location=location)

    @classmethod
    def floating(cls, value: float, type: AnyFloat, *, location: LocationAttr | None) -> Self:
        """The floating-point constant `value`, rounded to `type`."""
        return cls.create(
            result_types=(type,), properties={"value": FloatAttr(value, type)}, location=location
        )

    def constant_value(self) -> Attribute:
        return self.value

    def verify_(self) -> None:
        verify_literal(self.value, self.result.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        with parser.in_parens():
            value = parse_literal(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            result_types=(parser.parse_type(),), properties={"value": value}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_attribute(self.value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


def parse_literal(parser: Parser) -> Attribute:
    """Parse the literal of a constant or global; a bare number is `i64`, `true`/`false` are `i1`."""
    boolean = parser.parse_optional_boolean()
    if boolean is not None:
        return IntegerAttr(-1 if boolean else 0, i1)
    value = parser.parse_optional_attribute()
    return IntegerAttr(parser.parse_integer(), i64) if value is None else value


def verify_literal(value: Attribute, type: Attribute) -> None:
    """Refuse a literal that can not stand for a value of `type`.

    Raises:
        VerifyException: naming both.
    """
    if is_integer_value(value):
        if isinstance(type, AnyFloat):
            fits = value.type.width.data == type.bitwidth
        else:
            fits = value.type == type or isinstance(type, LLVMArrayType | VectorType)
    elif is_float_value(value):
        fits = value.type == type or isinstance(type, LLVMArrayType | VectorType)
    elif isinstance(value, DenseIntOrFPElementsAttr):
        fits = _dense_fits(cast("DenseIntOrFPElementsAttr", value), type)
    elif isinstance(value, StringAttr | BytesAttr):
        fits = (
            isinstance(type, LLVMArrayType)
            and is_integer(type.type)
            and type.type.width.data == 8
            and type.size.data == len(string_bytes(value))
        )
    elif is_array(value):
        fields: tuple[Attribute, ...] = ()
        if isinstance(type, LLVMStructType):
            fields = type.types.data
        elif isinstance(type, LLVMArrayType):
            fields = (type.type,) * type.size.data
        fits = len(fields) == len(value.data) and bool(fields)
        if fits:
            for element, field in zip(value.data, fields, strict=True):
                verify_literal(element, field)
    else:
        fits = False
    if not fits:
        raise VerifyException(f"the literal {value} is no value of type {type}")


def string_bytes(value: StringAttr | BytesAttr) -> bytes:
    """The bytes of a string literal; text is UTF-8."""
    return value.data if isinstance(value, BytesAttr) else value.data.encode()


def _dense_fits(value: DenseIntOrFPElementsAttr, type: Attribute) -> bool:
    count = 1
    for size in value.get_shape():
        count *= size
    wanted = 1
    while isinstance(type, LLVMArrayType):
        wanted *= type.size.data
        type = type.type
    if is_vector(type):
        for size in type.get_shape():
            wanted *= size
        type = type.element_type
    return count == wanted and value.get_element_type() == type


def _check_value_type(type: Attribute) -> None:
    if isinstance(type, LLVMVoidType | LLVMFunctionType):
        raise VerifyException(f"there is no value of type {type}")


@operation
class UndefOp(ResultTypeSyntax):
    """An undefined value: each use may see other bits. New code prefers `PoisonOp`.

    Example:
    ```mlir
    llvm.func @example() -> i32 {
      %r = llvm.mlir.undef : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.mlir.undef"
    res = result_def()
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, type: Attribute, *, location: LocationAttr | None) -> Self:
        """An undefined value of `type`."""
        return cls.create(result_types=(type,), location=location)

    def verify_(self) -> None:
        _check_value_type(self.res.type)


@operation
class PoisonOp(ResultTypeSyntax):
    """A poison value: what depends on it is poison, and an effect that depends on it is undefined behaviour.

    Example:
    ```mlir
    llvm.func @example() -> i32 {
      %r = llvm.mlir.poison : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.mlir.poison"
    res = result_def()
    traits = traits_def(Pure())

    @classmethod
    def make(cls, type: Attribute, *, location: LocationAttr | None) -> Self:
        """A poison value of `type`."""
        return cls.create(result_types=(type,), location=location)

    def verify_(self) -> None:
        _check_value_type(self.res.type)


@operation
class ZeroOp(ResultTypeSyntax):
    """All bits zero: 0, +0.0, the null pointer, an aggregate of these.

    Example:
    ```mlir
    llvm.func @example() -> !llvm.ptr {
      %r = llvm.mlir.zero : !llvm.ptr
      llvm.return %r : !llvm.ptr
    }
    ```
    """

    name = "llvm.mlir.zero"
    res = result_def()
    traits = traits_def(Pure())

    @classmethod
    def make(cls, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The zero of `type`."""
        return cls.create(result_types=(type,), location=location)

    def verify_(self) -> None:
        _check_value_type(self.res.type)


@operation
class NoneTokenOp(ResultTypeSyntax):
    """The empty token, `token none`, that intrinsics outside any coroutine take.

    Example:
    ```mlir
    llvm.func @example() {
      %r = llvm.mlir.none : !llvm.token
      llvm.return
    }
    ```
    """

    name = "llvm.mlir.none"
    res = result_def(TokenType)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, *, location: LocationAttr | None) -> Self:
        """The empty token."""
        return cls.create(result_types=(TokenType(),), location=location)


@operation
class AddressOfOp(IRDLOperation):
    """The address of a global or function; the pointer's address space is the global's.

    Example:
    ```mlir
    llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>
    llvm.func @example() -> !llvm.ptr<3> {
      %r = llvm.mlir.addressof @tile : !llvm.ptr<3>
      llvm.return %r : !llvm.ptr<3>
    }
    ```
    """

    name = "llvm.mlir.addressof"
    global_name = prop_def(SymbolRefAttr)
    result = result_def(LLVMPointerType)
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, symbol: str | StringAttr, type: LLVMPointerType, *, location: LocationAttr | None) -> Self:
        """The address of `symbol` as a pointer of `type`."""
        return cls.create(
            result_types=(type,), properties={"global_name": SymbolRefAttr(symbol)}, location=location
        )

    def verify_(self) -> None:
        anchor = self.parent_op()
        while anchor is not None and not anchor.has_trait(SymbolTable):
            anchor = anchor.parent_op()
        if anchor is None:
            return
        name = self.global_name.string_value()
        target = SymbolTable.lookup_symbol(anchor, self.global_name)
        if target is None:
            raise VerifyException(f"takes the address of @{name}, which the module does not have")
        space, given = target.properties.get("addr_space"), self.result.type.addr_space
        number = space.value.data if is_integer_value(space) else 0
        own = given.data if isinstance(given, IntAttr) else 0
        if own != number:
            raise VerifyException(f"@{name} is in address space {number}, not {own}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        symbol = parser.parse_symbol_name()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            result_types=(parser.parse_type(),),
            properties={"global_name": SymbolRefAttr(symbol)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.global_name)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


@operation
class FreezeOp(IRDLOperation):
    """The operand, or some fixed arbitrary value if it is undefined or poison.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = llvm.freeze %a : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.freeze"
    val = operand_def()
    res = result_def()
    # Not `Pure`: two freezes of one poison value may differ, but each may be moved or dropped.
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, value: SSAValue, *, location: LocationAttr | None) -> Self:
        """The frozen `value`."""
        return cls.create(operands=(value,), result_types=(value.type,), location=location)

    def verify_(self) -> None:
        if self.val.type != self.res.type:
            raise VerifyException(f"operand has type {self.val.type}, result {self.res.type}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(value, type),), result_types=(type,), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.val)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.val.type)
