"""Stack slots, loads, stores and address computation."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import (
    I32,
    I64,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    UnitAttr,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import (
    ORDERING_NUMBERS,
    UNIT,
    AtomicOrdering,
    GEPNoWrapFlags,
    i32_attr,
    i64_attr,
    pointer,
)
from periclase.dialects.llvm.narrowing import element_or_self, is_integer_value, is_vector
from periclase.dialects.llvm.syntax import (
    parse_ordering,
    parse_sync_scope,
    print_atomicity,
    print_attributes,
    split_properties,
)
from periclase.dialects.llvm.types import LLVMArrayType, LLVMPointerType, LLVMStructType, LLVMVoidType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer

GEP_DYNAMIC_INDEX = -(1 << 31)
"""Stands in `rawConstantIndices` for an index that is an operand."""

PointerType = LLVMPointerType

_READ = frozenset((EffectInstance(MemoryEffectKind.READ),))
_WRITE = frozenset((EffectInstance(MemoryEffectKind.WRITE),))
_NOTHING: frozenset[EffectInstance] = frozenset()


class LoadEffect(MemoryEffect):
    """A plain load reads, an invariant one depends on no write; a volatile or atomic one has unknown effects."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        if "volatile_" in op.properties or is_atomic(op):
            return None
        return _NOTHING if "invariant" in op.properties else _READ


class StoreEffect(MemoryEffect):
    """A plain store writes; a volatile or atomic one has unknown effects."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        return None if "volatile_" in op.properties or is_atomic(op) else _WRITE


def is_atomic(op: Operation) -> bool:
    """Whether a load or store has a memory order."""
    ordering = op.properties.get("ordering")
    return is_integer_value(ordering) and ordering.value.data != 0


def check_alignment(alignment: IntegerAttr | None) -> None:
    """Refuse an alignment that is no power of two."""
    if alignment is not None:
        value = alignment.value.data
        if value <= 0 or value & (value - 1):
            raise VerifyException(f"alignment {value} is not a power of two")


def check_atomic_access(
    op: LoadOp | StoreOp, value_type: Attribute, what: str, forbidden: tuple[AtomicOrdering, ...]
) -> None:
    """Refuse what LLVM's verifier refuses of an atomic load or store."""
    check_alignment(op.alignment)
    if isinstance(value_type, LLVMVoidType):
        raise VerifyException(f"a {what} can not have type {value_type}")
    ordering = op.ordering.value.data
    if ordering not in ORDERING_NUMBERS:
        raise VerifyException(f"no memory order has the number {ordering}")
    if ordering == 0:
        if op.syncscope is not None:
            raise VerifyException(f"a {what} that is not atomic has no syncscope")
        return
    if AtomicOrdering(ordering) in forbidden:
        raise VerifyException(f"an atomic {what} can not be {AtomicOrdering(ordering).name}")
    if op.alignment is None:
        raise VerifyException(f"an atomic {what} needs an alignment")
    if isinstance(value_type, VectorType | LLVMStructType | LLVMArrayType):
        raise VerifyException(f"an atomic {what} can not have type {value_type}")


@functools.lru_cache(maxsize=4096)
def _access_properties(
    ordering: AtomicOrdering,
    alignment: int | None,
    volatile: bool,
    invariant: bool,
    nontemporal: bool,
    scope: str,
) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {"ordering": i64_attr(int(ordering))}
    if alignment is not None:
        properties["alignment"] = i64_attr(alignment)
    if volatile:
        properties["volatile_"] = UNIT
    if invariant:
        properties["invariant"] = UNIT
    if nontemporal:
        properties["nontemporal"] = UNIT
    if scope:
        properties["syncscope"] = StringAttr(scope)
    return properties


