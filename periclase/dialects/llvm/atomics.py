"""Atomic read-modify-write, compare-and-exchange and fences.

LLVM 22 drops order and scope of `atomicrmw` on NVPTX (it emits `atom.relaxed.gpu` always), so a lowering to PTX must not
use `AtomicRMWOp` for anything else; `periclase.codegen.llvm_checks` refuses it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import (
    I64,
    AnyFloat,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import (
    ATOMIC_BIN_OP_NUMBERS,
    ORDERING_NUMBERS,
    UNIT,
    AtomicBinOp,
    AtomicOrdering,
    i64_attr,
)
from periclase.dialects.llvm.memory import check_alignment
from periclase.dialects.llvm.narrowing import is_integer, is_vector
from periclase.dialects.llvm.syntax import (
    parse_ordering,
    parse_sync_scope,
    print_atomicity,
    print_attributes,
    split_properties,
)
from periclase.dialects.llvm.types import LLVMPointerType, LLVMStructType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_FLOAT_OPS = frozenset(
    (
        AtomicBinOp.fadd,
        AtomicBinOp.fsub,
        AtomicBinOp.fmax,
        AtomicBinOp.fmin,
        AtomicBinOp.fmaximum,
        AtomicBinOp.fminimum,
    )
)


def _common_properties(
    scope: str, alignment: int | None, volatile: bool, weak: bool = False
) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {}
    if scope:
        properties["syncscope"] = StringAttr(scope)
    if alignment is not None:
        properties["alignment"] = i64_attr(alignment)
    if volatile:
        properties["volatile_"] = UNIT
    if weak:
        properties["weak"] = UNIT
    return properties


def _check_width(type: Attribute) -> None:
    if is_integer(type) and (type.width.data < 8 or type.width.data & (type.width.data - 1)):
        raise VerifyException(f"an atomic integer has 8, 16, 32, ... bits, not {type.width.data}")


@operation
class AtomicRMWOp(IRDLOperation):
    """Replace a value in memory by `old op val` in one step; gives the old value.

    Operations: `xchg add sub _and nand _or _xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap …`.

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr<1>, %v: i32) -> i32 {
      %r = llvm.atomicrmw add %p, %v syncscope("device") monotonic : !llvm.ptr<1>, i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.atomicrmw"

    ptr = operand_def(LLVMPointerType)
    val = operand_def()
    res = result_def()
    bin_op = prop_def(IntegerAttr[I64])
    ordering = prop_def(IntegerAttr[I64])
    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[I64])
    volatile_ = opt_prop_def(UnitAttr)

    @classmethod
    def make(
        cls,
        bin_op: AtomicBinOp,
        ptr: SSAValue,
        value: SSAValue,
        *,
        ordering: AtomicOrdering,
        syncscope: str = "",
        alignment: int | None = None,
        volatile: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The read-modify-write; `syncscope` empty is the whole system."""
        properties = _common_properties(syncscope, alignment, volatile)
        properties["bin_op"] = i64_attr(int(bin_op))
        properties["ordering"] = i64_attr(int(ordering))
        return cls.create(
            operands=(ptr, value), result_types=(value.type,), properties=properties, location=location
        )

    def verify_(self) -> None:
        if self.bin_op.value.data not in ATOMIC_BIN_OP_NUMBERS:
            raise VerifyException(f"no atomic operation has the number {self.bin_op.value.data}")
        bin_op = AtomicBinOp(self.bin_op.value.data)
        type = self.val.type
        if self.res.type != type:
            raise VerifyException(f"result has type {self.res.type}, expected {type}")
        if bin_op in _FLOAT_OPS:
            fits = isinstance(type, AnyFloat) or _is_float_vector(type)
        elif bin_op is AtomicBinOp.xchg:
            fits = isinstance(type, AnyFloat | IntegerType | LLVMPointerType)
        else:
            fits = is_integer(type)
        if not fits:
            raise VerifyException(f"atomicrmw {bin_op.name} can not work on a value of type {type}")
        _check_width(type)
        if (
            self.ordering.value.data not in ORDERING_NUMBERS
            or self.ordering.value.data < AtomicOrdering.monotonic
        ):
            raise VerifyException("expected at least monotonic ordering")
        check_alignment(self.alignment)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UNIT
        word = parser.parse_identifier()
        if word not in AtomicBinOp.__members__:
            parser.raise_error(f"unknown atomic operation '{word}'")
        properties["bin_op"] = i64_attr(int(AtomicBinOp[word]))
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        value = parser.parse_unresolved_operand()
        scope = parse_sync_scope(parser)
        if scope is not None:
            properties["syncscope"] = scope
        properties["ordering"] = i64_attr(parse_ordering(parser))
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation(",")
        type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(ptr, ptr_type), parser.resolve_operand(value, type)),
            result_types=(type,),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(f" {AtomicBinOp(self.bin_op.value.data).name} ")
        printer.print_list((self.ptr, self.val), printer.print_ssa_value)
        print_atomicity(printer, self.syncscope, self.ordering.value.data)
        print_attributes(printer, self, ("bin_op", "ordering", "syncscope", "volatile_"))
        printer.print_string(" : ")
        printer.print_list((self.ptr.type, self.val.type), printer.print_attribute)


def _is_float_vector(type: Attribute) -> bool:

    return is_vector(type) and isinstance(type.element_type, AnyFloat)


@operation
class AtomicCmpXchgOp(IRDLOperation):
    """Store `val` if memory holds `cmp`, in one step; gives the old value and whether it was stored.

    A `weak` one may fail though the values are equal. The failure order is no stronger than `seq_cst` and releases nothing.

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr<1>, %a: i32, %b: i32) -> i32 {
      %r = llvm.cmpxchg %p, %a, %b syncscope("block") acq_rel acquire : !llvm.ptr<1>, i32
      %old = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
      llvm.return %old : i32
    }
    ```
    """

    name = "llvm.cmpxchg"

    ptr = operand_def(LLVMPointerType)
    cmp = operand_def()
    val = operand_def()
    res = result_def(LLVMStructType)
    success_ordering = prop_def(IntegerAttr[I64])
    failure_ordering = prop_def(IntegerAttr[I64])
    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[I64])
    weak = opt_prop_def(UnitAttr)
    volatile_ = opt_prop_def(UnitAttr)

    @classmethod
    def make(
        cls,
        ptr: SSAValue,
        expected: SSAValue,
        value: SSAValue,
        *,
        success: AtomicOrdering,
        failure: AtomicOrdering,
        syncscope: str = "",
        alignment: int | None = None,
        weak: bool = False,
        volatile: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The exchange; result `!llvm.struct<(T, i1)>`."""
        properties = _common_properties(syncscope, alignment, volatile, weak)
        properties["success_ordering"] = i64_attr(int(success))
        properties["failure_ordering"] = i64_attr(int(failure))
        return cls.create(
            operands=(ptr, expected, value),
            result_types=(LLVMStructType.from_type_list((value.type, i1)),),
            properties=properties,
            location=location,
        )

    def verify_(self) -> None:
        type = self.val.type
        if self.cmp.type != type:
            raise VerifyException(f"compares {self.cmp.type} and stores {type}: expected one type")
        if not (is_integer(type) or isinstance(type, LLVMPointerType)):
            raise VerifyException(f"expected an integer or a pointer, got {type}")
        _check_width(type)
        if self.res.type != LLVMStructType.from_type_list((type, i1)):
            raise VerifyException(f"result has type {self.res.type}, expected a struct of {type} and i1")
        success, failure = self.success_ordering.value.data, self.failure_ordering.value.data
        if success not in ORDERING_NUMBERS or failure not in ORDERING_NUMBERS or min(success, failure) < 2:
            raise VerifyException("expected at least monotonic ordering")
        if failure in (AtomicOrdering.release, AtomicOrdering.acq_rel):
            raise VerifyException(f"the failure ordering can not be {AtomicOrdering(failure).name}")
        check_alignment(self.alignment)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("weak") is not None:
            properties["weak"] = UNIT
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UNIT
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        scope = parse_sync_scope(parser)
        if scope is not None:
            properties["syncscope"] = scope
        properties["success_ordering"] = i64_attr(parse_ordering(parser))
        properties["failure_ordering"] = i64_attr(parse_ordering(parser))
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation(",")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(names, (ptr_type, type, type), position),
            result_types=(LLVMStructType.from_type_list((type, i1)),),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.weak is not None:
            printer.print_string(" weak")
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        print_atomicity(
            printer, self.syncscope, self.success_ordering.value.data, self.failure_ordering.value.data
        )
        print_attributes(
            printer, self, ("weak", "volatile_", "success_ordering", "failure_ordering", "syncscope")
        )
        printer.print_string(" : ")
        printer.print_list((self.ptr.type, self.val.type), printer.print_attribute)


@operation
class FenceOp(IRDLOperation):
    """Order the memory accesses before it with those after it, within a scope.

    Example:
    ```mlir
    llvm.func @example() {
      llvm.fence syncscope("block") acq_rel
      llvm.fence seq_cst
      llvm.return
    }
    ```
    """

    name = "llvm.fence"

    ordering = prop_def(IntegerAttr[I64])
    syncscope = opt_prop_def(StringAttr)

    @classmethod
    def make(cls, ordering: AtomicOrdering, *, syncscope: str = "", location: LocationAttr | None) -> Self:
        """The fence; `syncscope` empty is the whole system."""
        properties = _common_properties(syncscope, None, False)
        properties["ordering"] = i64_attr(int(ordering))
        return cls.create(properties=properties, location=location)

    def verify_(self) -> None:
        if (
            self.ordering.value.data not in ORDERING_NUMBERS
            or self.ordering.value.data < AtomicOrdering.acquire
        ):
            raise VerifyException("a fence is acquire, release, acq_rel or seq_cst")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        scope = parse_sync_scope(parser)
        if scope is not None:
            properties["syncscope"] = scope
        properties["ordering"] = i64_attr(parse_ordering(parser))
        return cls.create(properties=properties, attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        print_atomicity(printer, self.syncscope, self.ordering.value.data)
        printer.print_op_attributes(self.attributes)
