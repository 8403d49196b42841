"""Atomic accesses with an order and a scope.

MLIR has them in `llvm`; here they are operations of their own because LLVM 22 drops order and scope of `atomicrmw` on NVPTX, and
because PTX has some that LLVM lacks. The memory model is PTX's: C++'s with scopes. The pointer may be generic, global (1) or
shared (3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    IntegerType,
    LocationAttr,
    f32,
    f64,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AnyAttr, operand_def, prop_def, result_def, traits_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.attributes import (
    AtomicKind,
    AtomicKindAttr,
    MemoryOrder,
    MemoryOrderAttr,
    MemoryScope,
    MemoryScopeAttr,
)
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    NVVMOp,
    Words,
    parse_attributes,
    parse_enum,
    parse_operand_list,
    parse_type_list,
    print_attributes,
    print_operands,
    print_types,
    print_word,
    require_space,
    words_of,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.effects import READ, WRITE
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_FLOAT_KINDS = frozenset((AtomicKind.FADD, AtomicKind.FSUB))
_PACKED_KINDS = frozenset((AtomicKind.ADD_F16X2, AtomicKind.ADD_BF16X2))
_SPACES = (0, 1, 3)


class _AtomicOp(NVVMOp):
    """Base: `nvvm.atomic.op [kind] order scope %operands {attributes} : types [-> result]`."""

    HAS_KIND: ClassVar[bool] = False
    ORDERS: ClassVar[tuple[MemoryOrder, ...]] = tuple(MemoryOrder)

    if TYPE_CHECKING:
        order: MemoryOrderAttr
        scope: MemoryScopeAttr

    def pointer(self) -> SSAValue:
        """The address accessed."""
        return self.operands[0]

    def requirement(self) -> Requirement:
        own = Requirement(70, 60)
        return own.join(Requirement(90, 78)) if self.scope.data is MemoryScope.CLUSTER else own

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if cls.HAS_KIND:
            properties["kind"] = parse_enum(parser, AtomicKindAttr)
        properties["order"] = parse_enum(parser, MemoryOrderAttr)
        properties["scope"] = parse_enum(parser, MemoryScopeAttr)
        position = parser.pos
        operands = parse_operand_list(parser)
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        types = parse_type_list(parser)
        results = parse_type_list(parser) if parser.parse_optional_punctuation("->") else []
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=results,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.HAS_KIND:
            print_word(printer, self.properties["kind"])
        print_word(printer, self.order)
        print_word(printer, self.scope)
        print_operands(printer, self.operands)
        print_attributes(printer, self, ("kind", "order", "scope"))
        print_types(printer, self.operands)
        if self.results:
            printer.print_string(" -> ")
            printer.print_attribute(self.results[0].type)

    def verify_(self) -> None:
        if self.order.data not in self.ORDERS:
            raise VerifyException(f"'{self.name}' has no order '{self.order.data}'")
        require_space(self.pointer(), _SPACES, "the address of an atomic access")
        self.verify_types(
            [value.type for value in (*self.operands, *self.results) if value is not self.pointer()]
        )

    def verify_types(self, types: Sequence[Attribute]) -> None:
        """VerifyException unless all values are of one type that can be accessed in one piece."""
        if any(type != types[0] for type in types):
            raise VerifyException("the values of an atomic access must be of one type")
        if not (types[0] in (f32, f64, i16) or _is_word(types[0]) or _is_half(types[0])):
            raise VerifyException(
                f"no atomic access of {types[0]}: expected i16, i32, i64, f16, bf16, f32 or f64"
            )


def _is_word(type: Attribute) -> bool:
    return type in (i32, i64)


def _is_half(type: Attribute) -> bool:
    return isinstance(type, Float16Type | BFloat16Type)


@operation
class AtomicRmwOp(_AtomicOp):
    """Replaces the element by a function of it and `value`, in one step; gives the old element.

    Kinds: `add sub min max umin umax and or xor xchg` on i32 and i64, `xchg` on f32 and f64 too, `fadd fsub` on f16, bf16, f32,
    f64, `inc dec` on i32 (PTX ISA, `atom`), `add_f16x2 add_bf16x2` on an i32 of two halves. Integers wrap. `fadd` rounds to
    nearest even and, on global memory, keeps subnormals of f16 and bf16.

    Example:

    ```mlir
    %old = nvvm.atomic.rmw add acq_rel device %p, %v : !llvm.ptr<1>, i32 -> i32
    ```
    """

    name = "nvvm.atomic.rmw"
    HAS_KIND: ClassVar[bool] = True
    WORDS: ClassVar[Words] = {
        "kind": words_of(AtomicKindAttr),
        "order": words_of(MemoryOrderAttr),
        "scope": words_of(MemoryScopeAttr),
    }

    ptr = operand_def(LLVMPointerType)
    value = operand_def(AnyAttr())
    kind = prop_def(AtomicKindAttr)
    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(
        cls,
        kind: AtomicKind,
        pointer: SSAValue,
        value: SSAValue,
        order: MemoryOrder = MemoryOrder.RELAXED,
        scope: MemoryScope = MemoryScope.DEVICE,
        *,
        location: LocationAttr,
    ) -> Self:
        """The access."""
        words = {"kind": kind, "order": order, "scope": scope}
        return cls.from_words((pointer, value), words, (value.type,), location)

    def requirement(self) -> Requirement:
        own = super().requirement()
        if isinstance(self.value.type, BFloat16Type) or self.kind.data is AtomicKind.ADD_BF16X2:
            return own.join(Requirement(90, 78))
        if isinstance(self.value.type, Float16Type):
            return own.join(Requirement(70, 63))
        if self.kind.data is AtomicKind.ADD_F16X2:
            return own.join(Requirement(70, 62))
        return own

    def verify_types(self, types: Sequence[Attribute]) -> None:
        if any(type != types[0] for type in types):
            raise VerifyException("the values of an atomic access must be of one type")
        type, kind = types[0], self.kind.data
        if kind in _FLOAT_KINDS:
            fits = type in (f32, f64) or _is_half(type)
        elif kind is AtomicKind.XCHG:
            fits = type in (f32, f64) or _is_word(type)
        elif kind in (AtomicKind.INC, AtomicKind.DEC) or kind in _PACKED_KINDS:
            fits = type == i32
        else:
            fits = _is_word(type)
        if not fits:
            raise VerifyException(f"no atomic '{kind}' of {type}")


@operation
class AtomicCmpXchgOp(_AtomicOp):
    """Puts `value` if the element equals `expected`, in one step; gives the old element in either case. PTX ISA, `atom.cas`.

    On i16, i32 and i64.

    Example:

    ```mlir
    %old = nvvm.atomic.cmpxchg acq_rel system %p, %expected, %v : !llvm.ptr, i64, i64 -> i64
    ```
    """

    name = "nvvm.atomic.cmpxchg"
    WORDS: ClassVar[Words] = {"order": words_of(MemoryOrderAttr), "scope": words_of(MemoryScopeAttr)}

    ptr = operand_def(LLVMPointerType)
    expected = operand_def(IntegerType)
    value = operand_def(IntegerType)
    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)
    res = result_def(IntegerType)

    traits = traits_def(*READS_AND_WRITES)

    def requirement(self) -> Requirement:
        own = super().requirement()
        return own.join(Requirement(70, 63)) if self.value.type == i16 else own

    @classmethod
    def make(
        cls,
        pointer: SSAValue,
        expected: SSAValue,
        value: SSAValue,
        order: MemoryOrder = MemoryOrder.RELAXED,
        scope: MemoryScope = MemoryScope.DEVICE,
        *,
        location: LocationAttr,
    ) -> Self:
        """The access."""
        return cls.from_words(
            (pointer, expected, value), {"order": order, "scope": scope}, (value.type,), location
        )


@operation
class AtomicLoadOp(_AtomicOp):
    """Reads the element in one piece; `relaxed`, `acquire` or `seq_cst`. PTX ISA, `ld`.

    Of i16, i32, i64, f16, bf16, f32 or f64.

    Example:

    ```mlir
    %v = nvvm.atomic.load acquire device %p : !llvm.ptr<1> -> i32
    ```
    """

    name = "nvvm.atomic.load"
    WORDS: ClassVar[Words] = {"order": words_of(MemoryOrderAttr), "scope": words_of(MemoryScopeAttr)}
    ORDERS: ClassVar[tuple[MemoryOrder, ...]] = (
        MemoryOrder.RELAXED,
        MemoryOrder.ACQUIRE,
        MemoryOrder.SEQ_CST,
    )

    ptr = operand_def(LLVMPointerType)
    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]]:
        return ((self.ptr, READ),)


@operation
class AtomicStoreOp(_AtomicOp):
    """Writes the element in one piece; `relaxed`, `release` or `seq_cst`. PTX ISA, `st`.

    Of i16, i32, i64, f16, bf16, f32 or f64.

    Example:

    ```mlir
    nvvm.atomic.store release device %v, %p : i32, !llvm.ptr<1>
    ```
    """

    name = "nvvm.atomic.store"
    WORDS: ClassVar[Words] = {"order": words_of(MemoryOrderAttr), "scope": words_of(MemoryScopeAttr)}
    ORDERS: ClassVar[tuple[MemoryOrder, ...]] = (
        MemoryOrder.RELAXED,
        MemoryOrder.RELEASE,
        MemoryOrder.SEQ_CST,
    )

    value = operand_def(AnyAttr())
    ptr = operand_def(LLVMPointerType)
    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)

    traits = traits_def(*READS_AND_WRITES)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]]:
        return ((self.ptr, WRITE),)

    def pointer(self) -> SSAValue:
        return self.operands[1]


OPERATIONS = (AtomicRmwOp, AtomicCmpXchgOp, AtomicLoadOp, AtomicStoreOp)