@operation
class LoadOp(IRDLOperation):
    """Read a value from memory.

    `invariant` promises that nothing writes the memory while the program can reach this load (`ld.global.nc`). An atomic
    load has an order, an alignment and, for less than the whole system, a scope: on NVPTX `block`, `cluster`, `device`.

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr<1>) -> i32 {
      %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %b = llvm.load volatile %p atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %c = llvm.load %p invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.return %a : i32
    }
    ```
    """

    name = "llvm.load"

    ptr = operand_def(PointerType)
    dereferenced_value = result_def()
    alignment = opt_prop_def(IntegerAttr[I64])
    ordering = prop_def(IntegerAttr[I64], default_value=i64_attr(0))
    syncscope = opt_prop_def(StringAttr)
    volatile_ = opt_prop_def(UnitAttr)
    invariant = opt_prop_def(UnitAttr)
    nontemporal = opt_prop_def(UnitAttr)

    traits = traits_def(LoadEffect())

    @classmethod
    def make(
        cls,
        ptr: SSAValue,
        type: Attribute,
        *,
        alignment: int | None = None,
        volatile: bool = False,
        invariant: bool = False,
        nontemporal: bool = False,
        ordering: AtomicOrdering = AtomicOrdering.not_atomic,
        syncscope: str = "",
        location: LocationAttr | None,
    ) -> Self:
        """A load of a `type` from `ptr`; `alignment` in bytes (None: the type's natural one)."""
        return cls.create(
            operands=(ptr,),
            result_types=(type,),
            properties=_access_properties(ordering, alignment, volatile, invariant, nontemporal, syncscope),
            location=location,
        )

    def verify_(self) -> None:
        check_atomic_access(
            self, self.dereferenced_value.type, "load", (AtomicOrdering.release, AtomicOrdering.acq_rel)
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"ordering": i64_attr(0)}
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UNIT
        ptr = parser.parse_unresolved_operand()
        _parse_atomicity(parser, properties)
        if parser.parse_optional_keyword("invariant") is not None:
            properties["invariant"] = UNIT
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(ptr, ptr_type),),
            result_types=(parser.parse_type(),),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        _print_atomicity(printer, self)
        if self.invariant is not None:
            printer.print_string(" invariant")
        print_attributes(printer, self, _ACCESS_KEYWORDS)
        printer.print_string(" : ")
        printer.print_attribute(self.ptr.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.dereferenced_value.type)


@operation
class StoreOp(IRDLOperation):
    """Write a value to memory; volatile and atomic as for `LoadOp`.

    Example:
    ```mlir
    llvm.func @example(%v: i32, %p: !llvm.ptr<1>) {
      llvm.store %v, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.store volatile %v, %p : i32, !llvm.ptr<1>
      llvm.store %v, %p atomic syncscope("device") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.return
    }
    ```
    """

    name = "llvm.store"

    value = operand_def()
    ptr = operand_def(PointerType)
    alignment = opt_prop_def(IntegerAttr[I64])
    ordering = prop_def(IntegerAttr[I64], default_value=i64_attr(0))
    syncscope = opt_prop_def(StringAttr)
    volatile_ = opt_prop_def(UnitAttr)
    nontemporal = opt_prop_def(UnitAttr)

    traits = traits_def(StoreEffect())

    @classmethod
    def make(
        cls,
        value: SSAValue,
        ptr: SSAValue,
        *,
        alignment: int | None = None,
        volatile: bool = False,
        nontemporal: bool = False,
        ordering: AtomicOrdering = AtomicOrdering.not_atomic,
        syncscope: str = "",
        location: LocationAttr | None,
    ) -> Self:
        """A store of `value` to `ptr`; `alignment` in bytes (None: the type's natural one)."""
        return cls.create(
            operands=(value, ptr),
            properties=_access_properties(ordering, alignment, volatile, False, nontemporal, syncscope),
            location=location,
        )

    def verify_(self) -> None:
        check_atomic_access(self, self.value.type, "store", (AtomicOrdering.acquire, AtomicOrdering.acq_rel))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"ordering": i64_attr(0)}
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UNIT
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        ptr = parser.parse_unresolved_operand()
        _parse_atomicity(parser, properties)
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation(",")
        ptr_type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(value, value_type), parser.resolve_operand(ptr, ptr_type)),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_list((self.value, self.ptr), printer.print_ssa_value)
        _print_atomicity(printer, self)
        print_attributes(printer, self, _ACCESS_KEYWORDS)
        printer.print_string(" : ")
        printer.print_list((self.value.type, self.ptr.type), printer.print_attribute)


_ACCESS_KEYWORDS = ("volatile_", "ordering", "syncscope", "invariant")


def _parse_atomicity(parser: Parser, properties: dict[str, Attribute]) -> None:
    if parser.parse_optional_keyword("atomic") is not None:
        scope = parse_sync_scope(parser)
        if scope is not None:
            properties["syncscope"] = scope
        properties["ordering"] = i64_attr(parse_ordering(parser))


