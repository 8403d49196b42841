"""The thread's memory: slots, access through pointers, address arithmetic, copies."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, IntegerAttr, LocationAttr, StringAttr, UnitAttr, i1, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.aggregate import (
    ConstructArrayOp,
    ConstructStructOp,
    ConstructTupleOp,
    ExtractFieldOp,
)
from periclase.dialects.mir.base import (
    INT,
    FoldTrait,
    MirOperation,
    parse_colon_type,
    parse_comma_type,
    parse_operands,
    print_operands,
    print_type,
    reports_refusals,
    verify_kind,
)
from periclase.dialects.mir.constants import ConstantOp, UndefOp
from periclase.dialects.mir.effects import AllocatesResult, OperandEffects
from periclase.dialects.mir.element import ExtractElementOp
from periclase.dialects.mir.folding import int_attr, is_zero
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.narrowing import is_int_constant
from periclase.dialects.mir.parts import pointee
from periclase.dialects.mir.types import ISIZE, ArrayType, PtrType, StructType, TupleType, ui8, ui64
from periclase.ir.interfaces import (
    AggregateAccess,
    DestructurableAllocation,
    FoldInterface,
    PromotableAllocation,
    PromotableMemoryAccess,
)
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    from periclase.ir.builder import OpBuilder


UNIT_ATTR = UnitAttr()


MAX_SUBSLOTS = 16
"""Arrays of more elements are not split up: their elements would not fit the registers anyhow."""


def parse_optional_int(parser: Parser, keyword: str) -> IntegerAttr | None:
    if parser.parse_optional_keyword(keyword) is None:
        return None
    return int_attr(parser.parse_integer(), i64)


def parse_optional_string(parser: Parser, keyword: str) -> StringAttr | None:
    return None if parser.parse_optional_keyword(keyword) is None else StringAttr(parser.parse_str_literal())


def print_keyword(printer: Printer, keyword: str, attr: Attribute | None) -> None:
    """Print ` keyword value` for an integer or a string property."""
    if is_int_constant(attr):
        printer.print_string(f" {keyword} {attr.value.data}")
    elif attr is not None:
        printer.print_string(f" {keyword} ")
        printer.print_attribute(attr)


def given(**properties: Attribute | None) -> dict[str, Attribute]:
    """The properties that are not None."""
    return {name: value for name, value in properties.items() if value is not None}


def alignment_attr(alignment: int | None) -> IntegerAttr | None:
    return None if alignment is None else int_attr(alignment, i64)


def verify_alignment(alignment: IntegerAttr | None) -> None:
    """Check that an alignment, where given, is a power of two.

    Raises:
        VerifyException: it is not.
    """
    if alignment is None:
        return
    value = alignment.value.data
    if value < 1 or value & (value - 1):
        raise VerifyException(f"the alignment must be a power of two, not {value}")


def verify_mutable(pointer: SSAValue) -> Attribute:
    """Check that one may write through a pointer; gives what it points to.

    Raises:
        VerifyException: no pointer, or not a mutable one.
    """
    target = pointee(pointer.type)
    if isinstance(pointer.type, PtrType) and not pointer.type.mutable:
        raise VerifyException(f"the pointer must be mutable to be written through, not {pointer.type}")
    return target


def subslots_of(type: Attribute) -> Mapping[Hashable, Attribute]:
    """The parts of an aggregate that can be kept apart, by index: not those of a union or an enum, nor of a long array."""
    if isinstance(type, TupleType | StructType):
        return dict(enumerate(type.field_types()))
    if isinstance(type, ArrayType) and type.length <= MAX_SUBSLOTS:
        return dict.fromkeys(range(type.length), type.element_type)
    return {}


@operation
class AllocaOp(MirOperation, PromotableAllocation, DestructurableAllocation):
    """A slot on the thread's stack, as a generic pointer; its bytes are undefined at first.

    Every execution gives a new slot, which lives as long as the function runs.

    Example:
        ```mlir
        %slot = mir.alloca !mir.array<8 x f32> name "acc" align 16
        ```
    """

    name = "mir.alloca"

    allocated_type = prop_def()
    source_name = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def()

    traits = traits_def(AllocatesResult())

    @classmethod
    def make(
        cls,
        type: Attribute,
        name: str | None = None,
        alignment: int | None = None,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """A slot for a `type`; `name` is that of the variable, `alignment` bytes."""
        properties: dict[str, Attribute] = {"allocated_type": type}
        if name is not None:
            properties["source_name"] = StringAttr(name)
        if alignment is not None:
            properties["alignment"] = int_attr(alignment, i64)
        return cls.create(result_types=(PtrType.get(type),), properties=properties, location=location)

    def slot_pointer(self) -> SSAValue:
        return self.results[0]

    def slot_type(self) -> Attribute:
        return self.properties["allocated_type"]

    def default_value(self, builder: OpBuilder) -> SSAValue:
        return builder.insert(UndefOp.make(self.slot_type(), location=self.location)).results[0]

    def subslots(self) -> Mapping[Hashable, Attribute]:
        return subslots_of(self.slot_type())

    def make_subslot(self, builder: OpBuilder, index: Hashable) -> SSAValue:
        name = self.source_name
        part = AllocaOp.make(
            self.subslots()[index],
            None if name is None else f"{name.data}.{index}",
            location=self.location,
        )
        return builder.insert(part).results[0]

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        type = parser.parse_type()
        properties = given(
            source_name=parse_optional_string(parser, "name"), alignment=parse_optional_int(parser, "align")
        )
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            result_types=(PtrType.get(type),),
            properties={"allocated_type": type, **properties},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.allocated_type)
        print_keyword(printer, "name", self.source_name)
        print_keyword(printer, "align", self.alignment)
        self.print_attributes(printer)

    def verify_(self) -> None:
        size_of(self.allocated_type)
        verify_alignment(self.alignment)
        expected = PtrType.get(self.allocated_type)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


@operation
class LoadOp(MirOperation, PromotableMemoryAccess, AggregateAccess):
    """The value that a pointer points to.

    Undefined unless the pointer is aligned, and points to that many bytes. A volatile load is done once, where it stands.

    Example:
        ```mlir
        %value = mir.load volatile %pointer align 4 : !mir.ptr<f32, global>
        ```
    """

    name = "mir.load"

    pointer = operand_def()
    volatile = opt_prop_def(UnitAttr)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def()

    traits = traits_def(OperandEffects(reads=(0,)))

    @classmethod
    def make(
        cls,
        pointer: SSAValue,
        *,
        volatile: bool = False,
        alignment: int | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that reads what `pointer` points to; `alignment` bytes where it is not that of the type.

        Raises:
            VerifyException: `pointer` is no thin pointer.
        """
        properties: dict[str, Attribute] = {"volatile": UNIT_ATTR} if volatile else {}
        if alignment is not None:
            properties["alignment"] = int_attr(alignment, i64)
        return cls.create(
            operands=(pointer,),
            result_types=(pointee(pointer.type),),
            properties=properties,
            location=location,
        )

    def promotable_slot(self) -> SSAValue:
        return self._operands[0]

    def is_volatile(self) -> bool:
        return "volatile" in self.properties

    def loaded_value(self) -> SSAValue | None:
        return self.results[0]

    def split_access(self, builder: OpBuilder, subslots: Mapping[Hashable, SSAValue]) -> SSAValue | None:
        values = [
            builder.insert(LoadOp.make(subslots[index], location=self.location)).results[0]
            for index in subslots_of(self.result.type)
        ]
        return build_aggregate(builder, self.result.type, values, self.location)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        volatile = parser.parse_optional_keyword("volatile") is not None
        pointer = parser.parse_unresolved_operand()
        alignment = parse_optional_int(parser, "align")
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(
            parser.resolve_operand(pointer, parse_colon_type(parser)),
            volatile=volatile,
            alignment=None if alignment is None else alignment.value.data,
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" volatile " if self.is_volatile() else " ")
        printer.print_operand(self.pointer)
        print_keyword(printer, "align", self.alignment)
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        expected = pointee(self.pointer.type)
        size_of(expected)
        verify_alignment(self.alignment)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


