"""Intrinsics on memory and control: block copies, masked accesses, lifetimes, hints, traps."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from xdsl.dialects.builtin import (
    I1,
    I32,
    BoolAttr,
    IntegerAttr,
    LocationAttr,
    SignlessIntegerConstraint,
    VectorType,
    i8,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import i32_attr
from periclase.dialects.llvm.intrinsic import IntrinsicInterface
from periclase.dialects.llvm.memory import PointerType, check_alignment
from periclase.dialects.llvm.narrowing import is_integer_value, is_vector
from periclase.dialects.llvm.syntax import BareSyntax, print_attributes, split_properties
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_MaskedT = TypeVar("_MaskedT", bound=IRDLOperation)


class _CopyEffect(MemoryEffect):
    """Reads and writes, unless it is volatile: then its effects are unknown."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        volatile = op.properties.get("isVolatile")
        if is_integer_value(volatile) and volatile.value.data:
            return None
        return _READ_WRITE


_READ_WRITE = frozenset((EffectInstance(MemoryEffectKind.READ), EffectInstance(MemoryEffectKind.WRITE)))


class _Copy(IRDLOperation, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = (0, 1, 2)
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("isVolatile",)
    dst = operand_def(PointerType)
    src = operand_def(PointerType)
    len = operand_def(SignlessIntegerConstraint)
    isVolatile = prop_def(IntegerAttr[I1])
    traits = traits_def(_CopyEffect())

    @classmethod
    def make(
        cls,
        dst: SSAValue,
        src: SSAValue,
        size: SSAValue,
        *,
        volatile: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The copy of `size` bytes (an integer value)."""
        return cls.create(
            operands=(dst, src, size),
            properties={"isVolatile": BoolAttr.from_bool(volatile)},
            location=location,
        )


@operation
class MemcpyOp(_Copy):
    """Copy bytes between two places that do not overlap, unless they are the same.

    Example:
    ```mlir
    llvm.func @example(%d: !llvm.ptr, %s: !llvm.ptr, %n: i64) {
      "llvm.intr.memcpy"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
      llvm.return
    }
    ```
    """

    name = "llvm.intr.memcpy"


@operation
class MemmoveOp(_Copy):
    """Copy bytes between two places that may overlap.

    Example:
    ```mlir
    llvm.func @example(%d: !llvm.ptr, %s: !llvm.ptr, %n: i64) {
      "llvm.intr.memmove"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
      llvm.return
    }
    ```
    """

    name = "llvm.intr.memmove"


@operation
class MemsetOp(IRDLOperation, IntrinsicInterface):
    """Fill memory with one byte.

    Example:
    ```mlir
    llvm.func @example(%d: !llvm.ptr, %v: i8, %n: i64) {
      "llvm.intr.memset"(%d, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
      llvm.return
    }
    ```
    """

    name = "llvm.intr.memset"
    OVERLOADS: ClassVar[tuple[int, ...]] = (0, 2)
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("isVolatile",)
    dst = operand_def(PointerType)
    val = operand_def(i8)
    len = operand_def(SignlessIntegerConstraint)
    isVolatile = prop_def(IntegerAttr[I1])
    traits = traits_def(_CopyEffect())

    @classmethod
    def make(
        cls,
        dst: SSAValue,
        value: SSAValue,
        size: SSAValue,
        *,
        volatile: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The fill of `size` bytes with the `i8` value."""
        return cls.create(
            operands=(dst, value, size),
            properties={"isVolatile": BoolAttr.from_bool(volatile)},
            location=location,
        )


class _Lifetime(IRDLOperation, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = (0,)
    ptr = operand_def(PointerType)

    @classmethod
    def make(cls, ptr: SSAValue, *, location: LocationAttr | None) -> Self:
        """The marker for the stack slot `ptr`, the result of an alloca."""
        return cls.create(operands=(ptr,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            operands=(parser.resolve_operand(name, parser.parse_type()),), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.ptr.type)


@operation
class LifetimeStartOp(_Lifetime):
    """From here on the stack slot holds a value, undefined at first.

    Example:
    ```mlir
    llvm.func @example() {
      %one = llvm.mlir.constant(1 : i32) : i32
      %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
      llvm.intr.lifetime.start %p : !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.intr.lifetime.start"


@operation
class LifetimeEndOp(_Lifetime):
    """The stack slot's value is needed no more.

    Example:
    ```mlir
    llvm.func @example() {
      %one = llvm.mlir.constant(1 : i32) : i32
      %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
      llvm.intr.lifetime.end %p : !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.intr.lifetime.end"


@operation
class AssumeOp(IRDLOperation, IntrinsicInterface):
    """The condition holds here, undefined behaviour if not; the optimiser may use it.

    Example:
    ```mlir
    llvm.func @example(%c: i1) {
      llvm.intr.assume %c : i1
      llvm.return
    }
    ```
    """

    name = "llvm.intr.assume"
    OVERLOADS: ClassVar[tuple[int, ...]] = ()
    cond = operand_def(I1)

    @classmethod
    def make(cls, cond: SSAValue, *, location: LocationAttr | None) -> Self:
        """The assumption that `cond` is true."""
        return cls.create(operands=(cond,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            operands=(parser.resolve_operand(name, parser.parse_type()),), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.cond)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : i1")


@operation
class ExpectOp(IRDLOperation, IntrinsicInterface):
    """The first operand, which is likely to equal the second.

    Example:
    ```mlir
    llvm.func @example(%a: i1, %b: i1) -> i1 {
      %r = llvm.intr.expect %a, %b : i1
      llvm.return %r : i1
    }
    ```
    """

    name = "llvm.intr.expect"
    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint)
    val = operand_def(T)
    expected = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, expected: SSAValue, *, location: LocationAttr | None) -> Self:
        """`value`, expected to be the constant `expected`."""
        return cls.create(operands=(value, expected), result_types=(value.type,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(names, (type, type), position),
            result_types=(type,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.res.type)


class _Bare(BareSyntax, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = ()

    @classmethod
    def make(cls, *, location: LocationAttr | None) -> Self:
        """The op."""
        return cls.create(location=location)


@operation
class TrapOp(_Bare):
    """Stop the program abnormally. Execution does not go on, but the op is no terminator.

    Example:
    ```mlir
    llvm.func @example() {
      llvm.intr.trap
      llvm.unreachable
    }
    ```
    """

    name = "llvm.intr.trap"


@operation
class DebugTrapOp(_Bare):
    """Stop at a breakpoint, from which execution may go on.

    Example:
    ```mlir
    llvm.func @example() {
      llvm.intr.debugtrap
      llvm.return
    }
    ```
    """

    name = "llvm.intr.debugtrap"


@operation
class StackSaveOp(IRDLOperation, IntrinsicInterface):
    """The state of the stack, for `StackRestoreOp`.

    Example:
    ```mlir
    llvm.func @example() {
      %r = llvm.intr.stacksave : !llvm.ptr
      llvm.intr.stackrestore %r : !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.intr.stacksave"
    res = result_def(PointerType)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def make(cls, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The state as a pointer of `type`."""
        return cls.create(result_types=(type,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(result_types=(parser.parse_type(),), attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.res.type)


@operation
class StackRestoreOp(_Lifetime):
    """Drop what was allocated on the stack since the state was saved.

    Example:
    ```mlir
    llvm.func @example() {
      %r = llvm.intr.stacksave : !llvm.ptr
      llvm.intr.stackrestore %r : !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.intr.stackrestore"
    traits = traits_def(MemoryWriteEffect())


@operation
class MaskedLoadOp(IRDLOperation):
    """Read the lanes whose mask bit is set; the others come from the third operand.

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr, %m: vector<4xi1>, %old: vector<4xf32>) -> vector<4xf32> {
      %r = llvm.intr.masked.load %p, %m, %old {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
      llvm.return %r : vector<4xf32>
    }
    ```
    """

    name = "llvm.intr.masked.load"
    data = operand_def(PointerType)
    mask = operand_def(VectorType[I1])
    pass_thru = var_operand_def(VectorType)
    res = result_def(VectorType)
    alignment = prop_def(IntegerAttr[I32])
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def make(
        cls,
        ptr: SSAValue,
        mask: SSAValue,
        otherwise: SSAValue,
        *,
        alignment: int,
        location: LocationAttr | None,
    ) -> Self:
        """The load of a vector like `otherwise` at `ptr`; `alignment` in bytes."""
        return cls.create(
            operands=(ptr, mask, otherwise),
            result_types=(otherwise.type,),
            properties={"alignment": i32_attr(alignment)},
            location=location,
        )

    def verify_(self) -> None:
        check_alignment(self.alignment)
        check_mask(self.mask.type, self.res.type)
        if [value.type for value in self.pass_thru] != [self.res.type]:
            raise VerifyException(f"needs one value of type {self.res.type} for the lanes not read")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _parse_masked(cls, parser)

    def print(self, printer: Printer) -> None:
        _print_masked(self, printer)


def _parse_masked(cls: type[_MaskedT], parser: Parser) -> _MaskedT:
    position = parser.pos
    names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
    properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
    parser.parse_punctuation(":")
    type = parser.parse_function_type()
    return cls.create(
        operands=parser.resolve_operands(names, type.inputs.data, position),
        result_types=type.outputs.data,
        properties=properties,
        attributes=attributes,
    )


def _print_masked(op: IRDLOperation, printer: Printer) -> None:
    printer.print_string(" ")
    printer.print_list(op.operands, printer.print_ssa_value)
    print_attributes(printer, op)
    printer.print_string(" : ")
    printer.print_function_type(op.operand_types, op.result_types)


def check_mask(mask: Attribute, type: Attribute) -> None:
    """Refuse a mask that has not as many lanes as the vector type."""
    if not (is_vector(mask) and is_vector(type) and mask.shape == type.shape):
        raise VerifyException(f"a mask of type {mask} does not fit a vector of type {type}")


@operation
class MaskedGatherOp(IRDLOperation):
    """Read one element through each pointer whose mask bit is set; the others come from the third operand.

    Example:
    ```mlir
    llvm.func @example(%p: vector<4x!llvm.ptr>, %m: vector<4xi1>, %old: vector<4xf32>) -> vector<4xf32> {
      %r = llvm.intr.masked.gather %p, %m, %old {alignment = 4 : i32} :
          (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
      llvm.return %r : vector<4xf32>
    }
    ```
    """

    name = "llvm.intr.masked.gather"
    ptrs = operand_def(VectorType[PointerType])
    mask = operand_def(VectorType[I1])
    pass_thru = var_operand_def(VectorType)
    res = result_def(VectorType)
    alignment = prop_def(IntegerAttr[I32])
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def make(
        cls,
        ptrs: SSAValue,
        mask: SSAValue,
        otherwise: SSAValue,
        *,
        alignment: int,
        location: LocationAttr | None,
    ) -> Self:
        """The gather through a vector of pointers; `alignment` of each element, in bytes."""
        return cls.create(
            operands=(ptrs, mask, otherwise),
            result_types=(otherwise.type,),
            properties={"alignment": i32_attr(alignment)},
            location=location,
        )

    def verify_(self) -> None:
        check_alignment(self.alignment)
        check_mask(self.mask.type, self.res.type)
        check_mask(self.mask.type, self.ptrs.type)
        if [value.type for value in self.pass_thru] != [self.res.type]:
            raise VerifyException(f"needs one value of type {self.res.type} for the lanes not read")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _parse_masked(cls, parser)

    def print(self, printer: Printer) -> None:
        _print_masked(self, printer)


class _MaskedWrite(IRDLOperation):
    value = operand_def(VectorType)
    mask = operand_def(VectorType[I1])
    alignment = prop_def(IntegerAttr[I32])
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def make(
        cls,
        value: SSAValue,
        where: SSAValue,
        mask: SSAValue,
        *,
        alignment: int,
        location: LocationAttr | None,
    ) -> Self:
        """The write of the vector `value`; `alignment` in bytes."""
        return cls.create(
            operands=(value, where, mask), properties={"alignment": i32_attr(alignment)}, location=location
        )

    def verify_(self) -> None:
        check_alignment(self.alignment)
        check_mask(self.mask.type, self.value.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation(",")
        mask_type = parser.parse_type()
        parser.parse_characters("into")
        types = (value_type, parser.parse_type(), mask_type)
        return cls.create(
            operands=parser.resolve_operands(names, types, position),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        print_attributes(printer, self)
        value, where, mask = (operand.type for operand in self.operands)
        printer.print_string(" : ")
        printer.print_list((value, mask), printer.print_attribute)
        printer.print_string(" into ")
        printer.print_attribute(where)


@operation
class MaskedStoreOp(_MaskedWrite):
    """Write the lanes whose mask bit is set.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>, %p: !llvm.ptr, %m: vector<4xi1>) {
      llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.intr.masked.store"
    value = operand_def(VectorType)
    data = operand_def(PointerType)
    mask = operand_def(VectorType[I1])


@operation
class MaskedScatterOp(_MaskedWrite):
    """Write one element through each pointer whose mask bit is set, in lane order where they collide.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>, %p: vector<4x!llvm.ptr>, %m: vector<4xi1>) {
      llvm.intr.masked.scatter %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
      llvm.return
    }
    ```
    """

    name = "llvm.intr.masked.scatter"
    value = operand_def(VectorType)
    ptrs = operand_def(VectorType[PointerType])
    mask = operand_def(VectorType[I1])

    def verify_(self) -> None:
        super().verify_()
        check_mask(self.mask.type, self.ptrs.type)