def _print_atomicity(printer: Printer, op: LoadOp | StoreOp) -> None:
    if op.ordering.value.data:
        printer.print_string(" atomic")
        print_atomicity(printer, op.syncscope, op.ordering.value.data)


@operation
class AllocaOp(IRDLOperation):
    """Reserve memory in the function's stack frame, for so many elements of a type.

    On NVPTX the result is generic (0) or local (5). Outside the entry block, or with a count that is no constant, the frame
    grows at every execution.

    Example:
    ```mlir
    llvm.func @example() {
      %one = llvm.mlir.constant(1 : i32) : i32
      %p = llvm.alloca %one x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
      llvm.return
    }
    ```
    """

    name = "llvm.alloca"
    size = operand_def(IntegerType)
    alignment = opt_prop_def(IntegerAttr)
    elem_type = prop_def()
    res = result_def()

    @classmethod
    def make(
        cls,
        size: SSAValue,
        elem_type: Attribute,
        *,
        alignment: int | None = None,
        address_space: int = 0,
        location: LocationAttr | None,
    ) -> Self:
        """Memory for `size` (an integer value) elements of `elem_type`; `alignment` in bytes."""
        properties: dict[str, Attribute] = {"elem_type": elem_type}
        if alignment is not None:
            properties["alignment"] = i64_attr(alignment)
        return cls.create(
            operands=(size,), result_types=(pointer(address_space),), properties=properties, location=location
        )

    def verify_(self) -> None:
        if not isinstance(self.res.type, PointerType):
            raise VerifyException(f"result has type {self.res.type}, expected a pointer")
        if isinstance(self.elem_type, LLVMVoidType):
            raise VerifyException(f"can not allocate a {self.elem_type}")
        check_alignment(self.alignment)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        size = parser.parse_unresolved_operand()
        parser.parse_keyword("x")
        elem_type = parser.parse_type()
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands([size], type.inputs.data, position),
            result_types=type.outputs.data,
            properties={**own, "elem_type": elem_type},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.size)
        printer.print_string(" x ")
        printer.print_attribute(self.elem_type)
        print_attributes(printer, self, ("elem_type",))
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


_GEP_FLAG_WORDS = (
    ("inbounds", GEPNoWrapFlags.inbounds),
    ("nusw", GEPNoWrapFlags.nusw),
    ("nuw", GEPNoWrapFlags.nuw),
)


_LARGEST_INDEX = 0x7FFF_FFFF


@functools.lru_cache(maxsize=4096)
def _constant_indices(indices: tuple[int, ...]) -> DenseArrayBase[I32]:
    return DenseArrayBase.from_list(i32, indices)