def build_aggregate(
    builder: OpBuilder, type: Attribute, values: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    """Insert, with `builder`, the op that makes a tuple, struct or array of `type` from all its parts."""
    if isinstance(type, TupleType):
        return builder.insert(ConstructTupleOp.make(values, type, location=location)).results[0]
    if isinstance(type, StructType):
        return builder.insert(ConstructStructOp.make(values, type, location=location)).results[0]
    return builder.insert(ConstructArrayOp.make(values, type, location=location)).results[0]


@operation
class StoreOp(MirOperation, PromotableMemoryAccess, AggregateAccess):
    """Writes a value to where a mutable pointer points.

    Undefined unless the pointer is aligned, and points to that many bytes. A volatile store is done once, where it stands.

    Example:
        ```mlir
        mir.store %value, %pointer : !mir.ptr<mut f32, global>
        ```
    """

    name = "mir.store"

    value = operand_def()
    pointer = operand_def()
    volatile = opt_prop_def(UnitAttr)
    alignment = opt_prop_def(IntegerAttr)

    traits = traits_def(OperandEffects(writes=(1,)))

    @classmethod
    def make(
        cls,
        value: SSAValue,
        pointer: SSAValue,
        *,
        volatile: bool = False,
        alignment: int | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that writes `value` to where `pointer` points; `alignment` bytes where it is not that of the type."""
        properties: dict[str, Attribute] = {"volatile": UNIT_ATTR} if volatile else {}
        if alignment is not None:
            properties["alignment"] = int_attr(alignment, i64)
        return cls.create(operands=(value, pointer), properties=properties, location=location)

    def promotable_slot(self) -> SSAValue:
        return self._operands[1]

    def is_volatile(self) -> bool:
        return "volatile" in self.properties

    def stored_value(self) -> SSAValue | None:
        return self._operands[0]

    def split_access(self, builder: OpBuilder, subslots: Mapping[Hashable, SSAValue]) -> SSAValue | None:
        type, location = self.value.type, self.location
        for index in subslots_of(type):
            assert isinstance(index, int)
            if isinstance(type, ArrayType):
                position = builder.insert(ConstantOp.make(int_attr(index, ui64), location=location))
                part = ExtractElementOp.make(self.value, position.result, location=location)
            else:
                part = ExtractFieldOp.make(self.value, index, location=location)
            builder.insert(part)
            builder.insert(StoreOp.make(part.results[0], subslots[index], location=location))
        return None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        volatile = parser.parse_optional_keyword("volatile") is not None
        value, pointer = parse_operands(parser, 2)
        alignment = parse_optional_int(parser, "align")
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        op = cls.make(
            parser.resolve_operand(value, pointee(type)),
            parser.resolve_operand(pointer, type),
            volatile=volatile,
            alignment=None if alignment is None else alignment.value.data,
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        if self.is_volatile():
            printer.print_string(" volatile")
        print_operands(printer, self._operands)
        print_keyword(printer, "align", self.alignment)
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        expected = verify_mutable(self.pointer)
        size_of(expected)
        verify_alignment(self.alignment)
        if self.value.type != expected:
            raise VerifyException(
                f"the value must be of type {expected}, which the pointer has, not {self.value.type}"
            )


@operation
class PtrOffsetOp(MirOperation, FoldInterface):
    """The pointer moved by a number of elements of its pointee; nothing is read.

    The count is of any integer type, taken as signed or unsigned as it is. Undefined when the result leaves the object, but with
    the attribute `mir.may_leave`.

    Example:
        ```mlir
        %next = mir.ptr_offset %pointer[%count] : !mir.ptr<mut f32, global>, si64
        ```
    """

    name = "mir.ptr_offset"

    pointer = operand_def()
    index = operand_def()
    result = result_def()

    traits = traits_def(Pure(), FoldTrait())

    @classmethod
    def make(cls, pointer: SSAValue, index: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that moves `pointer` by `index` elements."""
        return cls.create(operands=(pointer, index), result_types=(pointer.type,), location=location)

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        return (self.pointer,) if is_zero(operands[1]) else None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        pointer_type, index_type = parse_colon_type(parser), parse_comma_type(parser)
        op = cls.make(
            parser.resolve_operand(pointer, pointer_type), parser.resolve_operand(index, index_type)
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.pointer)
        with printer.in_square_brackets():
            printer.print_operand(self.index)
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)
        printer.print_string(", ")
        printer.print_attribute(self.index.type)

    def verify_(self) -> None:
        pointee(self.pointer.type)
        verify_kind("the count", self.index.type, (INT,))
        if self.result.type != self.pointer.type:
            raise VerifyException(f"the result must be of type {self.pointer.type}, not {self.result.type}")


@operation
class PtrDiffOp(MirOperation, FoldInterface):
    """How many elements the first pointer lies behind the second, as `si64`.

    Undefined unless both point into one object, a whole number of elements apart; the element must have bytes.

    Example:
        ```mlir
        %count = mir.ptr_diff %end, %begin : !mir.ptr<f32>
        ```
    """

    name = "mir.ptr_diff"

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    traits = traits_def(Pure(), FoldTrait())

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives `lhs - rhs` in elements."""
        return cls.create(operands=(lhs, rhs), result_types=(ISIZE,), location=location)

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        return (int_attr(0, ISIZE),) if self.lhs is self.rhs else None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, 2)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        lhs, rhs = parser.resolve_operands(operands, (type, type), parser.pos)
        op = cls.make(lhs, rhs)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.lhs.type)

    def verify_(self) -> None:
        if size_of(pointee(self.lhs.type)) == 0:
            raise VerifyException(f"elements of {self.lhs.type} have no bytes")
        if self.rhs.type != self.lhs.type:
            raise VerifyException(
                f"the pointers must be of one type, not {self.lhs.type} and {self.rhs.type}"
            )
        if self.result.type != ISIZE:
            raise VerifyException(f"the result must be of type {ISIZE}, not {self.result.type}")


@operation
class IsAlignedOp(MirOperation):
    """Whether the address that a pointer is, is a multiple of `alignment` bytes; nothing is read.

    The alignment is a power of two.

    Example:
        ```mlir
        %whole = mir.is_aligned %row, 16 : !mir.ptr<mut f16, shared>
        ```
    """

    name = "mir.is_aligned"

    pointer = operand_def()
    alignment = prop_def(IntegerAttr)
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(cls, pointer: SSAValue, alignment: int, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op for an alignment in bytes."""
        return cls.create(
            operands=(pointer,),
            result_types=(i1,),
            properties={"alignment": int_attr(alignment, i64)},
            location=location,
        )

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        alignment = parser.parse_integer()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(operand, parse_colon_type(parser)), alignment)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(f", {self.alignment.value.data}")
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        if not isinstance(self.pointer.type, PtrType):
            raise VerifyException(f"the operand must be a pointer, not {self.pointer.type}")
        bytes = self.alignment.value.data
        if self.alignment.type != i64 or bytes < 1 or bytes & (bytes - 1):
            raise VerifyException(f"the alignment must be a power of two, not {self.alignment}")
        if self.result.type != i1:
            raise VerifyException(f"the result must be of type {i1}, not {self.result.type}")