@operation
class GEPOp(IRDLOperation):
    """Compute an address: the first index steps over whole elements, each further one goes into an aggregate.

    Memory is not touched. Indices are sign-extended; `inbounds` promises that the result stays within the object (or one
    past it), `nuw` that nothing wraps as unsigned (poison if broken).

    Example:
    ```mlir
    llvm.func @example(%p: !llvm.ptr<1>, %i: i32) -> !llvm.ptr<1> {
      %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %b = llvm.getelementptr inbounds|nuw %a[0, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.struct<(i32, f32)>
      llvm.return %b : !llvm.ptr<1>
    }
    ```
    """

    name = "llvm.getelementptr"

    base_ = operand_def()
    dynamic_indices = var_operand_def()
    result = result_def()
    elem_type = prop_def()
    rawConstantIndices = prop_def(DenseArrayBase.constr(i32))
    noWrapFlags = prop_def(IntegerAttr[I32], default_value=i32_attr(0))

    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(
        cls,
        ptr: SSAValue,
        indices: Sequence[int | SSAValue],
        elem_type: Attribute,
        *,
        inbounds: bool = False,
        nuw: bool = False,
        result_type: Attribute | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The address `ptr` + `indices` (numbers or integer values) over elements of `elem_type`.

        The result has `ptr`'s type; `result_type` is for a vector of addresses made from one pointer.
        """
        operands = [ptr]
        constants: list[int] = []
        for index in indices:
            if isinstance(index, int):
                constants.append(index)
            else:
                constants.append(GEP_DYNAMIC_INDEX)
                operands.append(index)
        return cls.create(
            operands=operands,
            result_types=(ptr.type if result_type is None else result_type,),
            properties={
                "elem_type": elem_type,
                "rawConstantIndices": _constant_indices(tuple(constants)),
                "noWrapFlags": i32_attr((3 if inbounds else 0) | (4 if nuw else 0)),
            },
            location=location,
        )

    @property
    def ptr(self) -> SSAValue:
        """The pointer the computation starts from."""
        return self.base_

    def indices(self) -> list[int | SSAValue]:
        """All indices in order, numbers and values."""
        values = iter(self.dynamic_indices)
        return [
            next(values) if index == GEP_DYNAMIC_INDEX else index
            for index in self.rawConstantIndices.get_values()
        ]

    def verify_(self) -> None:
        for type in (self.base_.type, self.result.type):
            element: Attribute = element_or_self(type)
            if not isinstance(element, PointerType):
                raise VerifyException(f"expected a pointer or a vector of pointers, got {type}")
        operands = (self.base_.type, *(value.type for value in self.dynamic_indices))
        shape = next((type.shape for type in operands if is_vector(type)), None)
        address = element_or_self(self.base_.type)
        expected = address if shape is None else VectorType(address, shape)
        if self.result.type != expected:
            raise VerifyException(f"result has type {self.result.type}, expected {expected}")
        if not 0 <= self.noWrapFlags.value.data < 8:
            raise VerifyException(f"{self.noWrapFlags.value.data} is no set of no-wrap flags")
        indices = self.rawConstantIndices.get_values()
        if not indices:
            raise VerifyException("needs at least one index")
        if sum(index == GEP_DYNAMIC_INDEX for index in indices) != len(self.dynamic_indices):
            raise VerifyException("the number of dynamic indices is not that of the index operands")
        for value in self.dynamic_indices:
            type = value.type
            if not isinstance(element_or_self(type), IntegerType):
                raise VerifyException(f"index of type {type}, expected an integer")
        current: Attribute = self.elem_type
        for number, index in enumerate(indices[1:], start=1):
            if isinstance(current, LLVMArrayType):
                current = current.type
            elif is_vector(current):
                current = current.element_type
            elif isinstance(current, LLVMStructType):
                fields = current.types.data
                if index == GEP_DYNAMIC_INDEX:
                    raise VerifyException(f"index {number} goes into a struct and must be a constant")
                if not 0 <= index < len(fields):
                    raise VerifyException(
                        f"index {number}: a struct of {len(fields)} fields has no field {index}"
                    )
                current = fields[index]
            else:
                raise VerifyException(f"index {number} can not go into a value of type {current}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        flags = 0
        while True:
            for word, bits in _GEP_FLAG_WORDS:
                if parser.parse_optional_keyword(word) is not None:
                    flags |= int(bits)
                    break
            if parser.parse_optional_punctuation("|") is None:
                break
        ptr = parser.parse_unresolved_operand()
        position = parser.pos
        names: list[UnresolvedOperand] = []
        indices: list[int] = []
        with parser.in_square_brackets():
            while True:
                name = parser.parse_optional_unresolved_operand()
                if name is not None:
                    names.append(name)
                indices.append(
                    parser.parse_integer(allow_boolean=False) if name is None else GEP_DYNAMIC_INDEX
                )
                if parser.parse_optional_punctuation(",") is None:
                    break
        for index in indices:
            if not GEP_DYNAMIC_INDEX <= index <= _LARGEST_INDEX:
                parser.raise_error(f"the constant index {index} has more than 32 bits", position)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        parser.parse_punctuation(",")
        elem_type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands([ptr, *names], type.inputs.data, position),
            result_types=type.outputs.data,
            properties={
                "elem_type": elem_type,
                "rawConstantIndices": _constant_indices(tuple(indices)),
                "noWrapFlags": i32_attr(flags),
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        words: list[str] = []
        flags = self.noWrapFlags.value.data
        for word, bits in _GEP_FLAG_WORDS:
            if flags & bits == bits and not (word == "nusw" and "inbounds" in words):
                words.append(word)
        if words:
            printer.print_string(" " + "|".join(words))
        printer.print_string(" ")
        printer.print_ssa_value(self.base_)
        with printer.in_square_brackets():
            for number, index in enumerate(self.indices()):
                printer.print_string(", " if number else "")
                if isinstance(index, int):
                    printer.print_string(str(index))
                else:
                    printer.print_ssa_value(index)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)
        printer.print_string(", ")
        printer.print_attribute(self.elem_type)