class BulkOperation(MirOperation):
    """`mir.memcpy %dst, %src, %count : !mir.ptr<mut f32>, !mir.ptr<f32>, ui64`: all operands, then all their types."""

    ARITY: ClassVar[int] = 3

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, cls.ARITY)
        attributes = parser.parse_optional_attr_dict()
        types = [parse_colon_type(parser)]
        while len(types) < cls.ARITY:
            types.append(parse_comma_type(parser))
        return cls.create(
            operands=parser.resolve_operands(operands, types, parser.pos), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_list(self._operands, lambda operand: printer.print_attribute(operand.type))


class CopyOperation(BulkOperation):
    """A copy of some elements from one place to another."""

    destination = operand_def()
    source = operand_def()
    count = operand_def()

    traits = traits_def(OperandEffects(reads=(1,), writes=(0,)))

    @classmethod
    def make(
        cls, destination: SSAValue, source: SSAValue, count: SSAValue, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that copies `count` elements (not bytes)."""
        return cls.create(operands=(destination, source, count), location=location)

    def verify_(self) -> None:
        target = verify_mutable(self.destination)
        if pointee(self.source.type) != target:
            raise VerifyException(f"elements of {target} can not be copied from {self.source.type}")
        verify_kind("the count", self.count.type, (INT,))


@operation
class MemCpyOp(CopyOperation):
    """Copies elements between places that do not overlap; undefined when they do.

    Example:
        ```mlir
        mir.memcpy %to, %from, %count : !mir.ptr<mut f32>, !mir.ptr<f32>, ui64
        ```
    """

    name = "mir.memcpy"


@operation
class MemMoveOp(CopyOperation):
    """Copies elements as if by way of a third place: the two may overlap.

    Example:
        ```mlir
        mir.memmove %to, %from, %count : !mir.ptr<mut f32>, !mir.ptr<f32>, ui64
        ```
    """

    name = "mir.memmove"


@operation
class MemSetOp(BulkOperation):
    """Sets every byte of some elements to a value of type `ui8`.

    Example:
        ```mlir
        mir.memset %to, %byte, %count : !mir.ptr<mut f32>, ui8, ui64
        ```
    """

    name = "mir.memset"

    destination = operand_def()
    value = operand_def()
    count = operand_def()

    traits = traits_def(OperandEffects(writes=(0,)))

    @classmethod
    def make(
        cls, destination: SSAValue, value: SSAValue, count: SSAValue, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that fills `count` elements (not bytes) with the byte `value`."""
        return cls.create(operands=(destination, value, count), location=location)

    def verify_(self) -> None:
        verify_mutable(self.destination)
        if self.value.type != ui8:
            raise VerifyException(f"the byte must be of type ui8, not {self.value.type}")
        verify_kind("the count", self.count.type, (INT,))


@operation
class SwapOp(BulkOperation):
    """Exchanges what two pointers point to; undefined when the places overlap without being the same.

    Example:
        ```mlir
        mir.swap %a, %b : !mir.ptr<mut f32>, !mir.ptr<mut f32>
        ```
    """

    name = "mir.swap"

    ARITY: ClassVar[int] = 2

    lhs = operand_def()
    rhs = operand_def()

    traits = traits_def(OperandEffects(reads=(0, 1), writes=(0, 1)))

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that exchanges what `lhs` and `rhs` point to."""
        return cls.create(operands=(lhs, rhs), location=location)

    def verify_(self) -> None:
        target = verify_mutable(self.lhs)
        if verify_mutable(self.rhs) != target:
            raise VerifyException(
                f"the pointers must point to one type, not {self.lhs.type} and {self.rhs.type}"
            )


@operation
class RefOp(MirOperation):
    """A value put in fresh memory of the thread, as a generic pointer to it.

    Example:
        ```mlir
        %pointer = mir.ref mut %value : f32
        ```
    """

    name = "mir.ref"

    value = operand_def()
    mutable = opt_prop_def(UnitAttr)
    result = result_def()

    traits = traits_def(AllocatesResult())

    @classmethod
    def make(cls, value: SSAValue, mutable: bool = False, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives a pointer to memory with `value` in it."""
        return cls.create(
            operands=(value,),
            result_types=(PtrType.get(value.type, mutable),),
            properties={"mutable": UNIT_ATTR} if mutable else {},
            location=location,
        )

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        mutable = parser.parse_optional_keyword("mut") is not None
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(value, parse_colon_type(parser)), mutable)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        if self.mutable is not None:
            printer.print_string(" mut")
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.value.type)

    def verify_(self) -> None:
        size_of(self.value.type)
        expected = PtrType.get(self.value.type, self.mutable is not None)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


__all__ = [
    "AllocaOp",
    "LoadOp",
    "MemCpyOp",
    "MemMoveOp",
    "MemSetOp",
    "PtrDiffOp",
    "PtrOffsetOp",
    "RefOp",
    "StoreOp",
    "SwapOp",
]
